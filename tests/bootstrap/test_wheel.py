# SPDX-License-Identifier: MIT
"""What is in the wheel, and that it runs far from this folder with nothing else of ours at hand."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest

import dev

WINDOWS = os.name == "nt"
VERSION = "0.1.0"


def build(kind: str, source: Path, into: Path) -> Path:
    """Build a "wheel" or an "sdist" from a folder, without a network; return the file."""
    command: list[str | Path] = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", into]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = (file for file in into.iterdir() if file.suffix == SUFFIXES[kind])
    return built


SUFFIXES = {"wheel": ".whl", "sdist": ".gz"}


def names(wheel: Path) -> set[str]:
    """Return the names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built now."""
    return build("wheel", dev.ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def in_wheel(wheel: Path) -> set[str]:
    """The names of the files in that wheel."""
    return names(wheel)


@pytest.mark.parametrize(
    "room, pattern",
    [
        ("companion", "*.*"),
        ("companion/games/rules", "*.md"),
        ("companion/games/emblems", "*.svg"),
        ("companion/i18n/locales", "*.mo"),
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

    assert tops == {"companion", f"companion-{VERSION}.dist-info"}
    assert not [name for name in in_wheel if "tests" in Path(name).parts or "dev.py" in name]


def test_the_wheel_brings_the_command_and_the_licence(in_wheel: set[str]) -> None:
    assert f"companion-{VERSION}.dist-info/entry_points.txt" in in_wheel
    assert f"companion-{VERSION}.dist-info/licenses/LICENSE" in in_wheel


def test_a_wheel_built_from_the_source_archive_holds_the_same(
    in_wheel: set[str], tmp_path: Path
) -> None:
    with tarfile.open(build("sdist", dev.ROOT, tmp_path)) as archive:
        archive.extractall(tmp_path, filter="data")

    again = build("wheel", tmp_path / f"companion-{VERSION}", tmp_path)

    assert names(again) == in_wheel


@dataclass(frozen=True)
class Installed:
    """Companion in a virtual environment of its own.

    Attributes:
        python: of that environment.
        command: the `companion` beside it.
        home: an empty folder that it takes for the user's home.
    """

    python: Path
    command: Path
    home: Path

    def environ(self) -> dict[str, str]:
        """Return the environment of somebody who has never had anything to do with this folder."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("COMPANION", "PYTHON"))}
        homes = ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA")
        return {**kept, **{name: str(self.home) for name in homes}, "PYTHONUNBUFFERED": "1"}

    def says(self, *command: str | Path) -> str:
        """Return what a program prints that is started in the root of the file system."""
        done = subprocess.run(
            command,
            cwd=self.home.anchor,
            env=self.environ(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an empty environment; only what it depends on is borrowed from this one."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    programs = venv / ("Scripts" if WINDOWS else "bin")
    python = programs / ("python.exe" if WINDOWS else "python")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    (packages,) = venv.glob("[Ll]ib/**/site-packages")
    # A path named in a .pth file comes last, and the .pth files there, such as the one of an
    # editable Companion, are not read.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    home = folder / "home"
    home.mkdir()
    return Installed(python, programs / ("companion.exe" if WINDOWS else "companion"), home)


@pytest.fixture
def address(installed: Installed) -> Iterator[str]:
    """The address that the installed `companion serve` prints; afterwards Ctrl-C ends it well."""
    serving = subprocess.Popen(
        [installed.python, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=installed.home.anchor,
        env=installed.environ(),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert serving.stdout is not None
    try:
        lines = iter(serving.stdout.readline, "")
        found = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in lines)
        match = next(filter(None, found), None)
        assert match is not None, f"it ended with status {serving.wait()} before it served"
        yield match[0]
        serving.send_signal(signal.SIGTERM if WINDOWS else signal.SIGINT)
        assert WINDOWS or serving.wait(20) == 0
    finally:
        serving.kill()
        serving.communicate()


def fetch(url: str) -> str:
    """Return what stands at an address; raises when its status is not 200."""
    with urlopen(url, timeout=20) as answer:  # noqa: S310 - the server that the test started
        assert answer.status == 200
        return str(answer.read().decode("utf-8", "replace"))


def test_the_installed_program_is_the_one_in_its_own_environment(installed: Installed) -> None:
    where = installed.says(installed.python, "-c", "import companion; print(companion.__path__[0])")

    assert Path(where).is_relative_to(installed.python.parent.parent)
    assert installed.says(installed.command, "--version").endswith(VERSION)


def test_the_installed_program_serves_pages_styles_and_scripts_from_anywhere(
    address: str,
) -> None:
    home = fetch(f"{address}/")
    files = set(re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js|svg|woff2)[^"]*)"', home))

    assert {Path(file.split("?")[0]).suffix for file in files} == {".css", ".js", ".svg", ".woff2"}
    for file in files:
        assert fetch(address + file)


def test_the_installed_program_brings_games_with_rules_and_an_empty_database(
    address: str, installed: Installed
) -> None:
    shelf = fetch(f"{address}/new")
    games = set(re.findall(r'href="/new/(\w+)"', shelf))

    assert len(games) > 1
    for game in games:
        assert "<h2" in fetch(f"{address}/rules/{game}")
    assert installed.says(installed.command, "verify") == "0 replayed, 0 wrong."
