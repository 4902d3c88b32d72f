# SPDX-License-Identifier: MIT
"""Plays a match from what was entered; totals, ranks and winners exist nowhere else.

`play` folds a setting and its rounds; `replay` takes both out of a log. A match file goes
through `play` as well, so the page, the log and the command line cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.errors import BadValue, Problem, ask, unasked
from companion.engine.fields import SeatRef
from companion.engine.game import Finish, Game, Lines
from companion.engine.log import Event, closed, entries, opening
from companion.engine.setting import Setting, read_setting
from companion.engine.sheet import Carry, Entry, Pass, Phase, Round, Start, read
from companion.engine.text import msg

#: What a round may say beside its phases: whom the table chose, and which way to pass.
CHOICES = ("starter", "pass")
DIRECTIONS = ("left", "right", "across")


@dataclass(frozen=True, slots=True)
class Scored:
    """A complete round, with the reasons for every point.

    Attributes:
        number: of the round, from 1.
        start: who dealt, who led, which way was passed.
        entries: what was entered, by phase.
        lines: the reasons, per seat.
        points: their sums, per seat.
        totals: after this round.
        carry: what goes into the next round.
        problems: what was unusual and has been waved through.
    """

    number: int
    start: Start
    entries: Mapping[str, Entry]
    lines: Lines
    points: tuple[int, ...]
    totals: tuple[int, ...]
    carry: Carry
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match after everything that was entered.

    Attributes:
        game: what is played.
        setting: what was agreed at the start, house rules changed later included.
        finish: who wins and when it ends.
        rounds: the complete ones.
        next: the round to play or enter now, with who does what in it.
        phase: what to ask now; None where a stored round cannot be read.
        over: whether the game has ended.
        ranks: places per seat, 1 the best; skipping after a tie.
        winners: the seats that won; empty while the game runs.
        problems: why the round after the complete ones cannot be scored, if it cannot.
    """

    game: Game
    setting: Setting
    finish: Finish
    rounds: tuple[Scored, ...]
    next: Round
    phase: Phase | None
    over: bool
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    problems: tuple[Problem, ...]

    @property
    def seats(self) -> int:
        """How many players."""
        return self.setting.seats

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, what was brought from paper included."""
        return self.next.totals

    def round_at(self, number: int) -> Round:
        """Return round *number* as it stood before its entry; LookupError if it never began."""
        if number == self.next.number:
            return self.next
        if not 1 <= number <= len(self.rounds):
            raise LookupError(f"round {number} has not begun")
        here = _begin(self.game, self.setting, self.rounds[: number - 1])
        return replace(here, start=self.rounds[number - 1].start)


def replay(game: Game, log: Iterable[Event]) -> Match:
    """Return the state that a log describes.

    Raises:
        BadValue: the log's own start cannot be read; only a log written by other hands.
    """
    events = sorted(log, key=lambda event: event.seq)
    started = opening(events)
    setting, problems = read_setting(game, len(started["seats"]), started)
    if setting is None:
        raise BadValue(problems[0].text)
    rounds = entries(game, events, setting.seats)
    return play(game, setting, rounds, closed=closed(events))


def play(
    game: Game, setting: Setting, rounds: Sequence[Mapping[str, Any]], *, closed: bool = False
) -> Match:
    """Score rounds one after another, as far as they can be scored.

    Args:
        game: what is played.
        setting: what was agreed at the start.
        rounds: per round the raw entry of each phase, and what the table chose
            (``starter``, ``pass``); an incomplete last one waits.
        closed: whether the table ended the game by itself.
    """
    finish = game.finish(setting.seats, setting.options)
    done: list[Scored] = []
    problems: list[Problem] = []
    ended: int | None = None
    here, phase = _begin(game, setting, done), None
    for raw in (*rounds, {}):
        here, problems = _choose(here, raw)
        if problems:
            break
        here, phase, problems = _fill(game, here, raw)
        if phase is not None or any(p.severity == "error" for p in problems):
            break
        if finish.over(len(done), here.totals):
            ended = ended or len(done)
            problems.append(_too_late(ended))
        done.append(_score(game, here, problems))
        here, problems = _begin(game, setting, done), []
    over = bool(done) and (closed or finish.over(len(done), here.totals))
    ranks = _ranks(finish, here.totals, _at_end(here, done) if over else None)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1) if over else ()
    errors = tuple(p for p in problems if p.severity == "error")
    return Match(game, setting, finish, tuple(done), here, phase, over, ranks, winners, errors)


def _begin(game: Game, setting: Setting, done: Sequence[Scored]) -> Round:
    """Return the round after those done, with who does what in it."""
    last = done[-1] if done else None
    here = Round(
        number=len(done) + 1,
        seats=setting.seats,
        options=setting.options,
        first=setting.first,
        before=last.start if last else None,
        last=last.points if last else (),
        totals=last.totals if last else setting.totals,
        carry=last.carry if last else setting.carry,
    )
    return replace(here, start=game.start(here))


def _choose(here: Round, raw: Mapping[str, Any]) -> tuple[Round, list[Problem]]:
    """Put in what the table chose for this round: who starts, which way to pass."""
    problems = []
    start = here.start
    if raw.get("starter") is not None:
        try:
            seat = SeatRef(key="starter", label=msg("Starts")).parse(raw["starter"], here.seats)
            start = start._replace(starter=seat)
        except BadValue as bad:
            problems.append(Problem(bad.text, "starter"))
    if raw.get("pass") is not None:
        if raw["pass"] not in DIRECTIONS or start.passing is None:
            problems.append(Problem(msg("Cards cannot be passed that way."), "pass"))
        else:
            start = start._replace(passing=Pass(start.passing.count, raw["pass"]))
    return (here if start is here.start else replace(here, start=start)), problems


def _fill(
    game: Game, here: Round, raw: Mapping[str, Any]
) -> tuple[Round, Phase | None, list[Problem]]:
    """Read phase after phase; stop at the first that is missing or wrong."""
    asks: list[Problem] = []
    phases = game.phases(here)
    for phase in phases:
        if phase.key not in raw:
            return here, phase, asks
        entry, problems = read(phase, raw[phase.key], here)
        asks.extend(problems)
        if entry is None:
            return here, None, asks
        here = replace(here, entries={**here.entries, phase.key: entry})
    known = {phase.key for phase in phases}.union(CHOICES)
    asks.extend(unasked(key) for key in raw if key not in known)
    return here, None, asks


def _score(game: Game, here: Round, problems: Sequence[Problem]) -> Scored:
    lines = game.score(here)
    points = tuple(sum(line[0] for line in mine) for mine in lines)
    totals = tuple(map(int.__add__, here.totals, points))
    carry = game.carry(here, lines)
    return Scored(
        here.number, here.start, here.entries, lines, points, totals, carry, tuple(problems)
    )


def _too_late(played: int) -> Problem:
    # Nothing that the table entered is dropped: the round counts, and says what is odd.
    return ask(msg("The game was over after round {number}.", number=played))


def _at_end(here: Round, done: Sequence[Scored]) -> Round:
    """Return what tie-breaks look at: the final totals, and the last round's entries."""
    return replace(here, number=done[-1].number, entries=done[-1].entries)


def _ranks(finish: Finish, totals: Sequence[int], at_end: Round | None) -> tuple[int, ...]:
    """Return places by totals; at the end every tie is broken as far as the rules go."""
    groups = _split([list(range(len(totals)))], totals, finish.best == "high")
    if at_end is not None:
        for tie in finish.ties:
            groups = _split(groups, tie.of(at_end), tie.best == "high")
    ranks = [0] * len(totals)
    place = 1
    for group in groups:
        for seat in group:
            ranks[seat] = place
        place += len(group)
    return tuple(ranks)


def _split(groups: list[list[int]], values: Sequence[int | None], high: bool) -> list[list[int]]:
    """Part every group of equals by *values*; a group with an unknown value stays whole."""
    parted: list[list[int]] = []
    for group in groups:
        mine = {seat: value for seat in group if (value := values[seat]) is not None}
        if len(mine) < len(group):
            parted.append(group)
            continue
        ordered = sorted(set(mine.values()), reverse=high)
        parted.extend([seat for seat in group if mine[seat] == value] for value in ordered)
    return parted
