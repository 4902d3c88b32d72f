# SPDX-License-Identifier: MIT
"""A round of Witches as a table could have played it: every card that counts has one owner."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.cards import Deck

_SPECIALS = {"r11": "fire", "g11": "water", "g12": "queen", "y11": "earth", "b11": "air"}


def dealt(cards: Deck, seats: int, dice: Random) -> dict[str, Any]:
    """Give each card to somebody; tell it card by card or as a count."""
    owners = {card.id: dice.randrange(seats) for card in cards.cards}
    if dice.random() < 0.5:
        piles = [[id for id, owner in owners.items() if owner == seat] for seat in range(seats)]
        return {"mode": "cards", "seats": [{"pile": pile} for pile in piles]}
    red = [0] * seats
    for id, owner in owners.items():
        red[owner] += id not in _SPECIALS
    table = {key: owners[id] for id, key in _SPECIALS.items()}
    return {"mode": "count", "seats": [{"red": count} for count in red], "table": table}
