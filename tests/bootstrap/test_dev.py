# SPDX-License-Identifier: MIT
"""dev.py: what it refuses, in which order it looks, and when it has nothing to do."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dev


@pytest.mark.parametrize("version", [(3, 8), (3, 10), (2, 7)])
def test_an_old_python_is_refused_in_one_line(version: tuple[int, int]) -> None:
    with pytest.raises(dev.Refusal) as refused:
        dev.refuse_old_python(version)

    assert str(refused.value) == (
        f"Companion needs Python 3.11 or newer; this is Python {version[0]}.{version[1]}."
    )


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_a_newer_python_is_taken(version: tuple[int, int]) -> None:
    dev.refuse_old_python(version)


def test_an_old_python_can_read_the_file_far_enough_to_refuse() -> None:
    source = (dev.ROOT / "dev.py").read_text(encoding="utf-8")

    tree = ast.parse(source, feature_version=(3, 8))

    evaluated = [
        node
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.Expr)
        for node in ast.walk(statement)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
    ]
    assert evaluated == [], "`X | Y` outside annotations does not run on Python 3.8"


def test_the_refusal_is_the_whole_output(capsys: pytest.CaptureFixture[str]) -> None:
    dev_refuses = pytest.MonkeyPatch()
    dev_refuses.setattr(sys, "version_info", (3, 9, 2))
    try:
        status = dev.main(["test"])
    finally:
        dev_refuses.undo()

    said = capsys.readouterr()
    assert status == 1
    assert said.out == ""
    assert said.err == "dev.py: Companion needs Python 3.11 or newer; this is Python 3.9.\n"


def test_without_ensurepip_the_line_names_the_package_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)

    with pytest.raises(dev.Refusal, match="apt install python3-venv"):
        dev.make_venv()


def test_an_unknown_command_ends_with_2_and_names_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert dev.main(["tset"]) == 2

    said = capsys.readouterr().err
    assert "no command 'tset'" in said
    assert all(f"  {name} " in said for name in dev.COMMANDS)


@pytest.mark.parametrize("args", [[], ["--help"], ["help"]])
def test_alone_it_prints_its_commands(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(args) == 0

    assert capsys.readouterr().out.startswith("usage: python3 dev.py COMMAND")


def test_it_runs_on_the_standard_library_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", dev.ROOT / "dev.py"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


# --- arguments -------------------------------------------------------------------------------


def test_what_follows_two_dashes_is_passed_on() -> None:
    wishes, rest = dev.parse("test", ["--without", "browser", "--", "-k", "moon", "--", "-x"])

    assert wishes.without == ["browser"]
    assert rest == ["-k", "moon", "--", "-x"]


def test_one_can_do_without_several_things() -> None:
    wishes, _ = dev.parse("test", ["--without", "browser", "--without", "postgres"])

    assert wishes.without == ["browser", "postgres"]


@pytest.mark.parametrize("args", [["--without", "tests"], ["-k", "moon"], ["tests/engine"]])
def test_an_argument_that_is_not_its_own_is_refused(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        dev.parse("test", args)

    assert ended.value.code == 2
    assert "usage: dev.py test" in capsys.readouterr().err


def test_a_command_without_scripts_does_not_pretend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)

    assert [dev.main([command]) for command in ("bench", "faults", "load", "shots")] == [1, 1, 1, 1]

    assert capsys.readouterr().err.count("nothing") == 4


def test_a_script_that_is_not_there_is_refused_and_the_others_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = tmp_path / "tests" / "bench"
    bench.mkdir(parents=True)
    (bench / "bench_replay.py").touch()
    monkeypatch.setattr(dev, "ROOT", tmp_path)

    assert dev.main(["bench", "bench_moon"]) == 1

    assert capsys.readouterr().err == "dev.py: There is no bench_moon; there is bench_replay.\n"


# --- .venv -----------------------------------------------------------------------------------


def test_nothing_is_installed_again_while_nothing_changed() -> None:
    print_ = dev.fingerprint(b"[project]", (3, 11))

    assert dev.is_ready(f"{print_}\nlint test", print_, ["test", "lint"])
    assert dev.is_ready(f"{print_}\nlint test", print_, [])
    assert dev.is_ready(f"{print_}\n", print_, [])


@pytest.mark.parametrize(
    "stamp",
    ["", "another print\nlint test"],
    ids=["interrupted", "pyproject.toml changed"],
)
def test_all_is_installed_again_when_the_stamp_does_not_hold(stamp: str) -> None:
    print_ = dev.fingerprint(b"[project]", (3, 11))

    assert not dev.is_ready(stamp, print_, [])
    assert not dev.is_ready(stamp, print_, ["test", "lint"])


def test_an_extra_that_was_not_needed_before_is_added() -> None:
    print_ = dev.fingerprint(b"[project]", (3, 11))

    assert not dev.is_ready(f"{print_}\ntest", print_, ["test", "bench"])


def test_another_python_or_pyproject_has_another_fingerprint() -> None:
    prints = {
        dev.fingerprint(b"[project]", (3, 11)),
        dev.fingerprint(b"[project]", (3, 12)),
        dev.fingerprint(b"[project] ", (3, 11)),
    }

    assert len(prints) == 3


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A folder with pyproject.toml alone; the list of what would have been done there."""
    done: list[str] = []
    venv = tmp_path / ".venv"
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "PYTHON", venv / "python")
    monkeypatch.setattr(dev, "STAMP", venv / "stamp")
    (tmp_path / "pyproject.toml").write_text("[project]")

    def make() -> None:
        venv.mkdir(exist_ok=True)
        (venv / "python").touch()
        done.append("venv")

    def pip(*what: str) -> bool:
        done.append(what[-1].replace(str(tmp_path), "."))
        return "broken" not in what[-1]

    monkeypatch.setattr(dev, "make_venv", make)
    monkeypatch.setattr(dev, "quiet", lambda *_: "venv" in done)
    monkeypatch.setattr(dev, "pip", pip)
    return done


