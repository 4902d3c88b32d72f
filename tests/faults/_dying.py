# SPDX-License-Identifier: MIT
"""`companion`, which a fault hits at one chosen moment of a save, once the test has armed it.

Which fault, COMPANION_FAULT says: to be killed after the first event was written, before the
commit, or after it; or a disk that is full, by SQLite's own limit or by the system's.
"""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session
from sqlalchemy.pool import Pool

from companion.cli import main
from companion.persistence.unit import is_writing

FOLDER = Path(os.environ["COMPANION_FAULTS"])
ENDLESS = 1_000_000_000
SPARE = 3_000
"""Bytes left on the full disk: less than one page of SQLite, so a write is torn in its middle."""


def armed() -> bool:
    """Tell whether the fault happens now."""
    return (FOLDER / "armed").exists()


def die(session: Session, *_: Any) -> None:
    """Kill this process in the middle of a write."""
    if armed() and is_writing(session):
        os.kill(os.getpid(), signal.SIGKILL)


def no_more_pages(connection: Any, *_: Any) -> None:
    """Let SQLite's file grow no more, as long as the fault is armed."""
    assert isinstance(connection, sqlite3.Connection)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages if armed() else ENDLESS}")


def no_more_bytes(*_: Any) -> None:
    """Let no file of this process grow beyond what the database's journal has now."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    sizes = [path.stat().st_size for path in FOLDER.glob("*-wal")]
    most = max(sizes) + SPARE if armed() and sizes else hard
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))


FAULTS: dict[str, tuple[Any, str, Callable[..., None]]] = {
    "one event of two is written": (Session, "after_flush", die),
    "all is written and not committed": (Session, "before_commit", die),
    "all is committed and not answered": (Session, "after_commit", die),
    "SQLite's file may not grow": (Pool, "checkout", no_more_pages),
    "the disk takes no more bytes": (Pool, "checkout", no_more_bytes),
}

if __name__ == "__main__":
    event.listen(*FAULTS[os.environ["COMPANION_FAULT"]])
    main(prog_name="companion")
