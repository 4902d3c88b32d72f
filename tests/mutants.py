# SPDX-License-Identifier: MIT
"""Break the games on purpose, one small mistake at a time, and see whether a test notices.

`python3 dev.py mutants` breaks every game; `python3 dev.py mutants -- --game any_game --most 50`
tries fifty mistakes in one. Each mistake meets the game's golden cases first, then the laws on a
few fixed matches; what survives both meets those of the game's own tests that are quick. Printed
is every survivor: a case is missing there, or the mistake makes no difference. The status is 1
where less than 90 % of a game's mistakes were noticed.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from time import monotonic
from types import CodeType, ModuleType
from typing import Any

from companion.engine.game import Game
from companion.services.match_file import FORMAT, score, take
from companion.services.setup import setup_json
from tests._mutate import Mutant, mutants, mutated
from tests.games.test_golden import differences
from tests.laws._laws import everything_holds

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "companion" / "games"
GOLDEN = ROOT / "tests" / "golden"
PACKAGE = "companion.games"

#: Beginnings of lines in which a mistake makes no difference, by module.
NO_DIFFERENCE = {
    "_run_search": (
        # Units of one long sum: any that are wide enough do, and these are wider than need be.
        *("_DIGITS = ", "_START = ", "_COLOUR = ", "_LENGTHS = ", "_WILD = ", "_POINT = "),
        # Planes for more copies of one number than four colours can contest.
        "_PLANES = ",
    ),
}

ENOUGH = 0.9  # of a game's mistakes have to be noticed
PATIENCE = 60.0  # seconds for golden cases and laws; they take one or two
LONG = 1.0  # seconds that none of a game's own tests may take to be asked as well
MEMORY = 2 << 30  # bytes; a mistake may ask for all there is


@dataclass(frozen=True)
class Task:
    """One mistake in one module of a game."""

    slug: str
    module: str
    index: int
    mutant: Mutant


class Breaker(MetaPathFinder, Loader):
    """Imports modules of the games with a mistake in them."""

    def __init__(self, broken: Mapping[str, CodeType]) -> None:
        self.broken = broken

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Offer the modules that are to be broken."""
        return spec_from_loader(name, self) if name in self.broken else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the broken source as the module."""
        exec(self.broken[module.__name__], module.__dict__)  # noqa: S102 - our own source


def broken(module: str, index: int) -> Breaker:
    """Return an importer that puts mistake number *index* into a module."""
    file = GAMES / f"{module}.py"
    code = compile(mutated(file.read_text("utf-8"), index), str(file), "exec")
    return Breaker({f"{PACKAGE}.{module}": code})


def load(slug: str, breaker: Breaker | None = None) -> Game:
    """Import a game anew, with what the breaker breaks."""
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Breaker)]
    if breaker is not None:
        sys.meta_path.insert(0, breaker)
    game: Game = importlib.import_module(f"{PACKAGE}.{slug}").GAME
    return game


def modules(slug: str) -> list[str]:
    """Return the game's module and the private helpers that it comes to import."""
    found = [slug]
    for module in found:
        source = (GAMES / f"{module}.py").read_text("utf-8")
        names = re.findall(rf"^from {PACKAGE}\.(_\w+) import", source, re.MULTILINE)
        found += [name for name in names if name not in found]
    return found


@cache
def cases(slug: str) -> list[tuple[bytes, dict[str, Any]]]:
    """Return a game's golden cases, their match files written out."""
    found = json.loads((GOLDEN / f"{slug}.json").read_text("utf-8"))
    head = {"format": FORMAT, "game": slug}
    return [(json.dumps({**head, **case.get("match", {})}).encode(), case) for case in found]


def notice(game: Game) -> str | None:
    """Return which golden case or law a game breaks, or None."""
    for content, case in cases(game.slug):
        try:
            if "setup" in case:
                asked = case["setup"]
                got = setup_json(game, asked["players"], asked.get("options", {}))
            else:
                got, complete = score(take(content, {game.slug: game}))  # type: ignore[arg-type] # looks games up like a registry
                if (0 if complete else 2) != case.get("exit", 0):
                    return str(case["name"])
        except Exception as why:  # whatever it raises is a notice
            return f"{case['name']}: {why!r}"
        if any(differences(case["expect"], got)):
            return str(case["name"])
    try:
        everything_holds(game)
    except Exception as why:  # whatever it raises is a notice
        return f"a law: {str(why)[:80]!r}"
    return None


def judge(task: Task) -> str | None:
    """Return what noticed a mistake, or None where nothing did."""
    try:
        game = load(task.slug, broken(task.module, task.index))
    except Exception as why:  # a game that cannot be imported is noticed
        return f"the import: {why!r}"
    return notice(game)


