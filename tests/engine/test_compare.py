# SPDX-License-Identifier: MIT
"""What a correction does: points, totals, places, roles, winners; and nothing where it is none."""

from __future__ import annotations

from typing import Any

from companion.engine.compare import Effect, compare
from companion.engine.game import Finish, Options
from companion.engine.replay import Match
from companion.engine.sheet import Start
from tests.engine._small import played, points, small_game
from tests.engine.test_replay import equals


def to_ten(seats: int, options: Options) -> Finish:
    return Finish("high", reach=10)


GAME = small_game(finish=to_ten, start=equals, first_role="starter")


def state(*rounds: dict[str, Any]) -> Match:
    return played(GAME, 3, rounds, starter=0)


def test_two_equal_matches_have_no_difference() -> None:
    effect = compare(state(points(1, 2, 3)), state(points(1, 2, 3)))

    assert effect == Effect({}, {}, {}, None, None)
    assert not effect


def test_a_correction_changes_points_totals_places_and_who_begins() -> None:
    effect = compare(
        state(points(1, 2, 3), points(1, 1, 4)), state(points(1, 5, 3), points(1, 1, 0))
    )

    assert effect.points == {1: {1: (2, 5)}, 2: {2: (4, 0)}}
    assert effect.totals == {1: (3, 6), 2: (7, 3)}
    assert effect.ranks == {1: (2, 1), 2: (1, 2)}
    assert effect.start == (Start(starter=2), Start(starter=(0, 1)))
    assert effect.winners is None
    assert effect


def test_a_correction_may_leave_the_totals_alone() -> None:
    effect = compare(
        state(points(1, 2, 3), points(3, 2, 1)), state(points(3, 2, 1), points(1, 2, 3))
    )

    assert effect.totals == {}
    assert effect.ranks == {}
    assert effect.points == {1: {0: (1, 3), 2: (3, 1)}, 2: {0: (3, 1), 2: (1, 3)}}
    assert effect


def test_a_correction_may_end_a_game_or_bring_it_back() -> None:
    running, over = state(points(9, 2, 3)), state(points(9, 2, 10))

    assert compare(running, over).winners == ((), (2,))
    assert compare(over, running).winners == ((2,), ())


def test_a_new_round_shows_in_totals_but_not_among_the_changed_rounds() -> None:
    effect = compare(state(), state(points(1, 2, 3)))

    assert effect.points == {}
    assert effect.totals == {0: (0, 1), 1: (0, 2), 2: (0, 3)}


def test_a_round_taken_back_shows_the_same_way() -> None:
    effect = compare(state(points(1, 2, 3)), state())

    assert (effect.points, effect.totals[2]) == ({}, (3, 0))
    assert effect.start == (Start(starter=2), Start(starter=0))
