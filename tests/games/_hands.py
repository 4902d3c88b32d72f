# SPDX-License-Identifier: MIT
"""Hands of TEN for tests and the benchmark: read from ids, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tests.games._brute_runs import COLOURS, Hand, placings

DECK = [
    *(
        f"{colour[0]}{number}"
        for colour in COLOURS
        for number in (*(1, 2, 3, 4, 5, 6) * 3, 7, 8, 9)
    ),
    *(f"{colour[0]}#" for colour in COLOURS for _ in range(2)),
    *(f"w{number}" for number in range(1, 10)),
    "w#",
]


def hand_of(pile: Iterable[str]) -> Hand:
    """Return the hand that a pile of card ids makes."""
    hand = Hand({colour: [] for colour in COLOURS}, dict.fromkeys(COLOURS, 0), [], 0)
    full = 0
    for card in pile:
        kind, value = card[0], card[1]
        if kind != "w":
            colour = COLOURS["rbog".index(kind)]
            if value == "#":
                hand.own[colour] += 1
            else:
                hand.natural[colour].append(int(value))
        elif value == "#":
            full += 1
        else:
            hand.numbered.append(int(value))
    return hand._replace(full=full)


def legal_hand(dice: random.Random, size: int, all_numbered: bool = False) -> Hand:
    """Draw *size* cards from the deck, all nine numbered wilds among them if asked."""
    if not all_numbered:
        return hand_of(dice.sample(DECK, size))
    numbered = [f"w{number}" for number in range(1, 10)]
    others = [card for card in DECK if card not in numbered]
    return hand_of(numbered + dice.sample(others, max(0, size - len(numbered))))


def small_hand(dice: random.Random, placings_at_most: int) -> Hand:
    """Draw a hand, possible or not, with few enough placings for brute force."""
    while True:
        density = dice.random()
        hand = Hand(
            {
                colour: [number for number in range(1, 10) if dice.random() < density]
                for colour in COLOURS
            },
            {colour: dice.choice((0, 0, 0, 1, 1, 2, 3)) for colour in COLOURS},
            [dice.randint(1, 9) for _ in range(dice.choice((0, 1, 2, 2, 3, 3, 4)))],
            dice.choice((0, 0, 1, 2)),
        )
        if placings(hand) <= placings_at_most:
            return hand
