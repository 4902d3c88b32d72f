# SPDX-License-Identifier: MIT
"""A migrated database, a session in it, and a match to write to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from companion.persistence.engine import make_engine
from companion.persistence.models import Device, Group, Match, Person, Seat
from companion.persistence.unit import writing
from companion.persistence.upgrade import run


@pytest.fixture
def empty_engine(database_url: str) -> Iterator[Engine]:
    """An engine on a database without tables."""
    engine = make_engine(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def engine(empty_engine: Engine) -> Engine:
    """An engine on a database with today's tables."""
    run(empty_engine, "upgrade", "head")
    return empty_engine


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """A session on that database."""
    with Session(engine) as session:
        yield session


@pytest.fixture
def match_id(session: Session) -> int:
    """A match of Ada and Ben, and one device of their group."""
    with writing(session):
        group = Group()
        people = [Person(group=group, name=name) for name in ("Ada", "Ben")]
        match = Match(group=group, game="any_game")
        match.seats = [Seat(position=at, person=person) for at, person in enumerate(people)]
        session.add_all([match, Device(group=group, secret_hash="h")])
        session.flush()
        return match.id
