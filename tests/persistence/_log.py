# SPDX-License-Identifier: MIT
"""Short ways to write to a log in tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from companion.persistence.log_store import Appended, append
from companion.persistence.unit import writing


def cells(kind: str, body: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    """An entry touches the seats it names in its round; every other event the match."""
    if kind != "entered":
        return {("match",)}
    return {("cell", body["round"], seat) for seat in body["seats"]}


def add(
    session: Session,
    match_id: int,
    body: Mapping[str, Any],
    *,
    kind: str = "entered",
    expected: int | None = None,
    key: str | None = None,
) -> Appended:
    """Append inside a unit that is open already."""
    return append(
        session,
        match_id,
        kind,
        body,
        expected=expected,
        key=key,
        device_id=None,
        seat=None,
        game_version=1,
        cells=cells,
    )


def write(session: Session, match_id: int, body: Mapping[str, Any], **how: Any) -> Appended:
    """Append in a unit of its own."""
    with writing(session, match_id):
        return add(session, match_id, body, **how)


def points(round_: int, **seats: int) -> dict[str, Any]:
    """Return an entry's body: `points(1, s0=5)` is 5 points for seat 0 in round 1."""
    return {"round": round_, "seats": {name[1:]: value for name, value in seats.items()}}
