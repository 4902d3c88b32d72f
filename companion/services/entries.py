# SPDX-License-Identifier: MIT
"""Entering rounds: preview, save, correct, take back, end; nothing is ever overwritten unseen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from companion.engine.compare import Effect, compare
from companion.engine.errors import Problem
from companion.engine.log import Event
from companion.engine.registry import Registry
from companion.engine.replay import Match, Scored, replay
from companion.engine.sheet import Entry, Phase, Round, dump, read
from companion.engine.sketch import Sketch, sketch
from companion.persistence import log_store
from companion.persistence.log_store import Clash, KeyReused, Stored
from companion.services.tables import Table, events, find_table, write
from companion.services.visitors import Visitor


class NoSuchRound(LookupError):
    """The round has not begun, or is gone again, or has no such phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What somebody wants to save, as it came from a form.

    Attributes:
        round: which round it is for, from 1.
        phase: which phase of it.
        raw: the entry, still raw.
        expected: number of the last event that the writer knew.
        key: idempotency key of the form.
        waved: the table has seen what is unusual, and saves it all the same.
    """

    round: int
    phase: str
    raw: Any
    expected: int
    key: str
    waved: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What an entry would do, before it is saved.

    Attributes:
        round: the round as it would be scored; None while it cannot be.
        match: the whole state after it; None while the round cannot be scored.
        effect: what it changes, against the state now.
        problems: what is wrong or unusual.
    """

    round: Scored | None
    match: Match | None
    effect: Effect | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> list[Problem]:
        """What keeps it from being saved."""
        return [problem for problem in self.problems if problem.severity == "error"]


