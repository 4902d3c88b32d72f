# SPDX-License-Identifier: MIT
"""The `companion` command: serve the app, score a match file, look a set-up up, keep the store.

The backspaces in the help texts tell click to keep the lines that follow as they are.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click

import companion.games
from companion.engine.errors import FaultyGame, Problem
from companion.engine.registry import Registry
from companion.i18n.translate import LANGUAGES, numbers, translator
from companion.services.catalogue import catalogue
from companion.services.match_file import BIGGEST, Unreadable, Words, score, take
from companion.services.setup import CannotSetUp, setup_json
from companion.store import bring_up_to_date, database_url, open_store
from companion.terminal import FAILED, UNUSABLE, Commands, fail, help_instead, print_json

INCOMPLETE = 2
"""Exit status where an error stopped the scoring; the JSON still comes."""

WEB_ADDRESS = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")


@cache
def _installed() -> Registry:
    return Registry(companion.games)


def _games(ctx: click.Context) -> Registry:
    """Return the games; a test may bring its own."""
    try:
        return ctx.obj if isinstance(ctx.obj, Registry) else _installed()
    except FaultyGame as why:
        fail(FAILED, f"{why}.")


_lang = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the texts.",
)


def _show_version(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Say which version this is, also where the program runs from its sources."""
    from importlib.metadata import PackageNotFoundError, version

    if wanted:
        try:
            click.echo(f"Companion {version('companion')}")
        except PackageNotFoundError:
            click.echo("Companion, not installed: it runs from its sources")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and end.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Companion keeps score of card games, on the phones around a table.

    \u0008
    Example:
      companion serve              start it, then open the address that it prints
      companion setup witches 4    how to set Witches up for four players
      companion score night.json   score a match file
    """
    if ctx.invoked_subcommand is None:
        help_instead(ctx)


@main.command("score")
@click.argument("file")
@_lang
@click.pass_context
def score_file(ctx: click.Context, file: str, lang: str) -> None:
    """Score a match file, and print why as JSON.

    FILE is JSON, at most 1 MB; - reads standard input. A key that stands twice in one object, or
    that nobody asked for, is refused; a dealer is ignored where a game has none.

    \u0008
    Example:
      companion score night.json
      companion score --lang nl - < night.json

    \u0008
    Such a file:
      {"format": "companion-match/1", "game": "any_game", "seats": ["Ada", "Ben"],
       "rounds": [{"score": {"seats": [{"points": 7}, {"points": 4}]}}]}

    \u0008
    Exit status:
      0   everything was scored; what is unusual stands under "problems"
      2   an error stopped it; the JSON holds the problems and all rounds before
      64  the file cannot be taken at all; one line on standard error says why
    """
    try:
        scored, complete = score(take(_read(file), _games(ctx)), translator(lang), numbers(lang))
    except Unreadable as why:
        fail(UNUSABLE, Words((), translator(lang)).say(why.text))
    print_json(scored)
    sys.exit(0 if complete else INCOMPLETE)


def _read(file: str) -> bytes:
    """Return the file's content, at most one byte more than a match file may have."""
    try:
        if file == "-":
            if sys.stdin is None:
                fail(UNUSABLE, "Standard input is closed.")
            return sys.stdin.buffer.read(BIGGEST + 1)
        with Path(file).open("rb") as source:
            return source.read(BIGGEST + 1)
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) and why.strerror else "not a file name"
        fail(UNUSABLE, f"{file!r} cannot be read: {reason}.")


@main.command("setup")
@click.argument("game")
@click.argument("players", type=int)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="A house rule; can be given several times.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON with the numbers behind the steps."
)
@_lang
@click.pass_context
def set_up(
    ctx: click.Context, game: str, players: int, options: tuple[str, ...], as_json: bool, lang: str
) -> None:
    """Print how to set GAME up for so many PLAYERS.

    `companion games` lists the games and their house rules.

    \u0008
    Example:
      companion setup witches 4
      companion setup elf_nimmt 3 --option rounds=5 --json
    """
    registry = _games(ctx)
    if game not in registry:
        fail(UNUSABLE, f"There is no game {game!r}. Known: {', '.join(g.slug for g in registry)}.")
    try:
        found = setup_json(registry[game], players, _pairs(options), translator(lang))
    except CannotSetUp as why:
        words = Words((), translator(lang))
        fail(UNUSABLE, " ".join(_named(problem, words) for problem in why.problems))
    if as_json:
        print_json(found)
        return
    for number, step in enumerate(found["steps"], 1):
        click.echo(f"{number}. {step['text']}")


