# SPDX-License-Identifier: MIT
"""How many are playing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import page, play, post, tree, words


def test_only_the_counts_that_the_game_has_are_offered(app: Flask, client: FlaskClient) -> None:
    for game in app.extensions["companion"]:
        inputs = page(client, f"/new/{game.slug}").select("input[name=players]")
        assert [int(str(field["value"])) for field in inputs] == list(game.seats)


def test_each_count_says_what_it_means_for_the_cards(client: FlaskClient) -> None:
    tiles = page(client, "/new/witches").select(".ct-tile")
    assert "15 cards each" in tiles[1].get_text(" ")
    assert "pass 3" in tiles[1].get_text(" ")
    assert "20 cards each" in tiles[0].get_text(" ")
    assert "pass 4" in tiles[0].get_text(" ")


def test_a_count_leads_on_to_the_seats_and_is_remembered(client: FlaskClient) -> None:
    answer = post(client, "/new/witches", {"players": "5"})
    assert (answer.status_code, answer.location) == (303, "/new/witches/seats")
    assert len(page(client, "/new/witches/seats").select("input[name=name]")) == 5
    checked = page(client, "/new/witches").select("input[name=players][checked]")
    assert [field["value"] for field in checked] == ["5"]


@pytest.mark.parametrize("raw", ["2", "7", "0", "-3", "four", "3.5", "<b>4</b>", "9" * 400])
def test_a_count_that_the_game_has_not_is_refused_with_the_counts_it_has(
    client: FlaskClient, raw: str
) -> None:
    answer = post(client, "/new/witches", {"players": raw})
    assert answer.status_code == 422
    assert "Witches has 3 to 6 players." in words(tree(answer), "main")
    assert client.get("/new/witches/seats").location == "/new/witches", "nothing was taken over"


def test_no_count_at_all_asks_for_one(client: FlaskClient) -> None:
    answer = post(client, "/new/witches", {})
    assert answer.status_code == 422
    assert "Pick how many are playing." in words(tree(answer), "main")


def test_the_page_tells_how_many_played_it_last_time(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    assert "last time" not in words(page(client, "/new/witches"), "main")
    play(app, opened("witches", ["Ada", "Ben", "Cem", "Dee"]), [5, 5, 5, 5])
    again = page(client, "/new/witches")
    assert "You played it with 4 last time." in words(again, "main")
    assert [f["value"] for f in again.select("input[name=players][checked]")] == ["4"]


def test_a_smaller_count_and_back_again_keeps_everybody(client: FlaskClient) -> None:
    names = ["Ada", "Ben", "Cem", "Dee"]
    post(client, "/new/witches", {"players": "4"})
    post(client, "/new/witches/seats", {"name": names, "first": "3"})
    post(client, "/new/witches", {"players": "3"})
    three = page(client, "/new/witches/seats").select("input[name=name]")
    assert [field["value"] for field in three] == names[:3]
    post(client, "/new/witches", {"players": "4"})
    four = page(client, "/new/witches/seats").select("input[name=name]")
    assert [field["value"] for field in four] == names
