# SPDX-License-Identifier: MIT
"""Looking a set-up up without a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import facts
from tests.web._phones import page, words


def test_every_game_can_be_looked_up(app: Flask, client: FlaskClient) -> None:
    links = {str(link["href"]) for link in page(client, "/look").select("main a")}
    for game in app.extensions["companion"]:
        assert {f"/look/{game.slug}", f"/rules/{game.slug}"} <= links


def test_every_count_of_every_game_has_its_steps(app: Flask, client: FlaskClient) -> None:
    for game in app.extensions["companion"]:
        for players in game.seats:
            steps = game.setup(players, game.read_options({})[0]).steps
            soup = page(client, f"/look/{game.slug}?players={players}")
            shown = [step.get_text() for step in soup.select(".steps b")]
            assert shown == [str(step.text) for step in steps]


def test_the_numbers_behind_the_set_up_are_told(client: FlaskClient) -> None:
    facts = words(page(client, "/look/witches?players=4"), "dl")
    assert "Cards each 15" in facts
    assert "Cards to pass 3" in facts
    assert "Passed in turn left, right, across" in facts
    assert "Numbers on the cards 0 to 14" in facts


def test_only_facts_that_the_game_has_are_told(client: FlaskClient) -> None:
    assert "Cards to pass" not in words(page(client, "/look/elf_nimmt?players=4"), "dl")
    assert not page(client, "/look/any_game?players=4").select("dl")


def test_the_chosen_count_is_marked(client: FlaskClient) -> None:
    chosen = page(client, "/look/witches?players=5").select(".nums [aria-current]")
    assert [number.get_text() for number in chosen] == ["5"]


@pytest.mark.parametrize("players", ["2", "7", "many", "4.5", "<b>", "99999999999999999999999"])
def test_a_count_that_the_game_has_not_is_refused_in_words(
    client: FlaskClient, players: str
) -> None:
    soup = page(client, f"/look/witches?players={players}", 422)
    assert "Witches has 3 to 6 players." in words(soup, "[role=alert]")
    assert not soup.select(".steps")


def test_without_a_count_the_last_one_played_is_shown(
    client: FlaskClient, opened: Callable[..., str]
) -> None:
    opened("witches", ["Ada", "Ben", "Cem"])
    chosen = page(client, "/look/witches").select(".nums [aria-current]")
    assert [number.get_text() for number in chosen] == ["3"]


def test_a_game_that_nobody_knows_is_not_found(client: FlaskClient) -> None:
    page(client, "/look/no_such_game", 404)
    page(client, "/rules/no_such_game", 404)


def test_house_rules_that_change_the_set_up_can_be_chosen(client: FlaskClient) -> None:
    soup = page(client, "/look/elf_nimmt?players=4")
    assert [str(field["id"]) for field in soup.select("main form .opt input")] == ["option-rounds"]
    assert "Rounds 4" in words(soup, "dl")
    other = page(client, "/look/elf_nimmt?players=4&rules=1&option-rounds=3")
    assert "Rounds 3" in words(other, "dl")
    assert other.select("details[open] #option-rounds[value='3']")
    links = [str(link["href"]) for link in other.select(".nums a")]
    assert all("rules=1" in link and "option-rounds=3" in link for link in links)
    assert "Rounds 3" in words(page(client, links[0]), "dl"), "another count keeps the rules"


def test_a_game_whose_set_up_no_rule_changes_offers_none(client: FlaskClient) -> None:
    assert not page(client, "/look/tien?players=4").select("main form")


def test_a_house_rule_that_cannot_be_read_is_told_beside_its_field(client: FlaskClient) -> None:
    soup = page(client, "/look/elf_nimmt?players=4&rules=1&option-rounds=many", 422)
    field = soup.select_one("#option-rounds")
    assert field is not None
    assert (field["value"], field["aria-invalid"]) == ("many", "true")
    assert words(soup, "#option-rounds-err")
    assert not soup.select(".steps")


def test_an_option_that_the_game_has_not_changes_nothing(client: FlaskClient) -> None:
    plain = page(client, "/look/elf_nimmt?players=4")
    odd = page(client, "/look/elf_nimmt?players=4&rules=1&option-nothing=1")
    assert words(odd, ".steps") == words(plain, ".steps")


def test_every_fact_of_every_game_is_told_in_words(app: Flask) -> None:
    with app.test_request_context():
        for game in app.extensions["companion"]:
            for players in game.seats:
                told = game.setup(players, game.read_options({})[0]).facts
                known = {key for key, value in told.items() if value is not None}
                assert len(facts.rows(told)) == len(known), known
