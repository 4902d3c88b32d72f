# SPDX-License-Identifier: MIT
"""Every word on every page comes out of a catalogue.

The pages are read in a made-up language that puts brackets around each sentence it translates.
What then stands outside of brackets was never marked for translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from bs4 import BeautifulSoup, Comment, Doctype
from flask import Flask
from flask.testing import FlaskClient
from flask_babel import Domain  # type: ignore[import-untyped]  # it ships no types

import companion.games
from companion.engine.registry import Registry
from companion.engine.text import english
from companion.web import words
from tests.web._phones import page, play, post

NAMES = ("Ada", "Ben", "Cem", "Dee")
SLUGS = [game.slug for game in Registry(companion.games)]
SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-description", "aria-valuetext")
LETTERS = re.compile(r"[^\W\d_]{2,}")
#: What stays as it is in any language: names of people, of the product and of languages.
KEPT = {*NAMES, "Companion", "English", "Deutsch", "Nederlands", "Frysk", "zzz"}
#: Dates are written by the locale, not by a catalogue.
DATES = re.compile(
    r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b"
    r"|\b(AM|PM)\b"
)


class Bracketed:
    """A catalogue that only puts brackets around what it is asked for."""

    def ugettext(self, one: str) -> str:
        return f"⟦{one}⟧"

    def ungettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pages speak the made-up language."""

    def translate(one: str, many: str | None, n: int) -> str:
        return f"⟦{english(one, many, n)}⟧"

    monkeypatch.setattr(Domain, "get_translations", lambda self: Bracketed())
    monkeypatch.setattr(words, "translator", lambda language: translate)


def outside(text: str) -> str:
    """Return what stands outside of the brackets."""
    depth, found = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        if depth == 0:
            found.append(letter if letter != "⟧" else " ")
    assert depth == 0, text
    return "".join(found)


def texts(soup: BeautifulSoup) -> Iterator[str]:
    """Yield the text of the page and everything that is only spoken."""
    yield "\n".join(
        one
        for one in soup.find_all(string=True)
        if not isinstance(one, Comment | Doctype)
        and one.parent is not None
        and one.parent.name not in ("script", "style")
    )
    for tag in soup.find_all(True):
        for attribute in SPOKEN:
            if tag.has_attr(attribute):
                yield str(tag[attribute])
        for attribute, value in tag.attrs.items():
            if attribute.startswith("data-") and "⟦" in str(value):
                yield str(value)


def unmarked(soup: BeautifulSoup) -> list[str]:
    return [
        word
        for text in texts(soup)
        for word in LETTERS.findall(DATES.sub(" ", outside(text)))
        if word not in KEPT
    ]


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_way_to_a_table_has_no_word_of_its_own(client: FlaskClient, slug: str) -> None:
    post(client, f"/new/{slug}", {"players": 3})
    post(client, f"/new/{slug}/seats", {"name": list(NAMES[:3]), "first": 0})
    post(client, f"/new/{slug}/rules")
    urls = ["/", "/new", "/new?q=zzz", f"/new/{slug}", f"/look/{slug}?players=4"]
    urls += [f"/new/{slug}/{step}" for step in ("seats", "rules", "setup")]

    assert {url: unmarked(page(client, url)) for url in urls} == {url: [] for url in urls}


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_pages_of_a_table_have_no_word_of_their_own(
    client: FlaskClient, app: Flask, opened: Callable[..., str], slug: str
) -> None:
    table = f"/t/{opened(slug, NAMES[:3], first=0)}"
    play(app, table[3:], [7, 0, 3])
    again = "2" if slug != "tien" else "1"
    urls = [table, f"{table}/game", f"{table}/why/0", f"{table}/round/1", "/", "/history"]
    modes = ["cards", "count", "colours", "points"]
    urls += [f"{table}/round/{again}?mode={mode}" for mode in modes]

    assert {url: unmarked(page(client, url)) for url in urls} == {url: [] for url in urls}


@pytest.mark.usefixtures("bracketed")
def test_the_end_and_the_players_have_no_word_of_their_own(
    client: FlaskClient, app: Flask, opened: Callable[..., str]
) -> None:
    code = opened("elf_nimmt", NAMES[:2], options={"rounds": "1"})
    play(app, code, [0, 3])
    urls = [f"/t/{code}", "/", "/history", "/players", "/players/1"]

    assert {url: unmarked(page(client, url)) for url in urls} == {url: [] for url in urls}


@pytest.mark.usefixtures("bracketed")
def test_a_page_that_is_missing_has_no_word_of_its_own(client: FlaskClient) -> None:
    assert unmarked(page(client, "/t/nothere", status=404)) == []


def test_an_unmarked_word_is_found_wherever_it_stands() -> None:
    html = (
        '<p aria-label="Go away">⟦Save ⟦3⟧⟧ round <b>Ada</b></p><input placeholder="⟦Name⟧ here">'
    )

    assert unmarked(BeautifulSoup(html, "html.parser")) == ["round", "Go", "away", "here"]
