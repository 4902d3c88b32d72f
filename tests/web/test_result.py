# SPDX-License-Identifier: MIT
"""The end of a game: who wins, why, and what can be done then."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.web._forms import enter, points, tap
from tests.web._phones import page, tree, words

Open = Callable[..., str]
THREE = ["Ada", "Ben", "Cem"]


def test_a_game_over_shows_its_winner(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "2", "best": "low"})
    enter(client, code, 1, points(5, 5, 4))
    enter(client, code, 2, points(1, 8, 4))
    soup = page(client, f"/t/{code}")
    assert words(soup, ".winner") == "After 2 rounds Ada wins 6 points."
    rows = [" ".join(row.get_text(" ").split()) for row in soup.select(".padrow")]
    assert rows == ["1 A Ada 6", "2 C Cem 8", "3 B Ben 13"]
    assert not soup.select("a[href$='/round/3']")


def test_a_shared_win_names_both(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(5, 5, 4))
    soup = page(client, f"/t/{code}")
    assert words(soup, ".winner") == "After 1 round Ada and Ben share the win 5 points each."


def test_what_broke_a_tie_is_said_in_words(client: FlaskClient, opened: Open) -> None:
    code = opened("enemy_anemone", ["Ada", "Ben", "Cem", "Dee"], first=0, options={"last": ""})
    for number, hand in enumerate([(17, 9, 14, 12), (10, 16, 8, 18), (12, 17, 9, 14)], 1):
        enter(client, code, number, points(*hand), ("waved", "1"))
    last = {**points(14, 13, 14, 11)}
    last |= {f"s{seat}-anemones": held for seat, held in enumerate((0, 1, 0, 3))}
    assert enter(client, code, 4, last, ("waved", "1")).status_code == 303
    soup = page(client, f"/t/{code}")
    assert words(soup, ".winner") == (
        "After 4 hands Dee wins 55 points, level with Ben. Anemones left: Dee 2, Ben 1."
    )
    rows = [" ".join(row.get_text(" ").split()) for row in soup.select(".padrow")]
    assert rows[:3] == ["1 D Dee Anemones left: 2 55", "2 B Ben Anemones left: 1 55", "3 A Ada 53"]


def test_play_again_takes_the_same_people(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(5, 5, 4))
    link = page(client, f"/t/{code}").select_one(".dock a.wide")
    assert link is not None
    seats = client.get(str(link["href"]), follow_redirects=True)
    assert seats.status_code == 200
    typed = [str(field["value"]) for field in tree(seats).select("input[name=name]")]
    assert sorted(typed) == THREE


def test_a_game_without_an_end_is_ended_by_the_table(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE)
    assert not page(client, f"/t/{code}").select("form[action$='/end']")
    enter(client, code, 1, points(5, 7, 4))
    assert tap(client, f"/t/{code}", "/end").status_code == 303
    assert "Ben wins" in words(page(client, f"/t/{code}"), ".winner")
    assert "The table ended the game." in words(page(client, f"/t/{code}/game"), "#changes")


def test_a_game_that_the_table_ended_can_go_on(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE)
    enter(client, code, 1, points(5, 7, 4))
    tap(client, f"/t/{code}", "/end")
    assert tap(client, f"/t/{code}", "/reopen").status_code == 303
    assert words(page(client, f"/t/{code}"), ".rd .num") == "2"


def test_a_game_with_an_end_of_its_own_ends_by_its_rules_only(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", THREE)
    enter(client, code, 1, points(5, 7, 4))
    assert not page(client, f"/t/{code}").select("form[action$='/end']")


def test_a_game_over_by_its_rules_is_not_simply_played_on(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    form = page(client, f"/t/{code}/round/1")
    enter(client, code, 1, points(5, 7, 4))
    assert not page(client, f"/t/{code}").select("form[action$='/reopen']")
    answer = client.get(f"/t/{code}/round/2")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    token = form.select_one("input[name=csrf_token]")
    assert token is not None
    late = client.post(f"/t/{code}/round/2", data={**points(1, 1, 1), "csrf_token": token["value"]})
    assert late.status_code == 422
    assert "The game is over." in words(tree(late), ".errs")


def test_every_number_of_the_result_leads_to_its_reasons(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(5, 7, 4))
    links = {str(link["href"]) for link in page(client, f"/t/{code}").select(".pad a, .rt a")}
    wanted = {f"/t/{code}/why/{seat}" for seat in range(3)}
    wanted |= {f"/t/{code}/why/1/{seat}" for seat in range(3)}
    assert wanted <= links
