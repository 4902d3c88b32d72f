# SPDX-License-Identifier: MIT
"""A disk that is full, a database that may only be read or is gone: a sentence, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.web.database import db
from tests.web._forms import controls, enter, points
from tests.web._phones import close, page, tree, words

Opened = Callable[..., str]

FULL = "PRAGMA max_page_count = 1"
READ_ONLY = "PRAGMA query_only = ON"


@contextmanager
def under(app: Flask, pragma: str) -> Iterator[None]:
    """Open every connection of the block under a pragma that makes SQLite refuse."""
    close(app)
    with app.app_context():
        engine = db.engine

    def set_pragma(connection: Connection, _entry: object) -> None:
        connection.execute(pragma)

    event.listen(engine, "connect", set_pragma)
    yield
    event.remove(engine, "connect", set_pragma)
    close(app)


@pytest.mark.parametrize(
    "pragma, status, said",
    [
        (FULL, 507, "The disk is full Nothing was saved."),
        (READ_ONLY, 503, "Saving is not allowed here Nothing was saved."),
    ],
)
def test_what_cannot_be_saved_is_said_and_saved_later_from_the_same_form(
    app: Flask, client: FlaskClient, opened: Opened, pragma: str, status: int, said: str
) -> None:
    code = opened("any_game", ["Ada", "Ben"])
    url = f"/t/{code}/round/1"
    long = "1" * 20_000  # more than fits into the pages that the file has already
    form = {**controls(page(client, url)), "action": "save"}
    with under(app, pragma):
        saved = client.post(url, data={**form, "s0-points": "5", "s1-points": long})
        drafted = client.post(url, data={**form, "s0-points": long, "action": "keep"})
        assert client.get(f"/t/{code}").status_code == 200

    for answer in (saved, drafted):
        assert answer.status_code == status
        assert said in words(tree(answer))
    again = client.post(url, data={**form, "s0-points": "5", "s1-points": "7"})
    assert again.status_code == 303
    assert page(client, url).select_one("input[name=s0-points][value='5']")


def test_a_database_that_is_gone_is_said_on_every_page_and_none_breaks(
    app: Flask, client: FlaskClient, opened: Opened, tmp_path: Path
) -> None:
    code = opened("any_game", ["Ada", "Ben"])
    close(app)
    away = tmp_path.with_name(tmp_path.name + "-away")
    tmp_path.rename(away)
    for url in ("/", "/history", "/players", f"/t/{code}", "/new/any_game"):
        assert "The database is out of reach" in words(page(client, url, 503)), url
    away.rename(tmp_path)

    assert enter(client, code, 1, points(5, 7)).status_code == 303


def test_a_mistake_of_the_program_is_not_put_down_to_the_database(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    opened("any_game", ["Ada", "Ben"])
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE matches RENAME TO elsewhere")
    close(app)

    assert "Something broke on our side" in words(page(client, "/", 500))
