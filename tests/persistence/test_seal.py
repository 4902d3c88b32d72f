# SPDX-License-Identifier: MIT
"""Nobody changes or removes an event: not the ORM, not a bulk statement, not SQL."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, delete, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from companion.persistence import seal
from companion.persistence.base import Base
from companion.persistence.engine import make_engine
from companion.persistence.log_store import head, read
from companion.persistence.models import Event, Group, Match
from companion.persistence.seal import LogIsAppendOnly
from companion.persistence.unit import writing
from tests.persistence._log import points, write


@pytest.fixture
def event_id(session: Session, match_id: int) -> int:
    """An event of the match: 5 points for Ada."""
    write(session, match_id, points(1, s0=5), key="k")
    return session.scalars(select(Event.id)).one()


def test_the_orm_refuses_to_change_an_event(session: Session, event_id: int) -> None:
    with pytest.raises(LogIsAppendOnly), writing(session):
        session.get_one(Event, event_id).body = points(1, s0=50)
    assert session.get_one(Event, event_id).body == points(1, s0=5)


def test_the_orm_refuses_to_remove_an_event(session: Session, event_id: int) -> None:
    with pytest.raises(LogIsAppendOnly), writing(session):
        session.delete(session.get_one(Event, event_id))
    assert session.get(Event, event_id) is not None


@pytest.mark.parametrize(
    "statement",
    [
        update(Event).values(kind="x"),
        delete(Event),
        update(Event.__table__).values(kind="x"),  # type: ignore[arg-type]  # Declarative types it wider
        delete(Event.__table__),  # type: ignore[arg-type]  # the same
    ],
    ids=["update", "delete", "update of the table", "delete of the table"],
)
def test_statements_for_many_rows_are_refused(
    session: Session, event_id: int, statement: object
) -> None:
    with pytest.raises(LogIsAppendOnly), writing(session):
        session.execute(statement)  # type: ignore[call-overload]  # four kinds of statement
    assert session.get_one(Event, event_id).kind == "entered"


SQL = {
    "update": "UPDATE events SET kind = 'x'",
    "delete": "DELETE FROM events",
}


@pytest.mark.parametrize("sql", SQL.values(), ids=SQL)
def test_triggers_refuse_sql_that_never_met_the_orm(
    engine: Engine, session: Session, event_id: int, sql: str
) -> None:
    with pytest.raises(DBAPIError, match="append-only"), engine.begin() as connection:
        connection.execute(text(sql))
    assert session.get_one(Event, event_id).kind == "entered"


def test_an_event_is_not_replaced_by_one_of_the_same_number(
    engine: Engine, session: Session, match_id: int, event_id: int
) -> None:
    """SQLite's REPLACE would remove the old row without asking the trigger on DELETE."""
    verb = "INSERT OR REPLACE" if engine.dialect.name == "sqlite" else "INSERT"
    names = "id, match_id, seq, kind, body, game_version, key, at"
    for number, seq, key in ((event_id, 9, "a"), (99, 1, "b"), (99, 9, "k")):
        values = f"{number}, {match_id}, {seq}, 'x', '{{}}', 1, '{key}', '2026-01-01 00:00:00'"
        with pytest.raises(DBAPIError), engine.begin() as connection:
            connection.exec_driver_sql(f"{verb} INTO events ({names}) VALUES ({values})")
    assert [e.body for e in read(session, match_id)] == [points(1, s0=5)]


def test_a_match_with_events_cannot_be_removed(
    session: Session, match_id: int, event_id: int
) -> None:
    with pytest.raises(DBAPIError), writing(session):
        session.execute(delete(Match).where(Match.id == match_id))
    assert session.get(Event, event_id) is not None


def test_the_log_is_not_emptied_on_postgresql(postgres_url: str) -> None:
    engine = make_engine(postgres_url)
    Base.metadata.create_all(engine)
    with pytest.raises(DBAPIError, match="append-only"), engine.begin() as connection:
        connection.execute(text("TRUNCATE events CASCADE"))
    engine.dispose()


def test_tables_made_without_migrations_are_sealed_too(empty_engine: Engine) -> None:
    Base.metadata.create_all(empty_engine)
    with Session(empty_engine) as session:
        with writing(session):
            match = Match(group=Group(), game="any_game")
            session.add(match)
            session.flush()
            number = match.id
        write(session, number, points(1, s0=5))
        for sql in SQL.values():
            with pytest.raises(DBAPIError, match="append-only"), empty_engine.begin() as other:
                other.execute(text(sql))
        assert head(session, number) == 1
    Base.metadata.drop_all(empty_engine)
    assert inspect(empty_engine).get_table_names() == []
    Base.metadata.create_all(empty_engine)


def test_events_may_still_be_added(session: Session, match_id: int, event_id: int) -> None:
    write(session, match_id, points(1, s0=6))
    with writing(session):
        session.execute(
            insert(Event),
            [{"match_id": match_id, "seq": 3, "kind": "x", "body": {}, "game_version": 1}],
        )
    assert head(session, match_id) == 3


def test_another_database_has_no_seal_and_is_told_so() -> None:
    with pytest.raises(KeyError):
        seal.statements("mysql")
