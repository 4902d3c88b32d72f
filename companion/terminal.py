# SPDX-License-Identifier: MIT
"""How the command talks to a terminal: one clear line for a wrong call, never a traceback."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, NoReturn

import click

UNUSABLE = 64
"""Exit status where the call or the file cannot be taken at all (EX_USAGE of sysexits.h)."""

FAILED = 1
"""Exit status where the machine refuses: no room, no rights, no database."""


class Commands(click.Group):
    """A group whose wrong calls end with `UNUSABLE`, since click's own 2 means something here."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line, on a terminal that may lack letters."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line."""
        with _in_one_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _in_one_line():
            return super().invoke(ctx)


@contextmanager
def _in_one_line() -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "companion"
        fail(UNUSABLE, f"{error.format_message()} Try: {command} --help")
    except OSError as error:
        if error.errno == errno.EPIPE:  # click ends quietly when nobody reads on
            raise
        where = f" ({error.filename})" if error.filename else ""
        fail(FAILED, f"{error.strerror or error}{where}.")


def help_instead(ctx: click.Context) -> NoReturn:
    """Show the help of a group that was called without a command."""
    click.echo(ctx.get_help(), err=True)
    sys.exit(UNUSABLE)


def fail(status: int, sentence: str) -> NoReturn:
    """End with a status and one line on standard error."""
    click.echo(one_line(sentence), err=True)
    sys.exit(status)


def one_line(text: str) -> str:
    r"""Return a text without line breaks, and without what a terminal would obey.

    >>> one_line("There is no game “a\nb\x1b[2J”.")
    'There is no game “a b [2J”.'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def print_json(value: Mapping[str, Any] | list[Any]) -> None:
    """Write UTF-8 whatever the terminal's encoding; programs read this."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=1).encode()
    except UnicodeEncodeError:  # a name with half a surrogate pair: escapes can still carry it
        text = json.dumps(value, indent=1).encode()
    click.echo(text)
