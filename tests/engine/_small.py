# SPDX-License-Identifier: MIT
"""Small games for the engine's tests, so that no real rule is needed to test the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine.cards import Card, Deck, Suit, deck
from companion.engine.errors import Problem
from companion.engine.fields import Int
from companion.engine.game import Finish, Game, Lines, Options, Setup, Step, line
from companion.engine.log import Event
from companion.engine.replay import Match, play
from companion.engine.setting import read_setting
from companion.engine.sheet import Mode, Pass, Phase, Round, Start, score_phase
from companion.engine.text import msg

POINTS = Mode("points", msg("Points"), (Int(key="points", label=msg("Points"), low=-99),))


def points_phase(round: Round) -> tuple[Phase, ...]:
    return score_phase(POINTS)


def points_score(round: Round) -> Lines:
    return tuple(line(points, msg("Points"), "points") for points in round.entry.column("points"))


def highest(seats: int, options: Options) -> Finish:
    return Finish("high")


def set_up(seats: int, options: Options) -> Setup:
    return Setup((Step(msg("Shuffle."), "points"),), {})


def round_the_table(round: Round) -> Start:
    first = round.first.dealer
    return Start(
        dealer=(first + round.number - 1) % round.seats if isinstance(first, int) else None
    )


def passing_left(round: Round) -> Start:
    return Start(dealer=0, passing=Pass(3, "left"))


def some_points(round: Round, dice: Random) -> dict[str, Any]:
    return points(*(dice.randint(0, 9) for _ in range(round.seats)))["score"]  # type: ignore[no-any-return] # a plain entry


def small_game(**changes: Any) -> Game:
    """Return a game of points with what the test changes in it."""
    plain: dict[str, Any] = {
        "slug": "small",
        "title": msg("Small game"),
        "about": msg("Highest total wins."),
        "seats": range(1, 7),
        "setup": set_up,
        "phases": points_phase,
        "score": points_score,
        "finish": highest,
        "sample": some_points,
    }
    return Game(**{**plain, **changes})


def points(*numbers: Any) -> dict[str, Any]:
    """Return a raw round in which the seats get these points."""
    return {"score": {"mode": "points", "seats": [{"points": number} for number in numbers]}}


def played(game: Game, seats: int, rounds: Sequence[Mapping[str, Any]], **start: Any) -> Match:
    """Play a match of so many seats; *start* holds options, dealer, starter, opening, closed."""
    closed = start.pop("closed", False)
    setting, problems = read_setting(game, seats, start)
    assert setting is not None, problems
    return play(game, setting, rounds, closed=closed)


def log(*events: tuple[str, Mapping[str, Any]]) -> list[Event]:
    """Number events from 1."""
    return [Event(seq, kind, body) for seq, (kind, body) in enumerate(events, 1)]


def told(problems: Sequence[Problem]) -> list[tuple[str, str | None, int | None, str]]:
    """Return problems as plain values, their texts in English."""
    return [(str(p.text), p.field, p.seat, p.severity) for p in problems]


def small_deck() -> Deck:
    """Return four kinds of card: r1 and r2 once, b1 twice, and a joker without a suit."""
    suits = (Suit(key="r", label=msg("Red")), Suit(key="b", label=msg("Blue")))
    return deck(
        (
            Card(id="r1", label=msg("red 1"), suit="r"),
            Card(id="r2", label=msg("red 2"), suit="r"),
            Card(id="b1", label=msg("blue 1"), suit="b", copies=2),
            Card(id="7", label=msg("the seven")),
        ),
        suits,
    )
