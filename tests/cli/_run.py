# SPDX-License-Identifier: MIT
"""Runs the command: as a program of its own, or inside the test where speed matters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from companion.cli import main
from companion.services.match_file import FORMAT

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "companion"]


def environment(settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this test's environment without what could point to somebody's own database."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("COMPANION")}
    return ours | {"PYTHONPATH": str(ROOT)} | dict(settings or {})


def program(
    *words: str, entered: bytes = b"", settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a program; settings are environment variables."""
    return subprocess.run(
        [*PROGRAM, *words],
        input=entered,
        capture_output=True,
        check=False,
        env=environment(settings),
    )


def inside(*words: str, entered: bytes = b"", settings: Mapping[str, str] | None = None) -> Result:
    """Run the command inside the test; whatever it raises fails the test."""
    return CliRunner(env=settings).invoke(
        main, words, input=entered, catch_exceptions=False, prog_name="companion"
    )


def match(**changes: Any) -> dict[str, Any]:
    """Return a sound match file for two, with changes; None takes a key out."""
    sound = {
        "format": FORMAT,
        "game": "any_game",
        "seats": ["Ada", "Ben"],
        "dealer": 0,
        "rounds": [{"score": {"seats": [{"points": 7}, {"points": 4}]}}],
    }
    return {key: value for key, value in (sound | changes).items() if value is not None}


def written(file: Any) -> bytes:
    """Return a value as a file's bytes."""
    return json.dumps(file).encode()


def score(file: Any, *words: str, status: int = 0) -> dict[str, Any]:
    """Score a file (a value, or its bytes) and return what is printed."""
    content = file if isinstance(file, bytes) else written(file)
    done = inside("score", "-", *words, entered=content)
    assert (done.exit_code, done.stderr) == (status, "")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def refused(done: Result | subprocess.CompletedProcess[bytes], status: int = 64) -> str:
    """Return the one line on standard error of a call that was refused."""
    if isinstance(done, Result):
        code, out, err = done.exit_code, done.stdout, done.stderr
    else:
        code, out, err = done.returncode, done.stdout.decode(), done.stderr.decode()
    lines = err.splitlines()
    assert (code, out, len(lines)) == (status, "", 1), (code, out, err)
    assert lines[0].isprintable()
    assert "Traceback" not in lines[0]
    return lines[0]


def texts(problems: list[Mapping[str, Any]]) -> list[str]:
    """Return the sentences of problems."""
    return [problem["text"] for problem in problems]
