# SPDX-License-Identifier: MIT
"""A store with today's tables on SQLite and on PostgreSQL, a visitor, and a way to open tables."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy.orm import Session

import companion.games
from companion.engine.registry import Registry
from companion.persistence.engine import make_engine
from companion.persistence.unit import writing
from companion.persistence.upgrade import run
from companion.services.entries import Asked, Outcome, enter
from companion.services.tables import NewTable, Table, draw_code, find_table, open_table
from companion.services.visitors import Visitor, ensure_visitor

GAMES = Registry(companion.games)


class Desk:
    """A group's device at work: opens tables, enters rounds, reads them back."""

    def __init__(self, session: Session, cookie: str = "phone 1") -> None:
        self.session = session
        self.keys = (f"key {n}" for n in itertools.count(1))
        with writing(session) as s:
            self.visitor: Visitor = ensure_visitor(s, cookie)

    def open(self, names: Sequence[str] = ("Ada", "Ben"), **wishes: Any) -> str:
        """Open a table and return its code; any game unless wished otherwise."""
        new = NewTable(code=draw_code(), names=names, **{"game": "any_game", **wishes})
        with writing(self.session) as s:
            return open_table(s, GAMES, self.visitor, new)

    def table(self, code: str) -> Table:
        """Read a table back, as the next page would."""
        self.session.rollback()
        return find_table(self.session, GAMES, self.visitor.group_id, code)

    def enter(self, code: str, number: int, points: Sequence[Any], **wishes: Any) -> Outcome:
        """Enter typed points."""
        asked = {
            "round": number,
            "phase": "score",
            "raw": {"mode": "points", "seats": [{"points": p} for p in points]},
            "expected": self.table(code).head,
            "key": next(self.keys),
            **wishes,
        }
        with writing(self.session, code) as s:
            return enter(s, GAMES, self.visitor, code, Asked(**asked))


@pytest.fixture
def session(database_url: str) -> Iterator[Session]:
    """A session on a database with today's tables."""
    engine = make_engine(database_url)
    run(engine, "upgrade", "head")
    with Session(engine) as session:
        yield session
    engine.dispose()


@pytest.fixture
def desk(session: Session) -> Desk:
    """A device that has written before."""
    return Desk(session)


@pytest.fixture
def other_desk(session: Session) -> Callable[[], Desk]:
    """Make a device of another group."""
    return lambda: Desk(session, "phone 2")
