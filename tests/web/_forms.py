# SPDX-License-Identifier: MIT
"""Sends forms as a browser without scripts does: every control of the form, and the button tapped."""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.web._phones import page


def controls(soup: BeautifulSoup, form: str = "#entry") -> MultiDict[str, str]:
    """Return what the form holds now, in the order of the page."""
    found = soup.select_one(form)
    assert found is not None, f"no form {form} on the page"
    held: MultiDict[str, str] = MultiDict()
    for control in found.select("input[name], textarea[name]"):
        if control.name == "textarea":
            held.add(str(control["name"]), control.get_text().removeprefix("\n"))
        elif control.get("type") not in ("radio", "checkbox") or control.has_attr("checked"):
            held.add(str(control["name"]), str(control.get("value", "")))
    return held


def send(
    client: FlaskClient,
    soup: BeautifulSoup,
    values: dict[str, Any] | None = None,
    button: tuple[str, str] = ("action", "save"),
    form: str = "#entry",
) -> TestResponse:
    """Fill *values* in (a list ticks several cards) and tap a button of the form."""
    found = soup.select_one(form)
    assert isinstance(found, Tag)
    held = controls(soup, form)
    for name, value in (values or {}).items():
        held.setlist(name, value if isinstance(value, list) else [str(value)])
    held.add(*button)
    return client.post(str(found["action"]), data=held)


def enter(
    client: FlaskClient,
    code: str,
    number: int,
    values: dict[str, Any],
    button: tuple[str, str] = ("action", "save"),
    mode: str = "points",
) -> TestResponse:
    """Open the form of a round and send it."""
    soup = page(client, f"/t/{code}/round/{number}?mode={mode}")
    return send(client, soup, values, button)


def points(*numbers: object) -> dict[str, Any]:
    """Return typed points, one per player."""
    return {f"s{seat}-points": number for seat, number in enumerate(numbers)}


def tap(
    client: FlaskClient, url: str, action: str, name: str = "", value: str = ""
) -> TestResponse:
    """Tap a button in the small form with that address on a page."""
    soup = page(client, url)
    form = f"form[action$='{action}']"
    return send(client, soup, {}, (name or "tapped", value), form)
