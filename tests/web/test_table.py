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
        "Lowest wins. Ends when someone reaches 70. Ada is closest to the end: 55 to go."
    )


def test_before_the_first_round_nobody_is_close(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    soup = page(client, f"/t/{code}")
    assert words(soup, ".padfoot") == "Lowest wins. Ends when someone reaches 70."
    assert not soup.select("main .note")


def test_level_totals_name_nobody_as_closest(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR, options={"target": "50"})
    enter(client, code, 1, points(5, 5, 5, 5))
    assert "closest" not in words(page(client, f"/t/{code}"), ".padfoot")


def test_somebody_whom_a_round_like_one_before_takes_to_the_end_is_close(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("any_game", FOUR, options={"target": "50"})
    enter(client, code, 1, points(20, 5, 5, 20))
    soup = page(client, f"/t/{code}")
    assert "Ada and Dee are closest to the end: 30 to go." in words(soup, ".padfoot")
    assert not soup.select("main .note")
    enter(client, code, 2, points(10, 0, 21, 10))
    soup = page(client, f"/t/{code}")
    assert words(soup, "main .note") == "This may be the last round: Ada and Dee have 20 to go."
    assert "closest" not in words(soup, ".padfoot"), "it is said once"


def test_a_limit_that_has_to_be_passed_is_one_point_farther(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR, options={"end_at": "20", "compare": "passes"})
    enter(client, code, 1, points(11, 3, 12, 0))
    assert words(page(client, f"/t/{code}"), "main .note") == (
        "This may be the last round: Cem has 9 to go."
    )


def test_the_round_is_named_with_how_many_there_are(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR, options={"rounds": "3"})
    enter(client, code, 1, points(1, 2, 3, 4))
    soup = page(client, f"/t/{code}")
    assert words(soup, ".rd") == "Round 2 of 3"
    assert not soup.select("main .note")
    enter(client, code, 2, points(1, 2, 3, 4))
    assert words(page(client, f"/t/{code}"), "main .note") == "This is the last round."


def test_a_save_is_said_once_with_points_totals_and_places(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(11, 3, 12, 0))
    assert words(page(client, f"/t/{code}"), "[data-say]") == (
        "Round 1 saved. Dee 0, total 0, first. Ben 3, total 3, second."
        " Ada 11, total 11, third. Cem 12, total 12, fourth."
    )
    soup = page(client, f"/t/{code}")
    assert not soup.select("[data-say]")
    region = soup.select_one("#said")
    assert region is not None
    assert (region["role"], region.get_text()) == ("status", "")


def test_a_round_taken_back_is_said_with_the_totals_left(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR[:2])
    enter(client, code, 1, points(4, 4))
    page(client, f"/t/{code}")
    tap(client, f"/t/{code}", "/undo")
    assert words(page(client, f"/t/{code}"), "[data-say]") == (
        "Round 1 taken back. Ada: total 0, first. Ben: total 0, first."
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