@dataclass(frozen=True, slots=True)
class Saved:
    """The entry is on disk, as event *seq*."""

    seq: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written: the entry is wrong, or unusual and not yet waved through."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: somebody else changed the same cells; both values are known.

    Attributes:
        theirs: the events that came in between, oldest first.
        head: number of the last event; saying it means having seen them.
    """

    theirs: tuple[Stored, ...]
    head: int


Outcome = Saved | Refused | Conflict


def sheet(table: Table, number: int, phase: str = "score") -> tuple[Round, Phase, Entry | None]:
    """Return a round, the phase to enter in it, and what is entered there now.

    Raises:
        NoSuchRound: the round has not begun, or has no such phase.
    """
    match = table.match
    if not 1 <= number <= match.next.number:
        raise NoSuchRound(f"round {number} has not begun")
    here = match.round_at(number)
    found = next((p for p in match.game.phases(here) if p.key == phase), None)
    if found is None:
        raise NoSuchRound(phase)
    stored = match.rounds[number - 1] if number <= len(match.rounds) else None
    return here, found, stored.entries.get(phase) if stored else None


def preview(table: Table, number: int, phase: str, raw: Any) -> Preview:
    """Score an entry without saving it; raises like `sheet`."""
    here, asked, _ = sheet(table, number, phase)
    entry, problems = read(asked, raw, here)
    if entry is None:
        return Preview(None, None, None, tuple(problems))
    body = _body(table, number, asked, entry, ())
    log = [*events(table.log), Event(table.head + 1, "entered", body)]
    after = replay(table.game, log)
    if len(after.rounds) < number:
        return Preview(None, None, None, (*problems, *after.problems))
    effect = compare(table.match, after)
    return Preview(after.rounds[number - 1], after, effect, tuple(problems))


def sketched(
    table: Table, number: int, phase: str, raw: Mapping[str, Any], none: Collection[int] = ()
) -> Sketch:
    """Tell what stands on a sheet so far, without saving it; raises like `sheet`.

    Args:
        table: whose sheet it is.
        number: of the round.
        phase: which part of it.
        raw: the entry in a known mode, with one row per seat; anything may be missing.
        none: seats that said they have nothing to enter.
    """
    here, asked, _ = sheet(table, number, phase)
    rounds = table.match.rounds
    stored = rounds[number - 1].entries if number <= len(rounds) else here.entries
    others = {key: entry for key, entry in stored.items() if key != phase}
    return sketch(table.game, replace(here, entries=others), asked, raw, none)


def enter(
    session: Session,
    registry: Registry,
    visitor: Visitor,
    code: str,
    asked: Asked,
) -> Outcome:
    """Save a round, or the correction of one, inside ``writing``.

    The same key again answers as the first time. A correction is a new event for the same
    cells; the old one stays in the log. When the game is over by it, the end is written too.

    Raises:
        NoSuchTable, NoSuchRound: there is no such table, round or phase.
    """
    table = find_table(session, registry, visitor.group_id, code)
    here, phase, _ = sheet(table, asked.round, asked.phase)
    entry, problems = read(phase, asked.raw, here)
    if entry is None or (problems and not asked.waved):
        return Refused(tuple(problems))
    body = _body(table, asked.round, phase, entry, problems)
    try:
        seq = append_event(session, table, visitor, "entered", body, asked.expected, asked.key)
    except Clash as clash:
        return Conflict(tuple(clash.since), table.head)
    settle(session, registry, visitor, code)
    return Saved(seq)


def take_back(
    session: Session, registry: Registry, visitor: Visitor, code: str, number: int, key: str
) -> bool:
    """Take the last round away again, inside ``writing``; it stays in the log.

    Returns:
        Whether there was a round with that number at the end.

    Raises:
        NoSuchTable: the group has no such table.
    """
    table = find_table(session, registry, visitor.group_id, code)
    if log_store.find_key(session, table.id, key):
        return True
    if not table.match.rounds or table.match.rounds[-1].number != number:
        return False
    taken = [
        [phase, cell]
        for phase, entry in table.match.rounds[-1].entries.items()
        for cell in (*range(table.match.seats), *entry.table)
    ]
    body = {"round": number, "cells": taken}
    append_event(session, table, visitor, "voided", body, None, key)
    settle(session, registry, visitor, code)
    return True


def choose(
    session: Session,
    registry: Registry,
    visitor: Visitor,
    code: str,
    number: int,
    chosen: Mapping[str, Any],
    key: str,
) -> None:
    """Note what the table chose for a round, inside ``writing``: who starts, which way to pass.

    Raises:
        NoSuchTable, LookupError: there is no such table or round.
    """
    table = find_table(session, registry, visitor.group_id, code)
    table.match.round_at(number)
    body = {"round": number, **chosen}
    append_event(session, table, visitor, "noted", body, None, key)
    settle(session, registry, visitor, code)


def close(session: Session, registry: Registry, visitor: Visitor, code: str, key: str) -> bool:
    """End a game that the table ends by itself, inside ``writing``.

    Returns:
        Whether it is over now; a game without any round stays open.

    Raises:
        NoSuchTable: the group has no such table.
    """
    table = find_table(session, registry, visitor.group_id, code)
    if not table.match.rounds or table.match.over:
        return table.match.over
    log = [*events(table.log), Event(table.head + 1, "closed", {"by": "table"})]
    body = {**witness(replay(table.game, log)), "by": "table"}
    append_event(session, table, visitor, "closed", body, None, key)
    return True


def reopen(session: Session, registry: Registry, visitor: Visitor, code: str, key: str) -> None:
    """Go on with a game that the table had ended by itself, inside ``writing``.

    Raises:
        NoSuchTable: the group has no such table.
    """
    table = find_table(session, registry, visitor.group_id, code)
    if _end(table.log) is not None:
        append_event(session, table, visitor, "reopened", {}, None, key)
        settle(session, registry, visitor, code)


def settle(session: Session, registry: Registry, visitor: Visitor, code: str) -> None:
    """Bring the written end in line with the state, inside ``writing``.

    A game that is over gets its witness (totals, ranks, winners, the game's version); after a
    correction a fresh one; and one that is over no longer is open again.
    """
    table = find_table(session, registry, visitor.group_id, code)
    end = _end(table.log)
    if table.match.over:
        now = witness(table.match)
        if end is None or any(end.body.get(key) != value for key, value in now.items()):
            body = {**now, "by": end.body["by"] if end else "rules"}
            append_event(session, table, visitor, "closed", body, None, None)
    elif end is not None:
        append_event(session, table, visitor, "reopened", {}, None, None)


def witness(match: Match) -> dict[str, Any]:
    """Return what `verify` later compares a replay with."""
    return {
        "totals": list(match.totals),
        "ranks": list(match.ranks),
        "winners": list(match.winners),
        "version": match.game.version,
    }


def _end(log: Sequence[Stored]) -> Stored | None:
    """Return the event that ended the game, unless it was reopened."""
    ends = [event for event in log if event.kind in ("closed", "reopened")]
    return ends[-1] if ends and ends[-1].kind == "closed" else None


def _body(
    table: Table, number: int, phase: Phase, entry: Entry, waved: Sequence[Problem]
) -> dict[str, Any]:
    body: dict[str, Any] = {
        "round": number,
        "phase": phase.key,
        "entry": dump(phase, entry),
        "version": table.game.version,
    }
    return body | {"waved": [str(problem.text) for problem in waved]} if waved else body


def append_event(
    session: Session,
    table: Table,
    visitor: Visitor,
    kind: str,
    body: Mapping[str, Any],
    expected: int | None,
    key: str | None,
) -> int:
    """Append one event, inside ``writing``; return its number.

    A key that came with other values is no key: the form was sent again after a step back.

    Raises:
        Clash: the same cells were written after *expected*.
    """
    try:
        return write(session, table.id, table.game, visitor, kind, body, expected=expected, key=key)
    except KeyReused:
        # The form was sent again with other values, after a step back: a new write, which
        # meets its own first version as anybody else's would.
        return write(
            session, table.id, table.game, visitor, kind, body, expected=expected, key=None
        )