def work(pipe: Connection) -> None:
    """Judge the tasks that come through a pipe, until it closes."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # not every system can limit a process
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(judge(task))


class Worker:
    """A process that judges one mistake at a time, and is replaced when one never ends."""

    def __init__(self) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        """Hand a task over."""
        self.task, self.since = task, monotonic()
        self.pipe.send(task)

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def judge_all(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, str | None]]:
    """Judge tasks in several processes; one that takes too long counts as noticed."""
    waiting = list(reversed(tasks))
    busy: dict[Connection, Worker] = {}
    idle = [Worker() for _ in range(min(jobs, len(tasks)))]
    while waiting or busy:
        while waiting and idle:
            worker = idle.pop()
            worker.give(waiting.pop())
            busy[worker.pipe] = worker
        for pipe in wait(list(busy), timeout=1):
            worker = busy.pop(pipe)  # type: ignore[call-overload] # these are the pipes waited for
            try:
                yield worker.task, worker.pipe.recv()
                idle.append(worker)
            except EOFError:
                worker.stop()
                yield worker.task, "the process died"
                idle.append(Worker())
        for worker in [w for w in busy.values() if monotonic() - w.since > PATIENCE]:
            del busy[worker.pipe]
            worker.stop()
            yield worker.task, "it took too long"
            idle.append(Worker())
    for worker in idle:
        worker.stop()


def own_tests(slug: str) -> list[str]:
    """Return the test files that name one of the game's modules."""
    named = re.compile(rf"{re.escape(PACKAGE)}(\.| import )({'|'.join(modules(slug))})\b")
    files = sorted((ROOT / "tests" / "games").glob("test_*.py"))
    sheets = (
        ROOT / "tests" / "laws" / "test_sketch.py"
    )  # worked half-filled sheets of several games
    return [*(str(file) for file in files if named.search(file.read_text("utf-8"))), str(sheets)]


@cache
def quick_tests(slug: str) -> list[str]:
    """Return what pytest has to be told to run the game's own tests, but none that takes long."""
    files = own_tests(slug)
    if not files:
        return []
    command = [sys.executable, "-m", "pytest", "-q", "--durations=0", f"--durations-min={LONG}"]
    done = subprocess.run([*command, *files], capture_output=True, text=True, cwd=ROOT, check=True)
    long = re.findall(r"^\d.*s call +(\S+?)(?:\[|$)", done.stdout, re.MULTILINE)
    return [*files, *(f"--deselect={name}" for name in long)]


def survives_its_tests(task: Task) -> bool:
    """Run the game's own tests with the mistake in a process of their own."""
    tests = quick_tests(task.slug)
    if not tests:
        return True
    command = [sys.executable, "-m", "tests.mutants", "--break", f"{task.module}:{task.index}"]
    try:
        done = subprocess.run(
            [*command, "--", *tests], capture_output=True, cwd=ROOT, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def run_broken(where: str, tests: list[str]) -> int:
    """Run pytest with a mistake in place; its status."""
    import pytest

    module, _, index = where.partition(":")
    sys.meta_path.insert(0, broken(module, int(index)))
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    return int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))


def tasks_of(slug: str, most: int | None) -> list[Task]:
    """Return a game's mistakes, or so many of them; what only plays samples holds no rule."""
    tasks = []
    for module in (name for name in modules(slug) if not name.endswith("_sample")):
        source = (GAMES / f"{module}.py").read_text("utf-8")
        lines, alike = source.splitlines(), NO_DIFFERENCE.get(module, ())
        for index, mutant in enumerate(mutants(source)):
            if not lines[mutant.line - 1].startswith(alike):
                tasks.append(Task(slug, module, index, mutant))
    if most is None or len(tasks) <= most:
        return tasks
    return sorted(Random(11).sample(tasks, most), key=lambda task: (task.module, task.index))


def break_game(slug: str, wishes: Namespace) -> bool:
    """Try a game's mistakes, print the survivors, and tell whether enough were noticed."""
    if noticed := notice(load(slug)):
        print(f"{slug}: not even the game as it is holds: {noticed}")
        return False
    tasks, begun = tasks_of(slug, wishes.most), monotonic()
    quiet = [task for task, noticed in judge_all(tasks, wishes.jobs) if noticed is None]
    if quiet and not wishes.quick:
        quick_tests(slug)  # measured once, before the processes ask for it
        with ThreadPoolExecutor(wishes.jobs) as pool:
            survived = pool.map(survives_its_tests, quiet)
            quiet = [task for task, alive in zip(quiet, survived, strict=True) if alive]
    for module in dict.fromkeys(task.module for task in tasks):
        mine = sum(task.module == module for task in tasks)
        alive = sorted(
            (task for task in quiet if task.module == module), key=lambda task: task.index
        )
        print(f"  {module}.py: {mine - len(alive)} of {mine} noticed")
        for task in alive:
            print(f"    {task.mutant}")
    share = 1 - len(quiet) / len(tasks) if tasks else 1.0
    took = monotonic() - begun
    print(f"{slug}: {share:.1%} of {len(tasks)} noticed, {took:.0f} s", flush=True)
    return share >= ENOUGH


def main(args: list[str]) -> int:
    """Break the games that were asked for; 1 where too much went unnoticed."""
    slugs = sorted(path.stem for path in GAMES.glob("[a-z]*.py"))
    parser = ArgumentParser(prog="dev.py mutants --")
    parser.add_argument("--game", action="append", choices=slugs, help="only this; repeatable")
    parser.add_argument("--most", type=int, help="try only so many mistakes a game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="processes")
    parser.add_argument("--quick", action="store_true", help="leave the games' own tests out")
    parser.add_argument("--break", dest="where", metavar="MODULE:N", help="pytest, broken")
    parser.add_argument("tests", nargs="*", help="with --break: what pytest is told")
    wishes = parser.parse_args(args)
    if wishes.where:
        return run_broken(wishes.where, wishes.tests)
    enough = list(map(partial(break_game, wishes=wishes), wishes.game or slugs))
    return 0 if all(enough) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
