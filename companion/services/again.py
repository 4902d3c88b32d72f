# SPDX-License-Identifier: MIT
"""What a group played last, as the beginning of its next game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.engine.errors import BadValue, EngineError
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.persistence import log_store
from companion.persistence.models import Match as MatchRow
from companion.services.tables import Table, table_of


@dataclass(frozen=True, slots=True)
class Habit:
    """How a table played a game: its people, its house rules, and who is next.

    Attributes:
        names: of the players, clockwise.
        options: raw house rules, as far as today's game still knows them.
        first: who deals or begins the next game; None where nobody can know.
    """

    names: tuple[str, ...]
    options: Mapping[str, Any]
    first: int | None


def last_table(session: Session, registry: Registry, group_id: int, slug: str) -> Table | None:
    """Return the group's newest readable table of a game."""
    rows = session.scalars(
        select(MatchRow)
        .where(MatchRow.group_id == group_id, MatchRow.game == slug)
        .order_by(MatchRow.id.desc())
    )
    for row in rows:
        try:
            return table_of(registry, row, log_store.read(session, row.id))
        except (EngineError, LookupError):
            continue  # it is shown as unreadable elsewhere; habits come from the one before
    return None


def habit(table: Table) -> Habit:
    """Return how a table played, with the deal or the start moved on by one."""
    return Habit(table.names, _still_known(table), _next_first(table))


def _still_known(table: Table) -> dict[str, Any]:
    options = table.match.setting.options
    raw = {f.key: f.dump(options[f.key]) for f in table.game.options}
    return {key: value for key, value in raw.items() if _reads(table.game, key, value)}


def _reads(game: Game, key: str, raw: Any) -> bool:
    try:
        next(f for f in game.options if f.key == key).parse(raw, 0)
    except BadValue:
        return False
    return True


def _next_first(table: Table) -> int | None:
    """Return the next seat round the table: after the last dealer, or the last to begin a game."""
    setting = table.match.setting
    if table.game.first_role == "dealer":
        dealer = table.match.next.start.dealer
        return dealer if isinstance(dealer, int) else None
    starter = setting.first.starter
    return (starter + 1) % setting.seats if isinstance(starter, int) else None
