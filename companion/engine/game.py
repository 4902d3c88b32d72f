# SPDX-License-Identifier: MIT
"""What a game is: a frozen record of data and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, NamedTuple

from companion.engine.colours import Colours
from companion.engine.errors import BadValue, Problem
from companion.engine.fields import Field, Int
from companion.engine.helper import Helper
from companion.engine.sheet import Carry, Phase, Round, Start
from companion.engine.text import Msg, msg

Options = Mapping[str, Any]
End = Literal["high", "low"]


class Line(NamedTuple):
    """One reason for points; a score is nothing but the sum of its lines.

    Attributes:
        points: what it gives, never 0, in the unit that the game keeps points in.
        why: the reason, as a sentence part.
        rule: anchor of the rule in the game's rules text.
    """

    points: int
    why: Msg
    rule: str


Lines = tuple[tuple[Line, ...], ...]


class Step(NamedTuple):
    """One thing to do at the table, and the anchor of the rule that says so."""

    text: Msg
    rule: str


class Moment(NamedTuple):
    """Something in a round that is worth a word: who did it, what it was, what it does."""

    seat: int
    title: Msg
    told: Msg
    how: Msg


class Setup(NamedTuple):
    """How to set the game up: the steps, and the numbers behind them.

    Facts that a game has go by the names in the match-file format: ``cards_each``, ``deck``,
    ``suits``, ``ranks``, ``draw_pile``, ``pass_count``, ``pass_directions``, ``tokens_each``,
    ``supply``, ``rounds``, ``points_in_round``.
    """

    steps: tuple[Step, ...]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie-break: a number per seat, and which end of it wins.

    *of* may give None for a seat whose number nobody told; then this tie-break says nothing
    about that seat's tie.
    """

    label: Msg
    of: Callable[[Round], Sequence[int | None]]
    best: End = "high"


@dataclass(frozen=True, slots=True)
class Finish:
    """Who wins, when it is over, and what breaks a tie.

    Attributes:
        best: whether the highest or the lowest total wins.
        rounds: the game is over after so many rounds.
        reach: the game is over once a total reaches this, in the unit kept.
        strictly: the total must pass *reach*.
        ties: tie-breaks in their order; what they leave tied is a shared place.
    """

    best: End
    rounds: int | None = None
    reach: int | None = None
    strictly: bool = False
    ties: tuple[Tie, ...] = ()

    def over(self, played: int, totals: Sequence[int]) -> bool:
        """Tell whether the game is over after *played* rounds."""
        if not played:
            return False
        if self.rounds is not None and played >= self.rounds:
            return True
        if self.reach is None:
            return False
        top = max(totals)
        return top > self.reach if self.strictly else top >= self.reach


def _all_agree(options: Options) -> tuple[Problem, ...]:
    return ()


def _nothing_carried(round: Round, lines: Lines) -> Carry:
    return {}


def _no_roles(round: Round) -> Start:
    return Start()


def _no_steps(round: Round) -> tuple[Step, ...]:
    return ()


def _no_moment(round: Round) -> Moment | None:
    return None


def _whole_points(options: Options) -> int:
    return 0


def _same(version: int, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    return entry


@dataclass(frozen=True, kw_only=True)
class Game:
    """One card game, complete: the only public name of a game's module.

    Attributes:
        slug: the module's name, and the game's in files and addresses.
        title: its name.
        title_option: key of the option that names it at this table, if there is one.
        about: one short sentence: who wins, by what.
        version: raised when an entry or a score changes its meaning.
        seats: the player counts it has.
        minutes: how long it takes, about.
        sources: where its rules come from.
        bgg_id: its number on BoardGameGeek, where it is known.
        colours: its own colours; the emblem lies beside the rules text.
        unit: what the box calls a round.
        first_role: whom the table names before round 1: the dealer, the starter or nobody.
        options: house rules, each with its plain sentence.
        agree: (options) -> what is wrong with house rules that are sound one by one.
        opening: what can be carried in from a game begun on paper, per seat.
        setup: (seats, options) -> steps and facts.
        phases: (round) -> what to ask now.
        score: (round) -> lines per seat; the total is their sum. It must take every entry whose
            fields can be read, as a page asks for points before the sheet is complete.
        carry: (round, lines) -> what goes into the next round.
        finish: (seats, options) -> who wins and when it ends.
        start: (round) -> dealer, starter and passing of this round.
        steps: (round) -> what to do before the cards are played.
        moment: (round) -> something in its entry that is worth a word, such as one player who
            took it all.
        decimals: (options) -> how many decimals points are shown with.
        sample: (round, dice) -> a raw entry such as a table could really have played it, for
            the demo and the tests; the dice are handed in, so that the game stays pure.
        helper: a turn-by-turn machine, if it has one.
        upgrade: (version, entry) -> the entry with today's fields.
    """

    slug: str
    title: Msg
    title_option: str | None = None
    about: Msg
    version: int = 1
    seats: range
    minutes: int | None = None
    sources: tuple[str, ...] = ()
    bgg_id: int | None = None
    colours: Colours | None = None
    unit: Literal["round", "hand"] = "round"
    first_role: Literal["dealer", "starter"] | None = None
    options: tuple[Field, ...] = ()
    agree: Callable[[Options], tuple[Problem, ...]] = _all_agree
    opening: tuple[Int, ...] = ()
    setup: Callable[[int, Options], Setup]
    phases: Callable[[Round], tuple[Phase, ...]]
    score: Callable[[Round], Lines]
    carry: Callable[[Round, Lines], Carry] = _nothing_carried
    finish: Callable[[int, Options], Finish]
    start: Callable[[Round], Start] = _no_roles
    steps: Callable[[Round], tuple[Step, ...]] = _no_steps
    moment: Callable[[Round], Moment | None] = _no_moment
    decimals: Callable[[Options], int] = _whole_points
    sample: Callable[[Round, Random], Mapping[str, Any]]
    helper: Helper | None = None
    upgrade: Callable[[int, Mapping[str, Any]], Mapping[str, Any]] = field(default=_same)

    def read_options(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """Return every option, defaults filled in, and what is wrong with the raw ones."""
        known = {option.key for option in self.options}
        problems = [
            Problem(msg("{game} has no option “{key}”.", game=self.title, key=str(key)[:60]))
            for key in raw
            if key not in known
        ]
        options: dict[str, Any] = {}
        for option in self.options:
            try:
                given = option.key in raw
                options[option.key] = option.parse(raw[option.key], 0) if given else option.blank()
            except BadValue as bad:
                problems.append(Problem(bad.text, option.key))
        return options, problems or list(self.agree(options))


def line(points: int, why: Msg, rule: str) -> tuple[Line, ...]:
    """Return one line, or none when it is worth nothing."""
    return (Line(points, why, rule),) if points else ()
