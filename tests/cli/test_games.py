# SPDX-License-Identifier: MIT
"""`companion games`: the list for people, and everything that a match file may hold as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import companion.games
from companion.engine.registry import Registry
from companion.i18n.translate import LANGUAGES
from tests.cli._run import PROGRAM, environment, inside, program, refused, score

GAMES = Registry(companion.games)

# What the public format of match files fixes, per game: player counts, who is named first,
# the options with all their answers (the first is the default), what is entered in every mode.

LOW_HIGH: dict[str, dict[str, tuple[int, int | None, int]]] = {
    "witches": {"end_at": (10, 500, 70), "rounds": (0, None, 0)},
    "elf_nimmt": {"rounds": (0, None, 0)},
    "tien": {"perfect": (0, 20, 1)},
    "any_game": {"rounds": (0, None, 0), "target": (0, None, 0), "decimals": (0, 2, 0)},
}
SHOWN: dict[str, dict[str, Any]] = {
    "witches": {
        "end_at": None,
        "compare": ["reaches", "passes"],
        "moon": ["flat", "add", "split", "off"],
        "earth": ["round", "total"],
    },
    "enemy_anemone": {
        "lowest": ["total", "hand"],
        "lowest_tie": ["each", "nobody"],
        "tie": ["cards", "value"],
        "last": [True, False],
    },
    "elf_nimmt": {"starter": ["round", "total"], "rounds": None},
    "tien": {"perfect": None},
}
MORE: dict[str, dict[str, Any]] = {
    "witches": {
        "rounds": None,
        "earth_floor": ["zero", "none"],
        "earth_order": ["last", "before_doubling"],
        "earth_cuts": ["round", "red"],
        "double": ["red", "all"],
        "moon_needs": ["red_and_green", "red"],
        "moon_helpers": ["ignored", "shooter", "opponent_earth", "air_blocks"],
    },
    "enemy_anemone": {
        "six_award": ["trick", "hand"],
        "start_tie": ["ask", "clockwise"],
        "shortage_face": ["as_held", "as_due"],
        "six_plus": ["separate", "flip"],
        "spent_return": ["before", "after"],
        "sole_card": ["both", "no_anemone"],
        "two_discard": ["counts", "free"],
    },
    "elf_nimmt": {"card_three": ["7", "5"]},
    "tien": {},
}
ANY_GAME = {"name", "best", "rounds", "target", "categories", "decimals", "low", "high"}
SEATS = {
    "witches": [3, 6],
    "enemy_anemone": [2, 6],
    "elf_nimmt": [2, 7],
    "tien": [1, 5],
    "any_game": [1, 12],
}
FIRST = {
    "witches": "dealer",
    "enemy_anemone": "starter",
    "elf_nimmt": "starter",
    "tien": "starter",
}
FIELDS: dict[str, dict[str, dict[str, set[str]]]] = {
    "witches": {
        "cards": {"seat": {"pile", "gift"}, "table": set()},
        "count": {
            "seat": {"red", "gift"},
            "table": {"fire", "water", "queen", "earth", "air"},
        },
        "points": {"seat": {"points"}, "table": {"moon"}},
    },
    "enemy_anemone": {
        "cards": {"seat": {"cards", "extras", "anemones"}, "table": {"giver", "gives"}},
        "count": {"seat": {"cards", "bonus", "anemones"}, "table": {"giver", "gives"}},
        "points": {"seat": {"points", "anemones"}, "table": {"giver", "gives"}},
    },
    "elf_nimmt": {
        "cards": {"seat": {"hand"}, "table": set()},
        "colours": {"seat": {"white", "yellow", "blue", "black"}, "table": set()},
        "points": {"seat": {"points", "cards"}, "table": set()},
    },
    "tien": {
        "cards": {"seat": {"pile", "tokens", "busts"}, "table": set()},
        "points": {"seat": {"points", "tokens", "cards"}, "table": set()},
    },
    "any_game": {
        "points": {"seat": {"points"}, "table": set()},
        "values": {"seat": {"values"}, "table": set()},
    },
}
ADDED = {("tien", "cards"): {"cards"}}
"""Keys that came later, beside those that the format fixed first."""

RED, TEN = [f"r{rank}" for rank in range(1, 15)], range(1, 10)
CARDS = {
    ("witches", "pile"): dict.fromkeys([*RED, "g11", "g12", "y11", "b11"], 1),
    ("enemy_anemone", "extras"): dict.fromkeys(
        [f"{suit}{rank}" for suit in "abcdef" for rank in (3, 5, 8)], 1
    ),
    ("elf_nimmt", "hand"): dict.fromkeys(map(str, range(1, 101)), 1),
    ("tien", "pile"): {f"{c}{n}": 3 if n < 7 else 1 for c in "rbog" for n in TEN}
    | {f"{c}#": 2 for c in "rbog"}
    | {f"w{n}": 1 for n in TEN}
    | {"w#": 1},
}


def catalogue(*words: str) -> dict[str, dict[str, Any]]:
    done = inside("games", "--json", *words)
    assert (done.exit_code, done.stderr) == (0, "")
    return {game["slug"]: game for game in json.loads(done.stdout)}


def by_key(parts: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {part["key"]: part for part in parts}


def test_every_game_has_the_same_keys() -> None:
    for game in catalogue().values():
        assert set(game) == {
            *("slug", "title", "about", "version", "players", "minutes", "first_role"),
            *("options", "opening", "phases"),
        }


@pytest.mark.parametrize("slug", SEATS)
def test_the_player_counts(slug: str) -> None:
    assert catalogue()[slug]["players"] == SEATS[slug]


@pytest.mark.parametrize("slug", FIRST)
def test_whom_the_table_names_before_the_first_round(slug: str) -> None:
    assert catalogue()[slug]["first_role"] == FIRST[slug]


@pytest.mark.parametrize("slug", SHOWN)
def test_the_options_with_their_answers_and_where_they_stand(slug: str) -> None:
    found = catalogue()[slug]["options"]

    shown = {o["key"]: o.get("values") for o in found if not o["more"]}
    more = {o["key"]: o.get("values") for o in found if o["more"]}
    assert (shown, more) == (SHOWN[slug], MORE[slug])
    assert all(option["help"] and option["label"] for option in found)


def test_the_options_of_any_game() -> None:
    assert set(by_key(catalogue()["any_game"]["options"])) == ANY_GAME


@pytest.mark.parametrize("slug", LOW_HIGH)
def test_the_limits_of_numbers_and_what_stands_for_nothing(slug: str) -> None:
    found = by_key(catalogue()[slug]["options"])

    for key, (low, high, default) in LOW_HIGH[slug].items():
        assert (found[key]["low"], found[key]["default"]) == (low, default)
        assert high in (None, found[key]["high"])


@pytest.mark.parametrize("slug", SHOWN)
def test_the_first_answer_is_the_default(slug: str) -> None:
    for option in catalogue()[slug]["options"]:
        if "values" in option:
            assert option["default"] == option["values"][0]


@pytest.mark.parametrize("slug", FIELDS)
def test_what_is_entered_in_every_mode(slug: str) -> None:
    [phase] = catalogue()[slug]["phases"]

    assert phase["key"] == "score"
    assert set(by_key(phase["modes"])) == set(FIELDS[slug])
    for mode in phase["modes"]:
        added = ADDED.get((slug, mode["key"]), set())
        for per, expected in FIELDS[slug][mode["key"]].items():
            keys = {f["key"] for f in mode["fields"] if f["per"] == per}
            assert keys - added == expected


def test_cards_come_first() -> None:
    for slug in FIRST:
        assert catalogue()[slug]["phases"][0]["modes"][0]["key"] == "cards"


@pytest.mark.parametrize("slug, key", CARDS)
def test_the_cards_of_a_pile_and_how_many_of_each_the_box_holds(slug: str, key: str) -> None:
    cards = by_key(catalogue()[slug]["phases"][0]["modes"])["cards"]

    assert by_key(cards["fields"])[key]["cards"] == CARDS[slug, key]


def test_what_can_be_brought_from_paper() -> None:
    assert catalogue()["enemy_anemone"]["opening"] == ["totals", "anemones"]
    assert catalogue()["witches"]["opening"] == ["totals"]


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.slug)
def test_the_score_takes_every_option_value_that_is_listed(game: Any) -> None:
    file = {"format": "companion-match/1", "game": game.slug, "seats": ["Ada"] * game.seats[0]}

    for option in catalogue()[game.slug]["options"]:
        values = option.get("values") or [option[end] for end in ("low", "high") if end in option]
        for value in values:
            assert score(file | {"options": {option["key"]: value}})["problems"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_keeps_keys_and_values(language: str) -> None:
    def without_words(value: Any) -> Any:
        if isinstance(value, dict):
            words = ("title", "about", "label", "help")
            return {key: without_words(part) for key, part in value.items() if key not in words}
        return [without_words(part) for part in value] if isinstance(value, list) else value

    assert without_words(catalogue("--lang", language)) == without_words(catalogue())


def test_people_see_every_game_and_every_house_rule() -> None:
    shown = inside("games").stdout

    for game in catalogue().values():
        assert f"{game['slug']}: {game['title']}, " in shown
        assert all(f"--option {option['key']}=" in shown for option in game["options"])


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1252", "utf-16"])
def test_the_list_is_shown_on_a_terminal_that_lacks_its_letters(encoding: str) -> None:
    done = program("games", settings={"PYTHONIOENCODING": encoding})

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"witches" in done.stdout.replace(b"\0", b"")


def test_a_reader_that_stops_early_is_no_trouble() -> None:
    with subprocess.Popen(
        [*PROGRAM, "games", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        assert running.stdout is not None
        running.stdout.close()
        _, err = running.communicate()

    assert err == b""


@pytest.mark.parametrize("words", [["games"], ["games", "--json"]])
def test_a_full_disk_is_said_in_one_line(words: list[str]) -> None:
    code = (
        "import io, sys\n"
        "from companion.cli import main\n"
        "class Full(io.RawIOBase):\n"
        "    def writable(self): return True\n"
        "    def write(self, _): raise OSError(28, 'No space left on device')\n"
        "sys.stdout = io.TextIOWrapper(Full(), 'utf-8', write_through=True)\n"
        f"main({words!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, env=environment()
    )

    assert refused(done, status=1) == "No space left on device."


def test_a_wrong_call_is_refused_in_one_line() -> None:
    assert "No such option" in refused(inside("games", "--bogus"))
    assert "unexpected extra argument" in refused(inside("games", "witches"))
