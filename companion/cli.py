# SPDX-License-Identifier: MIT
"""The `companion` command: serve the app, score a match file, look a set-up up, keep the store."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import click

import companion.games
from companion.engine.registry import Registry
from companion.i18n.translate import LANGUAGES, translator
from companion.services.catalogue import catalogue
from companion.services.match_file import BIGGEST, Unreadable, Words, score, take
from companion.services.setup import CannotSetUp, setup_json

UNUSABLE = 64
"""Exit status where the call or the file cannot be taken at all (EX_USAGE of sysexits.h)."""

INCOMPLETE = 2
"""Exit status where an error stopped the scoring; the JSON still comes."""


class Commands(click.Group):
    """A group whose wrong calls end with `UNUSABLE`: 2 means something else here."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line."""
        with _unusable():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _unusable():
            return super().invoke(ctx)


@contextmanager
def _unusable() -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        error.show()
        sys.exit(UNUSABLE)


@cache
def _installed() -> Registry:
    return Registry(companion.games)


def _games(ctx: click.Context) -> Registry:
    """Return the games; a test may bring its own."""
    return ctx.obj if isinstance(ctx.obj, Registry) else _installed()


def _fail(status: int, *sentences: str) -> NoReturn:
    for sentence in sentences:
        click.echo(sentence, err=True)
    sys.exit(status)


def _print_json(value: Mapping[str, Any] | list[Any]) -> None:
    """Write UTF-8 whatever the terminal's encoding; programs read this."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=1).encode()
    except UnicodeEncodeError:  # a name with half a surrogate pair: escapes can still carry it
        text = json.dumps(value, indent=1).encode()
    sys.stdout.buffer.write(text + b"\n")


_lang = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the texts.",
)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion")
def main() -> None:
    """Companion keeps score of card games, on the phones around a table.

    Start with `companion serve` and open the address that it prints.
    """


@main.command("score")
@click.argument("file")
@_lang
@click.pass_context
def score_file(ctx: click.Context, file: str, lang: str) -> None:
    r"""Score a match FILE (JSON; - reads standard input) and print the score as JSON.

    \b
    Exit status:
      0   everything was scored; what is unusual stands under "problems"
      2   an error stopped it; the JSON holds the problems and all rounds before
      64  the file cannot be taken at all; one line on standard error says why
    """
    try:
        scored, complete = score(take(_read(file), _games(ctx)), translator(lang))
    except Unreadable as why:
        _fail(UNUSABLE, Words((), translator(lang)).say(why.text))
    _print_json(scored)
    sys.exit(0 if complete else INCOMPLETE)


def _read(file: str) -> bytes:
    """Return the file's content, at most one byte more than a match file may have."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(BIGGEST + 1)
        with Path(file).open("rb") as source:
            return source.read(BIGGEST + 1)
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) and why.strerror else "not a file name"
        _fail(UNUSABLE, f"{file!r} cannot be read: {reason}.")


@main.command("setup")
@click.argument("game")
@click.argument("players", type=int)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A house rule.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON with the numbers behind the steps."
)
@_lang
@click.pass_context
def set_up(
    ctx: click.Context, game: str, players: int, options: tuple[str, ...], as_json: bool, lang: str
) -> None:
    """Print how GAME is set up for so many PLAYERS.

    `companion games` lists the games.
    """
    registry = _games(ctx)
    if game not in registry:
        _fail(UNUSABLE, f"There is no game {game!r}. Known: {', '.join(g.slug for g in registry)}.")
    try:
        found = setup_json(registry[game], players, _pairs(options), translator(lang))
    except CannotSetUp as why:
        words = Words((), translator(lang))
        _fail(
            UNUSABLE,
            *(f"{problem.field or game}: {words.say(problem.text)}" for problem in why.problems),
        )
    if as_json:
        _print_json(found)
        return
    for number, step in enumerate(found["steps"], 1):
        click.echo(f"{number}. {step['text']}")


