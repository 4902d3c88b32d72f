# SPDX-License-Identifier: MIT
"""Photograph every screen, so that people can look at all of them.

`python3 dev.py shots` takes each screen by day and by candle-light, on a usual and on a small
phone and in text twice as large, in English and in German: about a thousand pictures. What lies
on the tables is made for it: as many players as a game seats, with names as long as a name may be.

`python3 dev.py shots -- --out FOLDER --only result --ways light-390-en` takes fewer.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import dev
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.persistence.unit import writing
from companion.services import demo, entries
from companion.services.tables import NewTable, draw_code, find_table, open_table
from companion.services.visitors import Visitor, enter_group, find_visitor, new_secret
from companion.web.app import create_app
from companion.web.database import db
from companion.web.words import COOKIE as LANGUAGE_COOKIE
from tests.browser._server import CompanionServer
from tests.conftest import PHONE, QUIET

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

LONG = (
    "Alexandra-Maria van Dijk",
    "Bartholomäus Niedermaier",
    "Constantijn de Jong-Smit",
    "Donaudampfschifffahrerin",
    "Elisabeth-Charlotte Behn",
    "Friedrich-Wilhelm Ahlers",
    "Geertruida Hoekstra-Vis.",
    "Hildegardis Wwwwwwwwwwww",
    "Iiiiiiiiii Lllllllllllll",
    "Jantsje Sjoerdtsje Wiard",
)
THEMES = ("light", "dark")
SIZES: dict[str, dict[str, Any]] = {
    "390": {"viewport": {"width": 390, "height": 844}},
    "320": {"viewport": {"width": 320, "height": 640}},
    "large": {"viewport": {"width": 390, "height": 844}},
}
LARGE = {"standard": 32, "fixed": 26}  # twice the usual 16 and 13 pixels
LANGUAGES = ("en", "de")
MOST_PLAYERS = 10
WAYS = tuple("-".join(way) for way in product(THEMES, SIZES, LANGUAGES))


@dataclass(frozen=True)
class Shot:
    """A screen: the name of its pictures, and its address."""

    name: str
    path: str


@dataclass(frozen=True)
class Stage:
    """What was prepared: the way into the group, tables to be played once more, all screens."""

    secret: str
    again: dict[str, str]
    shots: list[Shot]


def main(args: Sequence[str]) -> int:
    """Take the pictures; return the status, 0."""
    wishes = _wishes(args)
    with tempfile.TemporaryDirectory(prefix="companion-shots-") as folder:
        server = CompanionServer(Path(folder))
        server.start()
        try:
            stage = _prepare(server)
            taken = _photograph(server.url, stage, wishes)
        finally:
            server.stop()
    print(f"{taken} pictures in {wishes.out}")
    return 0


def _wishes(args: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="dev.py shots --", description="Photograph every screen.")
    parser.add_argument("--out", type=Path, default=Path("build/shots"), help="folder to fill")
    parser.add_argument("--only", default="", help="screens whose name holds this")
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS, metavar="WAY")
    return parser.parse_args(args)


# --- what lies on the tables ---


def _prepare(server: CompanionServer) -> Stage:
    """Fill the database of a running server by the same services that its pages call."""
    app = create_app(
        {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{server.folder / 'companion.sqlite3'}"}
        | {"SECRET_KEY": "only to prepare"}
    )
    registry: Registry = app.extensions["companion"]
    with app.app_context():
        with writing(db) as session:
            secret, _ = demo.fill(session, registry)
            device = new_secret()
            enter_group(session, device, secret)
            session.flush()
            who = find_visitor(session, device)
            assert who is not None
        stage = Stage(secret, {}, [*_general(), *_missing()])
        for game in registry:
            stage.shots.extend(_of_game(registry, who, game, stage.again))
        db.session.remove()
        db.engine.dispose()
    return stage


def _general() -> Iterator[Shot]:
    yield Shot("home", "/")
    yield Shot("history", "/history")
    yield Shot("players", "/players")
    yield Shot("player", "/players/1")
    yield Shot("choose", "/new")
    yield Shot("choose-none", "/new?q=Skat")
    yield Shot("look", "/look")


def _missing() -> Iterator[Shot]:
    yield Shot("error-missing", "/t/nothere")
    yield Shot("error-group", "/group/not-a-secret")


def _of_game(registry: Registry, who: Visitor, game: Game, again: dict[str, str]) -> Iterator[Shot]:
    """Yield every screen of a game: with as many players as it seats, and with few."""
    seats = min(game.seats[-1], MOST_PLAYERS)
    fresh = _table(registry, who, game, seats, 0)
    running = again[game.slug] = _table(registry, who, game, seats, 1)
    over = _table(registry, who, game, seats, 40)
    few = _table(registry, who, game, game.seats[0], 40)
    yield Shot(f"{game.slug}-count", f"/new/{game.slug}")
    for step in ("seats", "rules", "setup"):
        yield Shot(f"{game.slug}-{step}", f"/new/{game.slug}/{step}")
    yield Shot(f"{game.slug}-table-fresh", f"/t/{fresh}")
    yield Shot(f"{game.slug}-table", f"/t/{running}")
    yield from _entries(registry, who, game, running)
    yield Shot(f"{game.slug}-game", f"/t/{running}/game")
    yield Shot(f"{game.slug}-house-rules", f"/t/{running}/rules")
    yield Shot(f"{game.slug}-why-round", f"/t/{over}/why/1/0")
    yield Shot(f"{game.slug}-why-total", f"/t/{over}/why/0")
    yield Shot(f"{game.slug}-result", f"/t/{over}")
    yield Shot(f"{game.slug}-result-few", f"/t/{few}")
    yield Shot(f"{game.slug}-result-game", f"/t/{over}/game")
    yield Shot(f"{game.slug}-look", f"/look/{game.slug}?players={seats}")
    yield Shot(f"{game.slug}-text", f"/rules/{game.slug}")
    yield Shot(f"{game.slug}-text-found", f"/rules/{game.slug}?q=card")


def _entries(registry: Registry, who: Visitor, game: Game, code: str) -> Iterator[Shot]:
    match = find_table(db.session(), registry, who.group_id, code).match
    if match.phase is None:
        return
    for mode in match.phase.modes:
        path = f"/t/{code}/round/{match.next.number}?mode={mode.key}"
        yield Shot(f"{game.slug}-entry-{mode.key}", path)
    for done in match.rounds[:1]:
        yield Shot(f"{game.slug}-entry-fix", f"/t/{code}/round/{done.number}")


def _table(registry: Registry, who: Visitor, game: Game, seats: int, rounds: int) -> str:
    """Open a table with long names and play some rounds, as far as the game lets."""
    first: dict[str, Any] = {game.first_role: seats - 1} if game.first_role else {}
    new = NewTable(code=draw_code(), game=game.slug, names=LONG[:seats], **first)
    dice = Random(game.slug)
    with writing(db) as session:
        code = open_table(session, registry, who, new)
        for _ in range(rounds):
            table = find_table(session, registry, who.group_id, code)
            if table.match.over or table.match.phase is None:
                break
            asked = entries.Asked(
                round=table.match.next.number,
                phase=table.match.phase.key,
                raw=game.sample(table.match.next, dice),
                expected=table.head,
                key=new_secret(),
                waved=True,
            )
            entries.enter(session, registry, who, code, asked)
        if rounds > 1:
            entries.close(session, registry, who, code, new_secret())
    return code


# --- the pictures ---


def _photograph(url: str, stage: Stage, wishes: Namespace) -> int:
    from playwright.sync_api import sync_playwright  # need not be there without a browser

    shots = [shot for shot in stage.shots if wishes.only in shot.name]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=dev.installed_chromium(), chromium_sandbox=False, args=list(QUIET)
        )
        cookies = _enter(browser, url, stage)
        for way in wishes.ways:
            folder = wishes.out / way
            folder.mkdir(parents=True, exist_ok=True)
            page = _phone(browser, url, cookies, way)
            for shot in shots:
                _take(page, shot, folder, SIZES[way.split("-")[1]]["viewport"])
            page.context.close()
        browser.close()
    return len(shots) * len(wishes.ways)


def _take(page: Page, shot: Shot, folder: Path, viewport: ViewportSize) -> None:
    """Take a screen whole, as if the phone were long enough: what is docked stays at its foot."""
    page.set_viewport_size(viewport)
    page.goto(shot.path)
    whole = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({**viewport, "height": max(whole, viewport["height"])})
    page.screenshot(path=folder / f"{shot.name}.png")


def _enter(browser: Browser, url: str, stage: Stage) -> Any:
    """Come into the prepared group and begin its games anew; return the cookies for more phones."""
    context: BrowserContext = browser.new_context(base_url=url, locale="en-GB")
    page = context.new_page()
    page.goto(f"/group/{stage.secret}")
    _press(page, "Join the group")
    for slug, code in stage.again.items():
        page.goto(f"/new/{slug}/seats?again={code}")
        _press(page, "House rules")
        _press(page, "Set up")
    cookies = context.storage_state()
    context.close()
    return cookies


def _press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


def _phone(browser: Browser, url: str, cookies: Any, way: str) -> Page:
    theme, size, language = way.split("-")
    wishes: dict[str, Any] = {**PHONE, "device_scale_factor": 1.5, **SIZES[size]}
    wishes |= {"color_scheme": theme, "locale": "en-GB", "storage_state": cookies}
    context = browser.new_context(base_url=url, **wishes)
    context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": url}])
    page = context.new_page()
    if size == "large":
        context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": LARGE})
    return page


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
