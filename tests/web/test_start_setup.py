# SPDX-License-Identifier: MIT
"""The set-up checklist, and the tap that opens the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.persistence.models import Event, Match
from companion.web.database import db
from tests.web._phones import again, page, post, token, words

SETUP = "/new/witches/setup"


@pytest.fixture
def ready(client: FlaskClient) -> FlaskClient:
    """A phone with everything filled in but the last tap."""
    fill(client)
    return client


def fill(client: FlaskClient, slug: str = "witches", first: str = "1") -> None:
    """Fill in everything up to the set-up."""
    post(client, f"/new/{slug}", {"players": "4"})
    names = ["Ada", "Ben", "Cem", "Dee"]
    post(client, f"/new/{slug}/seats", {"name": names, "first": first})
    post(client, f"/new/{slug}/rules", {})


def tables(app: Flask) -> int:
    """Return how many tables there are in the store."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(Match)) or 0


def started(app: Flask, code: str) -> dict[str, object]:
    """Return what a table was opened with."""
    with app.app_context():
        found = select(Event.body).join(Match, Match.id == Event.match_id)
        return dict(db.session.scalars(found.where(Match.code == code, Event.seq == 1)).one())


def test_the_steps_are_those_of_the_game_for_this_many(app: Flask, ready: FlaskClient) -> None:
    game = app.extensions["companion"]["witches"]
    steps = [str(step.text) for step in game.setup(4, game.read_options({})[0]).steps]
    shown = page(ready, SETUP).select(".steps b")
    assert [step.get_text() for step in shown] == steps
    assert "Ben deals first." in words(page(ready, SETUP), "main")


def test_the_last_tap_opens_the_table_as_it_was_filled_in(app: Flask, ready: FlaskClient) -> None:
    answer = post(ready, SETUP)
    assert answer.status_code == 303
    code = answer.location.removeprefix("/t/")
    body = started(app, code)
    assert body["game"] == "witches"
    assert body["seats"] == ["Ada", "Ben", "Cem", "Dee"]
    assert (body["dealer"], body["starter"]) == (1, None)
    assert isinstance(body["options"], dict)
    assert body["options"]["end_at"] == 70, "options are stored complete"


def test_a_game_with_a_starter_stores_who_starts(app: Flask, client: FlaskClient) -> None:
    fill(client, "elf_nimmt", first="3")
    code = post(client, "/new/elf_nimmt/setup").location.removeprefix("/t/")
    assert (started(app, code)["dealer"], started(app, code)["starter"]) == (None, 3)


def test_nothing_has_to_be_ticked_and_anything_may_be(app: Flask, ready: FlaskClient) -> None:
    answer = post(ready, SETUP, {"step": ["0", "2", "99", "x", "-1"]})
    assert answer.status_code == 303
    assert tables(app) == 1


def test_ticks_are_kept_on_their_own_and_open_nothing(app: Flask, ready: FlaskClient) -> None:
    answer = post(ready, SETUP, {"step": ["0", "2"], "do": "keep"})
    assert (answer.status_code, answer.location) == (303, SETUP)
    boxes = page(ready, SETUP).select("input[name=step]")
    assert [box["value"] for box in boxes if box.has_attr("checked")] == ["0", "2"]
    post(ready, SETUP, {"do": "keep"})
    assert not page(ready, SETUP).select("input[name=step][checked]")
    assert tables(app) == 0


def test_each_step_leads_to_the_rule_that_says_so(app: Flask, ready: FlaskClient) -> None:
    game = app.extensions["companion"]["witches"]
    anchors = [step.rule for step in game.setup(4, game.read_options({})[0]).steps]
    links = page(ready, SETUP).select(".steps a")
    assert [link["href"] for link in links] == [f"/rules/witches#{anchor}" for anchor in anchors]
    text = page(ready, "/rules/witches")
    for link, anchor in zip(links, anchors, strict=True):
        heading = text.select_one(f"#{anchor} h2")
        assert heading is not None
        assert str(link["aria-label"]).endswith(f"the rule: {heading.get_text()}")


