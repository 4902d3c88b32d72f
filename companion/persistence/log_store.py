# SPDX-License-Identifier: MIT
"""Read a match's log, and append to it without losing anybody's write.

A write names the last event its writer knew. It clashes only when an event after that one touched
the same cell; two people entering two seats of one round never do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from companion.persistence.base import now
from companion.persistence.models import Event
from companion.persistence.unit import NotWriting, is_writing, lock_match

Cells = Callable[[str, Mapping[str, Any]], set[tuple[Any, ...]]]
"""Which cells an event of this kind and body touches."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One event as it stands in the log; *at* is the server's time in UTC."""

    seq: int
    kind: str
    body: dict[str, Any]
    game_version: int
    device_id: int | None
    seat: int | None
    key: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Appended:
    """Where an event stands; *replayed* when it had been written before by the same key."""

    seq: int
    replayed: bool = False


class Clash(Exception):
    """Somebody else wrote the same cells meanwhile; nothing was written, both values are known.

    Attributes:
        since: the events after the one the writer knew that touched the same cells, oldest first.
    """

    def __init__(self, since: Sequence[Stored]) -> None:
        super().__init__("changed meanwhile in event " + ", ".join(str(e.seq) for e in since))
        self.since = list(since)


class KeyReused(Exception):
    """The idempotency key was used for a different write; dropping this one would lose it.

    Attributes:
        stored: the event that was written with the key.
    """

    def __init__(self, stored: Stored) -> None:
        super().__init__(f"the key of event {stored.seq} was used for something else")
        self.stored = stored


_COLUMNS = (
    Event.seq,
    Event.kind,
    Event.body,
    Event.game_version,
    Event.device_id,
    Event.seat,
    Event.key,
    Event.at,
)


def read(session: Session, match_id: int, *, after: int = 0) -> list[Stored]:
    """Return the events of a match behind number *after*, in order."""
    found = select(*_COLUMNS).where(Event.match_id == match_id, Event.seq > after)
    return [Stored(*row) for row in session.execute(found.order_by(Event.seq))]


def head(session: Session, match_id: int) -> int:
    """Return the number of a match's last event, 0 when nothing happened yet."""
    return session.scalar(select(func.max(Event.seq)).where(Event.match_id == match_id)) or 0


def find_key(session: Session, match_id: int, key: str) -> Stored | None:
    """Return the event written with an idempotency key, for a phone that asks again."""
    found = select(*_COLUMNS).where(Event.match_id == match_id, Event.key == key)
    row = session.execute(found).one_or_none()
    return None if row is None else Stored(*row)


def append(
    session: Session,
    match_id: int,
    kind: str,
    body: Mapping[str, Any],
    *,
    expected: int | None,
    key: str | None,
    device_id: int | None,
    seat: int | None,
    game_version: int,
    cells: Cells,
    at: datetime | None = None,
) -> Appended:
    """Append one event; the caller's ``writing`` block commits it.

    Nobody can write to the match between the look and the insert: on SQLite the transaction began
    IMMEDIATE, on PostgreSQL the match's row is locked, and even a stranger's INSERT waits for it
    because its foreign key does. So there is nothing to try again, and numbers have no gaps.

    Args:
        session: inside ``writing``.
        match_id: the match.
        kind: the event's kind.
        body: plain JSON values; stored as they read back (tuples as lists, keys as text).
        expected: the last event the writer knew; None writes whatever happened since. A number the
            log has not reached yet comes from another log, and counts as knowing nothing.
        key: the writer's idempotency key; the same key again writes nothing.
        device_id: who wrote, if known.
        seat: for which seat, if for one.
        game_version: the game's version the body was made for.
        cells: tells which cells an event touches.
        at: when it happened; now, unless an older log is taken over.

    Raises:
        Clash: when a cell it touches changed after *expected*.
        KeyReused: when the key belongs to a different event.
        NoSuchMatch: when the match is not there.
        NotWriting: outside ``writing``.
        TypeError, ValueError: when the body is not plain JSON.
    """
    if not is_writing(session):
        raise NotWriting("append() needs writing()")
    plain: dict[str, Any] = json.loads(json.dumps(body, allow_nan=False))
    lock_match(session, match_id)
    earlier = None if key is None else find_key(session, match_id, key)
    if earlier is not None:
        if (earlier.kind, earlier.body) != (kind, plain):
            raise KeyReused(earlier)
        return Appended(earlier.seq, replayed=True)
    last = head(session, match_id)
    if expected is not None and expected != last:
        _refuse_clash(session, match_id, expected if expected < last else 0, cells, kind, plain)
    row = Event(match_id=match_id, seq=last + 1, kind=kind, body=plain, key=key, seat=seat)
    row.game_version, row.device_id, row.at = game_version, device_id, at or now()
    session.add(row)
    session.flush()
    return Appended(row.seq)


def _refuse_clash(
    session: Session, match_id: int, known: int, cells: Cells, kind: str, body: dict[str, Any]
) -> None:
    mine = cells(kind, body)
    since = read(session, match_id, after=known)
    same = [e for e in since if not mine.isdisjoint(cells(e.kind, e.body))]
    if same:
        raise Clash(same)
