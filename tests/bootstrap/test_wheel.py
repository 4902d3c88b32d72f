# SPDX-License-Identifier: MIT
"""What is in the wheel: everything that a running Companion reads, and no tests."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import dev


@pytest.fixture(scope="module")
def in_wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in a wheel built now, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=dev.ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(
    "room, pattern",
    [
        ("companion", "*.*"),
        ("companion/games/rules", "*.md"),
        ("companion/games/emblems", "*.svg"),
        ("templates", "*.html"),
        ("static", "*.*"),
        ("migrations", "*.py"),
        ("migrations", "*.mako"),
    ],
)
def test_the_wheel_brings_every_file_of_the_room(
    room: str, pattern: str, in_wheel: set[str]
) -> None:
    files = [path.relative_to(dev.ROOT) for path in (dev.ROOT / room).rglob(pattern)]
    there = {path.as_posix() for path in files if "__pycache__" not in path.parts}
    prefix = "" if room.startswith("companion") else "companion/"

    assert there, f"there is nothing in {room}"
    assert {prefix + name for name in there} - in_wheel == set()


def test_the_wheel_brings_no_tests_and_no_developers_files(in_wheel: set[str]) -> None:
    tops = {Path(name).parts[0] for name in in_wheel}

    assert tops == {"companion", "companion-0.1.0.dist-info"}
    assert not [name for name in in_wheel if "tests" in Path(name).parts or "dev.py" in name]


def test_the_wheel_brings_the_command(in_wheel: set[str]) -> None:
    assert "companion-0.1.0.dist-info/entry_points.txt" in in_wheel
