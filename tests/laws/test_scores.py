# SPDX-License-Identifier: MIT
"""Laws of scores, places and seats, for every game, player count and house rule."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Game
from companion.engine.replay import play
from tests import strategies
from tests.laws import _laws


@given(data=st.data())
def test_a_total_is_the_sum_of_its_reasons(game: Game, data: st.DataObject) -> None:
    played = data.draw(strategies.played(game))

    match = played.match()

    _laws.sums_hold(match)
    _laws.places_hold(match)
    _laws.start_holds(match)


@given(data=st.data())
def test_whatever_can_be_read_scores_or_says_why_not(game: Game, data: st.DataObject) -> None:
    played = data.draw(strategies.played(game, rounds=1))
    here = played.match().next
    entries: dict[str, Any] = {}
    for phase in game.phases(here):
        mode = data.draw(st.sampled_from(phase.modes))
        entries[phase.key] = data.draw(strategies.entry(mode, played.seats), label=phase.key)

    match = play(game, played.setting(), [*played.rounds, entries])

    scored = len(match.rounds) > len(played.rounds)
    assert scored or any(problem.severity == "error" for problem in match.problems)
    _laws.sums_hold(match)
    _laws.places_hold(match)
    _laws.start_holds(match)
    _laws.entries_survive_storing(match)


@given(data=st.data())
def test_a_round_as_the_game_itself_plays_it_raises_no_question(
    game: Game, data: st.DataObject
) -> None:
    _laws.samples_are_true(data.draw(strategies.played(game)))


@given(data=st.data())
def test_the_same_people_one_seat_on_get_the_same_everything(
    game: Game, data: st.DataObject
) -> None:
    played = data.draw(strategies.played(game, seated=True))
    by = data.draw(st.integers(0, played.seats - 1), label="moved by")

    _laws.seats_are_alike(played, [(seat + by) % played.seats for seat in range(played.seats)])


@given(data=st.data())
def test_points_do_not_depend_on_who_sits_where(game: Game, data: st.DataObject) -> None:
    played = data.draw(strategies.played(game, rounds=1))
    order = data.draw(st.permutations(range(played.seats)), label="order")

    _laws.points_know_no_places(played, order)


@given(data=st.data())
def test_what_is_read_survives_being_stored(game: Game, data: st.DataObject) -> None:
    _laws.entries_survive_storing(data.draw(strategies.played(game)).match())


@given(data=st.data())
def test_every_house_rule_has_a_set_up_for_every_player_count(
    game: Game, data: st.DataObject
) -> None:
    _laws.setup_is_told(game, data.draw(strategies.options(game)))


def test_the_fixed_matches_that_broken_games_meet_hold_as_they_are(game: Game) -> None:
    _laws.everything_holds(game)
