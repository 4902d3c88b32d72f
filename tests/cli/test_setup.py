# SPDX-License-Identifier: MIT
"""`companion setup`: the checklist and the numbers behind it, for every player count.

The tables were written by hand from what rules and reviews say, not from the program.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import companion.games
from companion.engine.registry import Registry
from companion.i18n.translate import LANGUAGES
from tests.cli._run import inside, program, refused

GAMES = Registry(companion.games)
LEFT_RIGHT, THREE_WAYS = ["left", "right"], ["left", "right", "across"]


def witches(cards: int, passed: int, ways: list[str]) -> dict[str, Any]:
    # 60 cards: four colours, each a wizard of rank 0 and 1 to 14; all are dealt.
    found: dict[str, Any] = {"cards_each": cards, "deck": 60, "suits": 4, "ranks": [0, 14]}
    return found | {"pass_count": passed, "pass_directions": ways}


def anemone(suits: int, low: int, high: int, each: int, rest: int, points: int) -> dict[str, Any]:
    # A point a card, another for each 3, 5 and 8; four hands; nine anemones.
    found: dict[str, Any] = {"cards_each": each, "deck": suits * (high - low + 1), "suits": suits}
    found |= {"ranks": [low, high], "draw_pile": rest, "supply": 9, "rounds": 4}
    return found | {"points_in_round": points}


def eleven(players: int, rest: int) -> dict[str, Any]:
    # 100 cards, ten each, one starts the first stack; ten bull cards; a round per player.
    found: dict[str, Any] = {"cards_each": 10, "deck": 100, "ranks": [1, 100], "draw_pile": rest}
    return found | {"supply": 10, "rounds": players}


def ten(rest: int) -> dict[str, Any]:
    # 50 black tokens, five each; which cards leave with three or fewer, nobody prints.
    return {"suits": 4, "ranks": [1, 9], "tokens_each": 5, "supply": rest, "rounds": 1}


FACTS = {
    ("witches", 3): witches(20, 4, LEFT_RIGHT),
    ("witches", 4): witches(15, 3, THREE_WAYS),
    ("witches", 5): witches(12, 3, LEFT_RIGHT),
    ("witches", 6): witches(10, 2, THREE_WAYS),
    ("enemy_anemone", 2): anemone(4, 2, 9, 8, 16, 44),
    ("enemy_anemone", 3): anemone(3, 1, 10, 10, 0, 39),
    ("enemy_anemone", 4): anemone(4, 1, 10, 10, 0, 52),
    ("enemy_anemone", 5): anemone(5, 1, 10, 10, 0, 65),
    ("enemy_anemone", 6): anemone(6, 2, 9, 8, 0, 66),
    ("elf_nimmt", 2): eleven(2, 79),
    ("elf_nimmt", 3): eleven(3, 69),
    ("elf_nimmt", 4): eleven(4, 59),
    ("elf_nimmt", 5): eleven(5, 49),
    ("elf_nimmt", 6): eleven(6, 39),
    ("elf_nimmt", 7): eleven(7, 29),
    ("tien", 1): ten(45),
    ("tien", 2): ten(40),
    ("tien", 3): ten(35),
    ("tien", 4): ten(30) | {"deck": 129},
    ("tien", 5): ten(25) | {"deck": 129},
}
PUBLIC = {
    *("cards_each", "deck", "suits", "ranks", "draw_pile", "pass_count", "pass_directions"),
    *("tokens_each", "supply", "rounds", "points_in_round"),
}


def set_up(*words: str) -> dict[str, Any]:
    done = inside("setup", *words, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("game, players", FACTS)
def test_the_numbers_behind_the_steps(game: str, players: int) -> None:
    found = set_up(game, str(players))["facts"]

    assert {key: value for key, value in found.items() if value is not None} == (
        FACTS[game, players]
    )


def test_no_player_count_of_the_games_in_the_table_is_left_out() -> None:
    for game in {game for game, _ in FACTS}:
        assert [players for slug, players in FACTS if slug == game] == list(GAMES[game].seats)


def test_every_table_adds_up() -> None:
    for (game, players), facts in FACTS.items():
        if game in ("witches", "enemy_anemone"):
            assert players * facts["cards_each"] + facts.get("draw_pile", 0) == facts["deck"]
        if game == "elf_nimmt":
            assert players * facts["cards_each"] + 1 + facts["draw_pile"] == facts["deck"]
        if game == "tien":
            assert players * facts["tokens_each"] + facts["supply"] == 50


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.slug)
def test_every_player_count_has_steps_whose_rule_is_in_the_rules_text(game: Any) -> None:
    rules = (GAMES.folder / "rules" / f"{game.slug}.en.md").read_text("utf-8")
    for players in game.seats:
        found = set_up(game.slug, str(players))
        assert set(found) == {"steps", "facts"}
        assert set(found["facts"]) <= PUBLIC
        assert found["steps"]
        for step in found["steps"]:
            assert set(step) == {"text", "rule"}
            assert f"{{#{step['rule']}}}" in rules
            assert not re.search(r"[{}]", step["text"])


def test_a_house_rule_changes_the_numbers() -> None:
    assert set_up("elf_nimmt", "3", "--option", "rounds=5")["facts"]["rounds"] == 5
    assert set_up("witches", "4", "--option", "rounds=8")["facts"]["rounds"] == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_keeps_the_numbers_and_the_rules(language: str) -> None:
    found, english = set_up("witches", "3", "--lang", language), set_up("witches", "3")

    assert found["facts"] == english["facts"]
    assert [s["rule"] for s in found["steps"]] == [s["rule"] for s in english["steps"]]


def test_people_get_a_numbered_list() -> None:
    done = program("setup", "witches", "3")

    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line.partition(". ")[0] for line in lines] == [
        str(number) for number in range(1, len(lines) + 1)
    ]
    assert [line.partition(". ")[2] for line in lines] == [
        step["text"] for step in set_up("witches", "3")["steps"]
    ]


@pytest.mark.parametrize(
    "words, said",
    [
        (["chess", "3"], "There is no game 'chess'. Known: any_game, "),
        (["a\nb\x1b[2J", "3"], "There is no game "),
        (["witches", "2"], "Witches has 3 to 6 players."),
        (["witches", "7"], "Witches has 3 to 6 players."),
        (["witches", "0"], "Witches has 3 to 6 players."),
        (["witches", "9" * 400], "Witches has 3 to 6 players."),
        (["witches", "three"], "'three' is not a valid integer."),
        (["witches", "3.5"], "'3.5' is not a valid integer."),
        (["witches", "9" * 5000], "is not a valid integer."),
        (["witches"], "Missing argument 'PLAYERS'."),
        ([], "Missing argument 'GAME'."),
        (["witches", "3", "4"], "unexpected extra argument (4)"),
        (["witches", "3", "--option", "end_at"], "KEY=VALUE, not 'end_at'"),
        (["witches", "3", "--option", "end_at=9"], "end_at: At least 10."),
        (["witches", "3", "--option", "end_at=501"], "end_at: At most 500."),
        (["witches", "3", "--option", "end_at=many"], "end_at: A number is needed."),
        (["witches", "3", "--option", "moon=blue"], "moon: Pick one of the answers: flat, "),
        (["witches", "3", "--option", "colour=red"], "Witches has no option “colour”."),
        (["witches", "3", "--option", "a\nb=1"], "Witches has no option “a b”."),
        (["witches", "3", "--option", "x=1", "--option", "end_at=9"], "“x”. end_at: At least"),
        (["witches", "3", "--lang", "fr"], "'fr' is not one of"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(words: list[str], said: str) -> None:
    assert said in refused(inside("setup", *words))


def test_the_program_refuses_with_64_and_no_traceback() -> None:
    assert refused(program("setup", "witches", "9")) == "Witches has 3 to 6 players."
    assert "no game" in refused(program("setup", "chess", "2", "--json"))
