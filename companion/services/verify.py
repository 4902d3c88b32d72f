# SPDX-License-Identifier: MIT
"""Replays every match, and names those that no longer agree with their witness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.engine.errors import EngineError
from companion.engine.registry import Registry
from companion.engine.text import Msg, msg
from companion.persistence import log_store
from companion.persistence.models import Match
from companion.services.entries import witness
from companion.services.tables import table_of


@dataclass(frozen=True, slots=True)
class Verified:
    """How many matches were replayed, and which disagree: (code, what is wrong)."""

    matches: int
    wrong: tuple[tuple[str, Msg], ...]


def verify(session: Session, registry: Registry) -> Verified:
    """Replay every match of every group."""
    rows = session.scalars(select(Match).order_by(Match.id)).all()
    found = ((row.code, _trouble(session, registry, row)) for row in rows)
    return Verified(len(rows), tuple((code, why) for code, why in found if why is not None))


def _trouble(session: Session, registry: Registry, row: Match) -> Msg | None:
    try:
        return _difference(registry, row, log_store.read(session, row.id))
    except (EngineError, LookupError, TypeError, ValueError, AttributeError) as why:
        # A log that other hands wrote can hold anything; the other matches are still looked at.
        return msg("The log cannot be read: {why}", why=repr(why))


def _difference(registry: Registry, row: Match, log: Sequence[log_store.Stored]) -> Msg | None:
    if [event.seq for event in log] != list(range(1, len(log) + 1)) or not log:
        return msg("The log has gaps.")
    table = table_of(registry, row, log)
    if table.match.problems:
        return msg("A stored round cannot be read: {why}", why=table.match.problems[0].text)
    now = witness(table.match)
    ends = [event for event in log if event.kind in ("closed", "reopened")]
    if not ends or ends[-1].kind == "reopened":
        return msg("The game is over, but its end is not written.") if table.match.over else None
    for key in ("totals", "ranks", "winners"):
        if ends[-1].body.get(key) != now[key]:
            was, found = ends[-1].body.get(key), now[key]
            return msg("{key}: {was} at the end, {now} now.", key=key, was=str(was), now=str(found))
    return None
