# SPDX-License-Identifier: MIT
"""Tables of this group: the home page, the history, settings, and a group's link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from werkzeug.wrappers import Response as Answer

from companion.i18n.translate import LANGUAGES
from companion.persistence.unit import writing
from companion.services.history import Wanted, look_back
from companion.services.tables import Broken, Table, list_tables
from companion.services.visitors import NotYours, enter_group
from companion.web import summary
from companion.web.app import games
from companion.web.assets import THEMES
from companion.web.config import KEPT
from companion.web.database import db
from companion.web.visit import secret as device_secret
from companion.web.visit import visitor
from companion.web.words import COOKIE as LANGUAGE_COOKIE
from companion.web.words import say

blueprint = Blueprint("home", __name__)

THEME_COOKIE = "theme"
JUST_PLAYED = 3
"""Games shown on the home page below the running tables; the history has all."""

LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch", "fy": "Frysk"}


@blueprint.get("/")
def index() -> str:
    """Show the running tables and the games just played."""
    readable, broken = _tables()
    over = [table for table in readable if table.match.over]
    return render_template(
        "home/index.html",
        running=[table for table in readable if not table.match.over],
        over=over[:JUST_PLAYED],
        broken=broken,
        summary=summary,
        languages=LANGUAGE_NAMES,
    )


@blueprint.get("/history")
def history() -> str:
    """Show the games of the group, newest first, month by month; some of them, where asked."""
    who = visitor()
    wanted, page = _wanted(), None
    if who is not None:
        number = request.args.get("page", 1, type=int)
        page = look_back(db.session(), games(), who.group_id, wanted, number)
    readable, broken = _sorted_out(page.tables if page else ())
    months = [
        (name, list(tables))
        for name, tables in groupby(readable, lambda table: summary.month(table.played_at))
    ]
    kept = {key: value for key, value in asdict(wanted).items() if value is not None}
    return render_template(
        "home/history.html",
        months=months,
        broken=broken,
        page=page,
        wanted=wanted,
        kept=kept,
        named=_name,
        summary=summary,
    )


def _wanted() -> Wanted:
    """Return what the history is narrowed by; nonsense narrows by nothing."""
    game = request.args.get("game", "")
    numbers = {
        key: int(typed)
        for key in ("player", "year")
        if (typed := request.args.get(key, "")).isascii() and typed.isdigit() and len(typed) < 10
    }
    return Wanted(game=game if game in games() else None, **numbers)


@blueprint.get("/group/<secret>")
def group(secret: str) -> str:
    """Ask whether this device should enter the group of a link; looking changes nothing."""
    return render_template("home/group.html", secret=secret, problem=None)


@blueprint.post("/group/<secret>")
def enter(secret: str) -> Answer | tuple[str, int]:
    """Take this device into the group of a link."""
    try:
        with writing(db) as session:
            alive = enter_group(session, device_secret(), secret)
    except NotYours:
        problem = gettext(
            "This device has tables of its own. It would no longer see them, so it stays where"
            " it is."
        )
        return render_template("home/group.html", secret=secret, problem=problem), 409
    if not alive:
        problem = gettext("This link opens no group any more. Ask for a new one.")
        return render_template("home/group.html", secret=secret, problem=problem), 404
    flash(gettext("You see the tables of this group now."), "success")
    return redirect(url_for("home.index"), 303)


@blueprint.post("/settings/theme")
def theme() -> Answer:
    """Keep light, dark, or as the system says, on this device."""
    return _kept(THEME_COOKIE, request.form.get("theme", ""), THEMES)


@blueprint.post("/settings/language")
def language() -> Answer:
    """Keep the language on this device; anything else than ours means the browser's own."""
    return _kept(LANGUAGE_COOKIE, request.form.get("language", ""), LANGUAGES)


def _tables() -> tuple[list[Table], list[tuple[Broken, str]]]:
    """Return the group's readable tables, and the others each with its game's name."""
    who = visitor()
    if who is None:
        return [], []
    return _sorted_out(list_tables(db.session(), games(), who.group_id))


def _sorted_out(
    found: Sequence[Table | Broken],
) -> tuple[list[Table], list[tuple[Broken, str]]]:
    broken = [table for table in found if isinstance(table, Broken)]
    return (
        [table for table in found if isinstance(table, Table)],
        [(table, _name(table.slug)) for table in broken],
    )


def _name(slug: str) -> str:
    return say(games()[slug].title) if slug in games() else slug


def _kept(cookie: str, value: str, known: tuple[str, ...]) -> Answer:
    """Go back to where the form stood, and keep the choice if it is one of those known."""
    response: Response = redirect(_back(), 303)  # type: ignore[assignment]  # Flask's is a subclass
    if value in known:
        # The script that switches the theme reads and writes its cookie, so it is not HttpOnly.
        response.set_cookie(
            cookie, value, max_age=KEPT, samesite="Lax", secure=request.is_secure, path="/"
        )
    else:
        response.delete_cookie(cookie, path="/", samesite="Lax", secure=request.is_secure)
    return response


def _back() -> str:
    """Return the local address that the form names; home for anything that could lead elsewhere."""
    wanted = request.form.get("next", "")
    local = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    return wanted if local and wanted.isprintable() else url_for("home.index")
