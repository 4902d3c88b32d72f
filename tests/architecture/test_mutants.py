# SPDX-License-Identifier: MIT
"""The tool that breaks the games: it makes the mistakes it should, and sees what notices them."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator

import pytest

from tests import mutants as tool
from tests._mutate import Mutant, mutants, mutated


def made(source: str) -> list[str]:
    """Return every mistake, as the source then reads."""
    return [ast.unparse(mutated(source, index)) for index in range(len(mutants(source)))]


@pytest.mark.parametrize(
    "source, mistakes",
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a == b", ["x = a != b"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x = a"]),
        ("x = a + b", ["x = a - b"]),
        ("x = a // b", ["x = a * b"]),
        ("x = -a", ["x = a"]),
        ("x = 7", ["x = 8", "x = 6"]),
        ("x = True", ["x = False"]),
        ("x = min(a)", ["x = max(a)"]),
        ("x += a", ["x -= a"]),
        ("f(a)", ["pass"]),
        ("if a:\n    b()", ["if not a:\n    b()", "if a:\n    pass"]),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("x = [a for a in b if a.c]", ["x = [a for a in b if not a.c]"]),
    ],
)
def test_a_small_mistake_is_made_in_every_place(source: str, mistakes: list[str]) -> None:
    assert made(source) == mistakes


@pytest.mark.parametrize(
    "source",
    [
        "'''Words.'''",
        "x = 'key'",
        "x = 'a' + b",
        "x = Int(label=f(1), help=f(2), more=True)",
        "x = Colours(accent=1)",
        "def sample(a):\n    return a + 1",
        "@cache(maxsize=5)\ndef f(a: list[1]): ...",
        "from a import b",
        "if TYPE_CHECKING:\n    x = 1",
        "def f():\n    return None",
        "x = zip(a, strict=True)",
    ],
)
def test_words_looks_types_and_samples_are_left_alone(source: str) -> None:
    assert mutants(source) == []


def test_a_mistake_tells_its_line_and_both_readings() -> None:
    assert mutants("x = 1\ny = a < b")[2] == Mutant(2, "a < b", "a <= b")
    assert str(Mutant(2, "a < b", "a <= b")) == "line 2: a < b -> a <= b"
    with pytest.raises(IndexError):
        mutated("x = 1", 2)


@pytest.fixture
def games_again() -> Iterator[None]:
    """Put the games' modules back as they were; the tool imports them anew."""
    before = {name: module for name, module in sys.modules.items() if "companion.games" in name}
    package = importlib.import_module("companion.games")
    attributes = dict(vars(package))
    yield
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, tool.Breaker)]
    for name in [name for name in sys.modules if "companion.games" in name]:
        del sys.modules[name]
    sys.modules.update(before)
    vars(package).clear()
    vars(package).update(attributes)


@pytest.mark.usefixtures("games_again")
def test_a_game_as_it_is_is_not_noticed_and_a_broken_one_is() -> None:
    tasks = tool.tasks_of("any_game", None)
    adds = next(task for task in tasks if "round.number" in task.mutant.before)

    assert tool.notice(tool.load("any_game")) is None
    assert tool.judge(adds) is not None
    assert tool.notice(tool.load("any_game")) is None


def test_the_helpers_of_a_game_are_broken_too() -> None:
    assert len(tool.modules("witches")) > 2
    assert {task.module for task in tool.tasks_of("witches", None)} >= {"witches", "_witches_moon"}
    assert tool.modules("any_game") == ["any_game"]


def test_as_many_mistakes_as_wished_are_tried_and_the_same_ones_each_time() -> None:
    assert len(tool.tasks_of("any_game", 10)) == 10
    assert tool.tasks_of("any_game", 10) == tool.tasks_of("any_game", 10)
    assert len(tool.tasks_of("any_game", 10_000)) == len(tool.tasks_of("any_game", None))


def test_lines_in_which_a_mistake_makes_no_difference_are_still_there() -> None:
    for module, beginnings in tool.NO_DIFFERENCE.items():
        lines = (tool.GAMES / f"{module}.py").read_text("utf-8").splitlines()
        for beginning in beginnings:
            assert [line for line in lines if line.startswith(beginning)], beginning
