# SPDX-License-Identifier: MIT
"""A hand of Enemy Anemone as a table could have played it: every card lies in some pile."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games._anemone_deck import BOXES, EXTRAS, SUITS
from companion.games._anemones import SUPPLY


def played(seats: int, dice: Random) -> dict[str, Any]:
    """Give each card to somebody, and leave enough anemones for the award."""
    box = BOXES[seats]
    suits = dice.sample([suit.key for suit in SUITS], box.suits)
    rows: list[dict[str, Any]] = [{"cards": 0, "extras": [], "anemones": 0} for _ in range(seats)]
    for suit in suits:
        for rank in range(box.low, box.high + 1):
            row = dice.choice(rows)
            row["cards"] += 1
            if rank in EXTRAS:
                row["extras"].append(f"{suit}{rank}")
    for _ in range(dice.randint(0, SUPPLY - seats)):  # an award takes one card a player at most
        dice.choice(rows)["anemones"] += 1
    mode = dice.choice(("cards", "count", "points"))
    return {"mode": mode, "seats": [_told(row, mode) for row in rows]}


def _told(row: dict[str, Any], mode: str) -> dict[str, Any]:
    """Tell a pile card by card, as a count, or as points."""
    if mode == "cards":
        return row
    told = {"anemones": row["anemones"]}
    if mode == "count":
        return {**told, "cards": row["cards"], "bonus": len(row["extras"])}
    return {**told, "points": row["cards"] + len(row["extras"])}
