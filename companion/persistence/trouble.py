# SPDX-License-Identifier: MIT
"""What is wrong when the database refuses, in words that a page can turn into a sentence."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class Trouble(Exception):
    """The database refused for a reason that lies outside the program."""


class Busy(Trouble):
    """Too many people write at once; nothing was written, and trying again is right."""


class Full(Trouble):
    """The disk has no room left; nothing was written."""


class ReadOnly(Trouble):
    """The database may be read, but not written; nothing was written."""


class Unreachable(Trouble):
    """The database cannot be opened or read now: a missing file, a broken disk, a lost server."""


#: SQLite's primary result codes.
_SQLITE: dict[int, type[Trouble]] = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_FULL: Full,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_PERM: Unreachable,
    sqlite3.SQLITE_IOERR: Unreachable,
    sqlite3.SQLITE_CANTOPEN: Unreachable,
    sqlite3.SQLITE_CORRUPT: Unreachable,
    sqlite3.SQLITE_NOTADB: Unreachable,
}
#: PostgreSQL's error codes; see its manual, appendix A.
_POSTGRESQL: dict[str, type[Trouble]] = {
    "55P03": Busy,  # lock not available
    "40P01": Busy,  # deadlock
    "40001": Busy,  # serialization failure
    "53300": Busy,  # too many connections
    "53100": Full,  # disk full
    "25006": ReadOnly,  # read-only transaction, as on a standby
    "57P01": Unreachable,  # the server is stopped
    "57P02": Unreachable,  # it crashed
    "57P03": Unreachable,  # it starts, and takes nobody yet
}


def trouble(error: SQLAlchemyError) -> Trouble | None:
    """Return what an error of the database comes down to; None for a mistake in the program.

    >>> trouble(PoolTimeout("no connection within 30 s"))
    Busy('no connection within 30 s')
    """
    kind: type[Trouble] | None = None
    said: object = error
    if isinstance(error, PoolTimeout):
        kind = Busy
    elif isinstance(error, DBAPIError):
        said = error.orig
        kind = _kind(error)
    return kind(str(said)) if kind else None


def _kind(error: DBAPIError) -> type[Trouble] | None:
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(code & 0xFF)  # the rest says more closely which kind of it
    state = getattr(error.orig, "sqlstate", None)
    lost = error.connection_invalidated or type(error.orig).__name__ == "OperationalError"
    return _POSTGRESQL.get(state or "") or (Unreachable if lost and not state else None)