def test_ticks_survive_a_step_back(ready: FlaskClient) -> None:
    answer = post(ready, SETUP, {"step": ["0", "2"], "do": "back"})
    assert answer.location == "/new/witches/rules"
    ticked = page(ready, SETUP).select("input[name=step][checked]")
    assert [box["value"] for box in ticked] == ["0", "2"]


def test_a_double_tap_opens_one_table(app: Flask, ready: FlaskClient) -> None:
    code = str(page(ready, SETUP).select_one("input[name=code]")["value"])  # type: ignore[index]  # it is there
    form = {"csrf_token": token(ready, SETUP), "code": code}
    first, second = ready.post(SETUP, data=form), ready.post(SETUP, data=form)
    assert first.location == second.location == f"/t/{code}"
    assert tables(app) == 1


def test_the_code_is_the_servers_and_not_what_a_form_says(app: Flask, ready: FlaskClient) -> None:
    answer = post(ready, SETUP, {"code": "mine"})
    assert answer.status_code == 303
    assert answer.location != "/t/mine"


def test_a_code_from_another_group_leads_back_to_the_beginning(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    code = opened()
    stranger = app.test_client()
    answer = post(stranger, SETUP, {"code": code}, form="/new/witches")
    assert answer.location == "/new/witches"
    assert tables(app) == 1


def test_the_next_table_begins_anew(ready: FlaskClient) -> None:
    post(ready, SETUP)
    assert ready.get(SETUP).location == "/new/witches"


@pytest.mark.parametrize("done, missing", [(0, ""), (1, "/seats"), (2, "/rules")])
def test_jumping_ahead_leads_to_the_first_step_that_is_missing(
    app: Flask, client: FlaskClient, done: int, missing: str
) -> None:
    if done > 0:
        post(client, "/new/witches", {"players": "3"})
    if done > 1:
        post(client, "/new/witches/seats", {"name": ["Ada", "Ben", "Cem"], "first": ""})
    assert client.get(SETUP).location == f"/new/witches{missing}"
    answer = post(client, SETUP, form="/new/witches")
    assert answer.location == f"/new/witches{missing}"
    assert tables(app) == 0


def test_a_name_taken_away_later_closes_the_way_to_the_set_up(
    app: Flask, ready: FlaskClient
) -> None:
    post(ready, "/new/witches/seats", {"name": ["Ada", "", "Cem", "Dee"], "do": "back"})
    assert ready.get(SETUP).location == "/new/witches/seats"
    assert post(ready, SETUP, form="/new/witches").location == "/new/witches/seats"
    assert tables(app) == 0


def test_two_games_are_prepared_side_by_side(ready: FlaskClient) -> None:
    fill(ready, "elf_nimmt")
    assert page(ready, SETUP).body["data-game"] == "witches"  # type: ignore[index]  # every page has one
    assert page(ready, "/new/elf_nimmt/setup")


def test_what_is_filled_in_survives_a_restart_of_the_server(app: Flask, ready: FlaskClient) -> None:
    with again(app) as restarted:
        phone = restarted.test_client()
        for cookie in ("companion-device", "companion"):
            known = ready.get_cookie(cookie)
            assert known is not None
            phone.set_cookie(cookie, known.value)
        assert "Ben deals first." in words(page(phone, SETUP), "main")


def test_without_its_token_the_form_is_refused_and_nothing_is_lost(
    app: Flask, ready: FlaskClient
) -> None:
    answer = ready.post(SETUP, data={})
    assert answer.status_code == 400
    assert "Nothing was saved." in answer.get_data(as_text=True)
    assert tables(app) == 0
    assert post(ready, SETUP).status_code == 303


@pytest.mark.parametrize("step", ["", "/seats", "/rules", "/setup"])
def test_every_step_refuses_a_form_without_its_token(ready: FlaskClient, step: str) -> None:
    assert ready.post(f"/new/witches{step}", data={"players": "5"}).status_code == 400
    assert "Set up for 4" in words(page(ready, SETUP)), "what was filled in is still there"
