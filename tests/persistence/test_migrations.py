# SPDX-License-Identifier: MIT
"""Every migration goes up, down and up again, with data, on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import Migrate  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from companion.persistence import upgrade as upgrading
from companion.persistence.base import Base
from companion.persistence.engine import make_engine
from companion.persistence.log_store import read
from companion.persistence.models import Group, Match
from companion.persistence.unit import writing
from companion.persistence.upgrade import current_revision, migrations_dir, run
from companion.web.database import db
from tests.persistence._log import points, write

REVISIONS = [script.revision for script in ScriptDirectory(str(migrations_dir())).walk_revisions()][
    ::-1
]

CATALOGUE = {
    "sqlite": "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'",
    "postgresql": (
        "SELECT 'class', relname::text, '' FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        " UNION ALL SELECT 'function', proname::text, regexp_replace(prosrc, '\\s+', ' ', 'g')"
        " FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        " UNION ALL SELECT 'trigger', tgname::text, pg_get_triggerdef(oid) FROM pg_trigger"
        " WHERE NOT tgisinternal"
        " UNION ALL SELECT 'constraint', conname::text, pg_get_constraintdef(oid)"
        " FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
    ),
}


def catalogue(engine: Engine) -> set[tuple[str, ...]]:
    """Return all that stands in the database besides rows, and Alembic's own table."""
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(CATALOGUE[engine.dialect.name]).all()
    plain = ((kind, name, " ".join((sql or "").split())) for kind, name, sql in rows)
    return {row for row in plain if "alembic" not in row[1]}


def triggers(engine: Engine) -> set[tuple[str, ...]]:
    return {row for row in catalogue(engine) if row[0] in ("trigger", "function")}


@pytest.fixture
def with_migrations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[dict[str, str]], None]:
    """Use a copy of the migrations that has more of them."""

    def add(more: dict[str, str]) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(migrations_dir(), folder)
        last = REVISIONS[-1]
        for revision, body in more.items():
            head = f"from alembic import op\nimport sqlalchemy as sa\nrevision = {revision!r}\n"
            text_ = f"{head}down_revision = {last!r}\n\ndef upgrade():\n    {body}\n"
            (folder / "versions" / f"{revision}_more.py").write_text(text_)
            last = revision
        monkeypatch.setattr(upgrading, "migrations_dir", lambda: folder)

    return add


def test_migrations_are_numbered_from_one_and_named() -> None:
    names = sorted(path.stem for path in (migrations_dir() / "versions").glob("*.py"))
    assert [name[:5] for name in names] == [f"{n:04d}_" for n in range(1, len(names) + 1)]
    assert [f"{n:04d}" for n in range(1, len(names) + 1)] == REVISIONS


def test_the_migrated_tables_are_those_of_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        settings = {"compare_server_default": True}
        context = MigrationContext.configure(connection, opts=settings)
        assert compare_metadata(context, Base.metadata) == []


def test_a_column_that_no_migration_made_would_be_noticed(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(
            text("ALTER TABLE people DROP COLUMN name")
            if _postgres(connection)
            else text("ALTER TABLE people ADD COLUMN more TEXT")
        )
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) != []


