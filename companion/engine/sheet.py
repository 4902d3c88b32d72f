# SPDX-License-Identifier: MIT
"""An entry sheet: phases, modes, fields and checks; and `read`, the one gate for input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine.errors import BadValue, Problem, unasked, unreadable
from companion.engine.fields import Cards, Field
from companion.engine.text import Msg, Seat, msg

Carry = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What the table entered in one phase of one round, already parsed."""

    mode: str
    table: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[Mapping[str, Any], ...] = ()

    def column(self, key: str) -> list[Any]:
        """Return what every seat entered under *key*."""
        return [row[key] for row in self.seats]


@dataclass(frozen=True, slots=True)
class Pass:
    """How many cards everyone passes, and which way: left, right or across."""

    count: int
    direction: str


class Start(NamedTuple):
    """Who does what in a round.

    A seat; several seats where the table must choose among equals; or None where the game
    has no such role or nobody can know.
    """

    dealer: int | tuple[int, ...] | None = None
    starter: int | tuple[int, ...] | None = None
    passing: Pass | None = None


NOBODY = Start()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """All that a game function may look at: no clock, no names, no database.

    Attributes:
        number: of the round, from 1.
        seats: how many players.
        options: every option of the game.
        first: who dealt or began in round 1, as the table said.
        before: who did what in the round before; None in round 1.
        last: the points of the round before; () in round 1.
        totals: before this round.
        carry: what the round before (or the opening) left, by name.
        start: who does what in this round.
        entries: what was entered, by phase.
    """

    number: int
    seats: int
    options: Mapping[str, Any]
    first: Start = NOBODY
    before: Start | None = None
    last: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    carry: Carry = field(default_factory=dict)
    start: Start = NOBODY
    entries: Mapping[str, Entry] = field(default_factory=dict)

    @property
    def entry(self) -> Entry:
        """What was entered in the phase that most games only have: ``score``."""
        return self.entries["score"]


Check = Callable[[Round, Entry], Iterable[Problem]]


@dataclass(frozen=True, kw_only=True)
class Meter:
    """Something of which a round has a known amount, so that all of it must be with somebody.

    Attributes:
        label: its name, like "Cards".
        told: the whole sentence around an amount such as "22 of 40".
        whole: how much of it there is.
        placed: how much of it each seat has, also on a half-filled sheet.
        full: what to say once all of it has an owner.
    """

    label: Msg
    told: Callable[[Msg], Msg]
    whole: Callable[[Round], int]
    placed: Callable[[Round, Entry], Sequence[int]]
    full: Msg | None = None


class Rest(NamedTuple):
    """What fields become when one seat gets all that nobody has yet: raw, by key."""

    seat: Mapping[str, Any]
    table: Mapping[str, Any] = {}


class Nothing(NamedTuple):
    """How to say that a player has nothing to enter.

    Attributes:
        told: a whole sentence.
        short: the same in a word; no points by default.
        only: exactly one player has nothing, so whoever is left is the one.
    """

    told: Callable[[Seat], Msg]
    short: Msg | None = None
    only: bool = False


