# SPDX-License-Identifier: MIT
"""Who sits where, and who deals or begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import page, play, post, tree, words

SEATS = "/new/witches/seats"
THREE = ["Ada", "Ben", "Cem"]


@pytest.fixture
def seats(client: FlaskClient) -> Callable[..., Any]:
    """Send the seats of a table for three; a round trip by any of the page's buttons."""
    post(client, "/new/witches", {"players": "3"})

    def send(names: list[str], first: str = "", do: str = "on") -> Any:
        return post(client, SEATS, {"name": names, "first": first, "do": do})

    return send


def typed(soup: BeautifulSoup) -> list[str]:
    """Return the names in the fields of the page."""
    return [str(field["value"]) for field in soup.select("input[name=name]")]


def first(soup: BeautifulSoup) -> str:
    """Return who is chosen to deal or begin."""
    (chosen,) = soup.select("input[name=first][checked]")
    return str(chosen["value"])


def test_names_lead_on_to_the_house_rules(seats: Callable[..., Any]) -> None:
    answer = seats(THREE, "1")
    assert (answer.status_code, answer.location) == (303, "/new/witches/rules")


@pytest.mark.parametrize(
    "names, seat, sentence",
    [
        (["Ada", "", "Cem"], 1, "Who sits here?"),
        (["Ada", "   ", "Cem"], 1, "Who sits here?"),
        (["Ada", "\u200b\u200d", "Cem"], 1, "Who sits here?"),
        (["Ada", "Ben", "aDA"], 2, "aDA already sits at the table."),
        (["Ada", "Ben", " Ben "], 2, "Ben already sits at the table."),
        (["Ada", "Bartholomäus-Maximilians", "Cem"], None, ""),
        (["Ada", "Bartholomäus-Maximilian-X", "Cem"], 1, "At most 24 letters."),
    ],
)
def test_a_name_that_cannot_be_is_told_beside_its_field(
    seats: Callable[..., Any], names: list[str], seat: int | None, sentence: str
) -> None:
    answer = seats(names, "0")
    if seat is None:
        assert answer.status_code == 303
        return
    soup = tree(answer)
    assert answer.status_code == 422
    field = soup.select_one(f"#name-{seat}")
    assert field is not None
    assert field["aria-invalid"] == "true"
    assert words(soup, f"#{field['aria-describedby']}") == sentence
    assert len(soup.select("[aria-invalid]")) == 1, "the other names are fine"
    assert first(soup) == "0", "everything else stays as it was sent"


def test_a_refused_page_is_kept_as_typed_for_a_reload(
    client: FlaskClient, seats: Callable[..., Any]
) -> None:
    seats(["Ada", "", "Bartholomäus-Maximilian-X"], "2")
    again = page(client, SEATS)
    assert typed(again) == ["Ada", "", "Bartholomäus-Maximilian-X"]
    assert first(again) == "2"


def test_moving_somebody_takes_the_deal_along(
    client: FlaskClient, seats: Callable[..., Any]
) -> None:
    answer = seats(THREE, "2", "up:2")
    assert answer.location == SEATS
    moved = page(client, SEATS)
    assert typed(moved) == ["Ada", "Cem", "Ben"]
    assert first(moved) == "1"
    seats(typed(moved), first(moved), "down:0")
    assert typed(page(client, SEATS)) == ["Cem", "Ada", "Ben"]
    assert first(page(client, SEATS)) == "0"


def test_a_grip_moves_somebody_over_others_who_close_up(
    client: FlaskClient, seats: Callable[..., Any]
) -> None:
    assert seats(THREE, "0", "move:0:2").location == SEATS
    moved = page(client, SEATS)
    assert typed(moved) == ["Ben", "Cem", "Ada"]
    assert first(moved) == "2", "whoever deals keeps the deal"
    seats(["Ben", "", "Ada"], "", "move:2:1")
    assert typed(page(client, SEATS)) == ["Ben", "Ada", ""], "a free seat moves like any other"


@pytest.mark.parametrize(
    "do",
    [
        *("up:0", "down:2", "up:99", "down:-1", "up:x", "up:", "up:²", "up:1:0", "sideways:1"),
        *("move:0:3", "move:3:0", "move:0:-1", "move:0", "move:0:1:2", "move:a:1", "move:", "move"),
        *("move:1:1", "move:0:999"),
    ],
)
def test_a_move_that_leads_nowhere_changes_nothing(
    client: FlaskClient, seats: Callable[..., Any], do: str
) -> None:
    seats(THREE, "1", do)
    assert typed(page(client, SEATS)) == THREE
    assert first(page(client, SEATS)) == "1"


def test_the_server_draws_who_deals_and_says_so(
    client: FlaskClient, seats: Callable[..., Any]
) -> None:
    seats(THREE, "", "draw:")
    drawn = page(client, SEATS)
    name = THREE[int(first(drawn))]
    assert f"Drawn: {name} deals first." in words(drawn, "[role=status]")


def test_the_draw_reaches_everybody(client: FlaskClient, seats: Callable[..., Any]) -> None:
    drawn = set()
    for _ in range(60):
        seats(THREE, "", "draw:")
        drawn.add(first(page(client, SEATS)))
    assert drawn == {"0", "1", "2"}


