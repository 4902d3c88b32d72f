# SPDX-License-Identifier: MIT
"""Whatever lies in a file, `companion score` ends with 0, 2 or 64 and never with an exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.games
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.replay import play
from companion.engine.setting import read_setting
from companion.services.match_file import DEEPEST, FORMAT
from tests.cli._run import inside, refused, written

GAMES = Registry(companion.games)
SCORE_KEYS = {
    "format",
    "game",
    "version",
    "rounds",
    "totals",
    "ranks",
    "winners",
    "over",
    "problems",
    "next",
}


def check(content: bytes) -> int:
    """Score a file's bytes, look at what is promised in every case, return the exit status."""
    done = inside("score", "-", entered=content)
    if done.exit_code == 64:
        refused(done)
        return 64
    assert (done.stderr, done.exit_code in (0, 2)) == ("", True)
    found = json.loads(done.stdout)
    assert set(found) == SCORE_KEYS
    errors = [p for p in found["problems"] if p["severity"] == "error"]
    assert bool(errors) == (done.exit_code == 2)
    totals = found["rounds"][-1]["totals"] if found["rounds"] else found["totals"]
    assert found["totals"] == totals
    for scored in found["rounds"]:
        assert scored["points"] == [sum(x["points"] for x in mine) for mine in scored["lines"]]
        assert all(p["severity"] == "ask" for p in scored["problems"])
    return done.exit_code


# One round of each game, in every mode, as a table could have played it.

WITCHES = {
    "cards": {
        "mode": "cards",
        "seats": [
            {"pile": "r1 r2 r3 r4 r5 r6 r7 r8 g12"},
            {"pile": ["r9", "r10", "r12", "r13", "r14", "y11"]},
            {"pile": {"r11": 1, "g11": 1, "b11": 1}},
        ],
    },
    "count": {
        "mode": "count",
        "seats": [{"red": 8}, {"red": 5}, {"red": 0}],
        "table": {"fire": 0, "earth": 0, "queen": 1, "air": 1, "water": 2},
    },
    "points": {
        "mode": "points",
        "seats": [{"points": 10}, {"points": 5}, {"points": 5}],
        "table": {"moon": None},
    },
    "gift": {
        "mode": "count",
        "seats": [{"red": 13, "gift": 0}, {"red": 0, "gift": 10}, {"red": 0, "gift": 10}],
        "table": {"fire": 0, "water": 0, "queen": 1, "earth": 2, "air": 2},
    },
}
ANEMONES = {
    "cards": {
        "mode": "cards",
        "seats": [
            {"cards": 12, "extras": "a3 a5 a8", "anemones": 3},
            {"cards": 9, "extras": "b3 b5 b8", "anemones": 0},
            {"cards": 9, "extras": {"c3": 1, "c5": 1, "c8": 1}, "anemones": 15},
        ],
        "table": {"giver": 2, "gives": "plus2"},
    },
    "count": {
        "mode": "count",
        "seats": [{"cards": 10, "bonus": 3}, {"cards": 10, "bonus": 3}, {"cards": 10, "bonus": 3}],
    },
    "points": {"mode": "points", "seats": [{"points": 20}, {"points": 10}, {"points": 9}]},
}
ELF = {
    "cards": {"mode": "cards", "seats": [{"hand": ""}, {"hand": [3, 55]}, {"hand": "100 1"}]},
    "colours": {
        "mode": "colours",
        "seats": [{}, {"white": 2, "black": 1}, {"yellow": 1, "blue": 1}],
    },
    "points": {
        "mode": "points",
        "seats": [{"points": 0, "cards": 0}, {"points": 5, "cards": 3}, {"points": 9}],
    },
}
TEN = {
    "cards": {
        "mode": "cards",
        "seats": [
            {"pile": "r1 r2 r# w4 w#", "tokens": 3, "busts": 1},
            {"pile": ["b1", "o5", "g9"], "tokens": 10, "busts": 0},
            {"pile": {"g1": 3}, "tokens": 0},
        ],
    },
    "points": {
        "mode": "points",
        "seats": [{"points": 9, "tokens": 4, "cards": 12}, {"points": 40}, {"points": 1}],
    },
}
ANY = {
    "points": {"mode": "points", "seats": [{"points": 7}, {"points": "1.5"}, {"points": -4}]},
    "values": {
        "mode": "values",
        "seats": [{"values": [1, 2]}, {"values": {"Wood": 3, "Ore": 0}}, {"values": [0.5, 9]}],
    },
}
SOUND: dict[str, dict[str, Any]] = {
    "witches": {
        "options": {"end_at": 70, "compare": "passes", "moon": "split", "earth": "total"},
        "rounds": [*WITCHES.values()],
    },
    "enemy_anemone": {
        "options": {"lowest": "hand", "tie": "value", "last": False},
        "opening": {"totals": [1, 2, 3], "anemones": [0, 1, 2]},
        "rounds": [*ANEMONES.values()],
    },
    "elf_nimmt": {"options": {"card_three": 7, "rounds": 4}, "rounds": [*ELF.values()]},
    "tien": {"options": {"perfect": 2}, "rounds": [TEN["cards"]]},
    "tien, by points": {"options": {}, "rounds": [TEN["points"]]},
    "any_game": {
        "options": {"decimals": 1, "categories": ["Wood", "Ore"], "low": -10, "rounds": 9},
        "opening": {"totals": [0.5, 2, 3]},
        "rounds": [*ANY.values()],
    },
}


