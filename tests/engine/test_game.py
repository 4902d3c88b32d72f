# SPDX-License-Identifier: MIT
"""A game's record: what it takes as house rules, what it is without its optional parts."""

from __future__ import annotations

import dataclasses

import pytest

from companion.engine.fields import Int
from companion.engine.game import Finish, Line, line
from companion.engine.sheet import Round, Start
from companion.engine.text import msg
from tests.engine._small import small_game, told

ROUND = Round(number=1, seats=2, options={}, totals=(0, 0))


@pytest.mark.parametrize("points", [1, -1, 99])
def test_a_reason_worth_something_is_one_line(points: int) -> None:
    assert line(points, msg("why"), "rule") == (Line(points, msg("why"), "rule"),)


def test_a_reason_worth_nothing_is_no_line() -> None:
    assert line(0, msg("why"), "rule") == ()


def test_a_plain_game_carries_nothing_names_nobody_and_shows_whole_points() -> None:
    game = small_game()

    assert game.carry(ROUND, ((), ())) == {}
    assert game.start(ROUND) == Start(None, None, None)
    assert game.steps(ROUND) == ()
    assert game.decimals({}) == 0
    assert game.upgrade(1, {"mode": "points"}) == {"mode": "points"}
    assert (game.unit, game.version, game.helper) == ("round", 1, None)


def test_a_game_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        small_game().slug = "other"  # type: ignore[misc] # that is the point


def test_all_house_rules_are_read_and_all_wrong_ones_named() -> None:
    game = small_game(
        options=(
            Int(key="a", label=msg("A"), default=3, high=5),
            Int(key="b", label=msg("B"), optional=True),
        )
    )

    assert game.read_options({}) == ({"a": 3, "b": None}, [])
    assert game.read_options({"a": "4", "b": 0}) == ({"a": 4, "b": 0}, [])
    options, problems = game.read_options({"a": 6, "b": 2, "c" * 99: 1})
    assert options == {"b": 2}
    assert told(problems) == [
        (f"Small game has no option “{'c' * 60}”.", None, None, "error"),
        ("At most 5.", "a", None, "error"),
    ]


@pytest.mark.parametrize(
    "finish, played, totals, over",
    [
        (Finish("high"), 99, (999, 0), False),
        (Finish("high", rounds=3), 2, (0, 0), False),
        (Finish("high", rounds=3), 3, (0, 0), True),
        (Finish("high", rounds=3), 4, (0, 0), True),
        (Finish("high", rounds=0), 0, (0, 0), False),
        (Finish("low", reach=50), 1, (49, 49), False),
        (Finish("low", reach=50), 1, (0, 50), True),
        (Finish("low", reach=50), 0, (60, 50), False),
        (Finish("low", reach=50, strictly=True), 1, (50, 0), False),
        (Finish("low", reach=50, strictly=True), 1, (51, 0), True),
        (Finish("high", rounds=9, reach=50), 1, (50, 0), True),
        (Finish("high", rounds=1, reach=50), 1, (0, 0), True),
        (Finish("high", reach=0), 1, (-1, -2), False),
        (Finish("high", reach=0), 1, (-1, 0), True),
    ],
)
def test_a_game_is_over_at_its_last_round_or_at_its_total(
    finish: Finish, played: int, totals: tuple[int, ...], over: bool
) -> None:
    assert finish.over(played, totals) is over