def _named(problem: Problem, words: Words) -> str:
    said = words.say(problem.text)
    return said if problem.field in (None, "players") else f"{problem.field}: {said}"


def _pairs(options: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            fail(UNUSABLE, f"A house rule is given as KEY=VALUE, not {option!r}.")
        pairs[key] = value
    return pairs


@main.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@_lang
@click.pass_context
def list_games(ctx: click.Context, as_json: bool, lang: str) -> None:
    """List the games, their player counts and house rules.

    With --json also what is entered in every round, for programs that write match files.

    \u0008
    Example:
      companion games
      companion games --json
    """
    games = catalogue(_games(ctx), translator(lang))
    if as_json:
        print_json(games)
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


def _web_address(ctx: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Refuse what no phone could open; without a look it would be left out unseen."""
    if given is None or WEB_ADDRESS.fullmatch(given):
        return given
    raise click.BadParameter("an address begins with http:// or https://", ctx, option)


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - phones around the table are the point
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 takes a free one.",
)
@click.option(
    "--public-url",
    metavar="URL",
    callback=_web_address,
    help="Address that phones reach it by, behind a proxy.",
)
@click.pass_context
def serve(ctx: click.Context, host: str, port: int, public_url: str | None) -> None:
    """Serve the app, and print its address and QR code.

    One address is for this machine, one for the phones around the table. The database is brought
    up to date first; a copy of it as it was stays beside it. Ctrl-C stops it.

    \u0008
    Example:
      companion serve
      companion serve --port 8080 --public-url https://games.example.org
    """
    from companion.web.address import best_url
    from companion.web.server import CannotServe, Running, serve
    from companion.web.welcome import welcome

    app = _app(ctx, {"PUBLIC_URL": public_url})
    bring_up_to_date(app)

    def ready(running: Running) -> None:
        everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 - only compared
        shown = f"[{host}]" if ":" in host else host
        local = f"http://{'localhost' if everywhere else shown}:{running.port}"
        phone = best_url(public_url, running.port, bound=host)
        click.echo(welcome(local, phone, _colours(), bound=host))

    try:
        serve(app, host, port, on_ready=ready, on_stop=app.extensions["on_stop"])
    except CannotServe as error:
        fail(FAILED, str(error))


def _colours() -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


@main.command()
@click.pass_context
def verify(ctx: click.Context) -> None:
    """Replay every match, and name those that changed.

    When a match ends, its totals, places and winners are written down. This replays every match
    from what was entered and compares. Exit status 1 when one differs, 0 otherwise.

    \u0008
    Example:
      companion verify
    """
    from companion.services.verify import verify

    with open_store() as session:
        found = verify(session, _games(ctx))
    for code, why in found.wrong:
        click.echo(f"{code}: {why}")
    click.echo(f"{found.matches} replayed, {len(found.wrong)} wrong.")
    sys.exit(1 if found.wrong else 0)


@main.command()
@click.option("--port", default=8000, show_default=True, help="Port that the app is served on.")
@click.pass_context
def demo(ctx: click.Context, port: int) -> None:
    """Fill a new group with played games, to look around.

    Every game is played once for every player count. The link that it prints opens the group in
    a browser, once the app is served.

    \u0008
    Example:
      companion demo
      companion serve
    """
    from companion.persistence.unit import writing
    from companion.services.demo import fill

    bring_up_to_date(database_url())
    with open_store() as session, writing(session) as unit:
        secret, matches = fill(unit, _games(ctx))
    click.echo(f"{matches} matches. Serve the app and open http://localhost:{port}/group/{secret}")


@main.group("db", invoke_without_command=True)
@click.pass_context
def database(ctx: click.Context) -> None:
    """Look after the database.

    \u0008
    Example:
      companion db upgrade
    """
    if ctx.invoked_subcommand is None:
        help_instead(ctx)


@database.command("upgrade")
def upgrade_database() -> None:
    """Make the database, or bring it up to date.

    A copy of it as it was stays beside it. COMPANION_DATABASE_URL names another database than the
    one in the data folder.

    \u0008
    Example:
      companion db upgrade
      COMPANION_DATABASE_URL=sqlite:///games.sqlite3 companion db upgrade
    """
    bring_up_to_date(database_url(), say_always=True)


def _app(ctx: click.Context, settings: Mapping[str, Any]) -> Any:
    from companion.web.app import create_app

    return create_app({"SQLALCHEMY_DATABASE_URI": database_url(), **settings}, _games(ctx))
