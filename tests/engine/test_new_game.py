# SPDX-License-Identifier: MIT
"""A new game is three files, and none of the others changes: found, played, set up, listed."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine.registry import Registry
from companion.engine.replay import replay
from companion.services.rules_text import rules_text
from tests.engine._small import log
from tests.laws import _laws
from tests.laws._played import Played, on_forms, played_by, told_fully

MODULE = '''
"""Pebbles: most pebbles win, and a golden one counts for three."""

from companion.engine.colours import Colours
from companion.engine.fields import Flag, SeatRef, Tokens
from companion.engine.game import Finish, Game, Line, Setup, Step, line
from companion.engine.sheet import Mode, Start, score_phase
from companion.engine.text import Seat, msg, nmsg

SHEET = score_phase(
    Mode(
        "count",
        msg("Count"),
        (
            Tokens(key="pebbles", label=msg("Pebbles")),
            SeatRef(key="golden", label=msg("Golden pebble")),
        ),
    )
)


def score(round):
    golden = round.entry.table["golden"]
    return tuple(
        (
            *line(n, nmsg("{n} pebble", "{n} pebbles", n), "pebbles"),
            *line(3 * (seat == golden), msg("Golden pebble"), "golden"),
        )
        for seat, n in enumerate(round.entry.column("pebbles"))
    )


def start(round):
    first = round.first.starter
    return Start(starter=None if first is None else (first + round.number - 1) % round.seats)


def steps(round):
    seat = round.start.starter
    return () if seat is None else (Step(msg("{who} starts.", who=Seat(seat)), "pebbles"),)


def sample(round, dice):
    rows = [{"pebbles": dice.randint(0, 9)} for _ in range(round.seats)]
    return {"mode": "count", "seats": rows, "table": {"golden": dice.randrange(round.seats)}}


PAIR = ("#102030", "#d0e0f0")
INK = ("#ffffff", "#000000")
GAME = Game(
    slug="pebbles",
    title=msg("Pebbles"),
    about=msg("Most pebbles win."),
    seats=range(2, 5),
    sources=("made up for this test",),
    colours=Colours(
        accent=PAIR, on_accent=INK, accent_edge=PAIR, accent_text=PAIR, accent_soft=PAIR,
        lid=PAIR, lid_ink=INK, lid_2=PAIR, lid_edge=PAIR, e1=PAIR, e2=PAIR, e3=PAIR,
    ),
    first_role="starter",
    options=(Flag(key="long", label=msg("Long game"), help=msg("Play twice as long.")),),
    phases=lambda round: SHEET,
    score=score,
    start=start,
    steps=steps,
    sample=sample,
    finish=lambda seats, options: Finish("high", rounds=4 if options["long"] else 2),
    setup=lambda seats, options: Setup(
        (Step(msg("Lay {n} pebbles out.", n=10 * seats), "pebbles"),), {"supply": 10 * seats}
    ),
)
'''
RULES = """# Pebbles

Most pebbles win.

## Pebbles {#pebbles}

Each pebble is a point.

*Example:* Ada has 4 pebbles and 4 points.

## Golden pebble {#golden}

It counts for three.

