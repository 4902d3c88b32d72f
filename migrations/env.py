# SPDX-License-Identifier: MIT
"""Run migrations: all of them in one transaction, with nobody else migrating at the same time.

Alembic runs this file. The connection comes from ``companion.persistence.upgrade``, or, for the
commands of Flask-Migrate (``flask db migrate``), from the application.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from logging.config import fileConfig
from typing import Any

from alembic import context
from alembic.operations import MigrationScript
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app
from sqlalchemy import Connection, text

from companion.persistence import models  # noqa: F401 - fills Base.metadata
from companion.persistence.base import Base
from companion.persistence.engine import WRITE

LOCK_NUMBER = 0x636F6D71  # PostgreSQL's advisory lock of migrations


class BrokenReferences(RuntimeError):
    """A migration left rows that point nowhere; it was rolled back."""


def number(
    migration: MigrationContext,
    _revision: str | Iterable[str | None] | Iterable[str],
    scripts: list[MigrationScript],
) -> None:
    """Give a new migration the next number; make none when nothing changed."""
    autogenerate = getattr(context.config.cmd_opts, "autogenerate", False)
    if autogenerate and scripts[0].upgrade_ops is not None and scripts[0].upgrade_ops.is_empty():
        scripts.clear()
    last = ScriptDirectory.from_config(context.config).get_current_head()
    for script in scripts:
        script.rev_id = f"{int(last or 0) + 1:04d}"


def migrate(connection: Connection) -> None:
    """Run what Alembic was asked for on *connection*."""
    sqlite = connection.dialect.name == "sqlite"
    settings: dict[str, Any] = {
        "target_metadata": Base.metadata,
        "process_revision_directives": number,
        "render_as_batch": sqlite,
        "transactional_ddl": True,
    }
    with without_foreign_keys(connection) if sqlite else unchanged():
        context.configure(connection=connection.execution_options(**{WRITE: True}), **settings)
        with context.begin_transaction():
            if not sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK_NUMBER})"))
            context.run_migrations()
            if sqlite and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
                raise BrokenReferences(f"{len(lost)} rows, the first in {lost[0][0]}")


@contextmanager
def without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Let SQLite's tables be rebuilt; the pragma works outside a transaction only."""
    driver = connection.connection.driver_connection
    assert driver is not None  # noqa: S101 - it was just connected
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


@contextmanager
def unchanged() -> Iterator[None]:
    """Do nothing around the migration."""
    yield


def main() -> None:
    """Find the connection and migrate."""
    if context.is_offline_mode():
        raise SystemExit("Migrations look at the database; --sql is not supported.")
    given: Connection | None = context.config.attributes.get("connection")
    if given is not None:
        migrate(given)
        return
    if context.config.config_file_name:
        fileConfig(context.config.config_file_name, disable_existing_loggers=False)
    with current_app.extensions["migrate"].db.engine.connect() as connection:
        migrate(connection)


main()
