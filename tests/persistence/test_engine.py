# SPDX-License-Identifier: MIT
"""What every connection to SQLite is told, and how its transactions begin."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.persistence.base import Base
from companion.persistence.engine import WRITE, configure_engine, make_engine
from companion.persistence.models import Group, Match
from companion.persistence.unit import writing
from companion.web.database import db


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Engine]:
    """An engine on a SQLite file with tables."""
    engine = make_engine(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    Base.metadata.create_all(engine)
    yield engine
    engine.dispose()


def pragmas(connection: object) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    run = connection.exec_driver_sql  # type: ignore[attr-defined]  # a Connection
    return {name: run(f"PRAGMA {name}").scalar() for name in names}


WANTED = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_every_connection_has_wal_full_foreign_keys_and_patience(sqlite: Engine) -> None:
    with sqlite.connect() as one, sqlite.connect() as two, sqlite.connect() as three:
        assert [pragmas(c) for c in (one, two, three)] == [WANTED] * 3
        driver = one.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        assert driver.isolation_level is None  # it begins nothing by itself


def test_flask_gets_the_same_connections(tmp_path: Path) -> None:
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'b.sqlite3'}"
    db.init_app(app)
    with app.app_context():
        db.create_all()
        with db.engine.connect() as connection:
            assert pragmas(connection) == WANTED
        with writing(db) as session:
            session.add(Match(group=Group(), game="any_game"))
        assert db.session.query(Match).count() == 1
        assert db.metadatas[None] is Base.metadata
        db.session.remove()
        db.engine.dispose()


def test_a_transaction_begins_immediate_when_it_writes_and_plain_when_it_reads(
    sqlite: Engine,
) -> None:
    said: list[str] = []
    event.listen(sqlite, "before_cursor_execute", lambda *a: said.append(a[2]))
    with Session(sqlite) as session:
        session.execute(text("SELECT 1"))
        with writing(session):
            pass
        session.execute(text("SELECT 2"))
    assert said == ["BEGIN", "SELECT 1", "BEGIN IMMEDIATE", "BEGIN", "SELECT 2"]


def test_configuring_twice_begins_once(sqlite: Engine) -> None:
    configure_engine(sqlite)
    with sqlite.connect().execution_options(**{WRITE: True}) as connection:
        assert connection.scalar(text("SELECT 1")) == 1


def test_foreign_keys_are_kept(sqlite: Engine) -> None:
    with Session(sqlite) as session, pytest.raises(IntegrityError), writing(session):
        session.add(Match(group_id=77, game="any_game"))


def test_tables_made_in_a_failed_transaction_are_gone(sqlite: Engine) -> None:
    with pytest.raises(ZeroDivisionError), sqlite.begin() as connection:
        _half_made(connection)
    with sqlite.connect() as connection:
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE name = 'half'")
        assert found.first() is None


def _half_made(connection: object) -> None:
    connection.exec_driver_sql("CREATE TABLE half (x)")  # type: ignore[attr-defined]  # a Connection
    raise ZeroDivisionError


def test_opening_a_new_file_waits_for_somebody_who_holds_it(tmp_path: Path) -> None:
    """Turning a file to WAL does not wait by itself while another process has it for its own."""
    file = tmp_path / "held.sqlite3"
    holder = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    timer = threading.Timer(0.2, holder.execute, ["COMMIT"])
    timer.start()
    engine = make_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert pragmas(connection)["journal_mode"] == "wal"
    timer.join()
    holder.close()
    engine.dispose()


def test_a_disk_without_wal_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.persistence.engine._into_wal", lambda _connection: "delete")
    engine = make_engine(f"sqlite:///{tmp_path / 'net.sqlite3'}")
    with caplog.at_level(logging.WARNING), engine.connect():
        assert "cannot do WAL" in caplog.text
    engine.dispose()


def test_postgresql_is_left_as_it_is(postgres_url: str) -> None:
    engine = make_engine(postgres_url)
    plain = create_engine(postgres_url)
    with engine.connect() as ours, plain.connect() as theirs:
        show = text("SHOW transaction_isolation")
        assert ours.scalar(show) == theirs.scalar(show) == "read committed"
    engine.dispose()
    plain.dispose()
