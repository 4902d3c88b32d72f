# SPDX-License-Identifier: MIT
"""The players' pages."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import page, play, words


def test_nobody_has_played_before_the_first_table(client: FlaskClient) -> None:
    assert "Nobody has played here yet." in words(page(client, "/players"), "main")
    page(client, "/players/1", 404)


def test_every_player_is_listed_and_leads_to_the_own_page(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    code = opened("any_game", ["Ada", "Ben"], options={"rounds": "1"})
    play(app, code, [3, 9])
    listed = page(client, "/players")
    links = {link.b.text: link["href"] for link in listed.select("main a.item") if link.b}
    assert list(links) == ["Ada", "Ben"]
    text = words(page(client, str(links["Ben"])))
    assert "1 game since" in text
    assert "1 of 1 won" in text
    assert "Ada 1 ahead, 0 behind" in text


def test_a_player_of_another_group_is_not_there(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    opened("any_game", ["Ada", "Ben"])
    assert page(client, "/players/1").h1 is not None
    stranger = app.test_client()
    page(stranger, "/players/1", 404)
    assert "Ada" not in words(page(stranger, "/players"), "main")


def test_a_hostile_name_is_shown_as_text(client: FlaskClient, opened: Callable[..., str]) -> None:
    opened("any_game", ["<b>Ada</b>", "Ben"])
    assert "<b>Ada</b>" in words(page(client, "/players"), "main")