@dataclass(frozen=True)
class Mode:
    """One way to fill in a phase, for instance by cards or by points.

    Attributes:
        key: its name in match files and forms.
        label: its name on the screen.
        fields: what it asks.
        checks: what must, or mostly does, hold of the answers.
        way: how to go over to it, like "Tap cards"; the label where there is no better word.
        meters: what has to add up.
        rest: what one seat's fields become when it gets the rest; None where that is not known.
        nothing: how to say that a player has nothing to enter, where it is worth a button.
        ask: what it asks of one player, where no single field says it.
    """

    key: str
    label: Msg
    fields: tuple[Field, ...]
    checks: tuple[Check, ...] = ()
    way: Msg | None = None
    meters: tuple[Meter, ...] = ()
    rest: Callable[[Round, Entry, int], Rest | None] | None = None
    nothing: Nothing | None = None
    ask: Callable[[Seat], Msg] | None = None

    @cached_property
    def seat_fields(self) -> tuple[Field, ...]:
        """What is asked of every seat."""
        return tuple(f for f in self.fields if f.per == "seat")

    @cached_property
    def table_fields(self) -> tuple[Field, ...]:
        """What is asked of the table once."""
        return tuple(f for f in self.fields if f.per == "table")

    @cached_property
    def all_checks(self) -> tuple[Check, ...]:
        """The checks that the fields imply, then the mode's own."""
        piles = (f for f in self.seat_fields if isinstance(f, Cards))
        return (*map(_each_card_once, piles), *self.checks)


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a round that is entered at one moment."""

    key: str
    label: Msg
    modes: tuple[Mode, ...]

    def mode(self, key: str) -> Mode | None:
        """Return the mode with that key."""
        return next((mode for mode in self.modes if mode.key == key), None)


def score_phase(*modes: Mode) -> tuple[Phase, ...]:
    """Return the phases of a game that scores once a round."""
    return (Phase("score", msg("Score"), modes),)


def read(phase: Phase, raw: Any, round: Round) -> tuple[Entry | None, list[Problem]]:
    """Parse what was entered and run every check; the one gate for all input.

    Args:
        phase: what is being asked.
        raw: ``{"mode": …, "seats": [{…}, …], "table": {…}}`` in plain JSON values, from a
            form, a match file or the log.
        round: the round as it stands before this entry.

    Returns:
        The entry and what is unusual about it; or None and what is wrong, if there is any
        error, so that nobody can score half a sheet.
    """
    if not isinstance(raw, Mapping):
        return None, [unreadable()]
    rows, table, problems = _shape(raw, round.seats)
    mode = _mode(phase, raw.get("mode"), rows, table)
    if mode is None:
        names = ", ".join(mode.key for mode in phase.modes)
        wrong = Problem(msg("Pick one of these ways to enter: {names}.", names=names), "mode")
        return None, [*problems, wrong]
    entry = _parse(mode, rows, table, round.seats, problems)
    problems = problems or _missing(raw.get("seats"), round.seats)
    if problems:
        return None, problems
    for check in mode.all_checks:
        problems.extend(check(round, entry))
    if any(problem.severity == "error" for problem in problems):
        return None, problems
    return entry, problems


def dump(phase: Phase, entry: Entry) -> dict[str, Any]:
    """Return an entry of that phase as plain JSON values, such as `read` takes."""
    mode = next(mode for mode in phase.modes if mode.key == entry.mode)
    return {
        "mode": entry.mode,
        "seats": [{f.key: f.dump(row[f.key]) for f in mode.seat_fields} for row in entry.seats],
        "table": {f.key: f.dump(entry.table[f.key]) for f in mode.table_fields},
    }


def _shape(
    raw: Mapping[str, Any], seats: int
) -> tuple[list[Mapping[str, Any]], Mapping[str, Any], list[Problem]]:
    """Return one row per seat, the table's answers, and what is wrong with the outer form."""
    problems = [unasked(key) for key in raw if key not in ("mode", "seats", "table")]
    rows: list[Mapping[str, Any]] = [{}] * seats
    given = raw.get("seats")
    if isinstance(given, list | tuple):
        if len(given) > seats:
            problems.append(Problem(msg("There are only {seats} players.", seats=seats), "seats"))
        for seat, row in enumerate(given[:seats]):
            if isinstance(row, Mapping):
                rows[seat] = row
            elif row is not None:
                problems.append(unreadable(None, seat))
    elif given is not None:
        problems.append(unreadable("seats"))
    table = raw.get("table")
    if table is None:
        table = {}
    elif not isinstance(table, Mapping):
        problems.append(unreadable("table"))
        table = {}
    return rows, table, problems


def _missing(given: Any, seats: int) -> list[Problem]:
    """Complain of every seat without a row where others have one.

    Nothing said of a player is not the same as a player without cards.
    """
    if not given or (len(given) == seats and None not in given):
        return []
    rows = [*given, *[None] * (seats - len(given))]
    missing = [seat for seat, row in enumerate(rows) if row is None]
    return [Problem(msg("{who}: the entry is missing.", who=Seat(s)), None, s) for s in missing]


def _mode(
    phase: Phase, key: Any, rows: list[Mapping[str, Any]], table: Mapping[str, Any]
) -> Mode | None:
    """Return the named mode; without a name the first that asks for all the keys given."""
    if key is not None:
        return phase.mode(key) if isinstance(key, str) else None
    given = {key for row in (*rows, table) for key in row}
    fitting = (mode for mode in phase.modes if given <= {f.key for f in mode.fields})
    return next(fitting, phase.modes[0])


def _parse(
    mode: Mode,
    rows: list[Mapping[str, Any]],
    table: Mapping[str, Any],
    seats: int,
    problems: list[Problem],
) -> Entry:
    parsed = tuple(
        _values(mode.seat_fields, row, seats, seat, problems) for seat, row in enumerate(rows)
    )
    return Entry(mode.key, _values(mode.table_fields, table, seats, None, problems), parsed)


def _values(
    fields: tuple[Field, ...],
    raw: Mapping[str, Any],
    seats: int,
    seat: int | None,
    problems: list[Problem],
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    found = 0
    for f in fields:
        try:
            if f.key in raw:
                found += 1
                values[f.key] = f.parse(raw[f.key], seats)
            else:
                values[f.key] = f.blank()
        except BadValue as bad:
            problems.append(Problem(bad.text, f.key, seat))
    if found < len(raw):
        known = {f.key for f in fields}
        problems.extend(unasked(key, None, seat) for key in raw if key not in known)
    return values


def _each_card_once(f: Cards) -> Check:
    """Refuse a card in two piles, or more copies of it in all piles than the box holds."""

    def check(round: Round, entry: Entry) -> Iterable[Problem]:
        known = f.deck.by_id
        counts: dict[str, int] = {}
        for row in entry.seats:
            for id, count in row[f.key].items():
                counts[id] = counts.get(id, 0) + count
        for id, count in counts.items():
            card = known[id]
            if count > card.copies:
                owners = [seat for seat, row in enumerate(entry.seats) if id in row[f.key]]
                yield Problem(_twice(card.label, count, card.copies, owners), f.key, owners[-1])

    return check


def _twice(label: Msg, count: int, copies: int, owners: list[int]) -> Msg:
    who = tuple(map(Seat, owners))
    if copies == 1:
        return msg("{card} cannot be with more than one player: {who}.", card=label, who=who)
    return msg(
        "{card}: {count} cards, but the box has {copies} ({who}).",
        card=label,
        count=count,
        copies=copies,
        who=who,
    )