def _pairs(options: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            _fail(UNUSABLE, f"A house rule is given as KEY=VALUE, not {option!r}.")
        pairs[key] = value
    return pairs


@main.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@_lang
@click.pass_context
def list_games(ctx: click.Context, as_json: bool, lang: str) -> None:
    """List the games, their player counts and house rules."""
    games = catalogue(_games(ctx), translator(lang))
    if as_json:
        _print_json(games)
        return
    for game in games:
        low, high = game["players"]
        click.echo(f"{game['slug']}: {game['title']}, {low} to {high} players. {game['about']}")
        for option in game["options"]:
            click.echo(f"    --option {option['key']}={_values(option)}  {option['help'] or ''}")


def _values(option: Mapping[str, Any]) -> str:
    if option["kind"] == "flag":
        return "yes|no"
    if "values" in option:
        return "|".join(option["values"])
    if "low" in option:
        return f"{option['low']}…{option['high']}"
    return "…"


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - phones around the table are the point
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--public-url", metavar="URL", help="Address that phones reach it by, behind a proxy."
)
@click.pass_context
def serve(ctx: click.Context, host: str, port: int, public_url: str | None) -> None:
    """Serve the app, and print its address for this machine and for phones.

    The database is brought up to date first; a copy of it as it was stays beside it.
    """
    from companion.web.address import best_url
    from companion.web.server import CannotServe, Running, serve
    from companion.web.welcome import welcome

    app = _app(ctx, {"PUBLIC_URL": public_url})
    _upgrade(app)

    def ready(running: Running) -> None:
        everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 - only compared
        shown = f"[{host}]" if ":" in host else host
        local = f"http://{'localhost' if everywhere else shown}:{running.port}"
        phone = best_url(public_url, running.port, bound=host)
        click.echo(welcome(local, phone, _colours(), bound=host))

    try:
        serve(app, host, port, on_ready=ready, on_stop=app.extensions["on_stop"])
    except CannotServe as error:
        _fail(1, str(error))


def _colours() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


@main.command()
@click.pass_context
def verify(ctx: click.Context) -> None:
    """Replay every match and name those that no longer agree with their witness."""
    from companion.services.verify import verify

    with _store() as session:
        found = verify(session, _games(ctx))
    for code, why in found.wrong:
        click.echo(f"{code}: {why}")
    click.echo(f"{found.matches} replayed, {len(found.wrong)} wrong.")
    sys.exit(1 if found.wrong else 0)


@main.command()
@click.option("--port", default=8000, show_default=True, help="Port that the app is served on.")
@click.pass_context
def demo(ctx: click.Context, port: int) -> None:
    """Fill a new group with played games of every kind, and print the link that opens it."""
    from companion.persistence.unit import writing
    from companion.services.demo import fill

    _upgrade(_database_url())
    with _store() as session, writing(session) as unit:
        secret, matches = fill(unit, _games(ctx))
    click.echo(f"{matches} matches. Serve the app and open http://localhost:{port}/group/{secret}")


@main.group("db", cls=Commands)
def database() -> None:
    """Look after the database."""


@database.command("upgrade")
def upgrade_database() -> None:
    """Bring the database up to date; a copy of it as it was stays beside it."""
    _upgrade(_database_url())


def _app(ctx: click.Context, settings: Mapping[str, Any]) -> Any:
    from companion.web.app import create_app

    return create_app({"SQLALCHEMY_DATABASE_URI": _database_url(), **settings}, _games(ctx))


def _database_url() -> str:
    from companion.persistence.paths import (
        BadDatabaseUrl,
        default_database_url,
    )

    try:
        return default_database_url()
    except BadDatabaseUrl as why:
        _fail(1, str(why))


def _upgrade(target: Any) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from companion.persistence.upgrade import NewerDatabase, upgrade

    try:
        click.echo(upgrade(target).text, err=True)
    except NewerDatabase as why:
        _fail(1, str(why))
    except (SQLAlchemyError, OSError) as why:
        _fail(1, f"The database cannot be opened: {str(why).splitlines()[0]}")


@contextmanager
def _store() -> Iterator[Any]:
    """Open the database as it is; one that was never brought up to date is refused."""
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.orm import Session

    from companion.persistence.engine import make_engine

    engine = make_engine(_database_url())
    try:
        with Session(engine) as session:
            yield session
    except SQLAlchemyError as why:
        line = str(why).splitlines()[0]
        _fail(1, f"The database cannot be read ({line}). Try: companion db upgrade")
    finally:
        engine.dispose()