def test_nobody_has_to_know_who_deals(client: FlaskClient, seats: Callable[..., Any]) -> None:
    assert seats(THREE, "").status_code == 303
    assert first(page(client, SEATS)) == ""


@pytest.mark.parametrize("odd", ["3", "99", "-1", "Ada", "1e3", "²"])
def test_a_dealer_who_does_not_sit_there_is_nobody(
    client: FlaskClient, seats: Callable[..., Any], odd: str
) -> None:
    assert seats(THREE, odd).status_code == 303
    assert first(page(client, SEATS)) == ""


def test_a_game_with_a_starter_asks_who_starts(client: FlaskClient) -> None:
    post(client, "/new/elf_nimmt", {"players": "2"})
    assert "Who starts?" in words(page(client, "/new/elf_nimmt/seats"), "main")
    assert "Who deals first?" in words_of_seats_of_witches(client)


def words_of_seats_of_witches(client: FlaskClient) -> str:
    """Return the words of the seats page of a game that has a dealer."""
    post(client, "/new/witches", {"players": "3"})
    return words(page(client, SEATS), "main")


def test_people_seen_before_are_one_tap_away(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    opened("witches", ["Ada", "Ben", "Cem"])
    post(client, "/new/elf_nimmt", {"players": "2"})
    url = "/new/elf_nimmt/seats"
    offered = [str(chip["value"]) for chip in page(client, url).select("button.chip")]
    assert offered == ["add:Ada", "add:Ben", "add:Cem"]
    suggested = [str(one["value"]) for one in page(client, url).select("datalist option")]
    assert suggested == THREE
    post(client, url, {"name": ["", "Eve"], "do": "add:Ben"})
    assert typed(page(client, url)) == ["Ben", "Eve"]
    assert not page(client, url).select("button.chip"), "all seats are taken"


def test_a_chip_fills_the_next_free_seat_and_no_taken_one(
    client: FlaskClient, seats: Callable[..., Any]
) -> None:
    seats(["Ada", "", ""], "", "add:Dee")
    assert typed(page(client, SEATS)) == ["Ada", "Dee", ""]
    seats(THREE, "", "add:Dee")
    assert typed(page(client, SEATS)) == THREE


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>"[:24], '"><img src=x>', "عائشة", "👩‍👩‍👧 Ada", "O'Neill & Söhne"],
)
def test_any_name_is_shown_as_it_is_and_never_as_markup(
    client: FlaskClient, seats: Callable[..., Any], name: str
) -> None:
    assert seats([name, "Ben", "Cem"], "0").status_code == 303
    soup = page(client, SEATS)
    assert typed(soup)[0] == name
    assert not soup.select("img")
    scripts = soup.select("script")
    assert all(str(script.get("src", "")).startswith("/static/") for script in scripts)
    assert not any(script.get_text() for script in scripts)


def test_a_name_cannot_turn_the_page_around(client: FlaskClient, seats: Callable[..., Any]) -> None:
    seats(["Ada\u202e\u2066", "Be\x00n", "C\nem"], "")
    assert typed(page(client, SEATS)) == ["Ada", "Ben", "C em"]


def test_more_names_than_seats_are_left_out(client: FlaskClient, seats: Callable[..., Any]) -> None:
    seats([*THREE, "Dee", "Eve"])
    assert typed(page(client, SEATS)) == THREE


def test_the_seats_wait_for_the_count(client: FlaskClient) -> None:
    answer = client.get(SEATS)
    assert (answer.status_code, answer.location) == (303, "/new/witches")


def test_back_keeps_what_was_typed(client: FlaskClient, seats: Callable[..., Any]) -> None:
    answer = seats(["Ada", "", ""], "0", "back")
    assert answer.location == "/new/witches"
    assert typed(page(client, SEATS)) == ["Ada", "", ""]


def test_playing_again_brings_people_rules_and_the_next_dealer(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    code = opened("witches", THREE, first=1, options={"end_at": "10"})
    play(app, code, [20, 5, 3])
    url = f"{SEATS}?again={code}"
    again = page(client, url)
    assert typed(again) == THREE
    assert first(again) == "2", "Ben dealt the only round, so Cem is next"
    answer = post(client, SEATS, {"again": code, "name": THREE, "first": "2"}, form=url)
    assert answer.location == "/new/witches/rules"
    field = page(client, "/new/witches/rules").select_one("#option-end_at")
    assert field is not None
    assert field["value"] == "10"


def test_playing_again_moves_the_start_on_by_one_seat(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    code = opened("elf_nimmt", THREE, first=2)
    play(app, code, [0, 4, 5])
    assert first(page(client, f"/new/elf_nimmt/seats?again={code}")) == "0"


def test_playing_again_works_only_from_a_table_of_that_game_in_this_group(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    code = opened("witches", THREE)
    assert client.get(f"/new/elf_nimmt/seats?again={code}").status_code == 404
    stranger = app.test_client()
    assert stranger.get(f"{SEATS}?again={code}").status_code == 404
    assert client.get(f"{SEATS}?again=nonsense").status_code == 404


def test_a_free_seat_shows_its_number(client: FlaskClient) -> None:
    post(client, "/new/any_game", {"players": "12"})
    counters = page(client, "/new/any_game/seats").select(".seatlist .disc")
    assert [counter.get_text() for counter in counters] == [str(n) for n in range(1, 13)]
