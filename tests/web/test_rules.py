# SPDX-License-Identifier: MIT
"""The rules texts."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.services.rules_text import rules_text
from companion.web.blueprints.lookup import marked
from tests.web._phones import page, words


def test_every_rule_can_be_reached_by_its_anchor(app: Flask, client: FlaskClient) -> None:
    for game in app.extensions["companion"]:
        text = rules_text(app.extensions["companion"], game.slug)
        assert text is not None
        soup = page(client, f"/rules/{game.slug}")
        assert [str(part["id"]) for part in soup.select("article")] == [
            r.anchor for r in text.rules
        ]


def test_every_step_of_a_set_up_names_a_rule_that_is_there(app: Flask, client: FlaskClient) -> None:
    for game in app.extensions["companion"]:
        soup = page(client, f"/rules/{game.slug}")
        for step in game.setup(game.seats[0], game.read_options({})[0]).steps:
            assert soup.select(f"article#{step.rule}")


def test_a_search_leaves_the_rules_that_hold_the_words_and_marks_them(client: FlaskClient) -> None:
    soup = page(client, "/rules/witches?q=pygmy+queen")
    articles = soup.select("article")
    assert articles
    assert all("pygmy queen" in article.get_text(" ").casefold() for article in articles)
    assert {mark.get_text().casefold() for mark in soup.select("mark")} == {"pygmy queen"}
    assert f"{len(articles)} places for “pygmy queen”" in words(soup, "[role=status]")
    assert len(articles) < len(page(client, "/rules/witches").select("article"))


def test_words_that_stand_apart_are_each_found_and_marked(client: FlaskClient) -> None:
    soup = page(client, "/rules/witches?q=queen+pygmy")
    articles = soup.select("article")
    assert articles
    for article in articles:
        text = article.get_text(" ").casefold()
        assert "queen" in text
        assert "pygmy" in text
    assert {mark.get_text().casefold() for mark in soup.select("mark")} == {"queen", "pygmy"}
    assert not page(client, "/rules/witches?q=queen+dragon").select("article")


def test_a_search_without_a_find_says_so(client: FlaskClient) -> None:
    soup = page(client, "/rules/witches?q=dragon")
    assert "0 places for “dragon”" in words(soup, "[role=status]")
    assert not soup.select("article")


@pytest.mark.parametrize(
    "wanted", ["<script>alert(1)</script>", '"><b>', "&lt;", "[", "(?P<", "\\"]
)
def test_what_is_searched_is_text_and_never_markup_or_a_pattern(
    client: FlaskClient, wanted: str
) -> None:
    answer = client.get("/rules/witches", query_string={"q": wanted})
    assert answer.status_code == 200
    soup = page(client, "/rules/witches")
    assert len(soup.select("script")) == 1
    assert "<script>alert" not in answer.get_data(as_text=True)


def test_marking_leaves_tags_and_entities_whole() -> None:
    html = '<p class="amp">Tom &amp; amp</p>'
    assert str(marked(html, "amp")) == '<p class="amp">Tom &amp; <mark>amp</mark></p>'
    assert str(marked(html, "p class")) == html
    assert str(marked("<p>a &lt; b</p>", "<")) == "<p>a &lt; b</p>"


def test_a_table_in_the_rules_is_a_table(client: FlaskClient) -> None:
    assert page(client, "/rules/witches").select("article table td")
