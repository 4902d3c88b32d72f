# SPDX-License-Identifier: MIT
"""Laws of the doors: a form, a match file and the command line give the same; none falls over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.engine.game import Game
from companion.services.match_file import Unreadable, score, take
from tests import strategies
from tests.laws._played import on_forms, told_fully
from tests.laws.conftest import REGISTRY

Path = tuple[str | int, ...]


def scored(file: Any) -> tuple[dict[str, Any], bool]:
    return score(take(json.dumps(file).encode(), REGISTRY))


def command_line(content: bytes) -> tuple[int, Any, str]:
    done = CliRunner().invoke(
        main, ["score", "-"], input=content, obj=REGISTRY, catch_exceptions=False
    )
    return done.exit_code, json.loads(done.stdout) if done.stdout else None, done.stderr


@given(data=st.data())
def test_a_form_a_file_and_the_command_line_give_the_same(game: Game, data: st.DataObject) -> None:
    played = data.draw(strategies.played(game))
    file = played.file()

    result, complete = scored(file)

    assert complete
    assert scored(told_fully(played).file()) == (result, True)
    assert scored(on_forms(played).file()) == (result, True)
    assert command_line(json.dumps(file).encode()) == (0, json.loads(json.dumps(result)), "")


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value in a JSON document but the document itself."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield (*path, index)
            yield from places(inner, (*path, index))


def with_another(value: Any, path: Path, change: Any) -> Any:
    """Return a document with *change* applied at a path, or as it is where that is gone."""
    copy = json.loads(json.dumps(value))
    holder = copy
    try:
        for step in path[:-1]:
            holder = holder[step]
        change(holder, path[-1])
    except (KeyError, IndexError, TypeError, AttributeError):
        return copy
    return copy


def spoiled(file: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """Return a match file with something odd at one to three of its places."""
    for _ in range(data.draw(st.integers(1, 3), label="changes")):
        path = data.draw(st.sampled_from(sorted(places(file), key=str)), label="place")
        odd = data.draw(strategies.junk(), label="instead")

        def put(holder: Any, key: Any, odd: Any = odd) -> None:
            holder[key] = odd

        def drop(holder: Any, key: Any) -> None:
            del holder[key]

        def add(holder: Any, key: Any, odd: Any = odd) -> None:
            holder.insert(key, odd) if isinstance(holder, list) else holder.update({"odd": odd})

        file = with_another(file, path, data.draw(st.sampled_from([put, put, drop, add])))
    return file


@given(data=st.data())
def test_any_json_at_any_place_is_scored_or_refused_and_nothing_falls_over(
    game: Game, data: st.DataObject
) -> None:
    file = spoiled(data.draw(strategies.played(game, rounds=2)).file(), data)

    try:
        result, complete = scored(file)
    except Unreadable:
        return

    json.dumps(result)
    errors = [problem for problem in result["problems"] if problem["severity"] == "error"]
    assert complete == (not result["problems"]) == (not errors)
    for column in zip(*(mine["points"] for mine in result["rounds"]), strict=True):
        assert len(column) == len(result["rounds"])
    for mine in result["rounds"]:
        for points, lines in zip(mine["points"], mine["lines"], strict=True):
            assert round(sum(line["points"] for line in lines), 6) == points


@given(data=st.data())
def test_the_command_line_ends_with_0_2_or_64_and_says_why(game: Game, data: st.DataObject) -> None:
    file = spoiled(data.draw(strategies.played(game, rounds=2)).file(), data)

    status, result, error = command_line(json.dumps(file).encode())

    assert status in (0, 2, 64)
    assert (result is None) == (status == 64)
    assert bool(error) == (status == 64)
    assert error.count("\n") <= 1


@given(content=st.binary(max_size=200))
def test_bytes_that_are_no_match_file_are_refused_in_one_line(content: bytes) -> None:
    status, result, error = command_line(content)

    assert (status, result) == (64, None)
    assert error.count("\n") == 1