*Example:* Ben has 1 pebble and the golden one: 4 points.
"""
FILE = {
    "format": "companion-match/1",
    "game": "pebbles",
    "seats": ["Ada", "Ben"],
    "starter": 1,
    "rounds": [
        {"score": {"seats": [{"pebbles": 4}, {"pebbles": 1}], "table": {"golden": 1}}},
        {"score": {"mode": "count", "seats": [{"pebbles": "2"}, {}]}},
    ],
}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """A package with one new game in it, and nothing else changed."""
    folder = tmp_path / "new_shelf"
    (folder / "rules").mkdir(parents=True)
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "pebbles.py").write_text(MODULE, "utf-8")
    (folder / "rules" / "pebbles.en.md").write_text(RULES, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield Registry(importlib.import_module("new_shelf"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "new_shelf"]:
        del sys.modules[name]


def companion(shelf: Registry, *words: str, file: Any = None) -> Result:
    return CliRunner().invoke(
        main, words, input=json.dumps(file), obj=shelf, catch_exceptions=False
    )


def test_a_new_game_is_found_with_its_rules_beside_it(shelf: Registry) -> None:
    text = rules_text(shelf, "pebbles")

    assert [game.slug for game in shelf] == ["pebbles"]
    assert text is not None
    assert [rule.anchor for rule in text.rules] == ["pebbles", "golden"]


def test_the_command_line_scores_it(shelf: Registry) -> None:
    done = companion(shelf, "score", "-", file=FILE)
    scored = json.loads(done.stdout)

    assert done.exit_code == 0
    assert [mine["points"] for mine in scored["rounds"]] == [[4, 4], [2, 0]]
    assert [mine["starter"] for mine in scored["rounds"]] == [1, 0]
    assert scored["rounds"][0]["lines"][1] == [
        {"points": 1, "why": "1 pebble", "rule": "pebbles"},
        {"points": 3, "why": "Golden pebble", "rule": "golden"},
    ]
    assert (scored["totals"], scored["winners"], scored["over"]) == ([6, 4], [0], True)


def test_the_command_line_refuses_what_it_cannot_be(shelf: Registry) -> None:
    wrong = {**FILE, "rounds": [{"score": {"table": {"golden": 2}}}]}
    done = companion(shelf, "score", "-", file=wrong)

    assert done.exit_code == 2
    assert json.loads(done.stdout)["problems"][0]["field"] == "golden"
    assert companion(shelf, "score", "-", file={**FILE, "seats": ["Ada"]}).exit_code == 64
    assert companion(shelf, "score", "-", file={**FILE, "game": "marbles"}).exit_code == 64


def test_the_command_line_sets_it_up(shelf: Registry) -> None:
    told = companion(shelf, "setup", "pebbles", "3")
    plain = companion(shelf, "setup", "pebbles", "4", "--option", "long=yes", "--json")

    assert told.stdout == "1. Lay 30 pebbles out.\n"
    assert json.loads(plain.stdout) == {
        "steps": [{"text": "Lay 40 pebbles out.", "rule": "pebbles"}],
        "facts": {"supply": 40},
    }
    assert companion(shelf, "setup", "pebbles", "5").exit_code == 64
    assert companion(shelf, "setup", "pebbles", "3", "--option", "long=7").exit_code == 64


def test_the_command_line_lists_it_with_what_it_asks(shelf: Registry) -> None:
    (game,) = json.loads(companion(shelf, "games", "--json").stdout)

    assert (game["slug"], game["title"], game["players"]) == ("pebbles", "Pebbles", [2, 4])
    assert [option["key"] for option in game["options"]] == ["long"]
    fields = game["phases"][0]["modes"][0]["fields"]
    assert [(field["key"], field["kind"]) for field in fields] == [
        ("pebbles", "tokens"),
        ("golden", "seatref"),
    ]
    assert "pebbles: Pebbles, 2 to 4 players." in companion(shelf, "games").stdout


def test_the_engine_replays_its_log(shelf: Registry) -> None:
    game = shelf["pebbles"]
    events = log(
        ("started", {"seats": ["Ada", "Ben"], "options": {"long": True}, "starter": 0}),
        (
            "entered",
            {"round": 1, "phase": "score", "entry": {"mode": "count", "seats": {"0": {}}}},
        ),
        (
            "entered",
            {
                "round": 1,
                "phase": "score",
                "entry": {"mode": "count", "seats": {"1": {"pebbles": 5}}, "table": {"golden": 0}},
            },
        ),
    )

    match = replay(game, events)

    assert match.totals == (3, 5)
    assert match.next.start.starter == 1
    assert not match.over


def test_the_laws_hold_for_it_without_a_line_written_for_it(shelf: Registry) -> None:
    game = shelf["pebbles"]

    _laws.everything_holds(game)
    played = told_fully(played_by(game, 3, {}, Random(11), first=2))
    _laws.log_agrees(played)
    _laws.seat_by_seat(played, Random(11))
    assert _laws.state(on_forms(played).match()) == _laws.state(played.match())
    assert isinstance(played, Played)
