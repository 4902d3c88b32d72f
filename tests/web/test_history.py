# SPDX-License-Identifier: MIT
"""All games of a group."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import summary
from tests.web._phones import page, play, words

Opened = Callable[..., str]


def test_a_group_without_games_says_so(client: FlaskClient) -> None:
    assert "No games yet." in words(page(client, "/history"), "main")


def test_games_stand_newest_first_and_lead_to_their_own_page(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    first = opened("any_game", ["Ada", "Ben"])
    second = opened("any_game", ["Ada", "Ben"])
    play(app, first, [1, 2])
    links = [str(row["href"]) for row in page(client, "/history").select("a.item")]
    assert links == [f"/t/{first}/game", f"/t/{second}/game"]


def test_a_finished_game_says_who_won_with_what(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada", "Ben"], options={"rounds": "1", "name": "Skat"})
    play(app, code, [41, 17])
    row = words(page(client, "/history"), "a.item")
    assert "Ada won" in row
    assert "Skat" in row
    assert "41" in row
    assert "still running" not in row


def test_a_shared_win_names_everybody_who_shares_it(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada", "Ben", "Cem"], options={"rounds": "1"})
    play(app, code, [9, 3, 9])
    assert "Ada and Cem share the win" in words(page(client, "/history"), "a.item")


def test_a_lone_player_neither_wins_nor_loses(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada"], options={"rounds": "1"})
    play(app, code, [9])
    assert "Ada played alone" in words(page(client, "/history"), "a.item")


def test_a_running_game_says_that_it_is_running(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada", "Ben"])
    assert "still running" in words(page(client, "/history"), "a.item")
    assert "0" not in words(page(client, "/history"), "a.item .num")
    play(app, code, [4, 2])
    assert "Ada leads with 4" in words(page(client, "/history"), "a.item")


@pytest.mark.parametrize(
    "language, written", [("en", "March 7, 2025"), ("de", "7. März 2025"), ("nl", "7 maart 2025")]
)
def test_dates_are_written_as_the_reader_writes_them(
    app: Flask, language: str, written: str
) -> None:
    noon = datetime(2025, 3, 7, 12, tzinfo=UTC)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert summary.day(noon) == written


def test_every_month_has_its_heading(app: Flask) -> None:
    with app.test_request_context():
        assert summary.month(datetime(2025, 11, 14, 12, tzinfo=UTC)) == "November 2025"
