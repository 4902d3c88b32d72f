# SPDX-License-Identifier: MIT
"""Each kind of field: what it takes, what it refuses and why, and what an untouched one means."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import fields as f
from companion.engine.cards import deck
from companion.engine.errors import BadValue
from companion.engine.text import msg
from tests import strategies
from tests.engine._small import small_deck

LABEL = msg("Label")
YES_NO = "Yes or no."
CARDS = "A list of cards is needed."
NAMES = "A list of names is needed."

INT = f.Int(key="i", label=LABEL, low=-5, high=20)
TENTHS = f.Int(key="i", label=LABEL, low=-50, high=200, decimals=1)
MAYBE = f.Int(key="i", label=LABEL, optional=True)
TOKENS = f.Tokens(key="t", label=LABEL)
FLAG = f.Flag(key="f", label=LABEL)
CHOICE = f.Choice(key="c", label=LABEL, choices=(("7", msg("7 heads")), ("five", msg("5 heads"))))
MAYBE_CHOICE = f.Choice(key="c", label=LABEL, choices=CHOICE.choices, optional=True)
SEAT = f.SeatRef(key="s", label=LABEL)
PILE = f.Cards(key="p", label=LABEL, deck=small_deck())
LABELS = f.Labels(key="l", label=LABEL, most=3)
NUMBERS = f.Numbers(key="n", label=LABEL, labels=("Wood", "Ore"), low=-1, high=9)
HALVES = f.Numbers(key="n", label=LABEL, labels=("Wood",), low=-10, high=90, decimals=1)
TEXT = f.Text(key="x", label=LABEL, most=5)
EVERY = (
    *(INT, TENTHS, MAYBE, TOKENS, FLAG, CHOICE, MAYBE_CHOICE, SEAT, PILE, LABELS, NUMBERS, HALVES),
    TEXT,
)


def refused(field: f.Field, raw: Any, seats: int = 3) -> str:
    with pytest.raises(BadValue) as caught:
        field.parse(raw, seats)
    assert str(caught.value) == str(caught.value.text)
    return str(caught.value.text)


# --- numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("raw, number", [(-5, -5), (20, 20), ("−5", -5), ("20,0", 20), (0, 0)])
def test_a_number_within_its_limits_is_taken(raw: Any, number: int) -> None:
    assert INT.parse(raw, 3) == number


@pytest.mark.parametrize(
    "raw, why",
    [
        *((-6, "At least -5."), ("-6", "At least -5."), (21, "At most 20."), ("21", "At most 20.")),
        *((10**30, "At most 20."), (-(10**30), "At least -5."), ("1" * 21, "out of reach")),
        *((1e309, "out of reach"), (float("nan"), "out of reach"), (True, f.NEEDED.id)),
        *(([5], f.NEEDED.id), ({"i": 5}, f.NEEDED.id), ("5-", f.NEEDED.id), ("--5", f.NEEDED.id)),
        *((1.5, "A whole number is needed."), ("1,5", "A whole number is needed.")),
        *((None, f.NEEDED.id), ("", f.NEEDED.id), ("–", f.NEEDED.id), (" ", f.NEEDED.id)),
    ],
)
def test_a_number_beyond_its_limits_or_none_at_all_is_refused(raw: Any, why: str) -> None:
    assert why in refused(INT, raw)


@pytest.mark.parametrize(
    "raw, kept", [("12,5", 125), (20, 200), (-5, -50), (-5.0, -50), (Decimal("0.1"), 1)]
)
def test_tenths_are_kept_whole(raw: Any, kept: int) -> None:
    assert TENTHS.parse(raw, 3) == kept


@pytest.mark.parametrize("raw, why", [(20.1, "At most 20.0."), ("-5,1", "At least -5.0.")])
def test_limits_of_tenths_are_told_as_people_write_them(raw: Any, why: str) -> None:
    assert refused(TENTHS, raw) == why


@pytest.mark.parametrize("raw", [None, "", " ", "-", "–", "—", "−"])
def test_an_optional_number_may_stay_empty(raw: Any) -> None:
    assert MAYBE.parse(raw, 3) is None
    assert TOKENS.parse(raw, 3) == 0


def test_an_untouched_number_is_its_default_or_asked_for() -> None:
    assert TOKENS.blank() == 0
    assert MAYBE.blank() is None
    assert f.Int(key="i", label=LABEL, default=4).blank() == 4
    with pytest.raises(BadValue, match=f.NEEDED.id):
        INT.blank()


def test_an_optional_number_is_still_a_number() -> None:
    assert refused(MAYBE, "x") == f.NEEDED.id
    assert refused(TOKENS, -1) == "At least 0."
    assert refused(TOKENS, 100) == "At most 99."


# --- yes or no -------------------------------------------------------------------------------


@pytest.mark.parametrize("raw", [True, "y", "YES", " on ", "true", "1"])
def test_yes_is_said_in_many_ways(raw: Any) -> None:
    assert FLAG.parse(raw, 3) is True


@pytest.mark.parametrize("raw", [False, "n", "No", "off", "FALSE", "0", "", " "])
def test_no_is_said_in_many_ways(raw: Any) -> None:
    assert FLAG.parse(raw, 3) is False


@pytest.mark.parametrize("raw", [1, 0, 2, 1.0, "ja", "2", "–", [], [True], {}, "\ud800"])
def test_what_is_neither_yes_nor_no_is_refused(raw: Any) -> None:
    assert refused(FLAG, raw) == YES_NO


def test_an_untouched_switch_stands_as_the_game_set_it() -> None:
    on = f.Flag(key="f", label=LABEL, default=True)

    assert (FLAG.blank(), FLAG.parse(None, 3)) == (False, False)
    assert (on.blank(), on.parse(None, 3), on.parse("", 3)) == (True, True, False)


# --- one of a few ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw, key", [("7", "7"), ("five", "five"), (7, "7"), ("", "7"), (None, "7")]
)
def test_a_choice_is_named_by_its_key_and_the_first_is_the_default(raw: Any, key: str) -> None:
    assert CHOICE.parse(raw, 3) == key
    assert CHOICE.blank() == "7"


@pytest.mark.parametrize("raw", ["Five", "5", 5, " 7", "7 heads", True, 7.0, ["7"], {}, 10**30])
def test_an_answer_that_is_not_offered_is_refused_with_those_that_are(raw: Any) -> None:
    assert refused(CHOICE, raw) == "Pick one of the answers: 7, five."


@pytest.mark.parametrize("raw", [None, "", "–"])
def test_an_optional_choice_may_stay_open(raw: Any) -> None:
    assert MAYBE_CHOICE.parse(raw, 3) is None
    assert MAYBE_CHOICE.blank() is None
    assert MAYBE_CHOICE.parse("five", 3) == "five"


# --- a player --------------------------------------------------------------------------------


@pytest.mark.parametrize("raw, seat", [(0, 0), (2, 2), ("0", 0), (" 2 ", 2), ("2.0", 2)])
def test_a_seat_is_counted_from_0(raw: Any, seat: int) -> None:
    assert SEAT.parse(raw, 3) == seat


@pytest.mark.parametrize("raw", [None, "", "–", "none", " "])
def test_nobody_is_an_answer_too(raw: Any) -> None:
    assert SEAT.parse(raw, 3) is None
    assert SEAT.blank() is None


@pytest.mark.parametrize(
    "raw, why",
    [
        *((3, "There is no seat 3."), (-1, "There is no seat -1."), ("3", "There is no seat 3.")),
        *((True, "Pick a player."), ([0], "Pick a player."), (1.0, "Pick a player.")),
        *(({}, "Pick a player."), ("Ada", f.NEEDED.id), ("None", f.NEEDED.id), (10**30, "reach")),
    ],
)
def test_a_seat_that_is_not_there_is_refused(raw: Any, why: str) -> None:
    assert why in refused(SEAT, raw)


# --- cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        *(
            "r1 b1 b1 7",
            "  r1\tb1\nb1 7 ",
            "r1,b1, b1 ,7",
            ["r1", "b1", "b1", 7],
            ("r1", "b1", "b1", "7"),
        ),
        *({"r1": 1, "b1": 2, "7": 1}, {"r1": "1", "b1": "2", "7": 1.0, "r2": 0}),
        *({"r1": 1, "b1": 2, 7: 1, "r2": ""}, {"r1": 1, "b1": 2, "7": 1, "x9": 0, "y": None}),
    ],
)
def test_a_pile_is_written_in_three_ways(raw: Any) -> None:
    assert PILE.parse(raw, 3) == {"r1": 1, "b1": 2, "7": 1}


@pytest.mark.parametrize("raw", [None, "", " ", [], {}, (), {"r1": 0}, ","])
def test_no_cards_are_an_empty_pile(raw: Any) -> None:
    assert PILE.parse(raw, 3) == {}
    assert PILE.blank() == {}


@pytest.mark.parametrize(
    "raw, why",
    [
        *(("r3", "There is no card r3."), (["r1", "R1"], "There is no card R1."), ("-", "card -.")),
        *(({"b2": 1}, "There is no card b2."), ("x" * 99, "There is no card " + "x" * 60 + ".")),
        *(("r1 r1", "red 1: 2 of 1 cards."), ({"b1": 3}, "blue 1: 3 of 2 cards.")),
        *(
            ({"b1": 10**30}, "of 2 cards."),
            ({"r1": -1}, "At least 0."),
            ({"r1": "-1"}, "At least 0."),
        ),
        *(({"r1": 0.5}, "A whole number is needed."), ({"r1": "x"}, f.NEEDED.id)),
        *(({"r1": True}, f.NEEDED.id), ({"r1": [1]}, f.NEEDED.id), ({"": 1}, "There is no card .")),
        *((7, CARDS), (True, CARDS), (1.5, CARDS), ([["r1"]], CARDS), ([None], CARDS)),
        *(([True], CARDS), ([1.0], CARDS), ([{"r1": 1}], CARDS), ("\ud800", "There is no card")),
    ],
)
def test_a_pile_that_the_box_cannot_make_is_refused(raw: Any, why: str) -> None:
    assert why in refused(PILE, raw)


def test_a_pile_is_dumped_as_a_copy() -> None:
    value = {"r1": 1}

    dumped = PILE.dump(value)
    dumped["r2"] = 1

    assert value == {"r1": 1}


# --- names, numbers by name, text ------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [["Wood", "Ore"], "Wood\nOre", " Wood \n\n Ore\n", ["Wood ", "", " Ore"], "Wood\r\nOre"],
)
def test_a_list_of_names_comes_as_a_list_or_one_a_line(raw: Any) -> None:
    assert LABELS.parse(raw, 3) == ["Wood", "Ore"]


@pytest.mark.parametrize("raw", [None, "", " \n ", [], ["", " "]])
def test_no_names_are_an_empty_list(raw: Any) -> None:
    assert LABELS.parse(raw, 3) == []
    assert LABELS.blank() == []


@pytest.mark.parametrize(
    "raw, why",
    [
        *((["a", "a"], "At most 3 names"), (["a", " a"], "At most 3 names")),
        *((["a", "b", "c", "d"], "At most 3 names"), (["x" * 61], "At most 60 letters.")),
        *((0, NAMES), (False, NAMES), (7, NAMES), ({}, NAMES), ({"a": 1}, NAMES), ([1], NAMES)),
        *(([None], NAMES), ([["a"]], NAMES), (0.0, NAMES)),
    ],
)
def test_names_that_are_too_many_too_long_twice_or_none_are_refused(raw: Any, why: str) -> None:
    assert why in refused(LABELS, raw)


def test_as_many_and_as_long_names_as_allowed_are_taken() -> None:
    assert LABELS.parse(["a", "b", "x" * 60], 3) == ["a", "b", "x" * 60]


@pytest.mark.parametrize("raw", [{"Wood": 4, "Ore": -1}, {"Ore": "−1", "Wood": "4"}, [4, -1]])
def test_numbers_by_name_come_as_an_object_or_in_order(raw: Any) -> None:
    assert NUMBERS.parse(raw, 3) == {"Wood": 4, "Ore": -1}
    assert list(NUMBERS.parse(raw, 3)) == ["Wood", "Ore"]


@pytest.mark.parametrize(
    "raw, why",
    [
        ({"Wood": 4}, "Ore: A number is needed."),
        ([4], "Ore: A number is needed."),
        ({"Wood": 4, "Ore": ""}, "Ore: A number is needed."),
        ([4, "–"], "Ore: A number is needed."),
        ([10, 0], "Wood: At most 9."),
        ([0, -2], "Ore: At least -1."),
        ([0.5, 0], "Wood: A whole number is needed."),
        ([1, 2, 3], "At most 2 numbers."),
        ({"Gold": 1}, "There is no category Gold."),
        ({"Wood": 1, "Ore": 1, "x" * 99: 1}, "There is no category " + "x" * 60 + "."),
        (None, f.NEEDED.id),
        ("4 1", f.NEEDED.id),
        (4, f.NEEDED.id),
        (True, f.NEEDED.id),
        ([[4], 1], "Wood: A number is needed."),
        ({"Wood": {}, "Ore": 1}, "Wood: A number is needed."),
    ],
)
def test_a_category_without_its_number_is_named(raw: Any, why: str) -> None:
    assert refused(NUMBERS, raw) == why


def test_every_category_wants_its_number() -> None:
    with pytest.raises(BadValue, match=f.NEEDED.id):
        NUMBERS.blank()


def test_categories_have_decimals_like_any_number() -> None:
    assert HALVES.parse({"Wood": "2,5"}, 3) == {"Wood": 25}
    assert HALVES.dump({"Wood": 25}) == {"Wood": 2.5}
    assert NUMBERS.dump({"Wood": 4, "Ore": 1}) == {"Wood": 4, "Ore": 1}
    assert refused(HALVES, [9.1]) == "Wood: At most 9.0."
    assert refused(HALVES, [0.25]) == "Wood: At most 1 decimal place."


@pytest.mark.parametrize("raw, text", [("Skat", "Skat"), (" Skat\n", "Skat"), ("", ""), (None, "")])
def test_a_text_loses_the_blanks_around_it(raw: Any, text: str) -> None:
    assert TEXT.parse(raw, 3) == text
    assert TEXT.blank() == ""


@pytest.mark.parametrize("raw", [5, True, [], {}, 1.5, ["Skat"]])
def test_what_is_no_text_is_refused(raw: Any) -> None:
    assert refused(TEXT, raw) == "A text is needed."


def test_a_text_is_as_long_as_it_may_be_and_no_longer() -> None:
    assert TEXT.parse(" 12345 ", 3) == "12345"
    assert refused(TEXT, "123456") == "At most 5 letters."


# --- all kinds -------------------------------------------------------------------------------


@pytest.mark.parametrize("field", EVERY, ids=lambda field: type(field).__name__)
@given(data=st.data())
def test_what_is_dumped_reads_back(field: f.Field, data: st.DataObject) -> None:
    value = field.parse(data.draw(strategies.value(field, 3)), 3)

    stored = json.loads(json.dumps(field.dump(value)))

    assert field.parse(stored, 3) == value
    assert field.dump(value) == stored


@pytest.mark.parametrize("field", EVERY, ids=lambda field: type(field).__name__)
@given(raw=strategies.junk())
def test_whatever_comes_is_read_or_refused(field: f.Field, raw: Any) -> None:
    try:
        value = field.parse(raw, 3)
    except BadValue as bad:
        assert str(bad.text).endswith((".", "}"))  # noqa: PT017 - either outcome is right
    else:
        assert field.parse(field.dump(value), 3) == value


def test_an_untouched_field_means_nothing_unless_it_says_so() -> None:
    plain = f.Field(key="x", label=LABEL)

    assert plain.blank() is None
    assert plain.dump(5) == 5
    with pytest.raises(NotImplementedError):
        plain.parse(5, 3)


def test_what_belongs_to_the_table_is_asked_once() -> None:
    assert [field.key for field in EVERY if field.per == "table"] == ["s", "l", "x"]


def test_a_pile_of_a_box_without_cards_stays_empty() -> None:
    nothing = f.Cards(key="p", label=LABEL, deck=deck(()))

    assert nothing.parse("", 3) == {}
    assert refused(nothing, "r1") == "There is no card r1."
