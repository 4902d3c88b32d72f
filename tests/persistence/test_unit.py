# SPDX-License-Identifier: MIT
"""The unit of work: when it commits, whom it keeps out, and what it refuses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session, scoped_session, sessionmaker

from companion.persistence import unit
from companion.persistence.engine import make_engine
from companion.persistence.log_store import head
from companion.persistence.models import Group, Match, Person
from companion.persistence.trouble import Busy
from companion.persistence.unit import NoSuchMatch, NotWriting, is_writing, writing
from companion.persistence.upgrade import run
from tests.persistence._log import add, points, write


@pytest.fixture
def other(database_url: str, engine: Engine) -> Iterator[Engine]:
    """A second engine on the same database, as another process has it."""
    second = make_engine(database_url)
    yield second
    second.dispose()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL gives up waiting for a lock after 50 ms instead of seconds."""
    monkeypatch.setattr(unit, "BUSY_SECONDS", 0.05)


def people(session: Session) -> list[str]:
    return sorted(session.scalars(select(Person.name)))


def test_the_unit_commits_at_its_end(session: Session, match_id: int, other: Engine) -> None:
    with writing(session):
        session.add(Person(group_id=1, name="Cem"))
        assert is_writing(session)
    assert not is_writing(session)
    with Session(other) as fresh:
        assert people(fresh) == ["Ada", "Ben", "Cem"]


def test_an_error_rolls_everything_back_and_the_session_is_usable(
    session: Session, match_id: int
) -> None:
    with pytest.raises(IntegrityError), writing(session):
        session.add_all([Person(group_id=1, name="Cem"), Person(group_id=1, name="Ada")])
    assert not is_writing(session)
    assert people(session) == ["Ada", "Ben"]
    with writing(session):
        session.add(Person(group_id=1, name="Dee"))
    assert people(session) == ["Ada", "Ben", "Dee"]


def test_a_scoped_session_stands_for_its_session(engine: Engine, match_id: int) -> None:
    scoped = scoped_session(sessionmaker(engine))
    with writing(scoped) as inner:
        assert inner is scoped()
        inner.add(Person(group_id=1, name="Cem"))
    assert people(scoped()) == ["Ada", "Ben", "Cem"]
    scoped.remove()


def test_a_match_is_found_by_its_id_and_by_its_code(session: Session, match_id: int) -> None:
    code = session.get_one(Match, match_id).code
    for name in (match_id, code):
        with writing(session, name):
            add(session, match_id, points(1, s0=1))
    assert head(session, match_id) == 2


@pytest.mark.parametrize("name", [999, "nosuchmatch"])
def test_a_match_that_is_not_there_is_named(
    session: Session, match_id: int, name: int | str
) -> None:
    with pytest.raises(NoSuchMatch, match=str(name)), writing(session, name):
        pytest.fail("the block must not run")
    assert not is_writing(session)


def test_units_do_not_nest(session: Session, match_id: int) -> None:
    with writing(session), pytest.raises(NotWriting), writing(session):
        pytest.fail("the block must not run")


def test_changes_made_before_the_unit_are_refused(session: Session, match_id: int) -> None:
    session.add(Person(group_id=1, name="Cem"))
    with pytest.raises(NotWriting), writing(session):
        pytest.fail("the block must not run")
    session.rollback()
    assert people(session) == ["Ada", "Ben"]


def test_a_flush_outside_a_unit_is_refused(session: Session, match_id: int) -> None:
    session.add(Person(group_id=1, name="Cem"))
    with pytest.raises(NotWriting):
        session.commit()
    session.rollback()
    session.get_one(Person, 1).name = "Eve"
    with pytest.raises(NotWriting):
        session.flush()
    session.rollback()
    assert people(session) == ["Ada", "Ben"]


def test_a_statement_that_changes_outside_a_unit_is_refused(
    session: Session, match_id: int
) -> None:
    for statement in (
        insert(Person).values(group_id=1, name="Cem"),
        update(Person).values(name="Cem"),
        delete(Person),
    ):
        with pytest.raises(NotWriting):
            session.execute(statement)
    assert people(session) == ["Ada", "Ben"]


def test_inside_the_unit_everything_is_read_anew(
    session: Session, match_id: int, other: Engine
) -> None:
    ada = session.get_one(Person, 1)
    assert ada.name == "Ada"
    with Session(other) as elsewhere, writing(elsewhere):
        elsewhere.get_one(Person, 1).name = "Adele"
    with writing(session):
        assert ada.name == "Adele"


