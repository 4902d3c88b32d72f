# SPDX-License-Identifier: MIT
"""A phone without a screen: it keeps cookies, fills in the forms that it is shown, and tries again.

It knows nothing of the app but its addresses; tokens, keys and everything else that a form hides
are taken from the page.
"""

from __future__ import annotations

import copy
import http.client
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, build_opener

from bs4 import BeautifulSoup, Tag

Fields = dict[str, str]
Lost = (OSError, http.client.HTTPException)
"""What comes instead of an answer when the server dies."""

PATIENCE = 60
"""Seconds after which a phone gives up for good, and the test fails."""


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        """Follow nothing: where an answer leads to is part of what is tested."""


@dataclass(frozen=True)
class Page:
    """An answer: its status, where it leads to, and what it shows."""

    status: int
    location: str
    html: str

    def form(self, wanted: str) -> Fields:
        """Return the fields of the form with that id, as a browser would send them."""
        soup = BeautifulSoup(self.html, "html.parser")
        form = soup.find("form", id=wanted)
        assert isinstance(form, Tag), f"no form {wanted!r} ({self.status}): {self.text()}"
        return {str(c["name"]): _value(c) for c in form.find_all(True) if _is_sent(c)}

    def text(self) -> str:
        """Return the words on the page."""
        soup = BeautifulSoup(self.html, "html.parser")
        return " ".join((soup.find("main") or soup).get_text(" ").split())


def _is_sent(control: Tag) -> bool:
    if not control.get("name") or control.name not in ("input", "select", "textarea"):
        return False
    toggles = control.get("type") in ("checkbox", "radio")
    return control.has_attr("checked") if toggles else True


def _value(control: Tag) -> str:
    if control.name == "textarea":
        return control.get_text()
    if control.name == "select":
        chosen = control.find("option", selected=True) or control.find("option")
        return str(chosen.get("value", "")) if isinstance(chosen, Tag) else ""
    return str(control.get("value", ""))


@dataclass
class Phone:
    """One phone, looking at one server.

    Attributes:
        at: the server's address.
        jar: its cookies.
        resent: forms that had to be sent more than once, because no answer came.
    """

    at: str
    jar: CookieJar = field(default_factory=CookieJar)
    resent: int = 0

    def another_tab(self) -> Phone:
        """Return the same device once more, for another thread."""
        jar = CookieJar()
        for cookie in self.jar:
            jar.set_cookie(copy.copy(cookie))
        return Phone(self.at, jar)

    def ask(self, path: str, fields: Mapping[str, Any] | None = None) -> Page:
        """Get a page, or post fields to it; raises one of `Lost` when no whole answer comes."""
        opener = build_opener(HTTPCookieProcessor(self.jar), _Stay)
        body = None if fields is None else urlencode(fields, doseq=True).encode()
        try:
            with opener.open(self.at + path, body, timeout=20) as answer:
                return Page(answer.status, "", answer.read().decode())
        except HTTPError as other:
            with other:
                if other.code == 303:  # the browser goes on as soon as it has read this
                    return Page(303, str(other.headers["Location"]), "")
                return Page(other.code, "", other.read().decode())

    def insist(self, path: str, fields: Mapping[str, Any] | None = None) -> Page:
        """Ask again and again until the server is back and not too busy."""
        until = time.monotonic() + PATIENCE
        first = True
        while True:
            try:
                page = self.ask(path, fields)
                if page.status != 503:
                    return page
                why: object = page.text()
            except Lost as lost:
                why = lost
                if fields is not None and first:
                    self.resent += 1
                    first = False
            assert time.monotonic() < until, f"no answer from {path}: {why!r}"
            time.sleep(0.05)

    def open_table(self, game: str, names: Sequence[str], **options: str) -> str:
        """Walk through the pages of a new table and return its code."""
        steps: list[tuple[str, dict[str, Any]]] = [
            ("", {"players": len(names)}),
            ("/seats", {"name": list(names)}),
            ("/rules", {f"option-{key}": value for key, value in options.items()}),
            ("/setup", {}),
        ]
        page = Page(0, "", "")
        for step, typed in steps:
            path = f"/new/{game}{step}"
            form: dict[str, Any] = {**self.ask(path).form("step"), **typed, "do": "on"}
            page = self.ask(path, form)
            assert page.status == 303, f"{path}: {page.status} {page.text()}"
        return page.location.rsplit("/", 1)[-1]

    def fill_in(self, code: str, number: int, points: Sequence[int]) -> Fields:
        """Return the filled-in form of a round of typed points, ready to be sent."""
        fields = self.insist(f"/t/{code}/round/{number}").form("entry")
        return {**fields, **{f"s{seat}-points": str(n) for seat, n in enumerate(points)}}

    def save(self, code: str, number: int, fields: Fields) -> Page:
        """Send a round's form, look at what a correction does, keep mine in a conflict."""
        path, form = f"/t/{code}/round/{number}", "entry"
        page = self.insist(path, {**fields, "action": "save"})
        while page.status in (200, 409):
            form = "mine" if page.status == 409 else "entry"
            page = self.insist(path, {**page.form(form), "action": "save"})
        return page
