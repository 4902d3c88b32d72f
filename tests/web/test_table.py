# SPDX-License-Identifier: MIT
"""The running table: who is where, what to do now, and what the table chooses."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient

from tests.web._forms import enter, points, tap
from tests.web._phones import page, play, words

Open = Callable[..., str]
FOUR = ["Ada", "Ben", "Cem", "Dee"]


def pad(client: FlaskClient, code: str) -> list[str]:
    """Return the lines of the score pad in their order."""
    return [
        " ".join(row.get_text(" ").split()) for row in page(client, f"/t/{code}").select(".padrow")
    ]


def test_a_fresh_table_names_the_round_the_dealer_and_what_to_do(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR, first=1)
    soup = page(client, f"/t/{code}")
    assert words(soup, "h1") == "Witches"
    assert words(soup, ".rd .num") == "1"
    ring = soup.select_one(".ring")
    assert ring is not None
    assert str(ring["aria-label"]).endswith("Ben deals. Cem leads.")
    assert words(soup, ".next li") == "Ben deals 15 cards to everyone."
    assert [row.split()[0] for row in pad(client, code)] == ["A", "B", "C", "D"]
    assert not soup.select(".crown")


def test_the_next_thing_to_do_is_in_the_dock(client: FlaskClient, opened: Open) -> None:
    code = opened()
    link = page(client, f"/t/{code}").select_one(".dock .btn.wide")
    assert link is not None
    assert (link.get_text(), link["href"]) == ("Enter round 1", f"/t/{code}/round/1")


def test_the_pad_stands_in_the_order_of_places_and_tells_the_last_round(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(11, 3, 12, 0))
    enter(client, code, 2, points(4, 9, 1, 2))
    assert pad(client, code) == [
        "1 D Dee +2 last round 2",
        "2 B Ben +9 last round 12",
        "3 C Cem +1 last round 13",
        "4 A Ada +4 last round 15",
    ]
    assert words(page(client, f"/t/{code}"), ".padfoot") == (
        "Lowest wins. Ends when someone reaches 70."
    )


def test_equal_totals_share_a_place(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(10, 4, 4, 8))
    assert [row.split()[0] for row in pad(client, code)] == ["1", "1", "3", "4"]


def test_every_total_leads_to_its_reasons(client: FlaskClient, opened: Open) -> None:
    code = opened()
    links = [row["href"] for row in page(client, f"/t/{code}").select("a.padrow")]
    assert links == [f"/t/{code}/why/{seat}" for seat in range(3)]


def test_more_than_seven_seats_are_a_list(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", [f"Player {n}" for n in range(9)], first=2)
    soup = page(client, f"/t/{code}")
    assert not soup.select(".ring")
    assert len(soup.select(".ringlist li")) == 9
    assert words(soup, ".ringlist li:nth-of-type(3)") == "Py Player 2 Deals"


def test_the_table_chooses_among_equals_who_starts(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = opened("elf_nimmt", FOUR, first=0)
    play(app, code, [0, 9, 9, 3])
    soup = page(client, f"/t/{code}")
    offered = soup.select(".choose button[name=starter]")
    assert [button["value"] for button in offered] == ["1", "2"]
    assert tap(client, f"/t/{code}", "/choose", "starter", "2").status_code == 303
    assert "Cem starts." in words(page(client, f"/t/{code}"), ".next")


def test_nobody_is_chosen_who_is_not_among_the_equals(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = opened("elf_nimmt", FOUR, first=0)
    play(app, code, [0, 9, 9, 3])
    for value in ("0", "9", "x", ""):
        tap(client, f"/t/{code}", "/choose", "starter", value)
        assert "Nothing was chosen." in words(page(client, f"/t/{code}"), ".dock")
    assert "Ben, Cem: choose who starts." in words(page(client, f"/t/{code}"), ".next")


def test_one_tap_changes_which_way_cards_are_passed(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR, first=0)
    assert "to the left" in words(page(client, f"/t/{code}"), ".next")
    tap(client, f"/t/{code}", "/choose", "pass", "across")
    soup = page(client, f"/t/{code}")
    assert "across" in words(soup, ".next")
    assert [b["value"] for b in soup.select("button[aria-pressed=true]")] == ["across"]


def test_three_players_are_not_offered_to_pass_across(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR[:3], first=0)
    tap(client, f"/t/{code}", "/choose", "pass", "across")
    soup = page(client, f"/t/{code}")
    assert "Nothing was chosen." in words(soup, ".dock")
    assert [b["value"] for b in soup.select("button[name=pass]")] == ["left", "right"]


def test_a_choice_for_a_round_that_is_over_changes_nothing(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR, first=0)
    old = page(client, f"/t/{code}")
    enter(client, code, 1, points(5, 5, 5, 0))
    form = old.select_one("form[action$='/choose']")
    assert form is not None
    fields = {str(i["name"]): str(i["value"]) for i in form.select("input")}
    client.post(f"/t/{code}/choose", data={**fields, "pass": "across"})
    assert "the table is at round 2 now" in words(page(client, f"/t/{code}"), ".dock")


def test_a_hand_is_called_a_hand(client: FlaskClient, opened: Open) -> None:
    code = opened("enemy_anemone", FOUR, first=0)
    assert "Enter hand 1" in words(page(client, f"/t/{code}"), ".dock")
    assert "Hand 1 of 4" in words(page(client, f"/t/{code}/round/1"), "h1")


def test_another_group_does_not_see_the_table(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = opened()
    stranger = app.test_client()
    paths = ("", "/game", "/round/1", "/why/0", "/why/1/0")
    for path in paths:
        page(stranger, f"/t/{code}{path}", 404)
    opened(on=stranger)
    for path in paths:
        assert "This table is not here" in words(page(stranger, f"/t/{code}{path}", 404))


def test_another_group_cannot_write_to_the_table(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code, stranger = opened(), app.test_client()
    own = opened(on=stranger)
    form = page(stranger, f"/t/{own}/round/1").select_one("input[name=csrf_token]")
    assert form is not None
    for path in ("undo", "choose", "end", "reopen", "round/1"):
        answer = stranger.post(f"/t/{code}/{path}", data={"csrf_token": form["value"]})
        assert answer.status_code == 404
    assert "1" in words(page(client, f"/t/{code}"), ".rd .num")


def test_no_form_works_without_its_token(client: FlaskClient, opened: Open) -> None:
    code = opened()
    for path in ("undo", "choose", "end", "reopen", "round/1"):
        answer = client.post(f"/t/{code}/{path}", data=points(1, 2, 3))
        assert answer.status_code == 400
    assert "Nothing is entered yet." in words(page(client, f"/t/{code}/game"))
