# SPDX-License-Identifier: MIT
"""What golden cases cannot say about the sheet for any game."""

from __future__ import annotations

import json

import pytest

import companion.games
from companion.engine.registry import Registry
from companion.games.any_game import GAME
from companion.services.match_file import FORMAT, Unreadable, take

REGISTRY = Registry(companion.games)


@pytest.mark.parametrize("players", [0, 13])
def test_a_sheet_for_nobody_or_for_thirteen_is_refused(players: int) -> None:
    file = {"format": FORMAT, "game": "any_game", "seats": ["Ada"] * players}

    with pytest.raises(Unreadable, match="Any game has 1 to 12 players"):
        take(json.dumps(file).encode(), REGISTRY)


def test_the_table_may_name_the_game() -> None:
    assert GAME.title_option == "name"
    assert any(option.key == "name" for option in GAME.options)


def test_rarely_used_options_stand_behind_more_house_rules() -> None:
    shown = [option.key for option in GAME.options if not option.more]

    assert shown == ["name", "best", "rounds", "target"]


def test_limits_between_which_no_number_lies_are_refused_and_equal_ones_are_not() -> None:
    _, problems = GAME.read_options({"low": 5, "high": 4})
    assert [(str(p.text), p.field) for p in problems] == [
        ("The highest score lies below the lowest: 4 and 5.", "high")
    ]
    for fine in ({"low": 5, "high": 5}, {"low": 5}, {"high": -5}, {"low": None, "high": None}):
        assert GAME.read_options(fine)[1] == []


def test_one_limit_that_cannot_be_read_is_named_alone() -> None:
    _, problems = GAME.read_options({"low": 5, "high": "x"})

    assert [str(problem.text) for problem in problems] == ["A number is needed."]
