# SPDX-License-Identifier: MIT
"""The law of imports: web and cli -> services -> persistence, engine; games -> engine."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPANION = ROOT / "companion"

#: Which rooms of companion each room may import.
MAY = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "persistence": {"persistence"},
    "i18n": {"i18n", "engine"},
    "services": {"engine", "persistence", "services", "i18n"},
    "web": {"engine", "i18n", "persistence", "services", "web"},
}
PURE = ("engine", "games")
DATABASE = {"sqlalchemy", "alembic", "flask_sqlalchemy", "flask_migrate", "psycopg"}
SLUGS = sorted(path.stem for path in (COMPANION / "games").glob("[a-z]*.py"))
HELPERS = sorted(path.stem for path in (COMPANION / "games").glob("_[a-z]*.py"))


def imports(source: str) -> Iterator[str]:
    """Yield the full name of every module that a source imports, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "" if not node.level else "."
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(*rooms: str) -> list[tuple[str, str]]:
    """Return (file, imported module) for every import in these rooms."""
    return [
        (str(path.relative_to(ROOT)), name)
        for room in rooms
        for path in sorted((COMPANION / room).rglob("*.py"))
        for name in imports(path.read_text("utf-8"))
    ]


def offending(pairs: list[tuple[str, str]], *tops: str) -> list[str]:
    return sorted({f"{file} imports {name}" for file, name in pairs if name.split(".")[0] in tops})


def test_every_room_is_under_the_law() -> None:
    rooms = {path.name for path in COMPANION.iterdir() if (path / "__init__.py").is_file()}

    assert rooms == set(MAY)


@pytest.mark.parametrize("room", MAY)
def test_a_room_imports_no_room_above_it(room: str) -> None:
    wrong = [
        f"{file} imports {name}"
        for file, name in imported(room)
        if name.startswith("companion.")
        and name.split(".")[1] not in MAY[room]
        and (room, name) != ("web", "companion.games")  # the package, to find the games in it
    ]

    assert wrong == []


def test_nothing_is_imported_by_a_relative_name() -> None:
    assert [file for file, name in imported(*MAY) if name == "."] == []


@pytest.mark.parametrize("room", PURE)
def test_engine_and_games_need_nothing_but_python(room: str) -> None:
    known = sys.stdlib_module_names | {"companion"}

    assert [(f, name) for f, name in imported(room) if name.split(".")[0] not in known] == []


def test_engine_and_games_touch_no_world_outside() -> None:
    outside = {
        *("os", "io", "pathlib", "subprocess", "socket", "http", "urllib", "sqlite3", "shutil"),
        *("time", "datetime", "secrets", "uuid", "threading", "asyncio", "logging", "gettext"),
        *("tempfile", "locale", "sys"),
    }
    finder = "companion/engine/registry.py"  # it looks where the games lie

    pairs = [(file, name) for file, name in imported(*PURE) if file != finder]

    assert offending(pairs, *outside) == []


def test_the_dice_of_a_sample_are_handed_in() -> None:
    named = {name for _, name in imported(*PURE) if name.split(".")[0] == "random"}

    assert named <= {"random", "random.Random"}
    for room in PURE:
        for path in (COMPANION / room).glob("*.py"):
            source = path.read_text("utf-8")
            assert "import random" not in source, path.name
            assert "Random(" not in source, path.name


def test_a_game_imports_no_other_game() -> None:
    others = {f"companion.games.{slug}" for slug in SLUGS}
    wrong = [(file, name) for file, name in imported("games") if name in others]

    assert wrong == []


def test_every_private_helper_is_used_by_a_game() -> None:
    named = {name.split(".")[2] for _, name in imported("games") if name.count(".") > 1}

    assert HELPERS
    assert set(HELPERS) <= named


@pytest.mark.parametrize("room", ["engine", "games", "services", "persistence", "i18n"])
def test_flask_lives_in_the_web_only(room: str) -> None:
    pairs = imported(room)
    flask = {name.split(".")[0] for _, name in pairs if name.split(".")[0].startswith("flask")}

    assert offending(pairs, *flask, "wtforms", "werkzeug", "jinja2", "cheroot") == []


@pytest.mark.parametrize("room", ["engine", "games", "i18n"])
def test_the_database_lives_in_persistence_and_its_users(room: str) -> None:
    assert offending(imported(room), *DATABASE) == []


def test_no_room_above_the_games_imports_a_game() -> None:
    files = [COMPANION / "cli.py", *(COMPANION / "web").rglob("*.py")]
    files += [*(COMPANION / "services").rglob("*.py"), *(COMPANION / "engine").rglob("*.py")]
    wrong = [
        (path.name, name)
        for path in files
        for name in imports(path.read_text("utf-8"))
        if name.startswith("companion.games.")
    ]

    assert wrong == []


@pytest.mark.parametrize("module", [*SLUGS, *HELPERS])
def test_a_game_loads_alone_without_flask_or_a_database(module: str) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import companion.games.{module};"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())

    assert "companion" in loaded
    assert loaded & {"flask", "werkzeug", "jinja2", "wtforms", "click", *DATABASE} == set()


def test_an_import_inside_a_function_is_seen_too() -> None:
    assert list(imports("def f():\n    from flask import g\n    import os.path")) == [
        "flask",
        "flask.g",
        "os.path",
    ]
