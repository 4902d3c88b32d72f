# SPDX-License-Identifier: MIT
"""Enemy Anemone's creature cards: which are in play, and which are worth one point more.

>>> BOXES[4].cards, BOXES[4].extras, BOXES[4].points
(40, 12, 52)
>>> [card.id for card in EXTRAS_DECK.cards[-3:]]
['f3', 'f5', 'f8']
"""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.cards import Card, Suit, deck
from companion.engine.text import Msg, msg

EXTRAS = (3, 5, 8)  # printed ranks worth one point more


class Box(NamedTuple):
    """The cards in play for one number of players.

    Attributes:
        suits: how many suits.
        low: lowest rank.
        high: highest rank.
        each: cards dealt to each player.
        cards: all cards in play.
        extras: how many of them are a 3, 5 or 8.
        points: what a whole hand is worth.
    """

    suits: int
    low: int
    high: int
    each: int
    cards: int
    extras: int
    points: int


def _box(suits: int, low: int, high: int, each: int) -> Box:
    played, extras = suits * (high - low + 1), suits * len(EXTRAS)
    return Box(suits, low, high, each, played, extras, played + extras)


#: By players (settled: the rules text). Every card ends in somebody's pile, discards included.
BOXES = {
    2: _box(4, 2, 9, 8),
    3: _box(3, 1, 10, 10),
    4: _box(4, 1, 10, 10),
    5: _box(5, 1, 10, 10),
    6: _box(6, 2, 9, 8),
}

#: Suits by their letter; the names and the shapes are our own.
SUITS = (
    Suit(key="a", label=msg("Fish"), shape="fish", colour="orange"),
    Suit(key="b", label=msg("Star"), shape="star", colour="pink"),
    Suit(key="c", label=msg("Shell"), shape="shell", colour="violet"),
    Suit(key="d", label=msg("Urchin"), shape="urchin", colour="blue"),
    Suit(key="e", label=msg("Kelp"), shape="kelp", colour="green"),
    Suit(key="f", label=msg("Jelly"), shape="jelly", colour="teal"),
)


def _label(suit: str, rank: int) -> Msg:
    """Name a card; whole sentences, for languages that put the number first."""
    return {
        "a": msg("fish {rank}", rank=rank),
        "b": msg("star {rank}", rank=rank),
        "c": msg("shell {rank}", rank=rank),
        "d": msg("urchin {rank}", rank=rank),
        "e": msg("kelp {rank}", rank=rank),
        "f": msg("jelly {rank}", rank=rank),
    }[suit]


#: The box's 3s, 5s and 8s, suit by suit. A table may take any suits, so all of them can turn up.
EXTRAS_DECK = deck(
    (
        Card(
            id=f"{suit.key}{rank}",
            label=_label(suit.key, rank),
            suit=suit.key,
            short=str(rank),
            rank=rank,
            value=2,
        )
        for suit in SUITS
        for rank in EXTRAS
    ),
    SUITS,
)
