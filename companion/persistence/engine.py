# SPDX-License-Identifier: MIT
"""How a connection to the database is opened and how its transactions begin.

SQLite's driver, left alone, begins a transaction only at the first write: two phones then read the
same total and the later one overwrites the earlier. So the driver is told to stay out of it, and
every transaction begins here: a reading one with ``BEGIN``, a writing one with ``BEGIN IMMEDIATE``.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

WRITE = "companion_write"
"""Execution option of a connection whose transaction is going to write."""

BUSY_SECONDS = 5.0
"""How long a writer waits for another process that writes."""

_PRAGMAS = (
    f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}",
    "PRAGMA foreign_keys = ON",
    # FULL costs 0.2 ms a write and is what keeps a score through a power cut.
    "PRAGMA synchronous = FULL",
)

_log = logging.getLogger(__name__)


def configure_engine(engine: Engine) -> Engine:
    """Make *engine* open its connections and begin its transactions as the store needs it.

    Calling it twice is harmless. PostgreSQL needs nothing.
    """
    if engine.dialect.name == "sqlite" and not event.contains(engine, "connect", _on_connect):
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    return engine


def make_engine(url: str | URL, **options: Any) -> Engine:
    """Return a configured engine for *url*; *options* go to SQLAlchemy's ``create_engine``."""
    return configure_engine(create_engine(url, **options))


def _on_connect(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    mode = _into_wal(connection)
    if mode not in ("wal", "memory"):
        _log.warning("SQLite keeps its journal as %s: this disk cannot do WAL", mode)


def _into_wal(connection: sqlite3.Connection) -> str:
    # Changing the mode of a new file does not always wait for busy_timeout, so it is tried again.
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
