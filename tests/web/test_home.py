# SPDX-License-Identifier: MIT
"""The home page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.persistence.models import Device, Group
from companion.web.database import db
from tests.web._broken import break_log
from tests.web._phones import page, play, words

Opened = Callable[..., str]


def test_a_new_phone_finds_an_empty_table(client: FlaskClient) -> None:
    home = page(client, "/")
    assert "The table is empty" in words(home, "main")
    assert home.select("a[href='/new']")
    assert home.select("a[href='/look']")


def test_looking_around_leaves_nothing_behind(app: Flask, client: FlaskClient) -> None:
    for url in (
        "/",
        "/new",
        "/new/witches",
        "/history",
        "/look",
        "/look/witches",
        "/rules/witches",
    ):
        page(client, url)
    with app.app_context():
        for rows in (Device, Group):
            assert db.session.scalar(select(func.count()).select_from(rows)) == 0


def test_a_running_table_says_how_far_it_is_and_who_leads(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("witches", ["Ada", "Ben", "Cem"], first=0)
    card = f"a.tcard[href='/t/{code}']"
    assert "Round 1, Ada deals" in words(page(client, "/"), card)
    assert "lead" not in words(page(client, "/"), card), "nobody leads before the first points"
    play(app, code, [10, 5, 8])
    assert "Round 2, Ben deals" in words(page(client, "/"), card)
    assert "Ben leads with 5" in words(page(client, "/"), card)


def test_several_can_lead(app: Flask, client: FlaskClient, opened: Opened) -> None:
    code = opened("any_game", ["Ada", "Ben", "Cem"])
    play(app, code, [7, 7, 1])
    assert "Ada and Ben lead with 7" in words(page(client, "/"), "a.tcard")
    play(app, code, [0, 0, 6])
    assert "All are level" in words(page(client, "/"), "a.tcard")


def test_a_hand_is_called_a_hand_where_the_box_does(client: FlaskClient, opened: Opened) -> None:
    opened("enemy_anemone", ["Ada", "Ben"], first=1)
    assert "Hand 1, Ben starts" in words(page(client, "/"), "a.tcard")


def test_a_table_that_nobody_knows_the_dealer_of_shows_its_round_alone(
    client: FlaskClient, opened: Opened
) -> None:
    opened("any_game", ["Ada", "Ben"])
    assert words(page(client, "/"), "a.tcard .r") == "Round 1"


def test_a_sheet_goes_by_its_own_name(client: FlaskClient, opened: Opened) -> None:
    opened("any_game", ["Ada", "Ben"], options={"name": "Skat"})
    assert words(page(client, "/"), "a.tcard .g") == "Skat"


def test_points_keep_their_decimals(app: Flask, client: FlaskClient, opened: Opened) -> None:
    code = opened("any_game", ["Ada", "Ben"], options={"decimals": "1"})
    play(app, code, ["12,5", "3"])  # type: ignore[list-item]  # as people type them
    assert "Ada leads with 12.5" in words(page(client, "/"), "a.tcard")


def test_a_finished_game_moves_to_the_games_just_played(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("witches", ["Ada", "Ben", "Cem"], options={"end_at": "10"})
    play(app, code, [12, 5, 8])
    home = page(client, "/")
    assert not home.select("a.tcard")
    row = words(home, f"a.item[href='/t/{code}']")
    assert "Ben won" in row
    assert "Witches" in row
    assert "5" in row
    assert "No game is running." in words(home, "main")


def test_only_the_last_few_games_are_listed(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    for number in range(5):
        code = opened("any_game", ["Ada", "Ben"], options={"name": f"Game {number}", "rounds": "1"})
        play(app, code, [1, 2])
    listed = words(page(client, "/"), "main")
    assert all(f"Game {number}," in listed for number in (2, 3, 4))
    assert "Game 1," not in listed
    assert page(client, "/").select("a[href='/history']")


@pytest.mark.parametrize(
    "game, name", [("from_tomorrow", "from_tomorrow"), ("enemy_anemone", "Enemy Anemone")]
)
def test_a_table_that_cannot_be_read_is_named_and_does_not_hide_the_others(
    app: Flask, client: FlaskClient, opened: Opened, game: str, name: str
) -> None:
    broken = opened("witches", ["Ada", "Ben", "Cem"])
    opened("elf_nimmt", ["Dee", "Eve"])
    break_log(app, broken, game)
    for url in ("/", "/history"):
        text = words(page(client, url), "main")
        assert f"{name} with Ada, Ben and Cem cannot be shown." in text
        assert "Nothing is lost" in text
        assert "11 nimmt!" in text


def test_names_are_text_and_never_markup(client: FlaskClient, opened: Opened) -> None:
    opened("any_game", ["<b>Ada</b>", "Ben"], options={"name": "<script>x</script>"})
    home = page(client, "/")
    assert words(home, "a.tcard .g") == "<script>x</script>"
    assert len(home.select("script")) == 1
