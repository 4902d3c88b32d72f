# SPDX-License-Identifier: MIT
"""Phones that talk to the app without a server: each client is a device with its own cookies."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.persistence.upgrade import upgrade
from companion.web.app import create_app
from tests.web._phones import close, post, settings


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database brought to today's tables by the migrations, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "companion.sqlite"
    app = create_app(settings(file))
    upgrade(app)
    close(app)
    return file


@pytest.fixture
def app(empty_database: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app on a fresh database, with its protection against forged forms switched on."""
    file = tmp_path / "companion.sqlite"
    shutil.copy(empty_database, file)
    app = create_app(settings(file))
    yield app
    close(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that has never been here."""
    return app.test_client()


@pytest.fixture
def opened(client: FlaskClient) -> Callable[..., str]:
    """Open a table through its pages: `opened("witches", ["Ada", "Ben", "Cem"], first=0)`.

    Takes *options* as typed and *on*, the phone; returns the code.
    """

    def open_one(
        slug: str = "witches",
        names: tuple[str, ...] | list[str] = ("Ada", "Ben", "Cem"),
        first: int | str = "",
        options: dict[str, str] | None = None,
        on: FlaskClient | None = None,
    ) -> str:
        phone = on or client
        post(phone, f"/new/{slug}", {"players": len(names)})
        post(phone, f"/new/{slug}/seats", {"name": list(names), "first": first})
        raw = {f"option-{key}": value for key, value in (options or {}).items()}
        post(phone, f"/new/{slug}/rules", raw)
        answer = post(phone, f"/new/{slug}/setup")
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return str(answer.location.rsplit("/", 1)[-1])

    return open_one
