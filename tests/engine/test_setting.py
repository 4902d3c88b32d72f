# SPDX-License-Identifier: MIT
"""What is agreed before the first card: house rules, who begins, what comes from paper."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.fields import Choice, Flag, Int, Tokens
from companion.engine.setting import Setting, read_setting
from companion.engine.sheet import Start
from companion.engine.text import msg
from tests.engine._small import small_game, told

OPTIONS = (
    Int(key="rounds", label=msg("Rounds"), default=4),
    Choice(key="best", label=msg("Best"), choices=(("high", msg("high")), ("low", msg("low")))),
    Flag(key="last", label=msg("Last"), default=True),
)
GAME = small_game(
    options=OPTIONS,
    first_role="dealer",
    opening=(Tokens(key="stones", label=msg("Stones"), high=3),),
)


def agreed(raw: dict[str, Any], seats: int = 3, game: Any = GAME) -> Setting:
    setting, problems = read_setting(game, seats, raw)
    assert setting is not None, problems
    assert problems == []
    return setting


def refused(raw: dict[str, Any], seats: int = 3) -> list[tuple[str, str | None, int | None, str]]:
    setting, problems = read_setting(GAME, seats, raw)
    assert setting is None
    return told(problems)


def test_what_nobody_agreed_is_the_default() -> None:
    assert agreed({}) == Setting(
        seats=3,
        options={"rounds": 4, "best": "high", "last": True},
        first=Start(),
        totals=(0, 0, 0),
        carry={},
    )
    assert agreed({"options": None, "dealer": None, "starter": "", "opening": None}) == agreed({})


def test_house_rules_come_as_values_or_as_text() -> None:
    typed = agreed({"options": {"rounds": 2, "best": "low", "last": False}})

    assert typed.options == {"rounds": 2, "best": "low", "last": False}
    assert agreed({"options": {"rounds": "2", "best": "low", "last": "no"}}) == typed


def test_house_rules_that_cannot_be_are_all_named() -> None:
    assert refused({"options": {"rounds": -1, "best": "most", "last": 7, "moon": 1}}) == [
        ("Small game has no option “moon”.", None, None, "error"),
        ("At least 0.", "rounds", None, "error"),
        ("Pick one of the answers: high, low.", "best", None, "error"),
        ("Yes or no.", "last", None, "error"),
    ]


@pytest.mark.parametrize("options", [[], "x", 5, True])
def test_house_rules_of_another_form_are_not_readable(options: Any) -> None:
    assert refused({"options": options}) == [
        ("This entry is not readable.", "options", None, "error")
    ]


@pytest.mark.parametrize("role, other", [("dealer", "starter"), ("starter", "dealer")])
def test_a_game_keeps_the_first_role_that_it_has_and_no_other(role: str, other: str) -> None:
    setting = agreed({role: 2, other: 1}, game=small_game(first_role=role))

    assert getattr(setting.first, role) == 2
    assert getattr(setting.first, other) is None


def test_a_game_without_first_roles_keeps_none() -> None:
    assert agreed({"dealer": 2, "starter": 1}, game=small_game()).first == Start()


@pytest.mark.parametrize("key", ["dealer", "starter"])
@pytest.mark.parametrize("seat", [3, -1, True, [0], "Ada", 1.0])
def test_whoever_does_not_sit_there_cannot_begin(key: str, seat: Any) -> None:
    assert [problem[1:] for problem in refused({key: seat})] == [(key, None, "error")]


def test_points_and_stones_come_from_paper() -> None:
    setting = agreed({"opening": {"totals": [5, "−3", 0], "stones": [0, 3, None]}})

    assert setting.totals == (5, -3, 0)
    assert setting.carry == {"stones": (0, 3, 0)}


def test_stones_may_come_from_paper_without_points() -> None:
    assert agreed({"opening": {"stones": [1, 1, 1]}}).totals == (0, 0, 0)
    assert agreed({"opening": {}}).carry == {}


def test_points_from_paper_have_the_decimals_of_the_game() -> None:
    halves = small_game(decimals=lambda options: 1)

    assert agreed({"opening": {"totals": [0.5, "1,5", 2]}}, game=halves).totals == (5, 15, 20)


@pytest.mark.parametrize(
    "opening, problem",
    [
        ({"totals": [1, 2]}, ("One number for each player is needed.", "totals", None)),
        ({"totals": [1, 2, 3, 4]}, ("One number for each player is needed.", "totals", None)),
        ({"totals": "1 2 3"}, ("One number for each player is needed.", "totals", None)),
        ({"totals": {"0": 1}}, ("One number for each player is needed.", "totals", None)),
        ({"totals": [1, None, 2]}, ("A number is needed.", "totals", 1)),
        ({"totals": [1, 2, 0.5]}, ("A whole number is needed.", "totals", 2)),
        ({"totals": [10**9 + 1, 0, 0]}, ("At most 1000000000.", "totals", 0)),
        ({"stones": [0, 0, 4]}, ("At most 3.", "stones", 2)),
        ({"stones": [0, -1, 0]}, ("At least 0.", "stones", 1)),
        ({"pearls": [0, 0, 0]}, ("Nobody asked for “pearls”.", "opening", None)),
        ([], ("This entry is not readable.", "opening", None)),
        ("x", ("This entry is not readable.", "opening", None)),
    ],
)
def test_what_cannot_come_from_paper_is_refused(
    opening: Any, problem: tuple[str, str, int | None]
) -> None:
    assert refused({"opening": opening}) == [(*problem, "error")]


def test_other_keys_are_somebody_elses_business() -> None:
    assert agreed({"rounds": 5, "seats": "x"}) == agreed({})
