# SPDX-License-Identifier: MIT
"""The whole game on one page: every round, the chart, and what was changed."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from companion.persistence.models import Device
from companion.persistence.unit import writing
from companion.services.entries import Asked, Saved, enter
from companion.services.visitors import Visitor
from companion.web.database import db
from tests.web._forms import enter as fill
from tests.web._forms import points, send
from tests.web._phones import page, tree, words

Open = Callable[..., str]
THREE = ["Ada", "Ben", "Cem"]


def begun(client: FlaskClient, opened: Open) -> str:
    """Return a table with two rounds."""
    code = opened("any_game", THREE, options={"target": "100"})
    fill(client, code, 1, points(5, 7, 4))
    fill(client, code, 2, points(-1, 10, 0))
    return code


def test_every_round_and_the_totals_stand_in_one_table(client: FlaskClient, opened: Open) -> None:
    soup = page(client, f"/t/{begun(client, opened)}/game")
    rows = [" ".join(row.get_text(" ").split()) for row in soup.select(".rt tr")]
    assert rows == ["Round A Ada B Ben C Cem", "1 5 7 4", "2 −1 10 0", "Total 4 17 4"]


def test_every_number_leads_to_its_reasons(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    cells = page(client, f"/t/{code}/game").select(".rt td:not(:first-child) a")
    links = [str(a["href"]) for a in cells]
    assert links == [f"/t/{code}/why/{n}/{seat}" for n in (1, 2) for seat in range(3)]


def test_the_number_of_a_round_leads_to_its_correction(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    links = page(client, f"/t/{code}/game").select(".rt td:first-child a")
    assert [(a["aria-label"], a["href"]) for a in links] == [
        ("Fix round 1", f"/t/{code}/round/1"),
        ("Fix round 2", f"/t/{code}/round/2"),
    ]


def test_the_chart_tells_its_numbers_and_where_the_game_ends(
    client: FlaskClient, opened: Open
) -> None:
    soup = page(client, f"/t/{begun(client, opened)}/game")
    chart = soup.select_one("svg.chart")
    assert chart is not None
    assert chart["aria-label"] == "Running totals per round of Ada, Ben, Cem"
    assert "ends at 100" in chart.get_text(" ")


def test_a_game_without_rounds_has_no_chart(client: FlaskClient, opened: Open) -> None:
    soup = page(client, f"/t/{opened()}/game")
    assert not soup.select(".rt, .chart")
    assert "Nothing was changed after it was entered." in words(soup, "#changes")


def test_a_correction_is_marked_with_a_pencil_and_a_word(client: FlaskClient, opened: Open) -> None:
    code = begun(client, opened)
    send(client, tree(fill(client, code, 1, points(5, 8, 4))))
    soup = page(client, f"/t/{code}/game")
    marked = [" ".join(cell.get_text(" ").split()) for cell in soup.select(".rt td:has(.ed)")]
    assert marked == ["changed 8"]
    assert len(soup.select(".chart .chg")) == len(soup.select(".rt .ed")) > 0
    assert "A dotted ring marks what was corrected." in words(soup, ".chartp")
    assert words(soup, "#changes li b") == "Round 1 corrected"
    assert "Ben: 7 became 8." in words(soup, "#changes")
    assert "This phone" in words(soup, "#changes")


def test_a_change_from_another_phone_is_named_as_such(
    client: FlaskClient, opened: Open, app: Flask
) -> None:
    code = begun(client, opened)
    with app.app_context(), writing(db) as session:
        mine = session.scalars(select(Device)).one()
        other = Device(secret_hash="another", group_id=mine.group_id)
        session.add(other)
        session.flush()
        raw = {"seats": [{"points": 5}, {"points": 9}, {"points": 4}]}
        asked = Asked(round=1, phase="score", raw=raw, expected=99, key="other", waved=True)
        who = Visitor(other.id, mine.group_id)
        outcome = enter(session, app.extensions["companion"], who, code, asked)
        assert not isinstance(outcome, Saved)  # a number from another log knows nothing
        asked = Asked(round=1, phase="score", raw=raw, expected=3, key="other", waved=True)
        assert isinstance(enter(session, app.extensions["companion"], who, code, asked), Saved)
    soup = page(client, f"/t/{code}/game")
    assert "Ben: 7 became 9. Another phone" in words(soup, "#changes")


def test_answers_that_change_no_points_are_in_the_history_too(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("elf_nimmt", THREE, first=0)
    fill(client, code, 1, {**points(0, 7, 4), "s1-cards": "3"}, ("waved", "1"))
    seen = tree(fill(client, code, 1, {"s1-cards": "2"}))
    send(client, seen, button=("waved", "1"))
    history = words(page(client, f"/t/{code}/game"), "#changes")
    assert "Ben, Cards left: from “3” to “2”." in history


def test_what_the_table_chose_is_in_the_history(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", [*THREE, "Dee"], first=0)
    soup = page(client, f"/t/{code}")
    send(client, soup, button=("pass", "right"), form="form[action$='/choose']")
    assert "Round 1: The way to pass was changed." in words(
        page(client, f"/t/{code}/game"), "#changes"
    )


def test_the_house_rules_of_the_table_are_named(client: FlaskClient, opened: Open) -> None:
    text = words(page(client, f"/t/{begun(client, opened)}/game"), ".said")
    assert "Ends at: 100" in text
    assert "Who wins: the highest total" in text
