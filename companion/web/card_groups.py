# SPDX-License-Identifier: MIT
"""How a deck is laid out as keys: by suit, and in the form that its size asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.engine.cards import Card, Deck, Suit
from companion.engine.text import Msg
from companion.web.words import say

MANY = 60
"""So many kinds of card are folded away by suit."""

FEW = 4
"""So many cards of a suit that all say what they do get wide keys with a line of effect."""

FEWEST = 3
"""So few cards in each suit stand below each other, the suits side by side."""

WIDEST = 7
"""The most keys in a row that a finger still hits on a phone."""


def card_groups(deck: Deck, chosen: Mapping[str, Any], label: str) -> list[dict[str, Any]]:
    """Return the groups of the cards widget.

    Args:
        deck: what is laid out.
        chosen: how many of each card are chosen, as typed.
        label: name of a group without a suit.
    """
    suits = {suit.key: suit for suit in deck.suits}
    runs = [(key, list(cards)) for key, cards in groupby(deck.cards, key=lambda card: card.suit)]
    fold = is_folded(deck)
    rows = sum(not _wide(cards) for _, cards in runs)
    if _side_by_side([cards for _, cards in runs]):
        across = [_key(card, suits[card.suit], chosen, False, deck) for card in _turned(runs)]
        return [{**_group(None, across, label), "columns": len(runs)}]
    groups: list[dict[str, Any]] = []
    for key, cards in runs:
        suit = suits.get(key)
        wide = _wide(cards) and not fold
        keys = [_key(card, suit, chosen, wide, deck) for card in cards]
        if wide:
            if groups and groups[-1]["long"]:
                groups[-1]["cards"] += keys
                groups[-1]["label"] = f"{groups[-1]['label']}, {_name(suit, label)}"
            else:
                groups.append(_group(suit, keys, label, long=True))
        else:
            spine = suit is not None and rows > 1 and not fold
            groups.append(_group(suit, keys, label, fold=fold, spine=spine))
    return groups


def is_folded(deck: Deck) -> bool:
    """Tell whether a deck is so large that its suits are folded away."""
    return len(deck.cards) > MANY and len({card.suit for card in deck.cards}) > 1


def _side_by_side(runs: Sequence[Sequence[Card]]) -> bool:
    sizes = {len(cards) for cards in runs}
    return FEWEST < len(runs) <= WIDEST and len(sizes) == 1 and max(sizes) <= FEWEST


def _turned(runs: Sequence[tuple[str, Sequence[Card]]]) -> list[Card]:
    """Return the first card of every suit, then the second ones, and so on."""
    return [card for row in zip(*(cards for _, cards in runs), strict=True) for card in row]


def _wide(cards: Sequence[Card]) -> bool:
    return len(cards) <= FEW and all(card.effect.id for card in cards)


def _group(
    suit: Suit | None, keys: list[dict[str, Any]], label: str, **form: bool
) -> dict[str, Any]:
    return {
        "label": _name(suit, label),
        "short": (suit.short if suit else "") or _name(suit, label),
        "shape": suit.shape if suit else "",
        "colour": suit.colour if suit else "",
        "columns": len(keys) if len(keys) < FEW else None,
        "long": False,
        "fold": False,
        "spine": False,
        **form,
        "cards": keys,
    }


def _name(suit: Suit | None, label: str) -> str:
    return say(suit.label) if suit else label


def _key(
    card: Card, suit: Suit | None, chosen: Mapping[str, Any], wide: bool, deck: Deck
) -> dict[str, Any]:
    name = _spoken(card.label)
    count = str(chosen.get(card.id, "")).strip()
    return {
        "id": card.id,
        "label": name,
        "short": name if wide else card.short or card.rank or name,
        "sub": say(card.effect) if card.effect.id else "",
        "copies": card.copies,
        "checked": count not in ("", "0"),
        "count": "" if count == "0" else count,
        "owner": None,
        "shape": card.shape or (suit.shape if suit else ""),
        "colour": suit.colour if suit else "",
        "pip": deck.pip,
        "value": card.value,
    }


def _spoken(label: Msg) -> str:
    """Return the name of a card; a sentence part that stands alone begins with a capital."""
    text = say(label)
    return text[:1].upper() + text[1:]
