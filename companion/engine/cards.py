# SPDX-License-Identifier: MIT
"""Cards and decks as data: for the checks, and for drawing a picker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.engine.errors import FaultyGame
from companion.engine.text import Msg, msg

_NO_TEXT = Msg("")


@dataclass(frozen=True, kw_only=True)
class Suit:
    """How the cards of one suit look.

    Attributes:
        key: short name inside the game.
        label: the suit's name.
        shape: name of a symbol of the sprite; a suit is never told by colour alone.
        colour: name of a colour token: red, blue, green, yellow, orange, violet, pink, teal.
        short: the name where there is little room; the label by default.
    """

    key: str
    label: Msg
    shape: str = "circle"
    colour: str = "blue"
    short: str = ""


@dataclass(frozen=True, kw_only=True)
class Card:
    """One kind of card.

    Attributes:
        id: its public name in match files, like ``r7``.
        label: its name as a sentence part, like "red 7".
        suit: key of its suit.
        short: what a small picture of it shows; the rank by default.
        rank: number printed on it.
        value: what it is worth, where a card has a worth of its own.
        copies: how many of it the box holds.
        effect: one line for a special card: what it does.
        shape: its own symbol, where it does not show its suit's.
    """

    id: str
    label: Msg
    suit: str = ""
    short: str = ""
    rank: int = 0
    value: int = 0
    copies: int = 1
    effect: Msg = _NO_TEXT
    shape: str = ""


@dataclass(frozen=True)
class Deck:
    """All kinds of card that a picker may offer, in the order of the picker.

    Attributes:
        cards: the kinds.
        suits: in which they come.
        pip: name of the symbol that is printed on every card as often as the card's value says;
            empty where no value is printed.
    """

    cards: tuple[Card, ...] = ()
    suits: tuple[Suit, ...] = ()
    pip: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, Card]:
        """The cards by their id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def size(self) -> int:
        """How many physical cards there are."""
        return sum(card.copies for card in self.cards)

    def label(self, id: str) -> Msg:
        """Return the card's name, or its id where the box has no such card."""
        card = self.by_id.get(id)
        return card.label if card else msg("{id}", id=id)


def deck(cards: Iterable[Card], suits: Iterable[Suit] = (), pip: str = "") -> Deck:
    """Build a deck.

    Raises:
        FaultyGame: two kinds of card share an id, or a card names no suit of the deck.
    """
    kinds, kinds_of_suit = tuple(cards), tuple(suits)
    if len({card.id for card in kinds}) != len(kinds):
        raise FaultyGame("two cards share an id")
    known = {suit.key for suit in kinds_of_suit} | {""}
    if unknown := {card.suit for card in kinds} - known:
        raise FaultyGame(f"no suit is called {sorted(unknown)[0]}")
    return Deck(kinds, kinds_of_suit, pip)