def test_a_second_start_installs_nothing(bare: list[str]) -> None:
    dev.prepare()
    dev.prepare()

    assert bare == ["venv", "."]


def test_extras_add_up(bare: list[str]) -> None:
    dev.prepare()
    dev.prepare("test", "lint")
    dev.prepare("bench")
    dev.prepare("test")

    assert bare == ["venv", ".", ".[lint,test]", ".[bench,lint,test]"]


def test_a_failed_installation_is_tried_again(bare: list[str]) -> None:
    with pytest.raises(dev.Refusal, match="network"):
        dev.prepare("broken")

    dev.prepare()

    assert bare == ["venv", ".[broken]", "."]


# --- programs that only tests need -----------------------------------------------------------


def program(path: Path, status: int = 0) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser and without PostgreSQL; the folder is its PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("COMPANION_CHROMIUM", raising=False)
    monkeypatch.delenv("COMPANION_PG_BIN", raising=False)
    monkeypatch.setattr(dev, "VENV", tmp_path / "venv")
    monkeypatch.setattr(dev, "CHROMIUM_PATHS", (str(tmp_path / "app" / "Chromium"),))
    monkeypatch.setattr(dev, "POSTGRES_FOLDERS", (str(tmp_path / "postgresql" / "*" / "bin"),))
    return tmp_path


def test_the_first_way_that_finds_something_is_the_last_tried() -> None:
    tried: list[str] = []

    def way(name: str, found: str | None) -> Callable[[], str | None]:
        def look() -> str | None:
            tried.append(name)
            return found

        return look

    assert dev.first_found(way("here", None), way("apt", "/a"), way("wheel", "/w")) == "/a"
    assert tried == ["here", "apt"]
    assert dev.first_found(way("here", None)) is None


@pytest.mark.parametrize("need", ["browser", "postgres"])
def test_all_ways_are_tried_in_order_until_none_is_left(
    need: str,
    nothing_installed: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def tries(name: str) -> Callable[..., None]:
        return lambda *args, **wishes: tried.append(" ".join([name, *args, *wishes]))

    monkeypatch.setattr(dev, "apt", tries("apt"))
    monkeypatch.setattr(dev, "pip", tries("pip"))
    monkeypatch.setattr(dev, "playwright_chromium", tries("playwright"))

    with pytest.raises(dev.Refusal, match=f"add --without {need}"):
        dev.meet([need], [])

    assert (
        tried
        == {
            "browser": ["playwright", "apt chromium", "playwright download"],
            "postgres": ["apt postgresql", f"pip -e {dev.ROOT}[postgres-programs]"],
        }[need]
    )


def test_what_one_does_without_is_not_looked_for(nothing_installed: Path) -> None:
    environ = dev.meet(["browser", "postgres"], ["postgres", "browser"])

    assert environ["COMPANION_WITHOUT"] == "browser,postgres"


def test_the_named_chromium_goes_before_the_one_on_path(nothing_installed: Path) -> None:
    on_path = program(nothing_installed / "chromium")

    assert dev.installed_chromium({"COMPANION_CHROMIUM": "/my/own"}) == "/my/own"
    assert dev.installed_chromium({}) == on_path


def test_chromium_on_path_goes_before_chrome_and_before_an_app(nothing_installed: Path) -> None:
    assert dev.installed_chromium({}) is None
    app = program(nothing_installed / "app" / "Chromium")
    assert dev.installed_chromium({}) == app
    chrome = program(nothing_installed / "google-chrome")
    assert dev.installed_chromium({}) == chrome
    chromium = program(nothing_installed / "chromium")
    assert dev.installed_chromium({}) == chromium


def test_a_chromium_that_does_not_start_is_passed_over(nothing_installed: Path) -> None:
    program(nothing_installed / "chromium", status=1)

    assert dev.installed_chromium({}) is None


def postgres(folder: Path) -> Path:
    program(folder / "initdb")
    program(folder / "postgres")
    return folder


def test_the_newest_postgresql_is_taken_and_a_named_one_before_it(nothing_installed: Path) -> None:
    postgres(nothing_installed / "postgresql" / "9" / "bin")
    newest = postgres(nothing_installed / "postgresql" / "18" / "bin")

    assert dev.installed_postgres({}) == newest
    assert dev.installed_postgres({"COMPANION_PG_BIN": "/my/own"}) == Path("/my/own")


def test_a_client_without_a_server_is_no_postgresql(nothing_installed: Path) -> None:
    program(nothing_installed / "postgresql" / "15" / "bin" / "psql")

    assert dev.installed_postgres({}) is None


def test_the_wheels_postgresql_is_taken_when_there_is_no_other(nothing_installed: Path) -> None:
    packages = nothing_installed / "venv" / "lib" / "python3.11" / "site-packages"
    in_wheel = postgres(packages / dev.POSTGRES_WHEEL)

    assert dev.installed_postgres({}) == in_wheel
    on_path = postgres(nothing_installed)
    assert dev.installed_postgres({}) == on_path


def test_apt_is_not_asked_by_someone_who_may_not_install(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(dev, "run", lambda *command, **_: asked.append(command[0]))

    assert dev.apt("chromium") is False
    assert asked == []


def test_a_program_that_is_not_there_is_no_success(tmp_path: Path) -> None:
    assert not dev.quiet(tmp_path / "nothing")
    assert not dev.works(None)
    assert not dev.works(tmp_path)