def _postgres(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def test_migrated_and_created_databases_are_the_same(engine: Engine) -> None:
    """Constraints, checks and triggers too, which Alembic does not compare."""
    migrated = catalogue(engine)
    run(engine, "downgrade", "base")
    Base.metadata.create_all(engine)
    created = catalogue(engine)
    if engine.dialect.name == "postgresql":
        assert migrated == created
    else:  # there the stored text also shows the order in which constraints were written
        assert {row[:2] for row in migrated} == {row[:2] for row in created}
        assert {row for row in migrated if row[0] == "trigger"} == triggers(engine)


@pytest.mark.parametrize("revision", REVISIONS)
def test_down_leaves_no_trace_and_up_again_makes_the_same(
    empty_engine: Engine, revision: str
) -> None:
    run(empty_engine, "upgrade", revision)
    before = catalogue(empty_engine)
    assert before
    run(empty_engine, "downgrade", "base")
    assert catalogue(empty_engine) == set()
    assert current_revision(empty_engine) is None
    run(empty_engine, "upgrade", revision)
    assert catalogue(empty_engine) == before


def test_down_from_tables_with_rows_in_them(
    session: Session, match_id: int, engine: Engine
) -> None:
    write(session, match_id, points(1, s0=5))
    session.close()
    run(engine, "downgrade", "base")
    assert catalogue(engine) == set()


@pytest.mark.parametrize("revision", REVISIONS)
def test_rows_written_at_any_revision_live_through_the_rest(
    empty_engine: Engine, revision: str
) -> None:
    """Rows go in by SQL as that revision's Companion wrote them, and are read by today's."""
    run(empty_engine, "upgrade", revision)
    moment = (
        "'2026-12-01 20:00:00+00'"
        if empty_engine.dialect.name == "postgresql"
        else ("'2026-12-01 20:00:00'")
    )
    with empty_engine.begin() as connection:
        for row in (
            f"INSERT INTO groups (id, created_at) VALUES (1, {moment})",
            f"INSERT INTO matches VALUES (1, 'abcdefghjkmnpq', 1, 'witches', {moment})",
            f"""INSERT INTO events (match_id, seq, kind, body, game_version, at)
            VALUES (1, 1, 'entered', '{{"round":1}}', 1, {moment})""",
        ):
            connection.exec_driver_sql(row)
    run(empty_engine, "upgrade", "head")
    with Session(empty_engine) as session:
        (event,) = read(session, 1)
        assert (event.seq, event.body, event.at.isoformat()) == (
            1,
            {"round": 1},
            "2026-12-01T20:00:00+00:00",
        )
        assert session.get_one(Match, 1).game == "witches"


def test_a_migration_that_fails_leaves_the_old_tables_whole(
    engine: Engine, with_migrations: Callable[[dict[str, str]], None]
) -> None:
    before = catalogue(engine)
    create = "op.create_table('extra', sa.Column('id', sa.Integer))"
    with_migrations({"9001": create, "9002": "op.execute('SELECT nonsense FROM nowhere')"})
    with pytest.raises(DBAPIError):
        run(engine, "upgrade", "head")
    assert catalogue(engine) == before
    assert current_revision(engine) == REVISIONS[-1]


REBUILD = """with op.batch_alter_table("matches") as batch:
        batch.alter_column("game", new_column_name="rules", type_=sa.String(40))"""


def test_a_table_may_be_rebuilt_while_the_log_points_at_it(
    session: Session,
    match_id: int,
    engine: Engine,
    with_migrations: Callable[[dict[str, str]], None],
) -> None:
    """SQLite would refuse, or remove rows, if foreign keys were on meanwhile."""
    write(session, match_id, points(1, s0=5))
    session.rollback()
    sealed = triggers(engine)
    with_migrations({"9001": REBUILD})
    run(engine, "upgrade", "head")
    assert "rules" in {column["name"] for column in inspect(engine).get_columns("matches")}
    assert [event.body for event in read(session, match_id)] == [points(1, s0=5)]
    assert triggers(engine) == sealed
    session.rollback()
    write(session, match_id, points(1, s0=6))


def test_a_migration_that_leaves_rows_pointing_nowhere_is_rolled_back(
    session: Session,
    match_id: int,
    engine: Engine,
    with_migrations: Callable[[dict[str, str]], None],
) -> None:
    session.rollback()
    with_migrations({"9001": "op.execute('DELETE FROM people')"})
    with pytest.raises(Exception, match=r"rows|foreign key"):
        run(engine, "upgrade", "head")
    assert [seat.person.name for seat in session.get_one(Match, match_id).seats] == ["Ada", "Ben"]


def test_foreign_keys_are_on_again_after_a_migration(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    with Session(engine) as session, pytest.raises(DBAPIError), writing(session):
        session.add(Match(group_id=9, game="any_game"))


def test_flask_migrates_own_commands_find_everything(tmp_path: Path) -> None:
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'flask.sqlite3'}"
    db.init_app(app)
    Migrate(app, db, directory=str(migrations_dir()))
    runner = app.test_cli_runner()
    assert runner.invoke(args=["db", "upgrade"]).exit_code == 0
    current = runner.invoke(args=["db", "check"])
    assert current.exit_code == 0, current.output
    with app.app_context():
        assert current_revision(db.engine) == REVISIONS[-1]
        db.engine.dispose()


def test_a_new_migration_gets_the_next_number_and_the_rules(
    tmp_path: Path, with_migrations: Callable[[dict[str, str]], None]
) -> None:
    with_migrations({})
    engine = make_engine(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    run(engine, "upgrade", "head")
    config = Config(str(tmp_path / "migrations" / "alembic.ini"))
    config.set_main_option("script_location", str(tmp_path / "migrations"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        made: Any = command.revision(config, "remember the weather")
    engine.dispose()
    path = Path(made.path)
    assert path.name == f"{len(REVISIONS) + 1:04d}_remember_the_weather.py"
    assert "Rules of every migration" in path.read_text()
    compile(path.read_text(), path.name, "exec")


def test_the_group_and_match_of_a_new_database_work(engine: Engine) -> None:
    with Session(engine) as session, writing(session):
        match = Match(group=Group(), game="any_game")
        session.add(match)
        session.flush()
        assert len(match.code) == 14
