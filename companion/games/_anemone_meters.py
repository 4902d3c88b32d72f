# SPDX-License-Identifier: MIT
"""Enemy Anemone: every card in play ends in somebody's pile, also while a sheet is filled in."""

from __future__ import annotations

from companion.engine.sheet import Entry, Meter, Rest, Round
from companion.engine.text import msg
from companion.games._anemone_checks import lost_extras
from companion.games._anemone_deck import BOXES

CARDS = Meter(
    label=msg("Cards"),
    told=lambda amount: msg("{amount} cards", amount=amount),
    whole=lambda round: BOXES[round.seats].cards,
    placed=lambda round, entry: entry.column("cards"),
)
EXTRAS = Meter(
    label=msg("Extras"),
    told=lambda amount: msg("{amount} extras", amount=amount),
    whole=lambda round: BOXES[round.seats].extras,
    placed=lambda round, entry: [len(pile) for pile in entry.column("extras")],
)
BONUS = Meter(
    label=msg("Extras"),
    told=EXTRAS.told,
    whole=EXTRAS.whole,
    placed=lambda round, entry: entry.column("bonus"),
)
POINTS = Meter(
    label=msg("Points"),
    told=lambda amount: msg("{amount} points", amount=amount),
    whole=lambda round: BOXES[round.seats].points,
    placed=lambda round, entry: entry.column("points"),
)


def rest_of_cards(round: Round, entry: Entry, seat: int) -> Rest | None:
    """Give a player the missing cards, and the extras among them that are known."""
    mine = entry.seats[seat]
    missing = BOXES[round.seats].cards - sum(entry.column("cards"))
    taken = {card for pile in entry.column("extras") for card in pile}
    lost = {card.id: 1 for card in lost_extras(BOXES[round.seats], taken)}
    if missing <= 0 and not lost:
        return None
    return Rest({"cards": mine["cards"] + max(0, missing), "extras": {**mine["extras"], **lost}})


def rest_of_count(round: Round, entry: Entry, seat: int) -> Rest | None:
    """Give a player the missing cards and extras."""
    mine, box = entry.seats[seat], BOXES[round.seats]
    cards = box.cards - sum(entry.column("cards"))
    bonus = box.extras - sum(entry.column("bonus"))
    if cards <= 0 and bonus <= 0:
        return None
    return Rest({"cards": mine["cards"] + max(0, cards), "bonus": mine["bonus"] + max(0, bonus)})


def rest_of_points(round: Round, entry: Entry, seat: int) -> Rest | None:
    """Give a player the missing points."""
    missing = BOXES[round.seats].points - sum(entry.column("points"))
    return Rest({"points": entry.seats[seat]["points"] + missing}) if missing > 0 else None
