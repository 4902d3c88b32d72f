# SPDX-License-Identifier: MIT
"""Taking the last round back: it says what it takes, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.web.blueprints import entry as entry_pages
from tests.web._forms import controls, enter, points, send, tap
from tests.web._phones import page, tree, words

Open = Callable[..., str]


def test_before_the_first_round_there_is_nothing_to_undo(client: FlaskClient, opened: Open) -> None:
    assert not page(client, f"/t/{opened()}").select("form[action$='/undo']")


def test_undo_says_which_round_it_takes_back(client: FlaskClient, opened: Open) -> None:
    code = opened()
    enter(client, code, 1, points(5, 5, 4))
    page(client, f"/t/{code}")
    assert words(page(client, f"/t/{code}"), ".dock form") == "Undo round 1"


def test_a_round_taken_back_is_to_be_entered_again(client: FlaskClient, opened: Open) -> None:
    code = opened()
    enter(client, code, 1, points(5, 5, 4))
    assert tap(client, f"/t/{code}", "/undo").status_code == 303
    soup = page(client, f"/t/{code}")
    assert "Round 1 taken back" in words(soup, ".toast")
    assert words(soup, ".rd .num") == "1"
    assert "Round 1 taken back" in words(page(client, f"/t/{code}/game"), "#changes")


def test_what_was_taken_back_can_be_had_again(client: FlaskClient, opened: Open) -> None:
    code = opened()
    enter(client, code, 1, points(5, 6, 4))
    tap(client, f"/t/{code}", "/undo")
    link = page(client, f"/t/{code}").select_one(".toast a")
    assert link is not None
    form = page(client, str(link["href"]))
    assert [controls(form)[f"s{seat}-points"] for seat in range(3)] == ["5", "6", "4"]
    assert send(client, form).status_code == 303
    assert words(page(client, f"/t/{code}"), ".rd .num") == "2"


def test_an_undo_sent_twice_takes_one_round(client: FlaskClient, opened: Open) -> None:
    code = opened()
    enter(client, code, 1, points(5, 5, 4))
    enter(client, code, 2, points(1, 8, 4))
    soup = page(client, f"/t/{code}")
    for _ in range(2):
        send(client, soup, form=".dock .acts form")
    assert words(page(client, f"/t/{code}"), ".rd .num") == "2"


def test_an_old_page_takes_no_later_round(client: FlaskClient, opened: Open) -> None:
    code = opened()
    enter(client, code, 1, points(5, 5, 4))
    old = page(client, f"/t/{code}")
    enter(client, code, 2, points(1, 8, 4))
    send(client, old, form=".dock .acts form")
    soup = page(client, f"/t/{code}")
    assert "Nothing changed: the table is at round 3 now." in words(soup, ".dock")
    assert words(soup, ".rd .num") == "3"


def test_undoing_the_last_round_opens_the_game_again(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", options={"rounds": "1"})
    enter(client, code, 1, points(5, 5, 4))
    assert page(client, f"/t/{code}").select(".winner")
    tap(client, f"/t/{code}", "/undo")
    assert words(page(client, f"/t/{code}"), ".rd .num") == "1"


def test_a_round_that_is_undone_while_the_next_is_being_saved_keeps_what_was_typed(
    client: FlaskClient, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = opened()
    enter(client, code, 1, points(5, 6, 4))
    soup = page(client, f"/t/{code}/round/2?mode=points")
    save = entry_pages._save  # between looking and writing

    def overtaken(*sent: Any) -> Any:
        assert tap(client, f"/t/{code}", "/undo").status_code == 303
        return save(*sent)

    monkeypatch.setattr(entry_pages, "_save", overtaken)
    answer = send(client, soup, points(7, 8, 9))

    assert answer.status_code == 409
    assert "somebody took a step back" in words(tree(answer))
    assert controls(tree(answer))["s0-points"] == "7"
    assert page(client, f"/t/{code}/round/2", 404)
