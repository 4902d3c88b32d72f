# SPDX-License-Identifier: MIT
"""Where the database is."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from platformdirs import user_data_dir
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

VARIABLE = "COMPANION_DATABASE_URL"
"""The environment variable that names another database."""

_POSTGRESQL = {"postgres", "postgresql", "postgresql+psycopg"}
_SQLITE = {"sqlite", "sqlite+pysqlite"}


class BadDatabaseUrl(ValueError):
    """The database's address cannot be used; the text is a sentence for whoever started it."""


def data_dir() -> Path:
    """Return the folder of this user's data, made if need be, closed to other users."""
    folder = Path(user_data_dir("companion", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def default_database_url() -> str:
    """Return the address from the environment, else of a SQLite file in the user's data folder.

    Raises:
        BadDatabaseUrl: when the environment's address cannot be used.
    """
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return database_url(given)
    return sqlite_url(data_dir() / "companion.sqlite3")


def sqlite_url(file: Path) -> str:
    """Return the address of a SQLite file."""
    return f"sqlite:///{file.absolute()}"


def database_url(given: str) -> str:
    """Return *given* as SQLAlchemy needs it: a driver that is there, an absolute file.

    Raises:
        BadDatabaseUrl: when it is no address, names another kind of database, or lacks its driver.
    """
    try:
        url = make_url(given)
    except ArgumentError:
        raise BadDatabaseUrl(
            "The database address is not understood. Examples: "
            "sqlite:////home/ada/companion.sqlite3, postgresql://ada@localhost/companion"
        ) from None
    if url.drivername in _SQLITE:
        if not url.database or url.database == ":memory:" or url.query.get("uri"):
            return given
        return url.set(database=str(Path(url.database).absolute())).render_as_string(False)
    if url.drivername not in _POSTGRESQL:
        raise BadDatabaseUrl(
            f"Companion keeps its data in SQLite or PostgreSQL, not in {url.drivername}."
        )
    if importlib.util.find_spec("psycopg") is None:
        raise BadDatabaseUrl(
            "PostgreSQL needs its driver, which is not installed: pip install 'companion[postgres]'"
        )
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
