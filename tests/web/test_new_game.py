# SPDX-License-Identifier: MIT
"""A game that nobody knew, dropped into a folder: every page plays it as it stands."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.registry import Registry
from companion.web.app import create_app
from tests.web._forms import controls, send
from tests.web._phones import close, page, post, settings, tree, words

GAME = '''
"""Shells: three shells each; a shell found is a point, the black one costs two."""

from companion.engine.cards import Card, Suit, deck
from companion.engine.fields import Cards, Choice, Flag, SeatRef, Tokens
from companion.engine.game import Finish, Game, Setup, Step, line
from companion.engine.sheet import Mode, Start, score_phase
from companion.engine.text import Seat, msg

DECK = deck(
    (
        Card(id="w", label=msg("white shell"), suit="s", copies=3),
        Card(id="p", label=msg("pink shell"), suit="s"),
        Card(id="k", label=msg("black shell"), suit="s", effect=msg("costs two")),
    ),
    (Suit(key="s", label=msg("Shells"), shape="shell", colour="pink"),),
)
MODES = score_phase(
    Mode(
        "cards",
        msg("Shells"),
        (
            Cards(key="found", label=msg("Shells found"), deck=DECK),
            Flag(key="wet", label=msg("Wet feet")),
            Tokens(key="crabs", label=msg("Crabs"), high=5),
            Choice(key="tide", label=msg("Tide"), per="table",
                   choices=(("ebb", msg("Ebb")), ("flood", msg("Flood")))),
            SeatRef(key="pearl", label=msg("Who has the pearl?")),
        ),
    )
)


def score(round):
    table = round.entry.table
    return tuple(
        (
            *line(sum(row["found"].values()), msg("shells"), "shells"),
            *line(-3 * row["found"].get("k", 0), msg("the black one"), "black"),
            *line(-1 if row["wet"] else 0, msg("wet feet"), "wet"),
            *line(row["crabs"] * (2 if table["tide"] == "flood" else 1), msg("crabs"), "crabs"),
            *line(7 if table["pearl"] == seat else 0, msg("the pearl"), "pearl"),
        )
        for seat, row in enumerate(round.entry.seats)
    )


GAME = Game(
    slug="shells",
    title=msg("Shells"),
    about=msg("Find shells."),
    seats=range(2, 5),
    unit="hand",
    first_role="dealer",
    setup=lambda seats, options: Setup((Step(msg("Strew the shells."), "shells"),), {}),
    phases=lambda round: MODES,
    score=score,
    finish=lambda seats, options: Finish("high", rounds=2),
    start=lambda round: Start(dealer=(round.first.dealer or 0) + round.number - 1),
    sample=lambda round, dice: {"seats": [{"found": {"w": 1}}] * round.seats},
    steps=lambda round: (Step(msg("{who} strews.", who=Seat(round.start.dealer)), "shells"),),
)
'''
RULES = "# Shells\n\n## Shells {#shells}\n\nA shell is a point.\n\n*Example:* two shells are two.\n"


@pytest.fixture
def shells(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Flask]:
    """An app whose only game lies in a folder of this test's own."""
    package = tmp_path / "beach_games"
    (package / "rules").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "shells.py").write_text(GAME)
    (package / "rules" / "shells.en.md").write_text(RULES)
    monkeypatch.syspath_prepend(str(tmp_path))
    shutil.copy(empty_database, tmp_path / "companion.sqlite")
    registry = Registry(importlib.import_module("beach_games"))
    app = create_app(settings(tmp_path / "companion.sqlite"), registry)
    yield app
    close(app)
    for name in [name for name in sys.modules if name.startswith("beach_games")]:
        del sys.modules[name]


def test_a_game_dropped_into_a_folder_can_be_played_to_its_end(shells: Flask) -> None:
    phone = shells.test_client()
    post(phone, "/new/shells", {"players": "2"})
    post(phone, "/new/shells/seats", {"name": ["Ada", "Ben"], "first": "0"})
    if phone.get("/new/shells/rules").status_code == 200:
        post(phone, "/new/shells/rules")
    code = post(phone, "/new/shells/setup").location.rsplit("/", 1)[-1]
    assert words(page(phone, f"/t/{code}"), ".next") == "Now Ada strews."

    form = page(phone, f"/t/{code}/round/1")
    first = {"s0-found": ["k", "p"], "s0-found.w": "1", "s1-found.w": "2", "s0-wet": "y"}
    first |= {"s1-crabs": "1", "t-tide": "flood", "t-pearl": "1"}
    preview = send(phone, form, first, ("action", "preview"))
    assert preview.status_code == 200
    how = [words(tree(preview), f".slip:nth-of-type({n})") for n in (1, 2)]
    assert how == [
        "A Ada shells (+3), the black one (−3), wet feet (−1) −1",
        "B Ben shells (+2), crabs (+2), the pearl (+7) 11",
    ]
    assert send(phone, tree(preview)).status_code == 303

    held = controls(page(phone, f"/t/{code}/round/1"))
    assert held.getlist("s0-found") == ["p", "k"]
    assert (held["s0-found.w"], held["s1-found.w"], held["t-pearl"]) == ("1", "2", "1")
    why = words(page(phone, f"/t/{code}/why/1/0"))
    assert "A shell is a point." in why
    assert "wet feet" in why

    too_many = send(phone, page(phone, f"/t/{code}/round/2"), {"s0-found.w": "4"})
    assert too_many.status_code == 422
    assert "Ada: white shell: 4 of 3 cards." in words(tree(too_many), ".errs")
    asked = send(phone, tree(too_many), {"s0-found.w": "3"})
    assert words(tree(asked), ".errs") == "Ben: nothing is entered. Is that so?"
    assert send(phone, tree(asked), button=("waved", "1")).status_code == 303
    assert words(page(phone, f"/t/{code}"), ".winner").startswith("Sh After 2 hands Ben wins")
    assert "Save hand 2" in words(page(phone, f"/t/{code}/round/2"), ".dock")
