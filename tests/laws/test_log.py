# SPDX-License-Identifier: MIT
"""Laws of the log: however a match came to be entered, the same cells are the same match."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.compare import compare
from companion.engine.game import Game
from companion.engine.log import Event
from companion.engine.replay import Match, replay
from tests import strategies
from tests.laws import _laws
from tests.laws._played import Played, numbered, played_by, told_fully

Events = list[tuple[str, dict[str, Any]]]


def wrong_rounds(played: Played, data: st.DataObject) -> Events:
    """Return other entries for some of the rounds, such as somebody mistyped."""
    if not played.rounds:
        return []
    numbers = data.draw(st.sets(st.sampled_from(played.numbers), min_size=1), label="mistyped")
    events: Events = []
    for number in sorted(numbers):
        here = played.match().round_at(number)
        for phase in played.game.phases(here):
            mode = data.draw(st.sampled_from(phase.modes))
            entry = data.draw(strategies.entry(mode, played.seats))
            events.append(("entered", {"round": number, "phase": phase.key, "entry": entry}))
    return events


def rounds_of(played: Played) -> Events:
    return [event for number in played.numbers for event in played.entered(number)]


def closed(match: Match) -> tuple[str, dict[str, Any]]:
    """Return the witness that the store writes when the rules end a match."""
    witness = {"totals": match.totals, "ranks": match.ranks, "winners": match.winners}
    return "closed", {"by": "rules", **witness, "version": match.game.version}


@given(data=st.data())
def test_the_log_of_a_match_replays_to_what_its_file_scores(
    game: Game, data: st.DataObject
) -> None:
    _laws.log_agrees(data.draw(strategies.played(game)))


@given(data=st.data())
def test_entering_seat_by_seat_in_any_order_is_entering_at_once(
    game: Game, data: st.DataObject
) -> None:
    played = told_fully(data.draw(strategies.played(game)))

    _laws.seat_by_seat(played, Random(data.draw(st.integers(0, 2**32), label="order")))


@given(data=st.data())
def test_a_corrected_log_is_a_log_that_was_right_at_once(game: Game, data: st.DataObject) -> None:
    played = told_fully(data.draw(strategies.played(game)))
    wrong = wrong_rounds(played, data)

    log = numbered([played.started(), *wrong, *rounds_of(played)])

    assert _laws.state(replay(game, log)) == _laws.state(played.match())


@given(data=st.data())
def test_a_correction_after_the_end_is_as_good_as_one_before(
    game: Game, data: st.DataObject
) -> None:
    played = told_fully(data.draw(strategies.played(game, rounds=6)))
    wrong, right = wrong_rounds(played, data), rounds_of(played)
    mistyped = numbered([played.started(), *right, *wrong])
    before = replay(game, mistyped)

    after = replay(game, numbered([*_plain(mistyped), closed(before), *right]))

    assert _laws.state(after) == _laws.state(played.match())
    assert not compare(after, played.match())


@given(data=st.data())
def test_a_round_taken_back_and_entered_again_is_one_entered_once(
    game: Game, data: st.DataObject
) -> None:
    played = told_fully(data.draw(strategies.played(game)))
    taken: Events = []
    for kind, body in wrong_rounds(played, data):
        cells = [[body["phase"], seat] for seat in range(played.seats)]
        taken += [(kind, body), ("voided", {"round": body["round"], "cells": cells})]

    log = numbered([played.started(), *taken, *rounds_of(played)])

    assert _laws.state(replay(game, log)) == _laws.state(played.match())


@given(data=st.data())
def test_taking_the_last_round_back_leaves_the_match_before_it(
    game: Game, data: st.DataObject
) -> None:
    played = told_fully(data.draw(strategies.played(game)))
    seats, number = range(played.seats), len(played.rounds)
    if not number:
        return
    phases = [key for key, entry in played.rounds[-1].items() if isinstance(entry, dict)]
    cells = [[phase, seat] for phase in phases for seat in seats]
    log = [*rounds_of(played)[:-1], played.entered(number)[-1]]

    after = replay(
        game, numbered([played.started(), *log, ("voided", {"round": number, "cells": cells})])
    )

    earlier = Played(
        game, played.seats, played.options, played.first, played.opening, played.rounds[:-1]
    ).match()
    assert after.rounds == earlier.rounds
    assert (after.totals, after.over) == (earlier.totals, earlier.over)


@given(data=st.data())
def test_house_rules_changed_in_mid_game_hold_for_all_of_it(
    game: Game, data: st.DataObject
) -> None:
    options = data.draw(strategies.options(game), label="later options")
    played = data.draw(strategies.played(game))
    as_agreed = Played(game, played.seats, options, played.first, played.opening, played.rounds)

    changed = [*_plain(played.log()), ("options", {"options": options})]

    assert _laws.state(replay(game, numbered(changed))) == _laws.state(as_agreed.match())


@given(data=st.data())
def test_only_a_match_with_rounds_can_be_ended_by_the_table(
    game: Game, data: st.DataObject
) -> None:
    played = data.draw(strategies.played(game))
    ended = ("closed", {"by": "table"})

    over = replay(game, numbered([*_plain(played.log()), ended]))
    again = replay(game, numbered([*_plain(played.log()), ended, ("reopened", {})]))

    assert over.over == bool(played.rounds)
    assert _laws.state(again) == _laws.state(played.match())
    _laws.places_hold(over)


def _plain(log: list[Event]) -> Events:
    return [(event.kind, dict(event.body)) for event in log]


def test_a_played_match_has_something_to_mistype(game: Game) -> None:
    # Without rounds most of the laws above would say nothing.
    assert played_by(game, game.seats[-1], {}, Random(11), rounds=3).rounds
