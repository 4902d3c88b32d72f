# SPDX-License-Identifier: MIT
"""Bring a database to today's tables, and keep a copy of the file as it was before."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from companion.persistence.engine import make_engine
from companion.persistence.paths import database_url

KEEP = 5
"""How many copies stay beside the database."""

_one_at_a_time = threading.Lock()  # Alembic keeps the running migration in a global
_PACKAGE = Path(__file__).resolve().parent.parent


class App(Protocol):
    """An application that Flask-SQLAlchemy has been set up with."""

    extensions: dict[str, Any]

    def app_context(self) -> AbstractContextManager[Any]:
        """Make it the current one."""


class NewerDatabase(Exception):
    """The database was written by a newer Companion; the text is a sentence for its keeper."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What an upgrade did.

    Attributes:
        before: the revision found; None in a new database.
        after: the revision now.
        backup: the copy of the file as it was before, if one was made.
        text: the same as a sentence.
    """

    before: str | None
    after: str
    backup: Path | None
    text: str


def migrations_dir() -> Path:
    """Return the folder of the migrations: inside an installed package, else beside it."""
    inside = _PACKAGE / "migrations"
    return inside if (inside / "env.py").is_file() else _PACKAGE.parent / "migrations"


def upgrade(target: App | Engine | str) -> Upgraded:
    """Run the migrations that *target* still needs: all of them, or none when one fails.

    Two processes may call it at once; the later one waits and finds nothing to do.

    Args:
        target: an application set up with Flask-SQLAlchemy, an engine, or a database's address.

    Raises:
        NewerDatabase: when the database knows migrations that this Companion does not.
        OSError, sqlite3.Error: when the copy cannot be written; nothing is migrated then.
    """
    with _engine(target) as engine:
        before, after = current_revision(engine), _head()
        if before == after:
            return Upgraded(before, after, None, f"The database is up to date ({after}).")
        _refuse_newer(before)
        file = _file(engine)
        backup = _copy(file) if before is not None and file is not None else None
        run(engine, "upgrade", "head")
        return Upgraded(before, after, backup, _sentence(before, after, backup, engine))


def current_revision(engine: Engine) -> str | None:
    """Return the migration a database stands at, None when it has none of the tables."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def run(engine: Engine, direction: str, revision: str) -> None:
    """Migrate to a revision without a copy; *direction* is ``upgrade`` or ``downgrade``."""
    config = _config()
    with _one_at_a_time, engine.connect() as connection:
        config.attributes["connection"] = connection
        steps = {"upgrade": command.upgrade, "downgrade": command.downgrade}
        steps[direction](config, revision)


@contextmanager
def _engine(target: App | Engine | str) -> Iterator[Engine]:
    if isinstance(target, Engine):
        yield target
    elif isinstance(target, str):
        engine = make_engine(database_url(target))
        try:
            yield engine
        finally:
            engine.dispose()
    else:
        with target.app_context():
            yield target.extensions["sqlalchemy"].engine


def _config() -> Config:
    config = Config()
    # Alembic reads the path through a ConfigParser, where % begins a variable.
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _head() -> str:
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if head is None:
        raise FileNotFoundError(f"no migrations in {migrations_dir()}")
    return head


def _refuse_newer(before: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if before is not None and before not in known:
        raise NewerDatabase(
            f"The database was written by a newer Companion (its tables are at {before}). "
            "Install that version again, or restore an older copy."
        )


def _file(engine: Engine) -> Path | None:
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


def _copy(file: Path) -> Path:
    """Copy a SQLite file as of now, also while others write to it, and drop the oldest copies."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    copy = file.with_name(f"{file.name}.{stamp}.backup")
    unfinished = copy.with_name(copy.name + ".part")
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as to:
            shutil.copymode(file, unfinished)
            source.backup(to)
            to.execute("PRAGMA journal_mode = DELETE")  # one file, without -wal beside it
            if to.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError(f"the copy of {file} is damaged")
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    for old in backups(file)[:-KEEP]:
        old.unlink(missing_ok=True)
    return copy


def backups(file: Path) -> list[Path]:
    """Return the copies that upgrades left beside a SQLite file, oldest first."""
    start, end = f"{file.name}.", ".backup"
    found = (path for path in file.parent.iterdir() if path.name.startswith(start))
    return sorted(path for path in found if path.name.endswith(end))


def _sentence(before: str | None, after: str, backup: Path | None, engine: Engine) -> str:
    if before is None:
        return f"Made a new database ({after})."
    if backup is not None:
        return f"Upgraded the database from {before} to {after}; the old file is kept as {backup}."
    how = "make copies of PostgreSQL with pg_dump" if engine.dialect.name == "postgresql" else ""
    return f"Upgraded the database from {before} to {after}; no copy was made" + (
        f": {how}." if how else "."
    )
