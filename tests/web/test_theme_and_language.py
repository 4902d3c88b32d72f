# SPDX-License-Identifier: MIT
"""Light or dark, and the language: chosen per device."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.i18n.translate import LANGUAGES
from tests.web._phones import page, post


def choose(client: FlaskClient, setting: str, value: str, next: str = "/look") -> str:
    """Send one of the two forms; return where it leads."""
    answer = post(client, f"/settings/{setting}", {setting: value, "next": next}, form="/")
    assert answer.status_code == 303
    return str(answer.location)


def theme(client: FlaskClient) -> object:
    """Return the theme that the next page comes in."""
    return page(client, "/").html.get("data-theme")  # type: ignore[union-attr]  # every page has one


def language(client: FlaskClient) -> object:
    """Return the language that the next page comes in."""
    return page(client, "/").html["lang"]  # type: ignore[index]  # every page has one


def test_by_itself_the_system_decides(client: FlaskClient) -> None:
    assert theme(client) is None
    assert language(client) == "en"


@pytest.mark.parametrize("wanted", ["light", "dark"])
def test_a_theme_stays_until_the_system_is_to_decide_again(
    client: FlaskClient, wanted: str
) -> None:
    assert choose(client, "theme", wanted) == "/look"
    assert theme(client) == wanted
    choose(client, "theme", "system")
    assert theme(client) is None


@pytest.mark.parametrize("wanted", LANGUAGES)
def test_every_language_can_be_chosen_against_the_browsers(
    client: FlaskClient, wanted: str
) -> None:
    choose(client, "language", wanted)
    answer = client.get("/", headers={"Accept-Language": "de"})
    assert f'<html lang="{wanted}"' in answer.get_data(as_text=True)


def test_the_browser_is_asked_where_nobody_chose(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Accept-Language": "fr, fy;q=0.8, nl;q=0.5"})
    assert '<html lang="fy"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("odd", ["", "klingon", "../de", "<b>", "EN", "de\r\nSet-Cookie: x=y"])
def test_a_language_that_we_do_not_have_leaves_it_to_the_browser(
    client: FlaskClient, odd: str
) -> None:
    choose(client, "language", "nl")
    choose(client, "language", odd)
    assert language(client) == "en"


@pytest.mark.parametrize("odd", ["", "purple", "dark; path=/x", '"><script>'])
def test_a_theme_that_we_do_not_have_leaves_it_to_the_system(client: FlaskClient, odd: str) -> None:
    choose(client, "theme", odd)
    assert theme(client) is None


@pytest.mark.parametrize(
    "away",
    [
        *("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "elsewhere"),
        *(
            "javascript:alert(1)",
            "",
            "\t//elsewhere.example",
            "/look\r\nX: y",
            "/\t/elsewhere.example",
        ),
    ],
)
def test_the_way_back_leads_nowhere_else(client: FlaskClient, away: str) -> None:
    assert choose(client, "theme", "dark", next=away) == "/"


def test_the_way_back_may_carry_a_search(client: FlaskClient) -> None:
    assert choose(client, "theme", "dark", next="/rules/witches?q=fire") == "/rules/witches?q=fire"


@pytest.mark.parametrize("setting", ["theme", "language"])
def test_without_its_token_nothing_is_chosen(client: FlaskClient, setting: str) -> None:
    assert client.post(f"/settings/{setting}", data={setting: "dark"}).status_code == 400
    assert theme(client) is None
