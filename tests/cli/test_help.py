# SPDX-License-Identifier: MIT
"""The help texts explain every command by an example, and the examples work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import cast

import click
import pytest

from companion.cli import main
from tests.cli._run import ROOT, inside, program, refused, score

COMMANDS = {
    "score": ["score"],
    "setup": ["setup"],
    "games": ["games"],
    "serve": ["serve"],
    "verify": ["verify"],
    "demo": ["demo"],
    "db": ["db"],
    "db upgrade": ["db", "upgrade"],
}


def shown(*words: str) -> str:
    done = inside(*words, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def examples() -> list[str]:
    texts = [shown(), *(shown(*words) for words in COMMANDS.values())]
    lines = [line for text in texts for line in text.split("Example:\n")[1].split("\n\n")[0:1]]
    found = re.findall(r"^ +(?:[A-Z_]+=\S+ )?companion (.*?)(?:   .*)?$", "\n".join(lines), re.M)
    return [example.split(" < ")[0] for example in found]


def test_no_command_is_left_out_here() -> None:
    group = main.commands["db"]
    assert isinstance(group, click.Group)
    below = [f"db {name}" for name in group.commands]
    assert set(COMMANDS) == {*main.commands, *below}


@pytest.mark.parametrize("words", [[], *COMMANDS.values()], ids=" ".join)
def test_every_help_has_an_example_and_fits_a_small_terminal(words: list[str]) -> None:
    text = shown(*words)

    assert "Example:\n    companion " in text
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert shown(*words) == inside(*words, "-h").stdout


@pytest.mark.parametrize("words", COMMANDS.values(), ids=" ".join)
def test_every_option_says_what_it_is_for(words: list[str]) -> None:
    command = cast("click.Command", main)
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]

    options = [option for option in command.params if isinstance(option, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("example", examples())
def test_the_command_of_an_example_exists_with_these_options(example: str) -> None:
    words, command = shlex.split(example), cast("click.Command", main)
    while isinstance(command, click.Group):
        command = command.commands[words.pop(0)]

    command.make_context(command.name, words)


def test_the_file_in_the_help_of_score_is_scored() -> None:
    text = shown("score").split("Such a file:\n")[1].split("\n\n")[0]

    assert score(text.encode())["totals"] == [7, 4]


def test_the_list_of_commands_cuts_no_sentence() -> None:
    assert "..." not in shown().split("Commands:")[1]


def test_a_call_without_a_command_shows_the_help_as_an_error() -> None:
    done = program()

    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode() == shown().replace("\r\n", "\n")


def test_a_command_that_does_not_exist_is_refused_in_one_line() -> None:
    line = refused(program("shuffle"))

    assert line == "No such command 'shuffle'. Try: companion --help"


def test_the_version_is_shown() -> None:
    done = inside("--version")

    assert (done.exit_code, done.stdout.startswith("Companion")) == (0, True)


def test_the_readme_names_the_arguments_that_a_command_takes() -> None:
    paper = Path(ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `companion ([^`]+)` \| (.+) \|$", paper, re.MULTILINE)

    for row, text in rows:
        words, command = row.split(), cast("click.Command", main)
        while words and isinstance(command, click.Group):
            command = command.commands[words.pop(0)]
        arguments = [p for p in command.params if isinstance(p, click.Argument)]
        assert words == [str(p.name).upper() for p in arguments], row
        options = {name for p in command.params for name in p.opts}
        assert set(re.findall(r"`(--[a-z-]+)`", text)) <= options, row
