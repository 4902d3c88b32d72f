# SPDX-License-Identifier: MIT
"""What the form of a round says while it is filled in, and what was begun and not saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web._forms import controls, enter, points, send
from tests.web._phones import page, tree, words
from tests.web.test_entry import ALL, log

Open = Callable[..., str]
FOUR = ["Ada", "Ben", "Cem", "Dee"]
SOME = {"s0-pile": ["r1", "r2"], "s1-pile": ["g11"]}


def live(
    client: FlaskClient, code: str, values: dict[str, Any], mode: str, **more: str
) -> BeautifulSoup:
    """Ask what stands on the sheet of round 1 so far."""
    answer = enter(client, code, 1, {**values, **more}, ("action", "live"), mode)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    return tree(answer)


def keep(client: FlaskClient, code: str, values: dict[str, Any], mode: str = "points") -> None:
    """Keep what is on the sheet of round 1 so far."""
    answer = enter(client, code, 1, values, ("action", "keep"), mode)
    assert answer.status_code == 204


def part(soup: BeautifulSoup, name: str) -> str:
    """Return the words of one part of a live answer."""
    return words(soup, f"[data-live={name}]")


def test_points_are_told_player_by_player_and_nothing_is_saved(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = opened("witches", FOUR)
    before = log(app)
    soup = live(client, code, SOME, "cards")
    assert [part(soup, f"points-{seat}") for seat in range(4)] == ["2", "5", "–", "–"]
    assert part(soup, "slip-0") == "A Ada 2 fire cards 2"
    assert part(soup, "slip-2") == "C Cem Nothing yet. –"
    assert part(soup, "meters").startswith("7 of 28 fire points placed")
    assert log(app) == before


def test_saving_waits_for_what_is_missing_and_says_what_it_is(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    soup = live(client, code, points(3, "", 9, ""), "points")
    save = soup.select_one("[data-live=save]")
    assert save is not None
    assert (save["data-state"], save.has_attr("data-off")) == ("wait", True)
    assert part(soup, "state") == "Ben and Dee are still to come."
    soup = live(client, code, points(3, "4x", 9, 5), "points")
    assert part(soup, "state") == "Ben: A number is needed."
    assert words(soup, "[data-beside='s1-points']") == "A number is needed."


def test_what_is_odd_can_be_saved_with_one_tap(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    soup = live(client, code, points(30, 30, 30, 30), "points")
    save = soup.select_one("[data-live=save]")
    assert save is not None
    assert (save["name"], save.get_text(), save.has_attr("data-off")) == (
        "waved",
        "Save anyway",
        False,
    )
    assert "120 points in all" in part(soup, "state")


def test_a_whole_sheet_says_that_it_adds_up(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    soup = live(client, code, ALL, "cards")
    assert part(soup, "state") == "Every card has an owner."
    assert part(soup, "save") == "Save round 1"


def test_sums_are_added_up_and_come_back_as_typed(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR[:2])
    values = points("12+11+7", "5-")
    soup = live(client, code, values, "points")
    assert part(soup, "sub-0") == "0 + 30 = 30"
    assert part(soup, "sub-1") == "0 so far"
    refused = enter(client, code, 1, values)
    assert refused.status_code == 422
    assert controls(tree(refused))["s0-points"] == "12+11+7"
    assert send(client, tree(refused), {"s1-points": "5-7"}).status_code == 303
    assert controls(page(client, f"/t/{code}/round/1"))["s0-points"] == "30"
    assert controls(page(client, f"/t/{code}/round/1"))["s1-points"] == "-2"


def test_the_rest_goes_to_a_player_with_and_without_scripts(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    soup = live(client, code, SOME, "cards", rest="3")
    filled = soup.select_one("[data-fill='s3-pile']")
    assert filled is not None
    assert len(str(filled["data-values"]).split()) == 15
    assert part(soup, "points-3") != "–"
    answer = enter(client, code, 1, SOME, ("rest", "2"), "cards")
    assert answer.status_code == 200
    assert len(controls(tree(answer)).getlist("s2-pile")) == 15
    for nonsense in ("9", "x", "-1", ""):
        soup = live(client, code, SOME, "cards", rest=nonsense)
        assert soup.select_one("[data-fill]") is None


def test_the_effect_of_a_correction_is_told_as_it_is_typed(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(3, 11, 9, 5))
    soup = live(client, code, points(3, 11, 8, 5), "points")
    assert "Cem: 9 becomes 8." in part(soup, "effect")
    said = soup.select_one("[data-said]")
    assert said is not None
    form = page(client, f"/t/{code}/round/1?mode=points")
    values = {**points(3, 11, 8, 5), "seen": str(said["data-seen"])}
    assert send(client, form, values).status_code == 303, "the effect was seen"


def test_a_forged_question_is_refused(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    answer = client.post(f"/t/{code}/round/1", data={"action": "live"})
    assert answer.status_code == 400


def test_a_pile_that_nobody_spoke_of_is_asked_about(client: FlaskClient, opened: Open) -> None:
    code = opened("tien", FOUR[:2])
    values = {"s0-pile": ["r7", "r8"], "s0-tokens": "1", "s1-tokens": "1"}
    answer = enter(client, code, 1, values, mode="cards")
    assert answer.status_code == 422
    assert words(tree(answer), ".errs") == "Ben: nothing is entered. Is that so?"
    said = {**values, "none": "1"}
    assert part(live(client, code, said, "cards"), "points-1") == "0"
    assert send(client, tree(answer), {"none": "1"}).status_code == 303


# --- what was begun ---


def test_what_was_begun_comes_back_and_can_be_started_afresh(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    keep(client, code, {**points(3, "1+", "", ""), "seat": "2", "rev": "7"})
    soup = page(client, f"/t/{code}/round/1")
    held = controls(soup)
    assert (held["mode"], held["s0-points"], held["s1-points"]) == ("points", "3", "1+")
    assert (held["seat"], held["rev"]) == ("2", "7")
    assert "You had begun this." in words(soup, ".kept")
    assert send(client, soup, button=("action", "fresh"), form="#fresh").status_code == 303
    soup = page(client, f"/t/{code}/round/1?mode=points")
    assert controls(soup)["s0-points"] == ""
    assert soup.select_one(".kept") is None


def test_each_way_of_entering_keeps_its_own_values(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    keep(client, code, SOME, "cards")
    keep(client, code, points(4, "", "", ""))
    cards = controls(page(client, f"/t/{code}/round/1?mode=cards"))
    assert cards.getlist("s0-pile") == ["r1", "r2"]
    assert controls(page(client, f"/t/{code}/round/1?mode=points"))["s0-points"] == "4"
    assert page(client, f"/t/{code}/round/1?mode=count").select_one(".kept") is None


def test_what_was_saved_is_begun_no_more(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    keep(client, code, points(1, 2, 3, 4))
    assert send(client, page(client, f"/t/{code}/round/1"), points(3, 11, 9, 5)).status_code == 303
    soup = page(client, f"/t/{code}/round/1")
    assert soup.select_one(".kept") is None
    assert controls(soup)["s0-points"] == "3"


def test_what_was_begun_meets_what_somebody_else_saved(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    keep(client, code, points(1, 2, 9, 8))
    mine = page(client, f"/t/{code}/round/1")
    theirs = page(client, f"/t/{code}/round/1?mode=points")
    field = theirs.select_one("input[name=key]")
    assert field is not None
    field["value"] = "another-phone"
    send(client, theirs, points(3, 11, 9, 5))
    answer = send(client, mine)
    assert answer.status_code == 409
    assert "differs" in words(tree(answer), ".cmp")


def test_a_draft_is_only_on_its_own_phone(app: Flask, client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    keep(client, code, points(1, 2, "", ""))
    stranger = app.test_client()
    opened("witches", FOUR, on=stranger)
    assert stranger.get(f"/t/{code}/round/1").status_code == 404
    page(client, f"/t/{code}/round/1")


def test_a_sheet_with_nothing_on_it_is_no_draft(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    keep(client, code, points(1, "", "", ""))
    keep(client, code, points("", "", "", ""))
    assert page(client, f"/t/{code}/round/1?mode=points").select_one(".kept") is None


def test_the_way_of_entering_is_remembered_for_each_game(client: FlaskClient, opened: Open) -> None:
    first = opened("witches", FOUR)
    page(client, f"/t/{first}/round/1?mode=count")
    second = opened("witches", FOUR)
    assert controls(page(client, f"/t/{second}/round/1"))["mode"] == "count"
    other = opened("enemy_anemone", FOUR, first=0)
    assert controls(page(client, f"/t/{other}/round/1"))["mode"] == "cards"


def test_enter_in_a_field_shows_what_would_come_of_it_and_nothing_else(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    keep(client, code, points(1, 2, "", ""))
    soup = page(client, f"/t/{code}/round/1")
    buttons = [
        button
        for button in soup.select("button:not([type=button])")
        if button.get("form") == "entry" or button.find_parent("form", id="entry")
    ]
    assert (buttons[0]["name"], buttons[0]["value"]) == ("action", "preview")


@pytest.mark.parametrize("seat", ["99", "-1", "x", "", "1e3", "9" * 40])
def test_nonsense_about_whose_cards_show_is_no_obstacle(
    client: FlaskClient, opened: Open, seat: str
) -> None:
    code = opened("witches", FOUR)
    answer: TestResponse = enter(
        client, code, 1, {**SOME, "seat": seat, "none": seat}, ("action", "live"), "cards"
    )
    assert answer.status_code == 200
