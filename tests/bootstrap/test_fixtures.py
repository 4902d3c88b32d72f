# SPDX-License-Identifier: MIT
"""The databases, the browser and the phones that the other tests stand on."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import settings
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

import dev
from tests import conftest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests._postgres import Server

PAGE = (
    "data:text/html,<meta name=viewport content='width=device-width'>"
    "<button onclick='this.textContent=navigator.maxTouchPoints'>Tap</button>"
)


def write_and_count(url: str) -> int:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE hand (points INTEGER)"))
        connection.execute(text("INSERT INTO hand VALUES (7)"))
        rows = connection.execute(text("SELECT count(*) FROM hand")).scalar_one()
    return int(rows)


@pytest.mark.parametrize("again", [1, 2])
def test_each_test_gets_an_empty_database_of_either_kind(database_url: str, again: int) -> None:
    assert write_and_count(database_url) == 1, f"the {again}. database was not empty"


def test_a_postgresql_address_names_its_driver(postgres_url: str) -> None:
    assert postgres_url.startswith("postgresql+psycopg://")


def test_a_database_is_copied_from_its_template(postgres_server: Server) -> None:
    template = postgres_server.create()
    write_and_count(postgres_server.url(template))
    copy = postgres_server.create(template)

    engine = create_engine(postgres_server.url(copy), poolclass=NullPool)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT points FROM hand")).scalar_one() == 7

    postgres_server.drop(copy)
    postgres_server.drop(template)


def test_the_server_never_runs_as_root(postgres_server: Server) -> None:
    assert (postgres_server.folder / "data" / "PG_VERSION").stat().st_uid != 0


@pytest.mark.postgres
def test_a_stopped_server_leaves_neither_process_nor_folder() -> None:
    from tests import _postgres

    programs = dev.installed_postgres()
    assert programs is not None
    server = _postgres.start(programs)
    assert server.folder.exists()

    server.stop()

    assert server.process.poll() == 0
    assert not server.folder.exists()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users may look into, which pytest's own may not be."""
    with tempfile.TemporaryDirectory(prefix="companion-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.postgres
def test_a_server_that_cannot_start_says_why_and_leaves_nothing(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests import _postgres

    for name in ("initdb", "postgres"):
        program = open_folder / name
        program.write_text("#!/bin/sh\necho no such locale >&2\nexit 1\n")
        program.chmod(0o755)
    place = open_folder / "place"
    place.mkdir(mode=0o755)
    monkeypatch.setattr(_postgres, "_short_folder", lambda: str(place))

    with pytest.raises(RuntimeError, match="no such locale"):
        _postgres.start(open_folder)

    assert list(place.iterdir()) == []


@pytest.mark.postgres
def test_programs_out_of_the_reach_of_others_are_copied_to_where_they_can_run(
    open_folder: Path,
) -> None:
    from tests import _postgres

    programs = open_folder / "closed" / "wheel" / "install" / "bin"
    programs.mkdir(parents=True)
    (programs / "initdb").touch()
    libraries = open_folder / "closed" / "wheel.libs"
    libraries.mkdir()
    (libraries / "libpq.so").touch()
    (open_folder / "closed").chmod(0o700)
    folder = open_folder / "folder"
    folder.mkdir()

    reached = _postgres.within_reach(programs, folder, as_root=True)

    assert reached == folder / "programs" / "wheel" / "install" / "bin"
    assert (reached / "initdb").exists()
    assert (folder / "programs" / "wheel.libs" / "libpq.so").exists()
    assert _postgres.within_reach(programs, folder, as_root=False) == programs


def test_two_phones_share_nothing_and_are_touched(phone: Callable[..., Page]) -> None:
    ada, ben = phone(), phone(locale="fy-NL")
    ada.goto(PAGE)
    ben.goto(PAGE)

    ada.get_by_text("Tap").tap()

    assert ada.get_by_role("button").text_content() == "1"
    assert ben.get_by_role("button").text_content() == "Tap"
    assert ada.viewport_size == {"width": 390, "height": 844}
    assert ada.evaluate("devicePixelRatio") == 2
    assert ben.evaluate("navigator.language") == "fy-NL"
    assert ada.context != ben.context


def test_continuous_integration_tries_more_examples() -> None:
    expected = 200 if os.environ.get("CI") else 50
    assert settings().max_examples == expected
    assert settings.get_profile("ci").max_examples >= 200


INNER_TESTS = """
import pathlib, dev
dev.POSTGRES_FOLDERS = dev.CHROMIUM_PATHS = ()
dev.VENV = pathlib.Path("nowhere")

def test_scores(): pass
def test_on_postgresql(postgres_url): pass
def test_on_a_phone(phone): pass
"""


def inner_run(folder: Path, environ: dict[str, str], *args: str) -> str:
    """Run a small test file under this suite's conftest and return what pytest said."""
    (folder / "test_inner.py").write_text(INNER_TESTS)
    command: list[str | Path] = [sys.executable, "-m", "pytest", "-p", "tests.conftest"]
    command += ["-c", dev.ROOT / "pyproject.toml", f"--rootdir={folder}", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, folder / "test_inner.py", *args],
        cwd=dev.ROOT,
        env={**os.environ, "COMPANION_WITHOUT": "", **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "without, stays",
    [("", "3 tests"), ("postgres", "2/3 tests"), ("browser,postgres", "1/3 tests")],
)
def test_what_a_run_does_without_is_left_out_and_named_at_the_top(
    without: str, stays: str, tmp_path: Path
) -> None:
    said = inner_run(tmp_path, {"COMPANION_WITHOUT": without}, "--collect-only")

    assert f"{stays} collected" in said
    assert ("LEFT OUT" in said) is bool(without)


def test_a_missing_program_fails_the_test_and_says_how_to_get_it(tmp_path: Path) -> None:
    nowhere = {"COMPANION_PG_BIN": "", "COMPANION_CHROMIUM": "", "PATH": str(tmp_path)}

    said = inner_run(tmp_path, nowhere)

    assert "1 passed, 2 errors" in said
    assert "--without postgres" in said
    assert "--without browser" in said


def test_a_script_error_on_a_phone_fails_the_test(tmp_path: Path) -> None:
    broken = "\ndef test_page(phone): phone().goto('data:text/html,<script>nothing()</script>')\n"
    (tmp_path / "test_broken.py").write_text(broken)

    said = inner_run(tmp_path, {}, str(tmp_path / "test_broken.py"), "-k", "page")

    assert "1 passed, 3 deselected, 1 error" in said
    assert "nothing is not defined" in said


@pytest.mark.parametrize(
    "args, ignored",
    [
        (["tests"], True),
        (["tests/engine", "tests/web/test_server.py::test_it"], True),
        (["tests/faults"], None),
        (["tests/engine", "tests/faults/test_kill.py::test_it"], None),
    ],
)
def test_long_tests_run_only_when_named(args: list[str], ignored: bool | None) -> None:
    called = SimpleNamespace(args=args, invocation_params=SimpleNamespace(dir=dev.ROOT))
    config = cast(pytest.Config, called)

    assert conftest.pytest_ignore_collect(dev.ROOT / "tests" / "faults", config) is ignored
    assert conftest.pytest_ignore_collect(dev.ROOT / "tests" / "engine", config) is None
