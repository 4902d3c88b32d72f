# SPDX-License-Identifier: MIT
"""What can be wrong with an entry, as values and as exceptions."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.engine.text import Msg, msg

Severity = Literal["error", "ask"]


class Problem(NamedTuple):
    """One complaint about what was entered.

    An ``error`` cannot be true and stops the scoring; an ``ask`` is unusual, and the
    table may wave it through.

    Attributes:
        text: what is wrong, as a sentence.
        field: key of the field or option it is about, if any.
        seat: seat it is about, counted from 0, if any.
        severity: ``error`` or ``ask``.
    """

    text: Msg
    field: str | None = None
    seat: int | None = None
    severity: Severity = "error"


def ask(text: Msg, field: str | None = None, seat: int | None = None) -> Problem:
    """Return a problem that the table may wave through."""
    return Problem(text, field, seat, "ask")


def unasked(key: object, field: str | None = None, seat: int | None = None) -> Problem:
    """Return the complaint about a key that nothing asked for."""
    return Problem(msg("Nobody asked for “{key}”.", key=str(key)[:60]), field, seat)


def unreadable(field: str | None = None, seat: int | None = None) -> Problem:
    """Return the complaint about a value of the wrong outer form."""
    return Problem(msg("This entry is not readable."), field, seat)


class EngineError(Exception):
    """Base of everything that the engine raises on purpose."""


class UnknownGame(EngineError):
    """No game has that slug."""


class FaultyGame(EngineError):
    """A game module breaks the contract; the start is refused."""


class BadValue(EngineError):
    """A raw value does not fit its field; ``text`` says why."""

    def __init__(self, text: Msg) -> None:
        super().__init__(str(text))
        self.text = text
