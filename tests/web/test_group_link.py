# SPDX-License-Identifier: MIT
"""A group's secret link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.persistence.models import Device
from companion.persistence.unit import writing
from companion.services.visitors import new_group
from companion.web.database import db
from tests.web._phones import page, post, tree, words


@pytest.fixture
def link(app: Flask) -> str:
    """The link of a group."""
    with app.app_context():
        with writing(db) as session:
            _, secret = new_group(session)
        db.session.remove()
    return f"/group/{secret}"


def devices(app: Flask) -> int:
    """Return how many devices the store knows."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(Device)) or 0


def test_looking_at_the_link_only_asks(app: Flask, client: FlaskClient, link: str) -> None:
    assert "Join the group" in words(page(client, link))
    assert devices(app) == 0


def test_two_phones_that_join_see_the_same_tables(
    app: Flask, client: FlaskClient, link: str, opened: Callable[..., str]
) -> None:
    other = app.test_client()
    for phone in (client, other):
        answer = post(phone, link)
        assert (answer.status_code, answer.location) == (303, "/")
    code = opened("witches", ["Ada", "Ben", "Cem"])
    assert page(other, "/").select(f"a[href='/t/{code}']")


def test_joining_twice_changes_nothing(app: Flask, client: FlaskClient, link: str) -> None:
    assert post(client, link).status_code == 303
    assert post(client, link).status_code == 303
    assert devices(app) == 1


def test_a_phone_with_tables_of_its_own_keeps_them(
    client: FlaskClient, link: str, opened: Callable[..., str]
) -> None:
    code = opened()
    answer = post(client, link)
    assert answer.status_code == 409
    assert "This device has tables of its own." in words(tree(answer), "[role=alert]")
    assert page(client, "/").select(f"a[href='/t/{code}']")


def test_a_phone_that_only_began_a_table_may_still_join(client: FlaskClient, link: str) -> None:
    post(client, "/new/witches", {"players": "3"})
    assert post(client, link).status_code == 303


def test_a_link_that_is_dead_says_so(app: Flask, client: FlaskClient) -> None:
    answer = post(client, "/group/never-was-alive")
    assert answer.status_code == 404
    assert "This link opens no group any more." in words(tree(answer), "[role=alert]")
    assert devices(app) == 0


def test_without_its_token_nobody_joins(app: Flask, client: FlaskClient, link: str) -> None:
    assert client.post(link).status_code == 400
    assert devices(app) == 0
