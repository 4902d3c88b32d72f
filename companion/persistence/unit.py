# SPDX-License-Identifier: MIT
"""A unit of work: the one way to write.

``with writing(session):`` begins a transaction that nobody else's write can come between, commits
at its end and rolls back on an error. What is read inside is true until the commit, so reading a
value, deciding, and writing is safe. Outside it a session only reads; a flush is refused, because
on SQLite a transaction that began by reading cannot become a writing one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, event, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import ORMExecuteState, Session, UOWTransaction, scoped_session

from companion.persistence.base import Base
from companion.persistence.engine import BUSY_SECONDS, WRITE
from companion.persistence.models import Match
from companion.persistence.trouble import Busy, trouble

WAIT_SECONDS = 10.0
"""How long a writer waits for its turn within this process."""

LONGEST_SECONDS = 60
"""After how long PostgreSQL ends a writer that hangs, so that it does not keep all others out."""

_OPEN = "companion_writing"
_LOCK_NUMBER = 0x636F6D70  # "comp": the number of PostgreSQL's advisory lock


class NotWriting(RuntimeError):
    """A write outside ``writing``: a mistake in the program."""


class NoSuchMatch(LookupError):
    """There is no match by this id or code."""


class _Turn:
    """One writer at a time in this process: fewer to wait in SQLite, where waiting is unfair."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None

    @contextmanager
    def taken(self, wait: float) -> Iterator[None]:
        me = threading.get_ident()
        if self._owner == me:
            raise RuntimeError("this thread already writes, in another session")
        if not self._lock.acquire(timeout=wait):
            raise Busy(f"no turn to write within {wait:g} s")
        self._owner = me
        try:
            yield
        finally:
            self._owner = None
            self._lock.release()


class HasSession(Protocol):
    """What keeps a session for the request that is being answered."""

    @property
    def session(self) -> scoped_session[Any]:
        """The session of this request."""


_turns: WeakKeyDictionary[Engine, _Turn] = WeakKeyDictionary()
_turns_lock = threading.Lock()


@contextmanager
def writing(
    session: Session | scoped_session[Any] | HasSession,
    match: int | str | None = None,
    *,
    wait: float = WAIT_SECONDS,
) -> Iterator[Session]:
    """Run the block as one writing transaction; commit at its end, roll back on an error.

    Whatever the session had read before is dropped and read again, inside the transaction.

    Args:
        session: the session to write with; a Flask-SQLAlchemy handle stands for its session.
        match: id or code of the only match the block reads and writes, if there is only one. On
            PostgreSQL other matches may then be written at the same time; without it this writer
            is alone, as every writer is on SQLite. People, devices and groups are written without.
        wait: seconds to wait for the turn within this process.

    Raises:
        Busy: when the turn does not come; also from inside, when the database gives up waiting.
        Trouble: when the disk is full, the database read-only or out of reach.
        NoSuchMatch: when *match* is not there.
        NotWriting: when the session holds changes made before, or writes already.
    """
    own = _plain(session)
    if own.info.get(_OPEN):
        raise NotWriting("writing() inside writing()")
    if own.new or own.dirty or own.deleted:
        raise NotWriting("the session holds changes made outside writing()")
    own.rollback()  # a transaction that began by reading cannot be turned into a writing one
    bind = own.get_bind()
    with _turn(bind.engine).taken(wait) if bind.dialect.name == "sqlite" else _free():
        own.info[_OPEN] = True
        try:
            with _trouble_by_name():
                _begin(own, match)
                yield own
                own.commit()
        except BaseException:
            own.rollback()
            raise
        finally:
            del own.info[_OPEN]


def is_writing(session: Session) -> bool:
    """Tell whether *session* is inside ``writing``."""
    return bool(session.info.get(_OPEN))


def lock_match(session: Session, match: int | str) -> int:
    """Return the id of *match* (id or code), kept from other writers until the commit.

    Raises:
        NoSuchMatch: when it is not there.
    """
    column = Match.code if isinstance(match, str) else Match.id
    found = session.scalar(select(Match.id).where(column == match).with_for_update())
    if found is None:
        raise NoSuchMatch(str(match))
    return found


def _plain(session: Session | scoped_session[Any] | HasSession) -> Session:
    inner = session if isinstance(session, Session | scoped_session) else session.session
    plain = inner() if isinstance(inner, scoped_session) else inner
    assert isinstance(plain, Session)  # noqa: S101 - tells mypy what a scoped session returns
    return plain


def _turn(engine: Engine) -> _Turn:
    with _turns_lock:
        return _turns.setdefault(engine, _Turn())


@contextmanager
def _free() -> Iterator[None]:
    yield


def _begin(session: Session, match: int | str | None) -> None:
    session.connection(execution_options={WRITE: True})
    if session.get_bind().dialect.name == "postgresql":
        lock = "pg_advisory_xact_lock" if match is None else "pg_advisory_xact_lock_shared"
        session.execute(
            text(
                "SELECT set_config('lock_timeout', :patience, true),"
                " set_config('idle_in_transaction_session_timeout', :longest, true),"
                f" {lock}({_LOCK_NUMBER})"
            ),
            {"patience": f"{BUSY_SECONDS * 1000:.0f}ms", "longest": f"{LONGEST_SECONDS}s"},
        )
    if match is not None:
        lock_match(session, match)


@contextmanager
def _trouble_by_name() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        if found := trouble(error):
            raise found from error
        raise


@event.listens_for(Session, "before_flush")
def _refuse_flush(session: Session, _context: UOWTransaction, _instances: object) -> None:
    changed = [*session.new, *session.dirty, *session.deleted]
    if not is_writing(session) and any(isinstance(row, Base) for row in changed):
        raise NotWriting("changes are written inside writing() only")


@event.listens_for(Session, "do_orm_execute")
def _refuse_statement(state: ORMExecuteState) -> None:
    changes = state.is_insert or state.is_update or state.is_delete
    if changes and not is_writing(state.session):
        raise NotWriting("changes are written inside writing() only")
