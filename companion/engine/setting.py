# SPDX-License-Identifier: MIT
"""What is agreed before the first card is dealt; read from plain values, like an entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.errors import BadValue, Problem, unasked, unreadable
from companion.engine.fields import Int, SeatRef
from companion.engine.game import Game
from companion.engine.sheet import NOBODY, Carry, Start
from companion.engine.text import msg

#: No total is anywhere near this; it only keeps nonsense out of an opening.
_FAR = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A game's seats, house rules, first roles, and what it brings from paper.

    Attributes:
        seats: how many players.
        options: every option of the game.
        first: who deals or begins in round 1, as the table said.
        totals: points brought along, in the unit kept.
        carry: what the rounds on paper left, by name.
    """

    seats: int
    options: Mapping[str, Any]
    first: Start = NOBODY
    totals: tuple[int, ...] = ()
    carry: Carry = field(default_factory=dict)


def read_setting(
    game: Game, seats: int, raw: Mapping[str, Any]
) -> tuple[Setting | None, list[Problem]]:
    """Read ``options``, ``dealer``, ``starter`` and ``opening`` of a match.

    Args:
        game: the game being played.
        seats: how many players; a count that the game has.
        raw: plain JSON values; other keys are not looked at.

    Returns:
        The setting and no problems, or None and what is wrong.
    """
    given = raw.get("options")
    options, problems = game.read_options(given if isinstance(given, Mapping) else {})
    if given is not None and not isinstance(given, Mapping):
        problems.append(unreadable("options"))
    dealer = _seat(raw, "dealer", seats, problems)
    starter = _seat(raw, "starter", seats, problems)
    if problems:
        return None, problems
    first = Start(
        dealer if game.first_role == "dealer" else None,
        starter if game.first_role == "starter" else None,
    )
    totals, carry = _opening(game, seats, options, raw.get("opening"), problems)
    if problems:
        return None, problems
    return Setting(seats=seats, options=options, first=first, totals=totals, carry=carry), []


def _seat(raw: Mapping[str, Any], key: str, seats: int, problems: list[Problem]) -> int | None:
    try:
        return SeatRef(key=key, label=msg("Seat")).parse(raw.get(key), seats)
    except BadValue as bad:
        problems.append(Problem(bad.text, key))
        return None


def _opening(
    game: Game, seats: int, options: Mapping[str, Any], raw: Any, problems: list[Problem]
) -> tuple[tuple[int, ...], Carry]:
    """Read what was counted on paper: totals, and what the game carries."""
    if raw is None:
        return (0,) * seats, {}
    points = Int(
        key="totals", label=msg("Totals"), low=-_FAR, high=_FAR, decimals=game.decimals(options)
    )
    fields = {f.key: f for f in (points, *game.opening)}
    if not isinstance(raw, Mapping):
        problems.append(unreadable("opening"))
        return (), {}
    read: dict[str, tuple[int, ...]] = {"totals": (0,) * seats}
    for key, column in raw.items():
        if key not in fields:
            problems.append(unasked(key, "opening"))
        elif not isinstance(column, list) or len(column) != seats:
            problems.append(Problem(msg("One number for each player is needed."), key))
        else:
            read[key] = _column(fields[key], column, seats, problems)
    return read.pop("totals"), read


def _column(f: Int, column: list[Any], seats: int, problems: list[Problem]) -> tuple[int, ...]:
    values = []
    for seat, cell in enumerate(column):
        try:
            values.append(f.parse(cell, seats) or 0)
        except BadValue as bad:
            problems.append(Problem(bad.text, f.key, seat))
    return tuple(values)
