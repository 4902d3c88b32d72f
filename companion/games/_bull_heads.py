# SPDX-License-Identifier: MIT
"""The cards of 11 nimmt! and the bull heads on them.

>>> [box("7").heads[card] for card in ("1", "2", "3", "13", "33", "55", "100")]
[1, 3, 7, 5, 7, 1, 1]
>>> sum(box("7").heads.values()), sum(box("5").heads.values())
(184, 182)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from companion.engine.cards import Card, Deck, Suit, deck
from companion.engine.text import msg, nmsg

DECK = 100

#: Which cards have more than one head: 33, 63 and 93 seven, the others ending in 3 five, the other
#: primes three. One complete source, and a review agrees on the values and their colours. Whether
#: card 3 has seven or five is open, so the table says it.
SEVENS = (33, 63, 93)
FIVES = (13, 23, 43, 53, 73, 83)
THREES = (2, 5, 7, 11, 17, 19, 29, 31, 37, 41, 47, 59, 61, 67, 71, 79, 89, 97)

#: Colour of a card by its heads: a review of the box.
COLOUR_HEADS = {"white": 1, "yellow": 3, "blue": 5, "black": 7}


TENS = tuple(
    Suit(
        key=f"{low}",
        label=msg("{low} to {high}", low=low, high=low + 9),
        shape="bull",
        colour="orange",
        short=f"{low}–{low + 9}",
    )
    for low in range(1, DECK, 10)
)


@dataclass(frozen=True, slots=True)
class Box:
    """The cards of the box under one reading of card 3.

    Attributes:
        deck: for the picker.
        heads: by card.
        held: how many cards of each colour.
        most: the most heads that so many cards can have.
    """

    deck: Deck
    heads: Mapping[str, int]
    held: Mapping[str, int]
    most: tuple[int, ...]


@cache
def box(card_three: str) -> Box:
    """Return the cards, with "7" or "5" heads on card 3."""
    known = dict.fromkeys(SEVENS, 7) | dict.fromkeys(FIVES, 5) | dict.fromkeys(THREES, 3)
    known[3] = int(card_three)
    heads = {str(number): known.get(number, 1) for number in range(1, DECK + 1)}
    values = sorted(heads.values(), reverse=True)
    cards = (
        Card(
            id=id,
            label=msg("Card {number}", number=int(id)),
            suit=TENS[(int(id) - 1) // 10].key,
            short=id,
            rank=int(id),
            value=value,
            effect=nmsg("{n} head", "{n} heads", value),
        )
        for id, value in heads.items()
    )
    held = {colour: values.count(value) for colour, value in COLOUR_HEADS.items()}
    return Box(deck(cards, TENS, pip="bull"), heads, held, tuple(accumulate(values, initial=0)))


def loosest(colour: str) -> int:
    """Return how many cards of a colour the box holds, whichever way card 3 is read."""
    return max(box("7").held[colour], box("5").held[colour])
