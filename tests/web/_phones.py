# SPDX-License-Identifier: MIT
"""What the tests of the pages do: start the app, read a page, send its form, play a round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.persistence.models import Device, Event, Match
from companion.persistence.unit import writing
from companion.services import entries
from companion.services.visitors import Visitor
from companion.web.app import create_app
from companion.web.database import db


def settings(file: Path) -> dict[str, Any]:
    """Return settings for an app on a file of its own."""
    return {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SECRET_KEY": "only for the tests"}


def close(app: Flask) -> None:
    """Let go of the app's database."""
    with app.app_context():
        db.session.remove()
        for engine in db.engines.values():
            engine.dispose()


@contextmanager
def again(app: Flask) -> Iterator[Flask]:
    """Start the app a second time on the same database."""
    restarted = create_app(
        {key: app.config[key] for key in ("SQLALCHEMY_DATABASE_URI", "SECRET_KEY")}
    )
    yield restarted
    close(restarted)


def page(client: FlaskClient, url: str, status: int = 200) -> BeautifulSoup:
    """Return a page as a tree; it has to come with that status."""
    answer = client.get(url)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return tree(answer)


def tree(answer: TestResponse) -> BeautifulSoup:
    """Return an answer as a tree."""
    return BeautifulSoup(answer.get_data(as_text=True), "html.parser")


def words(soup: BeautifulSoup, part: str = "body") -> str:
    """Return the words of a part of the page, blanks evened out."""
    found = soup.select_one(part)
    assert found is not None, f"no {part} on the page"
    return re.sub(r"\s+", " ", found.get_text(" ")).strip()


def token(client: FlaskClient, url: str) -> str:
    """Return the token of the form on a page."""
    field = page(client, url).select_one("input[name=csrf_token]")
    assert field is not None, f"no form on {url}"
    return str(field["value"])


def post(
    client: FlaskClient, url: str, data: dict[str, Any] | None = None, form: str = ""
) -> TestResponse:
    """Send a form with the token of its page (*form* where that has another address)."""
    return client.post(url, data={"csrf_token": token(client, form or url), **(data or {})})


def play(app: Flask, code: str, *rounds: list[int]) -> None:
    """Enter rounds of typed points at a table, as its own group."""
    with app.app_context():
        match = db.session.scalars(select(Match).where(Match.code == code)).one()
        device = db.session.scalars(select(Device).where(Device.group_id == match.group_id)).first()
        assert device is not None
        who, match_id = Visitor(device.id, match.group_id), match.id
        played = db.session.scalars(
            select(Event).where(Event.match_id == match_id, Event.kind == "entered")
        ).all()
        for number, points in enumerate(rounds, start=len(played) + 1):
            raw = {"mode": "points", "seats": [{"points": one} for one in points]}
            with writing(db) as session:
                asked = entries.Asked(
                    round=number, phase="score", raw=raw, expected=0, key=f"r{number}", waved=True
                )
                saved = entries.enter(session, app.extensions["companion"], who, code, asked)
            assert isinstance(saved, entries.Saved), saved
        db.session.remove()
