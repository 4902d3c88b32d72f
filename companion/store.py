# SPDX-License-Identifier: MIT
"""The database as a command needs it: whatever is wrong with it ends the command in one line.

The imports wait until they are needed, so that commands without a database start at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from companion.terminal import FAILED, fail


def database_url() -> str:
    """Return the address of the database, from the environment or in the data folder."""
    from companion.persistence.paths import BadDatabaseUrl, default_database_url

    try:
        return default_database_url()
    except BadDatabaseUrl as why:
        fail(FAILED, str(why))


def bring_up_to_date(target: Any, *, say_always: bool = False) -> None:
    """Run the migrations that are still needed, and say what was done.

    Args:
        target: an application, or a database's address.
        say_always: also say that nothing was to do.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from companion.persistence.upgrade import NewerDatabase, upgrade

    try:
        done = upgrade(target)
    except NewerDatabase as why:
        fail(FAILED, str(why))
    except (SQLAlchemyError, sqlite3.Error, OSError) as why:
        fail(FAILED, f"The database cannot be opened: {_reason(why)}.")
    if say_always or done.before != done.after:
        click.echo(done.text)


def _reason(why: Exception) -> str:
    """Return what the database's driver says, without SQLAlchemy's words around it."""
    said = str(getattr(why, "orig", None) or why).strip()
    return said.splitlines()[0] if said else type(why).__name__


@contextmanager
def open_store() -> Iterator[Any]:
    """Open the database as it is; one that was never brought up to date is refused."""
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.orm import Session

    from companion.persistence.engine import make_engine

    engine = make_engine(database_url())
    try:
        with Session(engine) as session:
            yield session
    except SQLAlchemyError as why:
        fail(FAILED, f"The database cannot be read ({_reason(why)}). Try: companion db upgrade")
    finally:
        engine.dispose()
