# SPDX-License-Identifier: MIT
"""The end of a game: who wins, why, and what can be done then."""

from __future__ import annotations

from collections.abc import Callable

from bs4 import BeautifulSoup
from flask import Flask
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


def ten(client: FlaskClient, opened: Open, *rows: tuple[str, str, str]) -> BeautifulSoup:
    """Play the one round with typed points, black tokens and cards; return the result."""
    names = ["Ada", "Ben", "Cem", "Dee"][: len(rows)]
    code = opened("tien", names, options={})
    values: dict[str, str] = {}
    for seat, (got, tokens, cards) in enumerate(rows):
        values |= {f"s{seat}-points": got, f"s{seat}-tokens": tokens, f"s{seat}-cards": cards}
    assert enter(client, code, 1, values, ("waved", "1")).status_code == 303
    return page(client, f"/t/{code}")


def test_each_tie_break_is_said_that_had_to_decide(client: FlaskClient, opened: Open) -> None:
    soup = ten(client, opened, ("9", "5", "9"), ("9", "5", "8"), ("9", "2", "3"), ("7", "9", ""))
    assert words(soup, ".winner") == (
        "After 1 round Ben wins 9 points, level with Ada and Cem."
        " Black tokens left: Ben 5, Ada 5, Cem 2."
        " Cards in all: Ben 8, Ada 9; fewer is better."
    )
    rows = [" ".join(row.get_text(" ").split()) for row in soup.select(".padrow")]
    assert rows == [
        "1 B Ben Black tokens left: 5, Cards in all: 8 9",
        "2 A Ada Black tokens left: 5, Cards in all: 9 9",
        "3 C Cem Black tokens left: 2 9",
        "4 D Dee 7",
    ]


def test_a_tie_among_those_behind_is_explained_too(client: FlaskClient, opened: Open) -> None:
    soup = ten(client, opened, ("9", "0", ""), ("5", "1", ""), ("5", "3", ""))
    assert words(soup, ".winner") == "After 1 round Ada wins 9 points."
    rows = [" ".join(row.get_text(" ").split()) for row in soup.select(".padrow")]
    assert rows[1:] == ["2 C Cem Black tokens left: 3 5", "3 B Ben Black tokens left: 1 5"]


def test_a_win_that_no_tie_break_parts_is_shared_and_says_why(
    client: FlaskClient, opened: Open
) -> None:
    level = ten(client, opened, ("9", "5", "8"), ("9", "5", "8"), ("1", "0", ""))
    assert words(level, ".winner") == (
        "After 1 round Ada and Ben share the win 9 points each."
        " They are level in every tie-break too."
    )
    untold = ten(client, opened, ("9", "5", "8"), ("9", "5", ""))
    assert "Not entered, and could break the tie: Cards in all." in words(untold, ".winner")


def test_all_may_share_the_win(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(5, 5, 5))
    assert "All share the win 5 points each." in words(page(client, f"/t/{code}"), ".winner")


def test_a_game_alone_has_no_winner_and_is_measured_by_those_before(
    client: FlaskClient, opened: Open
) -> None:
    def alone(name: str, got: int, **rules: str) -> BeautifulSoup:
        code = opened("any_game", [name], options={"rounds": "1", **rules})
        enter(client, code, 1, points(got))
        return page(client, f"/t/{code}")

    first = alone("Ada", 31)
    assert words(first, ".winner") == "After 1 round Ada played alone 31 points."
    assert not first.select(".crown, .alone")
    alone("Ben", 40)
    alone("Ada", 99, best="low")
    third = alone("Ada", 35)
    assert "35 points. Place 2 of 3 games alone." in words(third, ".winner")
    lines = [" ".join(row.get_text(" ").split()) for row in third.select(".alone tbody tr")]
    assert [(line.split()[:3], line.split()[-1]) for line in lines] == [
        (["1", "B", "Ben"], "40"),
        (["2", "A", "Ada"], "35"),
        (["3", "A", "Ada"], "31"),
    ]
    assert "this game" in lines[1]
    best = alone("Cem", 41)
    assert "41 points. The best of 4 games alone." in words(best, ".winner")


def test_games_alone_of_other_groups_are_not_shown(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    stranger = app.test_client()
    theirs = opened("any_game", ["Eve"], options={"rounds": "1"}, on=stranger)
    enter(stranger, theirs, 1, points(50))
    code = opened("any_game", ["Ada"], options={"rounds": "1"})
    enter(client, code, 1, points(5))
    assert not page(client, f"/t/{code}").select(".alone")


def test_the_end_is_celebrated_once(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(5, 9, 5))
    soup = page(client, f"/t/{code}")
    assert soup.select(".fresh .party[aria-hidden=true]")
    assert words(soup, "[data-say]").startswith("Round 1 saved. Ben wins. Ben 9, total 9, first.")
    assert not page(client, f"/t/{code}").select(".party, [data-say]")


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
    soup = page(client, f"/t/{code}")
    assert not soup.select("form[action$='/reopen']")
    assert soup.select(f"main a[href='/t/{code}/rules']"), "a later end lets it go on"
    answer = client.get(f"/t/{code}/round/2")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    token = form.select_one("input[name=csrf_token]")
    assert token is not None
    late = client.post(f"/t/{code}/round/2", data={**points(1, 1, 1), "csrf_token": token["value"]})
    assert late.status_code == 422
    assert "The game is over." in words(tree(late), ".errs")


def test_a_game_whose_end_no_rule_moves_offers_no_way_on(client: FlaskClient, opened: Open) -> None:
    soup = ten(client, opened, ("9", "0", ""), ("5", "1", ""))
    assert "Play on" not in words(soup, "main")


def test_every_number_of_the_result_leads_to_its_reasons(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", THREE, options={"rounds": "1"})
    enter(client, code, 1, points(5, 7, 4))
    links = {str(link["href"]) for link in page(client, f"/t/{code}").select(".pad a, .rt a")}
    wanted = {f"/t/{code}/why/{seat}" for seat in range(3)}
    wanted |= {f"/t/{code}/why/1/{seat}" for seat in range(3)}
    assert wanted <= links