def sound(name: str) -> dict[str, Any]:
    """Return a whole match file with every mode of a game."""
    file = copy.deepcopy(SOUND[name])
    rounds = [{"score": entry} for entry in file.pop("rounds")]
    rounds[-1]["starter"] = 2
    head = {"format": FORMAT, "game": name.split(",")[0], "seats": ["Ada", "Ben", "Cem"]}
    return head | {"dealer": 1, "starter": 0, "closed": False} | file | {"rounds": rounds}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inner:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from places(part, (*path, key))


def replaced(file: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a copy of a value with another one at a place."""
    file = copy.deepcopy(file)
    inner = file
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return file


KEYS = st.sampled_from(
    [
        *("format", "game", "seats", "options", "dealer", "starter", "opening", "rounds"),
        *("score", "mode", "table", "points", "totals", "anemones", "pass", "closed"),
        *("{who}", "%s", "__class__", "", "0"),
    ]
)
TEXTS = (
    KEYS
    | st.text(st.characters(exclude_categories=()), max_size=20)
    | st.sampled_from(["9" * 5_000, "−5", "1,5", "left", "none", "r1 r1 r1", "r# w#", "١٢"])
)
NUMBERS = (
    st.integers(-3, 20)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([10**30, -(10**30), 10**99, 10**101, 1e300, 5e-324, 0.1, -0.0])
)
PLAIN = st.none() | st.booleans() | NUMBERS | TEXTS
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | TEXTS, inner, max_size=4),
    max_leaves=20,
)
# Constants that Python writes and JSON has not, and nesting at the edge of what is taken.
ODD = st.sampled_from([float("nan"), float("inf"), -float("inf")]) | st.builds(
    lambda depth: json.loads("[" * depth + "]" * depth), st.integers(DEEPEST - 8, DEEPEST)
)


@pytest.mark.parametrize("name", SOUND)
def test_the_file_that_is_broken_next_is_sound_itself(name: str) -> None:
    assert check(written(sound(name))) == 0


@given(ANYTHING | ODD)
def test_any_json_as_the_whole_file(value: Any) -> None:
    check(written(value))


@given(st.binary(max_size=200))
def test_any_bytes_as_the_whole_file(content: bytes) -> None:
    assert check(content) == 64


@pytest.mark.parametrize("name", SOUND)
@given(data=st.data())
def test_anything_in_one_place_of_a_sound_file(name: str, data: st.DataObject) -> None:
    file = sound(name)
    path = data.draw(st.sampled_from(list(places(file))))
    check(written(replaced(file, path, data.draw(ANYTHING | ODD))))


@pytest.mark.parametrize("name", SOUND)
@given(data=st.data())
def test_a_value_of_one_place_in_another_place(name: str, data: st.DataObject) -> None:
    file = sound(name)
    ways = st.sampled_from(list(places(file)))
    value: Any = file
    for key in data.draw(ways):
        value = value[key]
    check(written(replaced(file, data.draw(ways), value)))


@pytest.mark.parametrize("name", SOUND)
@given(data=st.data())
def test_another_key_beside_the_others(name: str, data: st.DataObject) -> None:
    file = sound(name)
    inside_objects = [path for path in places(file) if isinstance(path[-1], str)]
    path = (*data.draw(st.sampled_from(inside_objects))[:-1], data.draw(KEYS | TEXTS))
    check(written(replaced(file, path, data.draw(ANYTHING))))


@given(data=st.data())
def test_a_sound_file_with_some_bytes_replaced(data: st.DataObject) -> None:
    content = bytearray(written(sound(data.draw(st.sampled_from(list(SOUND))))))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    check(bytes(content))


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.slug)
@given(data=st.data())
def test_anything_in_one_place_of_a_game_that_was_played(game: Game, data: st.DataObject) -> None:
    file = played(game, data.draw(st.sampled_from(game.seats)), data.draw(st.integers(0, 99)))
    assert check(written(file)) == 0
    path = data.draw(st.sampled_from(list(places(file))))
    check(written(replaced(file, path, data.draw(ANYTHING | ODD))))


def played(game: Game, seats: int, seed: int) -> dict[str, Any]:
    """Return a match file of two rounds that the game makes up by itself."""
    dice, rounds = Random(seed), list[dict[str, Any]]()
    setting, _ = read_setting(game, seats, {"dealer": 0, "starter": 0})
    assert setting is not None
    for _ in range(2):
        here = play(game, setting, rounds).next
        rounds.append({"score": game.sample(here, dice)})
    head = {"format": FORMAT, "game": game.slug, "seats": ["Ada"] * seats}
    return head | {"dealer": 0, "starter": 0, "rounds": rounds}


WORDS = st.text(st.characters(exclude_characters="\0"), max_size=12) | st.sampled_from(
    ["--json", "--option", "--lang", "nl", "-", "--", "3", "9" * 5_000, "witches", "\ud800"]
)


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.slug)
@given(data=st.data())
def test_any_house_rule_in_a_set_up(game: Game, data: st.DataObject) -> None:
    keys = st.sampled_from([option.key for option in game.options]) | WORDS
    values = WORDS | st.integers(-3, 600).map(str)
    words = [game.slug, str(data.draw(st.integers(0, 13)))]
    for key, value in data.draw(st.lists(st.tuples(keys, values), max_size=3)):
        words += ["--option", f"{key}={value}"]
    done = inside("setup", "--json", *words)
    if done.exit_code == 0:
        assert json.loads(done.stdout)["steps"]
    else:
        refused(done)


@given(st.sampled_from(["score", "setup", "games"]), st.lists(WORDS, max_size=4))
def test_any_words_behind_a_command(command: str, words: list[str]) -> None:
    done = inside(command, *words, entered=b"")

    assert done.exit_code in (0, 64)
    if done.exit_code:
        refused(done)
