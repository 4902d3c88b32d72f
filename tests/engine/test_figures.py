# SPDX-License-Identifier: MIT
"""Numbers as people and programs write them, and everything that is none."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import BadValue
from companion.engine.figures import blank, shown, too_high, too_low, whole

FAR = "This number is out of reach."
NONE = "A number is needed."
WHOLE = "A whole number is needed."


@pytest.mark.parametrize(
    "raw, number",
    [
        *((0, 0), (7, 7), (-7, -7), ("7", 7), ("007", 7), ("+7", 7), (" 7 ", 7), ("\t7\n", 7)),
        *(("-7", -7), ("−7", -7), ("–7", -7), ("-0", 0), ("+0", 0), (-0.0, 0), ("−0,0", 0)),
        *((7.0, 7), ("7.0", 7), ("7,00", 7), (Decimal("7.000"), 7), (Decimal("1E+3"), 1000)),
        *((10**19, 10**19), (10**20 - 1, 10**20 - 1), (1e19, 10**19), ("9" * 20, 10**20 - 1)),
        *(("１２", 12), ("٣", 3), (Decimal("-0"), 0)),
    ],
)
def test_a_number_is_read_however_it_is_written(raw: Any, number: int) -> None:
    assert whole(raw) == number
    assert type(whole(raw)) is int


@pytest.mark.parametrize(
    "raw",
    [
        *("", " ", "-", "–", "−", "+", "5-", "--5", "-−5", "+-5", "- 5", "5 5", "1 000", "1.000.0"),
        *(
            "1.",
            ".5",
            ",5",
            "1,,5",
            "1e5",
            "0x1",
            "1_000",
            "x",
            "5x",
            "∞",
            "½",
            "²",
            "\ud800",
            "NaN",
        ),
        *("inf", "1/2", "5%", "\x00", "5\x00"),
        *(None, True, False, [], [5], {}, {"5": 5}, (5,), b"5", 5j, object()),
    ],
)
def test_what_is_no_number_is_refused(raw: Any) -> None:
    with pytest.raises(BadValue, match=NONE):
        whole(raw)


@pytest.mark.parametrize(
    "raw",
    [
        *(10**20, -(10**20), 10**30, -(10**400), 1e21, -1e300, 1e309, float("inf"), float("-inf")),
        *(float("nan"), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("1E+400")),
        *(
            Decimal("1E-400"),
            Decimal("0E+400"),
            "9" * 21,
            "-" + "9" * 20,
            "0" * 21,
            "1." + "0" * 19,
        ),
        *(Decimal("1." + "0" * 40 + "1"), Decimal("1" * 30), 1e-30),
    ],
)
def test_a_number_out_of_all_reach_is_refused_before_it_is_computed(raw: Any) -> None:
    with pytest.raises(BadValue, match=FAR):
        whole(raw)


@pytest.mark.parametrize("raw", [0.5, "0,5", "1.5", Decimal("7.01"), 1e-5, "0.000000001"])
def test_a_part_of_a_point_is_refused_where_points_are_whole(raw: Any) -> None:
    with pytest.raises(BadValue, match=WHOLE):
        whole(raw)


@pytest.mark.parametrize(
    "raw, decimals, kept",
    [
        *(("12,5", 1, 125), ("12.5", 1, 125), (12.5, 1, 125), (12, 1, 120), ("-0,5", 1, -5)),
        *(
            ("1,25", 2, 125),
            (0.1, 2, 10),
            (0.07, 2, 7),
            (Decimal("1.10"), 2, 110),
            ("1,500", 1, 15),
        ),
        *((1.15, 2, 115), (4.35, 2, 435), (10**19, 2, 10**21)),
    ],
)
def test_decimals_are_kept_as_a_whole_number_of_the_smallest_unit(
    raw: Any, decimals: int, kept: int
) -> None:
    assert whole(raw, decimals) == kept


@pytest.mark.parametrize(
    "raw, decimals, why",
    [
        ("1,55", 1, "At most 1 decimal place."),
        (0.001, 2, "At most 2 decimal places."),
        (0.1 + 0.2, 2, "At most 2 decimal places."),
    ],
)
def test_more_decimals_than_agreed_are_refused(raw: Any, decimals: int, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        whole(raw, decimals)


@pytest.mark.parametrize(
    "raw, number",
    [
        *(("12+11+7", 30), ("12-11", 1), ("12−11–7", -6), ("-3+5", 2), ("+3+5", 8), ("0+0", 0)),
        *(
            (" 12 + 11 ", 23),
            ("007+1", 8),
            ("9" * 20 + "+1", 10**20),
            ("+".join(["11"] * 60), 660),
        ),
    ],
)
def test_a_sum_is_read_as_people_write_it_down(raw: str, number: int) -> None:
    assert whole(raw) == number


def test_the_terms_of_a_sum_have_decimals_where_the_number_may() -> None:
    assert whole("1,5+2.25-0,75", 2) == 300
    with pytest.raises(BadValue, match=WHOLE):
        whole("0,5+0,5")


@pytest.mark.parametrize(
    "raw",
    [
        *(
            "12+",
            "+",
            "12++11",
            "12+-11",
            "12*11",
            "12+x",
            "12 11+7",
            "12+ +7",
            "(12+7)",
            "12+7=19",
        ),
        "1+" * 150 + "1",
    ],
)
def test_what_is_no_whole_sum_is_refused(raw: str) -> None:
    with pytest.raises(BadValue, match=NONE):
        whole(raw)


def test_a_sum_with_a_term_out_of_reach_is_refused() -> None:
    with pytest.raises(BadValue, match=FAR):
        whole("1+" + "9" * 21)


@given(terms=st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=9))
def test_a_written_sum_is_the_sum_of_its_terms(terms: list[int]) -> None:
    assert whole("".join(f"{term:+d}" for term in terms)) == sum(terms)


@given(number=st.integers(-(10**16), 10**16), decimals=st.integers(0, 2))
def test_what_is_shown_reads_back(number: int, decimals: int) -> None:
    as_shown = shown(number, decimals)

    assert whole(as_shown, decimals) == number
    assert whole(json.loads(json.dumps(str(as_shown))), decimals) == number


def test_a_kept_number_is_shown_with_its_decimals() -> None:
    assert shown(125) == 125
    assert (shown(125, 1), shown(-5, 2), shown(0, 1)) == (
        Decimal("12.5"),
        Decimal("-0.05"),
        Decimal("0.0"),
    )


@pytest.mark.parametrize("raw", [None, "", " ", "\n", "-", "–", "—", "−", " − "])
def test_nothing_and_a_dash_alone_are_blank(raw: Any) -> None:
    assert blank(raw)


@pytest.mark.parametrize("raw", [0, False, [], {}, "0", "--", "none", ".", "-0", 0.0])
def test_a_zero_or_anything_else_is_not_blank(raw: Any) -> None:
    assert not blank(raw)


def test_a_limit_is_told_in_the_unit_that_people_use() -> None:
    assert str(too_low(0)) == "At least 0."
    assert str(too_low(-15, 1)) == "At least -1.5."
    assert str(too_high(99)) == "At most 99."
    assert str(too_high(1000, 2)) == "At most 10.00."
