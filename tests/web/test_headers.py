# SPDX-License-Identifier: MIT
"""What every page sends along, and that no page carries a style or a script of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import play, post

Opened = Callable[..., str]
AWAY = re.compile(r"\s*(https?:|//|javascript:|data:)", re.IGNORECASE)


@pytest.fixture
def pages(app: Flask, client: FlaskClient, opened: Opened) -> list[str]:
    """Addresses of every kind of page, with something on them."""
    running = opened("witches", ["Ada", "Ben", "Cem"], first=0)
    over = opened("any_game", ["Ada", "Ben"], options={"rounds": "2"})
    play(app, running, [10, 5, 8])
    play(app, over, [1, 2], [4, 1])
    post(client, "/new/witches", {"players": "4"})
    names = ["Ada", "Ben", "Cem", "Dee"]
    post(client, "/new/witches/seats", {"name": names, "first": "1"})
    post(client, "/new/witches/rules", {})
    return [
        *("/", "/history", "/new", "/new?q=nothing", "/look", "/look/witches", "/group/abc"),
        *("/look/witches?players=9", "/rules/witches", "/rules/witches?q=fire"),
        *(f"/new/witches{step}" for step in ("", "/seats", "/rules", "/setup")),
        *(f"/t/{running}{part}" for part in ("", "/game", "/round/1", "/round/2")),
        *(f"/t/{running}{part}" for part in ("/why/1/0", "/why/0", "/round/99")),
        *(f"/t/{over}", f"/t/{over}/game", "/t/nosuchtable", "/nowhere", "/settings/theme"),
    ]


def test_every_page_forbids_everything_that_is_not_our_own(
    client: FlaskClient, pages: list[str]
) -> None:
    for url in pages:
        headers = client.get(url).headers
        rules = {
            rule.split()[0]: rule.split()[1:]
            for rule in headers["Content-Security-Policy"].split(";")
        }
        assert rules["default-src"] == ["'none'"], url
        assert rules["script-src"] == rules["style-src"] == ["'self'"], url
        assert rules["frame-ancestors"] == rules["base-uri"] == ["'none'"], url
        assert rules["form-action"] == ["'self'"], url
        assert "unsafe" not in headers["Content-Security-Policy"], url
        assert headers["X-Content-Type-Options"] == "nosniff", url
        assert headers["Referrer-Policy"] == "same-origin", url
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", url


def test_no_page_carries_a_style_or_a_script_of_its_own(
    client: FlaskClient, pages: list[str]
) -> None:
    for url in pages:
        soup = BeautifulSoup(client.get(url).get_data(as_text=True), "html.parser")
        assert not soup.select("style, [style], iframe, object, embed, base"), url
        for script in soup.select("script"):
            assert str(script["src"]).startswith("/static/"), url
            assert not script.get_text(), url
        for tag in soup.find_all(True):
            assert not [name for name in tag.attrs if name.startswith("on")], (url, tag.name)
            for name in ("href", "src", "action"):
                assert not AWAY.match(str(tag.get(name, ""))), url


def test_every_form_that_changes_something_carries_its_token(
    client: FlaskClient, pages: list[str]
) -> None:
    forms = 0
    for url in pages:
        soup = BeautifulSoup(client.get(url).get_data(as_text=True), "html.parser")
        for form in soup.select("form[method=post]"):
            forms += 1
            inside = form.select("input[name=csrf_token]")
            by_id = soup.select(f"input[name=csrf_token][form='{form.get('id')}']")
            assert inside or by_id, url
    assert forms > 10


def test_every_id_on_a_page_is_there_once(client: FlaskClient, pages: list[str]) -> None:
    for url in pages:
        soup = BeautifulSoup(client.get(url).get_data(as_text=True), "html.parser")
        ids = [str(tag["id"]) for tag in soup.select("[id]")]
        assert len(ids) == len(set(ids)), (url, [one for one in ids if ids.count(one) > 1])


def test_pages_are_asked_for_anew_and_kept_by_nobody_else(
    client: FlaskClient, pages: list[str]
) -> None:
    for url in pages:
        assert client.get(url).headers["Cache-Control"] == "private, no-cache", url


def test_a_phone_gets_its_cookie_once_and_out_of_reach_of_scripts(client: FlaskClient) -> None:
    first = client.get("/")
    (cookie,) = [c for c in first.headers.getlist("Set-Cookie") if c.startswith("companion-device")]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie, "at home there is no TLS"
    again = client.get("/").headers.getlist("Set-Cookie")
    assert not [c for c in again if c.startswith("companion-device")]


def test_over_tls_the_cookies_stay_on_tls(app: Flask) -> None:
    phone = app.test_client()
    answer = phone.get("/", base_url="https://companion.example")
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if "companion-device" in c]
    assert "Secure" in cookie


@pytest.mark.parametrize("host", ["x" * 64, "a..b", ".", "é", "[::1", "", "a b:c"])
def test_a_host_that_is_no_name_breaks_no_page(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200
    assert client.get("/nowhere", headers={"Host": host}).status_code == 404
