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
