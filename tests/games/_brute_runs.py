# SPDX-License-Identifier: MIT
"""Raw brute force for `companion.games._runs`: every placing of every wild card is tried.

Shares nothing with the product but the names of the colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

COLOURS = ("red", "blue", "orange", "green")

# A card's place: the colour (0 to 3) and the number, or None if it stays in the hand.
_Place: TypeAlias = tuple[int, int] | None

# What is compared, the greatest is best: points, wilds used (negative), lengths from the longest
# down, lengths by colour, lows by colour (negative), the wilds' kinds gap by gap.
_Rank: TypeAlias = tuple[int, int, list[int], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Hand(NamedTuple):
    """A hand as `best` takes it, without the bonus."""

    natural: dict[str, list[int]]
    own: dict[str, int]
    numbered: list[int]
    full: int


class Answer(NamedTuple):
    """The points, the runs (colour, low, high) and the wilds (colour, number, card)."""

    points: int
    runs: list[tuple[str, int, int]]
    wilds: list[tuple[str, int, str]]


def wild_cards(hand: Hand) -> list[str]:
    """Return the hand's wild cards by their ids."""
    cards = [f"{colour[0]}#" for colour in COLOURS for _ in range(hand.own.get(colour, 0))]
    return cards + [f"w{number}" for number in hand.numbered] + ["w#"] * hand.full


def places_of(card: str) -> list[_Place]:
    """Return every place that a wild card may take."""
    if card == "w#":
        return [None, *product(range(4), range(1, 10))]
    if card[0] == "w":
        return [None, *((colour, int(card[1])) for colour in range(4))]
    return [None, *(("rbog".index(card[0]), number) for number in range(1, 10))]


def placings(hand: Hand) -> int:
    """Return how many placings `brute_force` would try."""
    total = 1
    for card in wild_cards(hand):
        total *= len(places_of(card))
    return total


@cache
def longest(numbers: frozenset[int]) -> tuple[int, int]:
    """Return length and low of the longest run, the lowest of several, or (0, 0)."""
    best = (0, 0)
    for low in numbers:
        high = low
        while high + 1 in numbers:
            high += 1
        best = max(best, (high - low + 1, -low))
    return best[0], -best[1]


def brute_force(hand: Hand, bonus: int) -> Answer:
    """Return the best way, compared as the module's text says, one rule after the other."""
    cards = wild_cards(hand)
    held = [frozenset(hand.natural.get(colour, ())) for colour in COLOURS]
    found = max(_ways(cards, held, bonus), key=lambda way: way[0])
    (points, _, _, lengths, lows, _), placed = found
    runs = [
        (colour, -low, -low + length - 1)
        for colour, length, low in zip(COLOURS, lengths, lows, strict=True)
        if length
    ]
    wilds = [(COLOURS[colour], number, card) for colour, number, card in placed]
    return Answer(points, runs, wilds)


def _ways(
    cards: Sequence[str], held: Sequence[frozenset[int]], bonus: int
) -> Iterator[tuple[_Rank, list[tuple[int, int, str]]]]:
    for placing in product(*map(places_of, cards)):
        placed = sorted((*place, card) for place, card in zip(placing, cards, strict=True) if place)
        filled = [set(numbers) for numbers in held]
        for colour, number, _ in placed:
            filled[colour].add(number)
        best = [longest(frozenset(numbers)) for numbers in filled]
        lengths = tuple(length for length, _ in best)
        # Of the same runs, each gap in turn would rather have a numbered, coloured, full wild.
        kinds = tuple(-(card == "w#") * 2 - (card[0] != "w") for *_, card in placed)
        yield (
            (
                sum(lengths) + bonus * lengths.count(9),
                -len(placed),
                sorted(lengths, reverse=True),
                lengths,
                tuple(-low for _, low in best),
                kinds,
            ),
            placed,
        )
