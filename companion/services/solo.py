# SPDX-License-Identifier: MIT
"""A game played alone has nobody to beat but the games alone before it."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion.engine.errors import EngineError
from companion.engine.registry import Registry
from companion.persistence import log_store
from companion.persistence.models import Match as MatchRow
from companion.persistence.models import Seat
from companion.services.tables import Table, table_of


def alone_before(session: Session, registry: Registry, group_id: int, table: Table) -> list[Table]:
    """Return the group's finished games alone that *table* can be measured by, oldest first.

    They are of the same game under the same house rules, over as many rounds, and were opened
    before it; whoever played them.
    """
    alone = (
        select(Seat.match_id).group_by(Seat.match_id).having(func.count() == 1).scalar_subquery()
    )
    rows = session.scalars(
        select(MatchRow)
        .where(
            MatchRow.group_id == group_id,
            MatchRow.game == table.game.slug,
            MatchRow.id < table.id,
            MatchRow.id.in_(alone),
        )
        .order_by(MatchRow.id)
    )
    found = []
    for row in rows:
        try:
            other = table_of(registry, row, log_store.read(session, row.id))
        except (EngineError, LookupError):
            continue  # it is shown as unreadable in the history
        if other.match.over and _alike(other, table):
            found.append(other)
    return found


def place_among(table: Table, others: list[Table]) -> int:
    """Return the place of a game alone among others like it; equal totals share a place."""
    low = table.match.finish.best == "low"
    mine = table.match.totals[0]
    totals = [other.match.totals[0] for other in others]
    return 1 + sum(total < mine if low else total > mine for total in totals)


def _alike(one: Table, other: Table) -> bool:
    return one.match.setting.options == other.match.setting.options and len(
        one.match.rounds
    ) == len(other.match.rounds)
