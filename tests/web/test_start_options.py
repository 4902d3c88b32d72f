# SPDX-License-Identifier: MIT
"""House rules of a new table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient

from tests.web._phones import page, play, post, tree, words

RULES = "/new/witches/rules"


@pytest.fixture
def seated(client: FlaskClient) -> FlaskClient:
    """A phone on which three people sit at a new table."""
    sit(client, "witches")
    return client


def sit(client: FlaskClient, slug: str) -> None:
    """Go as far as the house rules with three people."""
    post(client, f"/new/{slug}", {"players": "3"})
    post(client, f"/new/{slug}/seats", {"name": ["Ada", "Ben", "Cem"], "first": "0"})


def one(soup: BeautifulSoup, selector: str) -> Tag:
    """Return the only element of a kind."""
    (found,) = soup.select(selector)
    return found


def test_every_house_rule_is_asked_with_its_one_sentence(app: Flask, client: FlaskClient) -> None:
    for game in app.extensions["companion"]:
        sit(client, game.slug)
        soup = page(client, f"/new/{game.slug}/rules")
        for option in game.options:
            names = [str(field["name"]) for field in soup.select("input, textarea")]
            assert f"option-{option.key}" in names
            if option.help:
                assert words(soup, f"#option-{option.key}-help") == str(option.help)


def test_the_first_rules_are_open_and_the_rest_is_behind_more(seated: FlaskClient) -> None:
    soup = page(seated, RULES)
    behind = one(soup, "details")
    assert "open" not in behind.attrs
    assert "More house rules" in behind.get_text()
    assert behind.select("[name=option-double]")
    assert not behind.select("[name=option-moon]")
    assert "These are the usual rules." in words(soup, "main")


def test_house_rules_lead_on_to_the_set_up_and_stay(seated: FlaskClient) -> None:
    changed = {"option-end_at": "50", "option-compare": "passes", "option-double": "all"}
    answer = post(seated, RULES, changed)
    assert (answer.status_code, answer.location) == (303, "/new/witches/setup")
    soup = page(seated, RULES)
    assert one(soup, "#option-end_at")["value"] == "50"
    assert one(soup, "[name=option-compare][checked]")["value"] == "passes"
    assert one(soup, "[name=option-double][checked]")["value"] == "all"
    assert "open" in one(soup, "details").attrs, "a changed rule is not hidden"
    assert "These are your table's rules." in words(soup, "main")


@pytest.mark.parametrize(
    "key, raw, sentence",
    [
        ("end_at", "lots", "A number is needed."),
        ("end_at", "9", "At least 10."),
        ("end_at", "501", "At most 500."),
        ("end_at", "70,5", "A whole number is needed."),
        ("compare", "sideways", "Pick one of the answers: reaches, passes."),
        ("double", "<b>", "Pick one of the answers: red, all."),
    ],
)
def test_a_house_rule_that_cannot_be_read_is_told_beside_its_field(
    seated: FlaskClient, key: str, raw: str, sentence: str
) -> None:
    answer = post(seated, RULES, {f"option-{key}": raw, "option-moon": "off"})
    soup = tree(answer)
    assert answer.status_code == 422
    assert words(soup, f"#option-{key}-err") == sentence
    assert one(soup, "[name=option-moon][checked]")["value"] == "off", "the rest stays as sent"
    if key == "end_at":
        assert one(page(seated, RULES), "#option-end_at")["value"] == raw, "typed, so kept"
    waiting = seated.get("/new/witches/setup")
    assert waiting.location == RULES


def test_a_rule_that_nobody_asked_for_is_not_taken_over(seated: FlaskClient) -> None:
    answer = post(seated, RULES, {"option-cheating": "allowed", "end_at": "11"})
    assert answer.status_code == 303
    assert one(page(seated, RULES), "#option-end_at")["value"] == "70"


def test_a_switch_that_is_off_means_no(client: FlaskClient) -> None:
    sit(client, "enemy_anemone")
    url = "/new/enemy_anemone/rules"
    assert "checked" in one(page(client, url), "[name=option-last]").attrs
    post(client, url, {})
    assert "checked" not in one(page(client, url), "[name=option-last]").attrs
    post(client, url, {"option-last": "y"})
    assert "checked" in one(page(client, url), "[name=option-last]").attrs


def test_categories_are_typed_one_a_line_and_come_back_so(client: FlaskClient) -> None:
    sit(client, "any_game")
    url = "/new/any_game/rules"
    post(client, url, {"option-name": "Kingdoms", "option-categories": "Wood\nOre\n"})
    assert "Wood\nOre" in one(page(client, url), "textarea").get_text()
    answer = post(client, url, {"option-categories": "Wood\nWood"})
    assert answer.status_code == 422
    assert "all different" in words(tree(answer), "#option-categories-err")


def test_the_group_finds_its_rules_again_per_game(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    opened("witches", options={"end_at": "40", "earth_floor": "none"})
    sit(client, "witches")
    soup = page(client, RULES)
    assert one(soup, "#option-end_at")["value"] == "40"
    assert one(soup, "[name=option-earth_floor][checked]")["value"] == "none"
    sit(client, "elf_nimmt")
    assert one(page(client, "/new/elf_nimmt/rules"), "#option-rounds")["value"] == "0"
    stranger = app.test_client()
    sit(stranger, "witches")
    assert one(page(stranger, RULES), "#option-end_at")["value"] == "70"


def test_the_newest_table_decides_which_rules_are_offered(
    app: Flask, client: FlaskClient, opened: Callable[..., str]
) -> None:
    older = opened("witches", options={"end_at": "40"})
    opened("witches", options={"end_at": "60"})
    play(app, older, [5, 5, 5])
    sit(client, "witches")
    assert one(page(client, RULES), "#option-end_at")["value"] == "60"


def test_the_rules_wait_for_the_seats(client: FlaskClient) -> None:
    assert client.get(RULES).location == "/new/witches"
    post(client, "/new/witches", {"players": "3"})
    assert client.get(RULES).location == "/new/witches/seats"


def test_back_keeps_what_was_typed(seated: FlaskClient) -> None:
    answer = post(seated, RULES, {"option-end_at": "lots", "do": "back"})
    assert answer.location == "/new/witches/seats"
    assert one(page(seated, RULES), "#option-end_at")["value"] == "lots"


def test_house_rules_that_contradict_each_other_are_refused_beside_one_of_them(
    client: FlaskClient,
) -> None:
    sit(client, "any_game")
    answer = post(client, "/new/any_game/rules", {"option-low": "9", "option-high": "1"})

    assert answer.status_code == 422
    field = tree(answer).select_one("input[name=option-high]")
    assert isinstance(field, Tag)
    assert field["value"] == "1"
    assert "The highest score lies below the lowest: 1 and 9." in words(tree(answer))
    assert post(client, "/new/any_game/rules", {"option-low": "1"}).status_code == 303
