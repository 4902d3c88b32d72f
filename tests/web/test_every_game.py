# SPDX-License-Identifier: MIT
"""Every game's own sample round, typed into its form, is stored as the engine reads it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import companion.games
from companion.engine.fields import Cards, Field, Flag, Labels, Numbers
from companion.engine.registry import Registry
from companion.engine.sheet import Mode, dump, read
from companion.persistence.models import Match
from companion.services.entries import sheet
from companion.services.tables import find_table
from companion.web.database import db
from tests.web._forms import controls, send
from tests.web._phones import page, tree

Open = Callable[..., str]
GAMES = list(Registry(companion.games))
TABLES = [(game.slug, seats) for game in GAMES for seats in (game.seats[0], game.seats[-1])]


def typed(f: Field, name: str, value: Any) -> dict[str, Any]:
    """Return what a person does to the control of a field to enter *value*."""
    if isinstance(f, Cards):
        single = [card for card, n in value.items() if n and f.deck.by_id[card].copies == 1]
        several = {
            f"{name}.{card}": n for card, n in value.items() if f.deck.by_id[card].copies > 1
        }
        return {name: single, **several}
    if isinstance(f, Numbers):
        return {f"{name}.{at}": value[label] for at, label in enumerate(f.labels)}
    if isinstance(f, Flag):
        return {name: ["y"] if value else []}
    if isinstance(f, Labels):
        return {name: "\n".join(value)}
    return {name: "" if value is None else value}


def filled(mode: Mode, entry: dict[str, Any]) -> dict[str, Any]:
    """Return a whole form for a stored entry."""
    values: dict[str, Any] = {}
    for seat, row in enumerate(entry["seats"]):
        for f in mode.seat_fields:
            values |= typed(f, f"s{seat}-{f.key}", row[f.key])
    for f in mode.table_fields:
        values |= typed(f, f"t-{f.key}", entry["table"][f.key])
    return values


@pytest.mark.parametrize("slug, seats", TABLES)
def test_a_sample_round_goes_through_the_form_unchanged(
    client: FlaskClient, opened: Open, app: Flask, slug: str, seats: int
) -> None:
    code = opened(slug, [f"{letter}na" for letter in "ABCDEFGHIJKL"[:seats]], first=0)
    with app.app_context():
        group = db.session.query(Match.group_id).filter_by(code=code).scalar()
        registry = app.extensions["companion"]
        here, phase, _ = sheet(find_table(db.session(), registry, group, code), 1)
        entry, problems = read(phase, registry[slug].sample(here, Random(7)), here)
        assert entry is not None, problems
        wanted = dump(phase, entry)
        db.session.remove()
    mode = phase.mode(wanted["mode"])
    assert mode is not None
    soup = page(client, f"/t/{code}/round/1?mode={mode.key}")
    saved = send(client, soup, filled(mode, wanted), ("waved", "1"))
    assert saved.status_code == 303, [e.get_text(" ") for e in tree(saved).select(".errs")]
    with app.app_context():
        table = find_table(db.session(), registry, group, code)
        assert dump(phase, table.match.rounds[0].entries["score"]) == wanted
        db.session.remove()
    shown = controls(page(client, f"/t/{code}/round/1"))
    again = {name: value for name, value in filled(mode, wanted).items() if value not in ([], 0)}
    assert {name for name in again if name not in shown} == set()
