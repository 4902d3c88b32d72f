# SPDX-License-Identifier: MIT
"""House rules changed in mid-game: shown, tried out, and only then changed."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from werkzeug.wrappers import Response

from companion.persistence.unit import writing
from companion.services import options
from companion.services.entries import Conflict, Saved
from companion.services.options import Change
from companion.web import option_fields, phrases
from companion.web.app import games
from companion.web.blueprints.table import new_key, posted_key, sender
from companion.web.database import db
from companion.web.effect_words import effect_lines
from companion.web.forms import digest
from companion.web.history_view import option_lines
from companion.web.table_view import TableView, find

blueprint = Blueprint("options", __name__, url_prefix="/t")

Page = str | Response | tuple[str, int]


@blueprint.get("/<code>/rules")
def show(code: str) -> str:
    """Show the house rules that hold now, to be changed."""
    view = TableView(find(code))
    return _page(view, options.agreed(view.table), None)


@blueprint.post("/<code>/rules")
def post(code: str) -> Page:
    """Show what other rules would do; change them once that was seen."""
    who = sender(code)
    view = TableView(find(code))
    raw = option_fields.posted(view.game, request.form)
    tried = options.try_out(view.table, raw)
    if tried.problems:
        return _page(view, raw, tried), 422
    if request.form.get("do") != "save" or request.form.get("seen") != _mark(view, raw):
        return _page(view, raw, tried)
    with writing(db, code) as session:
        outcome = options.change(session, games(), who, code, raw, view.table.head, posted_key())
    if isinstance(outcome, Saved):
        flash(gettext("House rules changed"), "success")
        return redirect(url_for("table.show", code=code), 303)
    # Somebody was quicker: show what it would do to the table as it is now.
    view = TableView(find(code))
    status = 409 if isinstance(outcome, Conflict) else 422
    return _page(view, raw, options.try_out(view.table, raw)), status


def _mark(view: TableView, raw: dict[str, Any]) -> str:
    """Return the mark of an effect that was seen: of these rules, at this state of the table."""
    return digest({"rules": raw, "head": view.table.head})


def _page(view: TableView, raw: dict[str, Any], tried: Change | None) -> str:
    problems = list(tried.problems) if tried else []
    shown = [option for option in view.game.options if not option.more]
    more = [option for option in view.game.options if option.more]
    ready = tried is not None and not problems and bool(tried.changed)
    return render_template(
        "table/options.html",
        view=view,
        phrases=phrases,
        key=request.form.get("key", "")[:64] or new_key(),
        seen=_mark(view, raw) if ready else "",
        shown=option_fields.views(shown, raw, problems),
        more=option_fields.views(more, raw, problems),
        unfold=option_fields.changed(more, raw),
        others=[view.say(problem.text) for problem in problems if problem.field is None],
        tried=tried,
        ready=ready,
        rules=_rules(view, tried),
        effect=_effect(view, tried),
    )


def _rules(view: TableView, tried: Change | None) -> list[str]:
    """Return which rules would differ."""
    if tried is None or tried.options is None:
        return []
    return option_lines(view, options.agreed(view.table), tried.options)


def _effect(view: TableView, tried: Change | None) -> list[str]:
    """Return what it would do to points, totals, places and the end."""
    if tried is None or tried.effect is None or tried.match is None:
        return []
    lines = effect_lines(view, tried.effect, decimals=tried.decimals)
    lines = lines or [str(gettext("No score changes."))]
    if tried.match.finish != view.match.finish:
        lines.append(phrases.ending(view.game, tried.match.finish, tried.decimals))
    return lines
