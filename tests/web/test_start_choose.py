# SPDX-License-Identifier: MIT
"""The shelf of games."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import page, post, words


def test_every_game_stands_on_the_shelf(app: Flask, client: FlaskClient) -> None:
    shelf = page(client, "/new")
    links = {str(box["href"]) for box in shelf.select("a.bx")}
    assert links == {f"/new/{game.slug}" for game in app.extensions["companion"]}


def test_a_box_says_how_many_can_play(client: FlaskClient) -> None:
    shelf = page(client, "/new")
    assert "3–6" in words(shelf, "a[data-game=witches]")


def test_a_search_leaves_the_games_that_are_called_so(client: FlaskClient) -> None:
    shelf = page(client, "/new?q=WITCH")
    slugs = [box["data-game"] for box in shelf.select("a.bx")]
    assert "witches" in slugs
    assert "elf_nimmt" not in slugs


def test_a_game_that_is_not_there_can_be_scored_under_its_name(client: FlaskClient) -> None:
    shelf = page(client, "/new?q=Skat")
    assert "No game called “Skat” yet" in words(shelf, "main")
    way = str(shelf.select_one("a.bx")["href"])  # type: ignore[index]  # the page has one
    count = page(client, way)
    called = str(count.select_one("input[name=called]")["value"])  # type: ignore[index]  # as above
    post(client, "/new/any_game", {"players": "2", "called": called}, form=way)
    post(client, "/new/any_game/seats", {"name": ["Ada", "Ben"], "first": ""})
    rules = page(client, "/new/any_game/rules")
    field = rules.select_one("input[name=option-name]")
    assert field is not None
    assert field["value"] == "Skat"


def test_a_search_is_shown_as_text_and_not_as_markup(client: FlaskClient) -> None:
    shelf = page(client, "/new?q=<script>alert(1)</script>")
    assert "<script>alert(1)</script>" in words(shelf, "main")
    assert len(shelf.select("script")) == 1, "the page's own module and no other"


def test_a_game_that_nobody_knows_is_not_found(client: FlaskClient) -> None:
    for step in ("", "/seats", "/rules", "/setup"):
        assert "This page is not here" in words(page(client, f"/new/no_such_game{step}", 404))
