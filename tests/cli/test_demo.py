# SPDX-License-Identifier: MIT
"""`companion demo`: a group of played games whose link works, and that replay to their end."""

from __future__ import annotations

import re

import pytest

import companion.games
from companion.engine.registry import Registry
from companion.web.app import create_app
from tests.cli._run import inside, program, refused
from tests.cli._store import NEWEST, Place

GAMES = Registry(companion.games)
PLAYED = sum(len(game.seats) for game in GAMES)


def test_every_game_is_played_for_every_player_count_and_replays(place: Place) -> None:
    done = program("demo", "--port", "8123", settings=place.settings)

    assert (done.returncode, done.stderr) == (0, b"")
    made, link = done.stdout.decode().splitlines()
    assert made == f"Made a new database ({NEWEST})."
    assert re.fullmatch(
        rf"{PLAYED} matches\. Serve the app and open http://localhost:8123/group/\S+", link
    )
    again = inside("verify", settings=place.settings)
    assert (again.exit_code, again.stdout) == (0, f"{PLAYED} replayed, 0 wrong.\n")


def test_the_link_opens_the_group_with_its_games(place: Place) -> None:
    link = inside("demo", settings=place.settings).stdout.split()[-1]
    settings = {"SQLALCHEMY_DATABASE_URI": place.url, "SECRET_KEY": "a", "TESTING": True}
    phone = create_app(settings, GAMES).test_client()

    page = phone.get(link.removeprefix("http://localhost:8000"), follow_redirects=True)

    assert page.status_code == 200


def test_a_second_demo_makes_another_group(place: Place) -> None:
    first, second = (inside("demo", settings=place.settings).stdout for _ in range(2))

    assert first.split()[-1] != second.split()[-1]
    assert inside("verify", settings=place.settings).stdout.startswith(f"{2 * PLAYED} replayed")


@pytest.mark.parametrize("words", [["--port", "many"], ["now"], ["--seats", "3"]])
def test_a_wrong_call_is_refused_in_one_line(words: list[str]) -> None:
    refused(inside("demo", *words))
