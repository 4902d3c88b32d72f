# SPDX-License-Identifier: MIT
"""All games of a group."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from bs4 import Tag
from flask import Flask
from flask.testing import FlaskClient

from companion.services import history
from companion.web import summary
from tests.web._phones import page, play, words

Opened = Callable[..., str]


def test_a_group_without_games_says_so(client: FlaskClient) -> None:
    assert "No games yet." in words(page(client, "/history"), "main")


def test_games_stand_newest_first_and_lead_to_their_own_page(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    first = opened("any_game", ["Ada", "Ben"])
    second = opened("any_game", ["Ada", "Ben"])
    play(app, first, [1, 2])
    links = [str(row["href"]) for row in page(client, "/history").select("a.item")]
    assert links == [f"/t/{first}/game", f"/t/{second}/game"]


def test_a_finished_game_says_who_won_with_what(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada", "Ben"], options={"rounds": "1", "name": "Skat"})
    play(app, code, [41, 17])
    row = words(page(client, "/history"), "a.item")
    assert "Ada won" in row
    assert "Skat" in row
    assert "41" in row
    assert "still running" not in row


def test_a_shared_win_names_everybody_who_shares_it(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada", "Ben", "Cem"], options={"rounds": "1"})
    play(app, code, [9, 3, 9])
    assert "Ada and Cem share the win" in words(page(client, "/history"), "a.item")


def test_a_lone_player_neither_wins_nor_loses(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada"], options={"rounds": "1"})
    play(app, code, [9])
    assert "Ada played alone" in words(page(client, "/history"), "a.item")


def test_a_running_game_says_that_it_is_running(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened("any_game", ["Ada", "Ben"])
    assert "still running" in words(page(client, "/history"), "a.item")
    assert "0" not in words(page(client, "/history"), "a.item .num")
    play(app, code, [4, 2])
    assert "Ada leads with 4" in words(page(client, "/history"), "a.item")


def test_the_history_is_narrowed_by_game_player_and_year(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    skat = opened("any_game", ["Ada", "Ben"])
    witches = opened("witches", ["Ada", "Cem", "Dee"])
    soup = page(client, "/history")
    assert words(soup, "main [role=status]") == "2 games"
    choices = {
        str(select["name"]): [option.get_text() for option in select.select("option")]
        for select in soup.select(".filters select")
    }
    year = str(datetime.now().astimezone().year)
    assert choices == {
        "game": ["Every game", "Any game (1)", "Witches (1)"],
        "player": ["Everybody", "Ada (2)", "Ben (1)", "Cem (1)", "Dee (1)"],
        "year": ["All years", f"{year} (2)"],
    }

    def shown(query: str) -> list[str]:
        rows = page(client, f"/history?{query}").select("a.item")
        return [str(row["href"]).split("/")[2] for row in rows]

    ben = soup.find("option", string="Ben (1)")
    assert isinstance(ben, Tag)
    assert shown("game=witches") == [witches]
    assert shown(f"player={ben['value']}") == [skat]
    assert shown(f"game=&player=&year={year}") == [witches, skat]
    narrow = page(client, f"/history?game=witches&player={ben['value']}")
    assert "No game like that yet." in words(narrow, "main")
    assert words(narrow, "main [role=status]") == "0 of 2 games Show all"
    chosen = narrow.select(".filters option[selected]")
    assert [option["value"] for option in chosen] == ["witches", ben["value"]]


@pytest.mark.parametrize(
    "query", ["game=nothing", "player=x", "year=²", "page=x", "page=-1", "year=99999999999999"]
)
def test_nonsense_in_the_address_narrows_nothing(
    client: FlaskClient, opened: Opened, query: str
) -> None:
    opened("any_game", ["Ada", "Ben"])
    assert len(page(client, f"/history?{query}").select("a.item")) == 1


def test_a_player_of_another_group_is_not_known(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    opened("any_game", ["Ada", "Ben"])
    stranger = app.test_client()
    opened("any_game", ["Eve"], on=stranger)
    soup = page(stranger, "/history?player=1")
    assert "Ada" not in words(soup)
    assert not soup.select("a.item")


def test_many_games_are_turned_over_page_by_page_and_stay_narrowed(
    client: FlaskClient, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    for _ in range(5):
        opened("any_game", ["Ada", "Ben"])
    soup = page(client, "/history?game=any_game")
    assert len(soup.select("a.item")) == 2
    assert words(soup, ".pager") == "Page 1 of 3 Older"
    older = soup.select_one(".pager a")
    assert older is not None
    middle = page(client, str(older["href"]))
    assert words(middle, ".pager") == "Newer Page 2 of 3 Older"
    assert words(middle, "main [role=status]") == "5 of 5 games Show all"
    last = page(client, str(middle.select(".pager a")[1]["href"]))
    assert words(last, ".pager") == "Newer Page 3 of 3"
    assert len(last.select("a.item")) == 1


@pytest.mark.parametrize(
    "language, written", [("en", "March 7, 2025"), ("de", "7. März 2025"), ("nl", "7 maart 2025")]
)
def test_dates_are_written_as_the_reader_writes_them(
    app: Flask, language: str, written: str
) -> None:
    noon = datetime(2025, 3, 7, 12, tzinfo=UTC)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert summary.day(noon) == written


def test_every_month_has_its_heading(app: Flask) -> None:
    with app.test_request_context():
        assert summary.month(datetime(2025, 11, 14, 12, tzinfo=UTC)) == "November 2025"
