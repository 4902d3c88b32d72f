# SPDX-License-Identifier: MIT
"""The one gate for input: what an entry looks like, which way it was filled in, what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.engine.errors import Problem, ask
from companion.engine.fields import Cards, Int, SeatRef, Tokens
from companion.engine.sheet import Entry, Mode, Phase, Round, dump, read, score_phase
from companion.engine.text import msg
from tests.engine._small import small_deck, told

LABEL = msg("Label")
PILE = Cards(key="pile", label=LABEL, deck=small_deck())
ROUND = Round(number=1, seats=2, options={}, totals=(0, 0))


def not_negative(round: Round, entry: Entry) -> Iterator[Problem]:
    for seat, points in enumerate(entry.column("points")):
        if points < 0:
            yield Problem(msg("Below 0."), "points", seat)
        if points > 50:
            yield ask(msg("That many?"), "points", seat)


CARDS = Mode("cards", LABEL, (PILE, SeatRef(key="moon", label=LABEL)))
COUNT = Mode("count", LABEL, (Tokens(key="red", label=LABEL), SeatRef(key="fire", label=LABEL)))
TYPED = Mode(
    "points",
    LABEL,
    (Int(key="points", label=LABEL, low=-99), SeatRef(key="moon", label=LABEL)),
    (not_negative,),
)
(SCORE,) = score_phase(CARDS, COUNT, TYPED)


def problems_of(raw: Any, phase: Phase = SCORE) -> list[tuple[str, str | None, int | None, str]]:
    return told(read(phase, raw, ROUND)[1])


def entry_of(raw: Any) -> Entry:
    entry, problems = read(SCORE, raw, ROUND)
    assert entry is not None, problems
    return entry


def test_an_entry_is_read_into_rows_and_table() -> None:
    entry = entry_of({"mode": "count", "seats": [{"red": 3}, {"red": "4"}], "table": {"fire": "1"}})

    assert entry == Entry("count", {"fire": 1}, ({"red": 3}, {"red": 4}))
    assert entry.column("red") == [3, 4]


def test_what_nobody_touched_has_its_blank_value() -> None:
    assert entry_of({"mode": "cards"}) == Entry("cards", {"moon": None}, ({"pile": {}},) * 2)
    assert entry_of({"mode": "count", "seats": [{}, {}], "table": None}).column("red") == [0, 0]


@pytest.mark.parametrize("rows", [[{"red": 1}], [{"red": 1}, None]])
def test_a_player_without_a_row_beside_one_with_a_row_is_missing(rows: list[Any]) -> None:
    entry, problems = read(SCORE, {"mode": "count", "seats": rows}, ROUND)
    assert entry is None
    assert [(p.seat, p.severity) for p in problems] == [(1, "error")]


@pytest.mark.parametrize(
    "raw, mode",
    [
        ({}, "cards"),
        ({"seats": [], "table": {}}, "cards"),
        ({"seats": [{"pile": "r1"}, {}]}, "cards"),
        ({"seats": [{}, {"red": 1}]}, "count"),
        ({"table": {"fire": 0}}, "count"),
        ({"seats": [{"points": 1}, {"points": 1}]}, "points"),
        ({"seats": [{"points": 1}, {"points": 1}], "table": {"moon": 0}}, "points"),
        ({"table": {"moon": None}}, "cards"),
        ({"mode": None, "seats": [{"red": 1}, {}]}, "count"),
    ],
)
def test_without_a_name_the_first_way_that_asks_for_all_the_keys_is_meant(
    raw: Any, mode: str
) -> None:
    assert entry_of(raw).mode == mode


def test_keys_of_two_ways_at_once_are_refused_as_the_first_way_sees_them() -> None:
    raw = {"seats": [{"pile": ""}, {"red": 1}]}

    assert problems_of(raw) == [("Nobody asked for “red”.", None, 1, "error")]


@pytest.mark.parametrize("mode", ["moon", "", "Cards", 0, True, [], {}, ["cards"]])
def test_a_way_that_the_game_has_not_is_refused_with_those_it_has(mode: Any) -> None:
    assert problems_of({"mode": mode}) == [
        ("Pick one of these ways to enter: cards, count, points.", "mode", None, "error")
    ]


@pytest.mark.parametrize("raw", [None, [], "x", 5, True, [{"mode": "cards"}]])
def test_an_entry_that_is_no_object_is_not_readable(raw: Any) -> None:
    assert problems_of(raw) == [("This entry is not readable.", None, None, "error")]


@pytest.mark.parametrize("key, value", [("seats", "x"), ("seats", 5), ("seats", {"0": {}})])
def test_rows_or_table_of_another_form_are_not_readable(key: str, value: Any) -> None:
    assert problems_of({"mode": "cards", key: value}) == [
        ("This entry is not readable.", key, None, "error")
    ]


@pytest.mark.parametrize("value", [[], "x", 5, True])
def test_a_table_that_is_no_object_is_not_readable(value: Any) -> None:
    assert problems_of({"mode": "cards", "table": value}) == [
        ("This entry is not readable.", "table", None, "error")
    ]


@pytest.mark.parametrize("row", ["x", 5, [], True, "r1"])
def test_a_row_that_is_no_object_is_not_readable_and_names_its_seat(row: Any) -> None:
    assert problems_of({"mode": "cards", "seats": [{}, row]}) == [
        ("This entry is not readable.", None, 1, "error")
    ]


def test_more_rows_than_players_are_refused() -> None:
    assert problems_of({"mode": "cards", "seats": [{}, {}, {}]}) == [
        ("There are only 2 players.", "seats", None, "error")
    ]


def test_unknown_keys_are_refused_wherever_they_are() -> None:
    raw = {
        "mode": "count",
        "seats": [{"red": 1, "blue": 2}, {}],
        "table": {"water": 1},
        "round": 7,
        "x" * 99: None,
    }

    assert problems_of(raw) == [
        ("Nobody asked for “round”.", None, None, "error"),
        (f"Nobody asked for “{'x' * 60}”.", None, None, "error"),
        ("Nobody asked for “blue”.", None, 0, "error"),
        ("Nobody asked for “water”.", None, None, "error"),
    ]


def test_a_key_of_the_table_in_a_row_is_not_taken_for_the_tables() -> None:
    raw = {"mode": "count", "seats": [{"fire": 0}]}

    assert problems_of(raw) == [("Nobody asked for “fire”.", None, 0, "error")]


def test_every_wrong_value_is_named_with_its_field_and_seat() -> None:
    raw = {"mode": "count", "seats": [{"red": "x"}, {"red": -1}], "table": {"fire": 2}}

    assert problems_of(raw) == [
        ("A number is needed.", "red", 0, "error"),
        ("At least 0.", "red", 1, "error"),
        ("There is no seat 2.", "fire", None, "error"),
    ]


def test_a_missing_number_is_asked_for_at_every_seat() -> None:
    assert problems_of({"mode": "points"}) == [
        ("A number is needed.", "points", 0, "error"),
        ("A number is needed.", "points", 1, "error"),
    ]


def test_the_modes_own_checks_come_after_reading_and_an_error_leaves_no_entry() -> None:
    raw = {"mode": "points", "seats": [{"points": -1}, {"points": 60}]}

    assert read(SCORE, raw, ROUND)[0] is None
    assert problems_of(raw) == [
        ("Below 0.", "points", 0, "error"),
        ("That many?", "points", 1, "ask"),
    ]


def test_checks_do_not_run_on_what_could_not_be_read() -> None:
    raw = {"mode": "points", "seats": [{"points": -1}, {"points": "x"}]}

    assert problems_of(raw) == [("A number is needed.", "points", 1, "error")]


def test_what_is_only_unusual_is_read_and_asked() -> None:
    entry, problems = read(
        SCORE, {"mode": "points", "seats": [{"points": 0}, {"points": 51}]}, ROUND
    )

    assert entry is not None
    assert told(problems) == [("That many?", "points", 1, "ask")]


def test_a_single_card_in_two_piles_is_refused_with_both_owners() -> None:
    raw = {"mode": "cards", "seats": [{"pile": "r1 r2"}, {"pile": "r1"}]}

    assert problems_of(raw) == [
        (
            "red 1 cannot be with more than one player: player 1, player 2.",
            "pile",
            1,
            "error",
        )
    ]


def test_more_copies_in_all_piles_than_the_box_holds_are_refused() -> None:
    raw = {"mode": "cards", "seats": [{"pile": "b1 b1"}, {"pile": "b1"}]}

    assert problems_of(raw) == [
        ("blue 1: 3 cards, but the box has 2 (player 1, player 2).", "pile", 1, "error")
    ]


def test_as_many_copies_as_the_box_holds_may_lie_anywhere() -> None:
    for piles in (("b1 b1", ""), ("b1", "b1"), ("", "b1 b1")):
        raw = {"mode": "cards", "seats": [{"pile": pile} for pile in piles]}
        assert problems_of(raw) == []


def test_more_copies_in_one_pile_are_refused_before_the_piles_are_compared() -> None:
    raw = {"mode": "cards", "seats": [{"pile": "r1 r1"}, {}]}

    assert problems_of(raw) == [("red 1: 2 of 1 cards.", "pile", 0, "error")]


def test_what_is_dumped_reads_back_and_names_every_field() -> None:
    raw = {"seats": [{"pile": "r1 b1 b1"}, {"pile": ["7"]}], "table": {"moon": "1"}}
    entry = entry_of(raw)

    stored = json.loads(json.dumps(dump(SCORE, entry)))

    assert stored == {
        "mode": "cards",
        "seats": [{"pile": {"r1": 1, "b1": 2}}, {"pile": {"7": 1}}],
        "table": {"moon": 1},
    }
    assert entry_of(stored) == entry


def test_a_round_gives_the_entry_of_the_score_and_a_phase_its_mode() -> None:
    entry = Entry("points")
    here = Round(number=1, seats=2, options={}, entries={"score": entry})

    assert here.entry is entry
    assert SCORE.mode("count") is COUNT
    assert SCORE.mode("moon") is None
    with pytest.raises(KeyError):
        _ = ROUND.entry


def test_a_check_may_see_the_round() -> None:
    def only_round_2(round: Round, entry: Entry) -> Iterable[Problem]:
        if round.number != 2:
            yield Problem(msg("Not now."))

    phase = Phase("score", LABEL, (Mode("x", LABEL, (), (only_round_2,)),))

    assert problems_of({}, phase) == [("Not now.", None, None, "error")]
