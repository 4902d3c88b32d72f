# SPDX-License-Identifier: MIT
"""Correcting an earlier round: its effect is seen first, and the old values stay in the history."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.web._forms import controls, enter, points, send
from tests.web._phones import page, tree, words

Open = Callable[..., str]
FOUR = ["Ada", "Ben", "Cem", "Dee"]


def begun(client: FlaskClient, opened: Open, slug: str = "witches", first: int = 0) -> str:
    """Return a table with two rounds."""
    code = opened(slug, FOUR, first=first)
    enter(client, code, 1, points(3, 11, 9, 5), ("waved", "1"))
    enter(client, code, 2, points(4, 4, 9, 0), ("waved", "1"))
    return code


def test_a_saved_round_comes_filled_in_as_it_was_entered(client: FlaskClient, opened: Open) -> None:
    soup = page(client, f"/t/{begun(client, opened)}/round/1")
    held = controls(soup)
    assert [held[f"s{seat}-points"] for seat in range(4)] == ["3", "11", "9", "5"]
    assert "This is saved already." in words(soup, ".note")


def test_a_correction_shows_what_it_does_before_it_is_saved(
    client: FlaskClient, opened: Open
) -> None:
    code = begun(client, opened)
    answer = enter(client, code, 1, points(3, 11, 1, 5))
    assert answer.status_code == 200
    assert words(tree(answer), ".effect") == (
        "What the correction does Cem: 9 becomes 1. Cem: total 18 becomes 10."
        " Ben: place 3 becomes 4. Cem: place 4 becomes 3."
    )
    assert controls(page(client, f"/t/{code}/round/1"))["s2-points"] == "9"


def test_a_correction_is_saved_once_its_effect_was_seen(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    seen = tree(enter(client, code, 1, points(3, 11, 1, 5)))
    assert send(client, seen).status_code == 303
    soup = page(client, f"/t/{code}")
    assert "Round 1 corrected" in words(soup, ".toast")
    assert words(soup, ".rd .num") == "3"
    assert controls(page(client, f"/t/{code}/round/1"))["s2-points"] == "1"


def test_other_values_than_those_seen_are_shown_anew(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    seen = tree(enter(client, code, 1, points(3, 11, 1, 5)))
    again = send(client, seen, points(3, 11, 2, 5))
    assert again.status_code == 200
    assert "Cem: 9 becomes 2." in words(tree(again), ".effect")
    assert controls(page(client, f"/t/{code}/round/1"))["s2-points"] == "9"


def test_right_after_a_correction_no_button_undoes_another_round(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("any_game", FOUR)
    enter(client, code, 1, points(3, 11, 9, 5))
    enter(client, code, 2, points(1, 1, 1, 1))
    assert send(client, tree(enter(client, code, 1, points(3, 11, 2, 5)))).status_code == 303
    told = words(page(client, f"/t/{code}"), ".dock")
    assert "What changed" in told
    assert "Undo" not in told
    assert "Undo round 2" in words(page(client, f"/t/{code}"), ".dock")


def test_a_correction_that_changes_no_score_says_so(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    answer = enter(client, code, 1, points(3, 11, 9, 5))
    assert "Nothing: no score changes." in words(tree(answer), ".effect")


def test_a_wrong_correction_is_refused_and_the_old_values_hold(
    client: FlaskClient, opened: Open
) -> None:
    code = begun(client, opened)
    answer = enter(client, code, 1, points(3, "x", 9, 5))
    assert answer.status_code == 422
    assert "Ben: A number is needed." in words(tree(answer), ".errs")
    assert controls(tree(answer))["s1-points"] == "x"
    assert controls(page(client, f"/t/{code}/round/1"))["s1-points"] == "11"


def test_a_correction_tells_who_starts_otherwise(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened, "elf_nimmt")
    assert "Cem starts." in words(page(client, f"/t/{code}"), ".next")
    answer = enter(client, code, 2, points(4, 14, 9, 0), ("action", "preview"))
    assert "Ben starts next." in words(tree(answer), ".effect")
    answer = enter(client, code, 2, points(4, 9, 9, 0), ("action", "preview"))
    assert "The table chooses who starts next: Ben and Cem." in words(tree(answer), ".effect")


def test_a_correction_tells_that_it_ends_the_game(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR, options={"target": "20"})
    enter(client, code, 1, points(3, 11, 9, 5))
    seen = tree(enter(client, code, 1, points(3, 21, 9, 5)))
    assert "The game is over then; the win goes to Ben." in words(seen, ".effect")
    assert send(client, seen).status_code == 303
    assert "Ben wins" in words(page(client, f"/t/{code}"), ".winner")


def test_a_correction_tells_that_the_game_goes_on(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR, options={"target": "20"})
    enter(client, code, 1, points(3, 21, 9, 5))
    seen = tree(enter(client, code, 1, points(3, 11, 9, 5)))
    assert "The game is not over then: you play on." in words(seen, ".effect")
    assert send(client, seen).status_code == 303
    assert words(page(client, f"/t/{code}"), ".rd .num") == "2"


def test_two_corrections_of_one_round_clash(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    mine = tree(enter(client, code, 1, points(3, 11, 1, 5)))
    theirs = tree(enter(client, code, 1, points(3, 11, 2, 5)))
    assert send(client, theirs).status_code == 303
    answer = send(client, mine)
    assert answer.status_code == 409
    assert "C Cem 2 1 differs" in words(tree(answer), ".cmp")


def test_a_round_may_be_corrected_by_another_way_of_entering(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(3, 14, 9, 0))
    cards = {"s0-pile": [f"r{n}" for n in range(1, 15)], "s1-pile": ["g11", "g12", "b11", "y11"]}
    seen = tree(enter(client, code, 1, cards, mode="cards"))
    assert send(client, seen, button=("waved", "1")).status_code == 303
    assert controls(page(client, f"/t/{code}/round/1"))["mode"] == "cards"
    assert "Entered another way: Cards." in words(page(client, f"/t/{code}/game"), "#changes")
