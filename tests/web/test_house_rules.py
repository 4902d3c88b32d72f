# SPDX-License-Identifier: MIT
"""House rules changed in mid-game: the effect is seen before it holds, and stands in the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web._forms import controls, enter, points
from tests.web._phones import page, tree, words

Open = Callable[..., str]
THREE = ["Ada", "Ben", "Cem"]


def tap(client: FlaskClient, code: str, soup: BeautifulSoup, do: str, **rules: Any) -> TestResponse:
    """Fill rules in and tap a button of the page."""
    held = controls(soup, "#rules")
    for key, value in rules.items():
        held.setlist(f"option-{key}", [str(value)])
    held.add("do", do)
    return client.post(f"/t/{code}/rules", data=held)


def changed(client: FlaskClient, code: str, **rules: Any) -> TestResponse:
    """Look at the effect, and save."""
    seen = tap(client, code, page(client, f"/t/{code}/rules"), "preview", **rules)
    assert seen.status_code == 200, words(tree(seen))
    return tap(client, code, tree(seen), "save")


def test_the_page_shows_the_rules_that_hold(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", THREE, options={"end_at": "50"})
    soup = page(client, f"/t/{code}/rules")
    field = soup.select_one("#option-end_at")
    assert field is not None
    assert field["value"] == "50"
    assert not soup.select("button[value=save]"), "first the effect is looked at"
    assert soup.select(f"a[href='/t/{code}']")
    assert page(client, f"/t/{code}").select(f"a[href='/t/{code}/rules']")


def test_the_effect_on_totals_places_and_end_is_shown_before_anything_is_saved(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("any_game", THREE, options={"target": "100"})
    enter(client, code, 1, points(60, 20, 30))
    answer = tap(client, code, page(client, f"/t/{code}/rules"), "preview", target=50, best="low")
    assert answer.status_code == 200
    effect = words(tree(answer), "#preview")
    assert "Ends at: from “100” to “50”." in effect
    assert "Ada: place 1 becomes 3." in effect
    assert "The game is over then; the win goes to Ben." in effect
    assert "Lowest wins. Ends when someone reaches 50." in effect
    assert "Round 2" in words(page(client, f"/t/{code}"), ".rd"), "nothing has changed yet"


def test_saved_rules_hold_and_stand_in_the_history(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE)
    enter(client, code, 1, points(60, 20, 30))
    answer = changed(client, code, best="low", name="Golf")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    soup = page(client, f"/t/{code}")
    assert words(soup, "h1") == "Golf"
    assert words(soup, ".padrow").startswith("1 B Ben")
    history = words(page(client, f"/t/{code}/game"), "#changes")
    assert "House rules changed." in history
    assert "Who wins: from “the highest total” to “the lowest total”." in history
    assert "Ada: place 1 becomes 3." in history
    assert "This phone" in history


def test_rules_are_not_saved_before_their_effect_was_seen(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("any_game", THREE)
    straight = tap(client, code, page(client, f"/t/{code}/rules"), "save", best="low")
    assert straight.status_code == 200
    assert "What the change does" in words(tree(straight))
    other = tap(client, code, tree(straight), "save", best="low", rounds=2)
    assert other.status_code == 200, "what was seen was another change"
    assert tap(client, code, tree(other), "save").status_code == 303


def test_a_round_entered_meanwhile_shows_the_effect_anew(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE)
    seen = tap(client, code, page(client, f"/t/{code}/rules"), "preview", best="low")
    assert "No score changes." in words(tree(seen), "#preview")
    enter(client, code, 1, points(60, 20, 30))
    anew = tap(client, code, tree(seen), "save")
    assert anew.status_code == 200
    assert "Ada: place 1 becomes 3." in words(tree(anew), "#preview")


@pytest.mark.parametrize("typed", ["many", "-1", "1.5", "99999"])
def test_a_rule_that_cannot_be_read_is_told_beside_its_field(
    client: FlaskClient, opened: Open, typed: str
) -> None:
    code = opened("any_game", THREE)
    answer = tap(client, code, page(client, f"/t/{code}/rules"), "preview", rounds=typed)
    soup = tree(answer)
    assert answer.status_code == 422
    field = soup.select_one("#option-rounds")
    assert field is not None
    assert (field["value"], field["aria-invalid"]) == (typed, "true")
    assert words(soup, "#option-rounds-err")
    assert not soup.select("button[value=save]")


def test_rules_that_an_entered_round_does_not_fit_are_refused(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("any_game", THREE)
    enter(client, code, 1, points(60, 20, 30))
    answer = tap(client, code, page(client, f"/t/{code}/rules"), "preview", high=50)
    assert answer.status_code == 422
    assert "Round 1 does not fit these rules:" in words(tree(answer), "#errors")


def test_the_rules_that_hold_already_need_no_saving(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE)
    answer = tap(client, code, page(client, f"/t/{code}/rules"), "preview")
    assert "These are the rules that hold already." in words(tree(answer), "main")
    assert not tree(answer).select("button[value=save]")


def test_a_game_that_is_over_goes_on_under_a_later_end(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(60, 20, 30))
    seen = tap(client, code, page(client, f"/t/{code}/rules"), "preview", rounds=2)
    assert "The game is not over then: you play on." in words(tree(seen), "#preview")
    tap(client, code, tree(seen), "save")
    assert words(page(client, f"/t/{code}"), ".rd") == "Round 2 of 2"
    assert "The game went on." in words(page(client, f"/t/{code}/game"), "#changes")


def test_another_group_sees_and_changes_nothing(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code, stranger = opened(), app.test_client()
    own = opened(on=stranger)
    token = page(stranger, f"/t/{own}/rules").select_one("input[name=csrf_token]")
    assert token is not None
    page(stranger, f"/t/{code}/rules", 404)
    answer = stranger.post(f"/t/{code}/rules", data={"csrf_token": token["value"]})
    assert answer.status_code == 404


def test_no_rule_changes_without_the_page_s_token(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE)
    held = controls(page(client, f"/t/{code}/rules"), "#rules")
    del held["csrf_token"]
    assert client.post(f"/t/{code}/rules", data={**held, "do": "save"}).status_code == 400
