# SPDX-License-Identifier: MIT
"""Entering a round: by cards, counts or points; previewed, refused, waved through, saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.persistence.models import Event
from companion.web.database import db
from tests.web._forms import controls, enter, points, send
from tests.web._phones import page, tree, words

Open = Callable[..., str]
FOUR = ["Ada", "Ben", "Cem", "Dee"]
ALL = {
    "s0-pile": [f"r{n}" for n in range(1, 8)],
    "s1-pile": [f"r{n}" for n in range(8, 15)],
    "s2-pile": ["g11", "g12"],
    "s3-pile": ["b11", "y11"],
}


def log(app: Flask) -> list[tuple[int, str]]:
    """Return what stands in all logs."""
    with app.app_context():
        found = [(event.id, event.kind) for event in db.session.query(Event).order_by(Event.id)]
        db.session.remove()
    return found


def both(client: FlaskClient, code: str) -> tuple[BeautifulSoup, BeautifulSoup]:
    """Return the form of round 1 twice: two phones, or two tabs, that open it at one time."""
    address = f"/t/{code}/round/1?mode=points"
    return page(client, address), page(client, address)


def test_typed_points_are_saved_and_the_table_says_so(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    answer = enter(client, code, 1, points(3, 11, 9, 5))
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    soup = page(client, f"/t/{code}")
    assert "Round 1 saved" in words(soup, ".toast")
    assert words(soup, ".rd .num") == "2"
    assert "Round 1 saved" not in words(page(client, f"/t/{code}"), ".dock")


def test_cards_are_saved_as_tapped(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    soup = page(client, f"/t/{code}/round/1?mode=cards")
    assert [s["id"] for s in soup.select("[data-seat]")] == [f"seat-{n}" for n in range(4)]
    assert send(client, soup, ALL).status_code == 303
    assert words(page(client, f"/t/{code}/round/1"), "#seat-0").startswith("A Ada")
    held = controls(page(client, f"/t/{code}/round/1"))
    assert {name: held.getlist(name) for name in ALL} == ALL


def test_every_way_of_entering_has_its_own_form(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    soup = page(client, f"/t/{code}/round/1")
    ways = [str(link["href"]) for link in soup.select("nav.chips a")]
    assert [way.rsplit("=", 1)[1] for way in ways] == ["cards", "count", "points"]
    for way in ways:
        held = controls(page(client, way))
        assert held["mode"] == way.rsplit("=", 1)[1]


def test_the_next_round_opens_as_the_last_one_was_entered(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(3, 11, 9, 5))
    assert controls(page(client, f"/t/{code}/round/2"))["mode"] == "points"


def test_nothing_entered_is_not_zero(client: FlaskClient, opened: Open, app: Flask) -> None:
    code = opened()
    before = log(app)
    answer = enter(client, code, 1, points(4, "", 5))
    assert answer.status_code == 422
    soup = tree(answer)
    assert words(soup, ".errs") == "Ben: A number is needed."
    field = soup.select_one("#s1-points")
    assert field is not None
    assert field["aria-invalid"] == "true"
    assert words(soup, f"#{field['aria-describedby']}") == "A number is needed."
    assert log(app) == before


def test_a_refused_form_comes_back_as_typed(client: FlaskClient, opened: Open) -> None:
    code = opened()
    typed = {**points("4x", " 7 ", ""), "t-moon": "1"}
    answer = enter(client, code, 1, typed)
    assert answer.status_code == 422
    held = controls(tree(answer))
    assert {name: held[name] for name in typed} == typed
    put_right = {**points(4, 7, 9), "t-moon": ""}
    assert send(client, tree(answer), put_right).status_code == 303


def test_what_is_unusual_is_asked_and_can_be_waved_through(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    answer = enter(client, code, 1, points(77, 0, 0, 0))
    assert answer.status_code == 422
    assert "Save anyway" in words(tree(answer), ".dock")
    assert "Ada: A round gives" in words(tree(answer), ".errs")
    assert send(client, tree(answer), button=("waved", "1")).status_code == 303


def test_what_cannot_be_is_not_waved_through(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    twice = {**ALL, "s3-pile": ["r1"]}
    answer = enter(client, code, 1, twice, mode="cards")
    assert answer.status_code == 422
    assert "Save anyway" not in words(tree(answer), ".dock")
    again = send(client, tree(answer), button=("waved", "1"))
    assert again.status_code == 422
    assert controls(tree(again)).getlist("s3-pile") == ["r1"]


def test_a_preview_shows_points_and_reasons_and_saves_nothing(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = opened("witches", FOUR)
    before = log(app)
    answer = enter(client, code, 1, ALL, ("action", "preview"), mode="cards")
    assert answer.status_code == 200
    slips = [words(tree(answer), f".slip:nth-of-type({n})") for n in range(1, 5)]
    assert slips[0] == "A Ada 7 fire cards 7"
    assert slips[2] == "C Cem Water Witch (+5), Pygmy Queen (+10) 15"
    assert slips[3] == "D Dee 0"
    assert [words(tree(answer), f".ptab:nth-of-type({n}) .pts") for n in (1, 3)] == ["7", "15"]
    assert log(app) == before
    assert send(client, tree(answer)).status_code == 303


def test_a_form_sent_twice_is_saved_once(client: FlaskClient, opened: Open, app: Flask) -> None:
    code = opened()
    soup = page(client, f"/t/{code}/round/1?mode=points")
    assert send(client, soup, points(5, 5, 4)).status_code == 303
    assert send(client, soup, points(5, 5, 4)).status_code == 303
    assert [kind for _, kind in log(app)] == ["started", "entered"]
    assert "Round 1 saved" in words(page(client, f"/t/{code}"), ".dock")


def test_two_phones_that_save_the_same_are_both_told_it_is_saved(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = opened()
    mine, theirs = both(client, code)
    send(client, theirs, points(5, 5, 4))
    assert send(client, mine, points(5, 5, 4)).status_code == 303
    assert [kind for _, kind in log(app)] == ["started", "entered"]


def test_a_clash_shows_both_values_and_loses_neither(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    mine, theirs = both(client, code)
    send(client, theirs, points(3, 14, 9, 4))
    answer = send(client, mine, points(3, 14, 8, 4))
    assert answer.status_code == 409
    rows = [" ".join(row.get_text(" ").split()) for row in tree(answer).select(".cmp tbody tr")]
    assert rows == ["A Ada 3 3", "B Ben 14 14", "C Cem 9 8 differs", "D Dee 4 4"]
    assert "Cem: 9 becomes 8." in words(tree(answer))


def test_after_a_clash_mine_can_be_saved_over_theirs(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    mine, theirs = both(client, code)
    send(client, theirs, points(3, 14, 9, 4))
    clash = tree(send(client, mine, points(3, 14, 8, 4)))
    assert send(client, clash, form="#mine").status_code == 303
    assert controls(page(client, f"/t/{code}/round/1"))["s2-points"] == "8"
    assert "Cem: 9 became 8." in words(page(client, f"/t/{code}/game"), "#changes")


def test_after_a_clash_theirs_can_be_kept(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    mine, theirs = both(client, code)
    send(client, theirs, points(3, 14, 9, 4))
    clash = tree(send(client, mine, points(3, 14, 8, 4)))
    link = clash.select_one(".dock a")
    assert link is not None
    assert (link.get_text(), link["href"]) == ("Keep theirs", f"/t/{code}")
    assert controls(page(client, f"/t/{code}/round/1"))["s2-points"] == "9"


def test_after_a_clash_i_can_go_back_to_what_i_typed(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    mine, theirs = both(client, code)
    send(client, theirs, points(3, 14, 9, 4))
    clash = tree(send(client, mine, points(3, 14, 8, 4)))
    form = tree(send(client, clash, button=("action", "edit"), form="#mine"))
    assert controls(form)["s2-points"] == "8"
    shown = send(client, form, points(3, 14, 7, 4))
    assert shown.status_code == 200
    assert "Cem: 9 becomes 7." in words(tree(shown), ".effect")
    assert send(client, tree(shown)).status_code == 303


def test_a_round_that_a_step_back_took_away_keeps_what_was_typed(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(3, 14, 9, 4))
    mine = page(client, f"/t/{code}/round/2?mode=points")
    undo = page(client, f"/t/{code}")
    send(client, undo, form="form[action$='/undo']")
    answer = send(client, mine, points(1, 2, 3, 9))
    assert answer.status_code == 409
    assert "the table is at Round 1" in words(tree(answer), ".errs")
    assert controls(tree(answer))["s3-points"] == "9"


def test_a_round_that_has_not_begun_is_not_there(client: FlaskClient, opened: Open) -> None:
    code = opened()
    for number in (0, 2, 99, 10**30):
        page(client, f"/t/{code}/round/{number}", 404)
    page(client, f"/t/{code}/round/1?phase=bids", 404)


def test_who_took_what_may_be_nobody(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    soup = page(client, f"/t/{code}/round/1?mode=count")
    answers = [label.get_text() for label in soup.select("#t-water label")]
    assert [answer[-6:].strip() for answer in answers] == ["Nobody", "AAda", "BBen", "CCem", "DDee"]
    assert controls(soup)["t-water"] == ""


def test_categories_are_asked_one_by_one(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR[:2], options={"categories": "Wood\nOre", "decimals": "1"})
    values = {"s0-values.0": "4,5", "s0-values.1": "", "s1-values.0": "0", "s1-values.1": "-1"}
    refused = enter(client, code, 1, values, mode="values")
    assert refused.status_code == 422
    assert words(tree(refused), ".errs") == "Ada: Ore: A number is needed."
    assert tree(refused).select_one("[id='s0-values.1'][aria-invalid]")
    assert send(client, tree(refused), {"s0-values.1": "2"}).status_code == 303
    totals = [row.get_text() for row in page(client, f"/t/{code}").select(".tot")]
    assert totals == ["6.5", "−1.0"]


@pytest.mark.parametrize("slug", ["any_game", "elf_nimmt", "enemy_anemone", "tien", "witches"])
def test_every_game_can_be_opened_in_each_of_its_ways(
    client: FlaskClient, opened: Open, slug: str
) -> None:
    code = opened(slug, FOUR[:3], first=0)
    soup = page(client, f"/t/{code}/round/1")
    for link in soup.select("nav.chips a"):
        answer = send(client, page(client, str(link["href"])), button=("action", "preview"))
        assert answer.status_code in (200, 422)


JUNK = st.text(max_size=12) | st.sampled_from(["-3", "1e9", "007", "½", "r1", "9" * 40, "\x00"])
NAMES = st.sampled_from(
    ["mode", "phase", "key", "expected", "seen", "action", "waved", "t-moon", "t-fire"]
    + [f"s{seat}-{key}" for seat in (0, 1, 2, 7) for key in ("points", "pile", "red", "gift")]
)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(values=st.dictionaries(NAMES, st.lists(JUNK, max_size=3), max_size=9))
def test_whatever_is_sent_is_answered_and_only_a_save_writes(
    client: FlaskClient, opened: Open, app: Flask, values: dict[str, Any]
) -> None:
    code = getattr(client, "code", None) or opened()
    client.code = code  # type: ignore[attr-defined]  # one table for all examples
    token = controls(page(client, f"/t/{code}/round/1"))["csrf_token"]
    before = log(app)
    answer = client.post(f"/t/{code}/round/1", data={**values, "csrf_token": token})
    assert answer.status_code in (200, 303, 404, 409, 422)
    assert (log(app) == before) or answer.status_code == 303
    page(client, f"/t/{code}")
