# SPDX-License-Identifier: MIT
"""What can be told of a sheet that is still being filled in.

`read` lets nobody score half a sheet; `sketch` scores it all the same, to be looked at and never
to be stored: what is not entered yet stands in as nothing, and is said to be missing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.errors import BadValue, Problem
from companion.engine.fields import Cards, Choice, Field, Flag, Int, Numbers, SeatRef, Tokens
from companion.engine.figures import blank, whole
from companion.engine.game import Game, Line, Moment
from companion.engine.sheet import Entry, Mode, Phase, Rest, Round, read


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of something has an owner.

    Attributes:
        placed: by seat.
        whole: how much there is.
    """

    placed: tuple[int, ...]
    whole: int

    @property
    def open(self) -> int:
        """How much has no owner; below 0 where too much was entered."""
        return self.whole - sum(self.placed)


@dataclass(frozen=True, slots=True)
class Sketch:
    """A sheet as far as it is filled in.

    Attributes:
        mode: which way of entering it is.
        entry: what was entered, with nothing standing in for what was not.
        entered: per seat, whether anything was entered, or follows from what others have.
        lines: per seat, the reasons so far; None where what stands there cannot be read, or
            where the game cannot score yet.
        amounts: what has an owner, one per meter of the mode.
        problems: what is wrong or unusual, apart from what is only missing.
        missing: where something is needed and nothing is entered yet.
        moment: what is worth a word.
        complete: the sheet could be saved without a question.
    """

    mode: Mode
    entry: Entry
    entered: tuple[bool, ...]
    lines: tuple[tuple[Line, ...] | None, ...]
    amounts: tuple[Amount, ...]
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    moment: Moment | None
    complete: bool

    def points(self, seat: int) -> int | None:
        """Return a seat's points as far as they are known; None for nothing entered."""
        lines = self.lines[seat]
        if lines is None or not (lines or self.entered[seat]):
            return None
        return sum(line.points for line in lines)


def sketch(
    game: Game, here: Round, phase: Phase, raw: Mapping[str, Any], none: Collection[int] = ()
) -> Sketch:
    """Return what can be told of a sheet so far.

    Args:
        game: what is played.
        here: the round as it stands before this entry, other phases' entries included.
        phase: what is being asked.
        raw: the entry as `read` takes it, with a known mode and one row per seat.
        none: seats that said they have nothing to enter.
    """
    mode = phase.mode(str(raw.get("mode"))) or phase.modes[0]
    rows, table = raw["seats"], raw["table"]
    entry, problems = read(phase, raw, here)
    blanks = [p for p in problems if _is_blank(mode, p, rows, table)]
    wrong = [p for p in problems if p not in blanks]
    complete = entry is not None and not problems
    if entry is None:
        entry = _stand_in(mode, rows, table, here.seats)
    bad = {p.seat for p in wrong if _unreadable(mode, p, rows, here.seats)}
    entered = tuple(
        seat in none or _has_anything(mode, rows[seat], entry, seat) for seat in range(here.seats)
    )
    if complete and _says_of_all(mode, entered):
        entered = (True,) * here.seats
    scored = replace(here, entries={**here.entries, phase.key: entry})
    can_score = all(p.key in scored.entries for p in game.phases(scored))
    lines = game.score(scored) if can_score else (None,) * here.seats
    return Sketch(
        mode=mode,
        entry=entry,
        entered=entered,
        lines=tuple(None if seat in bad else mine for seat, mine in enumerate(lines)),
        amounts=tuple(
            Amount(tuple(meter.placed(here, entry)), meter.whole(here)) for meter in mode.meters
        ),
        problems=tuple(wrong),
        missing=tuple(blanks),
        moment=game.moment(scored) if can_score else None,
        complete=complete,
    )


def rest_to(here: Round, found: Sketch, seat: int) -> Rest | None:
    """Return what a seat's fields become when it gets the rest; None where nothing is left."""
    return found.mode.rest(here, found.entry, seat) if found.mode.rest else None


def is_aside(f: Field) -> bool:
    """Tell whether a field may well stay empty: it stands behind the others."""
    return f.more or (isinstance(f, Int | Choice | Tokens) and f.optional)


def _is_blank(
    mode: Mode, problem: Problem, rows: Sequence[Mapping[str, Any]], table: Mapping[str, Any]
) -> bool:
    """Tell whether a problem is nothing but a value that nobody entered yet."""
    row = table if problem.seat is None else rows[problem.seat]
    f = _field(mode, problem)
    if isinstance(f, Numbers):
        given = row.get(f.key)
        name = dict(problem.text.args).get("name")
        return not isinstance(given, Mapping) or blank(given.get(str(name)))
    return isinstance(f, Int) and f.default is None and blank(row.get(f.key))


def _field(mode: Mode, problem: Problem) -> Field | None:
    per = "table" if problem.seat is None else "seat"
    return next((f for f in mode.fields if f.key == problem.field and f.per == per), None)


def _unreadable(
    mode: Mode, problem: Problem, rows: Sequence[Mapping[str, Any]], seats: int
) -> bool:
    """Tell whether a problem is a value of a seat that its field cannot read at all."""
    f = _field(mode, problem)
    if f is None or problem.seat is None:
        return False
    try:
        f.parse(rows[problem.seat].get(f.key), seats)
    except BadValue:
        return True
    return False


def _stand_in(
    mode: Mode, rows: Sequence[Mapping[str, Any]], table: Mapping[str, Any], seats: int
) -> Entry:
    return Entry(
        mode.key,
        {f.key: _value(f, table.get(f.key), seats) for f in mode.table_fields},
        tuple({f.key: _value(f, row.get(f.key), seats) for f in mode.seat_fields} for row in rows),
    )


def _value(f: Field, raw: Any, seats: int) -> Any:
    """Return a field's value, or what is nearest to nothing where it has none yet."""
    if isinstance(f, Numbers):
        given = raw if isinstance(raw, Mapping) else {}
        return {label: _number(given.get(label), f.decimals) for label in f.labels}
    try:
        return f.parse(raw, seats)
    except BadValue:
        return 0 if isinstance(f, Int) else f.blank()


def _number(raw: Any, decimals: int) -> int:
    try:
        return 0 if blank(raw) else whole(raw, decimals)
    except BadValue:
        return 0


def _has_anything(mode: Mode, row: Mapping[str, Any], entry: Entry, seat: int) -> bool:
    """Tell whether a seat's row says anything, or the table named the seat."""
    asked = [f for f in mode.seat_fields if not is_aside(f)]
    # Counters beside cards or points only break ties: they say nothing of those.
    main = [f for f in asked if not isinstance(f, Tokens)] or asked or mode.seat_fields
    named = [f for f in mode.table_fields if isinstance(f, SeatRef)]
    return any(_says(f, row.get(f.key)) for f in main) or any(
        entry.table[f.key] == seat for f in named
    )


def _says_of_all(mode: Mode, entered: Sequence[bool]) -> bool:
    """Tell whether a sheet without a question also says that the others have nothing."""
    only = mode.nothing is not None and mode.nothing.only
    return bool(mode.meters) or (only and entered.count(False) == 1)


def _says(f: Field, raw: Any) -> bool:
    if isinstance(f, Cards | Numbers) and isinstance(raw, Mapping):
        nothing = ("", "0") if isinstance(f, Cards) else ("",)
        return any(not blank(one) and str(one).strip() not in nothing for one in raw.values())
    if isinstance(f, Flag | Choice):
        return False  # always has an answer, so it tells nothing
    return not blank(raw)