def test_a_writer_waits_its_turn_and_gives_up_in_time(
    engine: Engine, session: Session, match_id: int, impatient: None
) -> None:
    refused: list[BaseException] = []

    def second() -> None:
        with Session(engine) as own:
            try:
                with writing(own, match_id, wait=0.05):
                    add(own, match_id, points(1, s0=2))
            except Busy as error:
                refused.append(error)

    with writing(session, match_id):
        add(session, match_id, points(1, s0=1))
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert len(refused) == 1
    assert head(session, match_id) == 1
    write(session, match_id, points(1, s0=3))  # the turn came back


def test_another_process_that_writes_too_long_makes_a_writer_give_up(
    database_url: str, session: Session, match_id: int, impatient: None
) -> None:
    """A second engine has a turn of its own, so here the database itself does the refusing."""
    other = make_engine(database_url)
    if other.dialect.name == "sqlite":
        event.listen(other, "connect", lambda c, _: c.execute("PRAGMA busy_timeout = 50"))
    with Session(other) as elsewhere, writing(session, match_id):
        with pytest.raises(Busy), writing(elsewhere, match_id):
            pytest.fail("the block must not run")
        with pytest.raises(Busy), writing(elsewhere):
            pytest.fail("the block must not run")
        add(session, match_id, points(1, s0=1))
    with Session(other) as elsewhere:
        write(elsewhere, match_id, points(1, s0=2))
    assert head(session, match_id) == 2
    assert other.pool.checkedout() == 0  # type: ignore[attr-defined]  # a QueuePool
    other.dispose()


def test_without_a_free_connection_a_writer_is_told_to_try_again(
    database_url: str, engine: Engine
) -> None:
    small = make_engine(database_url, pool_size=1, max_overflow=0, pool_timeout=0.05)
    with small.connect(), Session(small) as session, pytest.raises(Busy), writing(session):
        pytest.fail("the block must not run")
    with Session(small) as session, writing(session):
        session.add(Group())
    small.dispose()


def test_a_writer_that_hangs_on_postgresql_does_not_keep_the_others_out(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit, "LONGEST_SECONDS", 1)
    engine = make_engine(postgres_url)
    run(engine, "upgrade", "head")
    with Session(engine) as hangs, Session(engine) as goes_on:
        held = writing(hangs)
        held.__enter__()
        with writing(goes_on):  # waits for a second and then has its turn
            goes_on.add(Group())
        with pytest.raises(DBAPIError):
            held.__exit__(None, None, None)
        assert goes_on.scalars(select(Group.id)).all() == [1]
    engine.dispose()


def test_readers_are_never_kept_waiting(session: Session, match_id: int, other: Engine) -> None:
    with writing(session, match_id):
        add(session, match_id, points(1, s0=1))
        with Session(other) as reader:
            assert people(reader) == ["Ada", "Ben"]
            assert head(reader, match_id) == 0


def test_a_thread_that_would_wait_for_itself_on_sqlite_is_told_so(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    with Session(engine) as one, Session(engine) as two, writing(one):
        nested = writing(two)
        with pytest.raises(RuntimeError, match="already writes"):
            nested.__enter__()
    engine.dispose()


def test_two_matches_are_written_side_by_side_on_postgresql(postgres_url: str) -> None:
    engine = make_engine(postgres_url)
    run(engine, "upgrade", "head")
    with Session(engine) as one, Session(engine) as two:
        with writing(one):
            matches = [Match(group=Group(), game="any_game") for _ in range(2)]
            one.add_all(matches)
            one.flush()
            first, second = (match.id for match in matches)
        with writing(one, first):
            add(one, first, points(1, s0=1))
            with writing(two, second):
                add(two, second, points(1, s0=1))
        assert head(one, first) == head(one, second) == 1
    engine.dispose()


def test_somebody_who_only_reads_keeps_no_writer_waiting(
    session: Session, match_id: int, other: Engine
) -> None:
    assert head(session, match_id) == 0
    assert session.in_transaction()
    with Session(other) as elsewhere:
        write(elsewhere, match_id, points(1, s0=1))
    session.rollback()
    assert head(session, match_id) == 1
