# SPDX-License-Identifier: MIT
"""The log is the match: what each event means, and which cells it writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.errors import BadValue
from companion.engine.fields import Int, SeatRef
from companion.engine.game import Game
from companion.engine.log import cells, closed, entries, opening
from companion.engine.replay import Match, replay
from companion.engine.sheet import Mode, score_phase
from companion.engine.text import msg
from tests.engine._small import log, passing_left, points, small_game

SHEET = Mode(
    "points",
    msg("Points"),
    (
        Int(key="points", label=msg("Points"), low=-99),
        SeatRef(key="moon", label=msg("Moon")),
        SeatRef(key="sun", label=msg("Sun")),
    ),
)
TRICKS = Mode("tricks", msg("Tricks"), (Int(key="won", label=msg("Won")),))
GAME = small_game(phases=lambda round: score_phase(SHEET))
STARTED = ("started", {"seats": ["Ada", "Ben"], "options": {}})


def entered(number: int = 1, phase: str = "score", **entry: Any) -> tuple[str, dict[str, Any]]:
    return "entered", {"round": number, "phase": phase, "entry": {"mode": "points", **entry}}


def rounds(*events: tuple[str, Mapping[str, Any]], game: Game = GAME) -> list[dict[str, Any]]:
    return entries(game, log(STARTED, *events), 2)


def match(*events: tuple[str, Mapping[str, Any]], game: Game = GAME) -> Match:
    return replay(game, log(STARTED, *events))


def row(number: int) -> dict[str, int]:
    return {"points": number}


# --- cells -----------------------------------------------------------------------------------


def test_an_entry_writes_the_rows_and_the_answers_that_it_holds() -> None:
    _, body = entered(2, seats=[row(1), row(2)], table={"moon": 0})

    assert cells("entered", body) == {
        ("cell", 2, "score", 0),
        ("cell", 2, "score", 1),
        ("cell", 2, "score", "moon"),
    }


def test_one_seats_row_writes_one_cell_however_its_seat_is_written() -> None:
    as_text, as_number = entered(seats={"1": row(2)}), entered(seats={1: row(2)})

    assert cells(*as_text) == cells(*as_number) == {("cell", 1, "score", 1)}


def test_an_entry_of_nothing_writes_nothing() -> None:
    assert cells(*entered()) == cells(*entered(seats=None, table=None)) == frozenset()


def test_taking_away_touches_the_same_cells_as_entering() -> None:
    taken = cells("voided", {"round": 1, "cells": [["score", 0], ["score", "moon"]]})

    assert taken == cells(*entered(seats={"0": row(1)}, table={"moon": None}))


@pytest.mark.parametrize(
    "one, other, clash",
    [
        (entered(1, seats={"0": row(1)}), entered(1, seats={"1": row(1)}), False),
        (entered(1, seats={"0": row(1)}), entered(2, seats={"0": row(1)}), False),
        (entered(1, seats={"0": row(1)}), entered(1, "bid", seats={"0": row(1)}), False),
        (entered(1, seats={"0": row(1)}), entered(1, seats=[row(3), row(4)]), True),
        (("noted", {"round": 1, "starter": 0}), ("noted", {"round": 1, "pass": "left"}), False),
        (("noted", {"round": 1, "starter": 0}), ("noted", {"round": 2, "starter": 0}), False),
        (("noted", {"round": 1, "starter": 0}), ("noted", {"round": 1, "starter": 1}), True),
        (("closed", {}), ("reopened", {}), True),
        (("closed", {}), ("options", {}), False),
        (("options", {}), ("options", {}), True),
        (("started", {}), entered(seats=[row(1)]), False),
    ],
)
def test_two_events_clash_when_they_write_the_same_cell(
    one: tuple[str, dict[str, Any]], other: tuple[str, dict[str, Any]], clash: bool
) -> None:
    assert bool(cells(*one) & cells(*other)) == clash


# --- what is entered now ---------------------------------------------------------------------


def test_rows_that_come_one_by_one_make_a_round_when_all_are_there() -> None:
    first = entered(seats={"1": row(2)}, table={"moon": 1})

    assert rounds(first) == [{}]
    assert rounds(first, entered(seats={"0": row(1)})) == [
        {"score": {"mode": "points", "seats": [row(1), row(2)], "table": {"moon": 1}}}
    ]


def test_a_missing_answer_of_the_table_keeps_no_round_back() -> None:
    (only,) = rounds(entered(seats=[row(1), row(2)]))

    assert only["score"]["table"] == {}
    assert match(entered(seats=[row(1), row(2)])).rounds[0].entries["score"].table == {
        "moon": None,
        "sun": None,
    }


def test_the_last_writer_of_a_cell_wins_and_other_cells_stay() -> None:
    (only,) = rounds(
        entered(seats=[row(1), row(2)], table={"moon": 0, "sun": 0}),
        entered(seats={"1": row(7)}),
        entered(table={"sun": 1}),
    )

    assert only["score"]["seats"] == [row(1), row(7)]
    assert only["score"]["table"] == {"moon": 0, "sun": 1}


def test_another_way_of_entering_starts_the_sheet_afresh() -> None:
    both = small_game(phases=lambda round: score_phase(SHEET, TRICKS))
    tricks = {"0": {"won": 3}}
    entry = {"round": 1, "phase": "score", "entry": {"mode": "tricks", "seats": tricks}}
    before = entered(seats=[row(1), row(2)], table={"moon": 0})

    assert rounds(before, ("entered", entry), game=both) == [{}]
    tricks["1"] = {"won": 4}
    (only,) = rounds(before, ("entered", entry), game=both)
    assert only["score"] == {"mode": "tricks", "seats": [{"won": 3}, {"won": 4}], "table": {}}


def test_an_event_that_names_no_way_goes_with_the_sheet_as_it_is() -> None:
    nameless = {"round": 1, "phase": "score", "entry": {"seats": {"1": row(7)}}}
    (only,) = rounds(entered(seats=[row(1), row(2)]), ("entered", nameless))

    assert (only["score"]["mode"], only["score"]["seats"]) == ("points", [row(1), row(7)])


def test_a_row_that_is_not_readable_is_entered_and_refused_like_any_other() -> None:
    state = match(entered(seats=[row(1), "x"]))

    assert state.rounds == ()
    assert {problem.seat for problem in state.problems} == {1}


def test_rounds_entered_out_of_turn_wait_for_those_before() -> None:
    second, first = entered(2, seats=[row(3), row(4)]), entered(1, seats=[row(1), row(2)])

    assert rounds(second) == []
    assert match(second).rounds == ()
    assert match(second, first).totals == (4, 6)


def test_taking_a_round_away_leaves_a_hole_that_can_be_filled_again() -> None:
    one, two = entered(1, seats=[row(1), row(2)]), entered(2, seats=[row(3), row(4)])
    taken = ("voided", {"round": 1, "cells": [["score", 0], ["score", 1]]})

    assert match(one, two, taken).rounds == ()
    assert match(one, two, taken, entered(1, seats=[row(5), row(5)])).totals == (8, 9)


def test_taking_away_what_is_not_there_changes_nothing() -> None:
    one = entered(1, seats=[row(1), row(2)])

    assert rounds(("voided", {"round": 1, "cells": [["bid", 0]]}), one) == rounds(one)
    assert match(one, ("voided", {"round": 1, "cells": []})).totals == (1, 2)


def test_taking_back_keeps_what_the_table_chose() -> None:
    noted = ("noted", {"round": 1, "starter": 1})
    taken = ("voided", {"round": 1, "cells": [["score", 0]]})

    assert rounds(noted, entered(seats=[row(1), row(2)]), taken) == [{"starter": 1}]


def test_what_the_table_chose_last_holds() -> None:
    one = entered(1, seats=[row(1), row(2)])
    game = small_game(phases=lambda round: score_phase(SHEET), start=passing_left)
    state = match(
        one, ("noted", {"round": 1, "starter": 1}), ("noted", {"round": 1, "pass": "right"}),
        ("noted", {"round": 1, "starter": 0}), game=game,
    )  # fmt: skip

    assert state.rounds[0].start.starter == 0
    assert state.rounds[0].start.passing is not None
    assert state.rounds[0].start.passing.direction == "right"


def test_an_old_entry_is_brought_up_to_date_by_its_game() -> None:
    def upgrade(version: int, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        if version >= 2:
            return entry
        return {**entry, "seats": [{"points": 10 * old["tens"]} for old in entry["seats"]]}

    game = small_game(phases=lambda round: score_phase(SHEET), version=2, upgrade=upgrade)
    old = entered(1, seats=[{"tens": 1}, {"tens": 2}])
    old[1]["version"] = 1
    new = entered(2, seats=[row(1), row(2)])

    assert match(old, new, game=game).totals == (11, 22)


# --- start and end ---------------------------------------------------------------------------


def test_house_rules_changed_in_mid_game_hold_for_the_whole_match() -> None:
    events = log(
        ("started", {"seats": ["Ada"], "options": {"a": 1}, "dealer": 0}),
        ("options", {"options": {"a": 2}}),
        ("options", {"options": {"a": 3}}),
    )

    assert opening(events) == {"seats": ["Ada"], "options": {"a": 3}, "dealer": 0}
    assert events[0].body["options"] == {"a": 1}


def test_house_rules_that_cannot_be_make_a_log_unreadable() -> None:
    with pytest.raises(BadValue, match="has no option"):
        match(("options", {"options": {"moon": 1}}))


@pytest.mark.parametrize(
    "ends, by_the_table",
    [
        ([], False),
        ([("closed", {"by": "table"})], True),
        ([("closed", {"by": "rules"})], False),
        ([("closed", {})], False),
        ([("closed", {"by": "table"}), ("reopened", {})], False),
        ([("closed", {"by": "table"}), ("reopened", {}), ("closed", {"by": "table"})], True),
        ([("closed", {"by": "table"}), ("closed", {"by": "rules"})], False),
    ],
)
def test_a_match_is_ended_by_the_table_until_it_is_reopened(
    ends: list[tuple[str, dict[str, Any]]], by_the_table: bool
) -> None:
    played = [entered(1, seats=[row(1), row(2)]), *ends]

    assert closed(log(STARTED, *played)) == by_the_table
    assert match(*played).over == by_the_table


def test_events_of_other_kinds_change_no_round() -> None:
    one = entered(1, seats=[row(1), row(2)])

    assert rounds(one, ("reopened", {}), ("options", {"options": {}})) == rounds(one)


def test_a_match_file_and_a_log_name_the_same_entry() -> None:
    (only,) = rounds(entered(seats=[row(1), row(2)]))

    assert match(entered(seats=[row(1), row(2)])).totals == (1, 2)
    assert only["score"]["seats"] == points(1, 2)["score"]["seats"]
