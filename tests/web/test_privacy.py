# SPDX-License-Identifier: MIT
"""Who sees what: a group's tables are nobody else's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import page, play, post, words

Opened = Callable[..., str]


def test_two_phones_see_only_their_own_tables(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    other = app.test_client()
    mine = opened("witches", ["Ada", "Ben", "Cem"])
    theirs = opened("elf_nimmt", ["Dee", "Eve"], on=other)
    for url in ("/", "/history"):
        for phone, own, foreign in ((client, mine, theirs), (other, theirs, mine)):
            html = phone.get(url).get_data(as_text=True)
            assert own in html
            assert foreign not in html


@pytest.mark.parametrize("part", ["", "/game", "/round/1", "/why/1/0", "/why/0"])
def test_somebody_elses_table_is_not_there(
    app: Flask, client: FlaskClient, opened: Opened, part: str
) -> None:
    code = opened("witches", ["Ada", "Ben", "Cem"])
    play(app, code, [10, 5, 8])
    for phone in (newcomer(app), regular(app, opened)):
        answer = phone.get(f"/t/{code}{part}")
        assert answer.status_code == 404
        assert "Ada" not in answer.get_data(as_text=True)
        missing = phone.get(f"/t/nosuchcode{part}")
        assert missing.status_code == 404, "and no way to tell one from the other"
        assert words_of(missing.get_data(as_text=True)) == words_of(answer.get_data(as_text=True))


def newcomer(app: Flask) -> FlaskClient:
    """Return a phone that has never written anything."""
    return app.test_client()


def regular(app: Flask, opened: Opened) -> FlaskClient:
    """Return a phone with a table of its own."""
    phone = app.test_client()
    opened("elf_nimmt", ["Dee", "Eve"], on=phone)
    return phone


def words_of(html: str) -> str:
    """Return a page's words."""
    from bs4 import BeautifulSoup

    return words(BeautifulSoup(html, "html.parser"), "main")


@pytest.mark.parametrize("part", ["/undo", "/end", "/reopen", "/choose", "/round/2"])
def test_nobody_else_writes_to_a_table(
    app: Flask, client: FlaskClient, opened: Opened, part: str
) -> None:
    code = opened("any_game", ["Ada", "Ben"])
    play(app, code, [3, 4])
    before = words(page(client, f"/t/{code}"), "main")
    stranger = regular(app, opened)
    form = {"round": "1", "number": "1", "key": "k", "expected": "2", "action": "save"}
    answer = post(stranger, f"/t/{code}{part}", form, form="/")
    assert answer.status_code == 404
    assert words(page(client, f"/t/{code}"), "main") == before


def test_names_of_another_group_are_not_offered(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    opened("witches", ["Ada", "Ben", "Cem"])
    stranger = app.test_client()
    post(stranger, "/new/witches", {"players": "3"})
    assert "Ada" not in stranger.get("/new/witches/seats").get_data(as_text=True)


def test_a_half_filled_table_is_only_on_its_own_phone(app: Flask, client: FlaskClient) -> None:
    post(client, "/new/witches", {"players": "3"})
    post(client, "/new/witches/seats", {"name": ["Ada", "Ben", "Cem"], "do": "up:1"})
    other = app.test_client()
    assert other.get("/new/witches/seats").location == "/new/witches"


def test_a_cookie_that_is_not_ours_is_a_new_phone(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    code = opened()
    for forged in ("", "x", "eyJ.x.y", "é"):
        phone = app.test_client()
        phone.set_cookie("companion-device", forged)
        assert phone.get(f"/t/{code}").status_code == 404
