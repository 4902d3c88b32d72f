# SPDX-License-Identifier: MIT
"""A running table, its result, its game page and its reasons."""

from __future__ import annotations

from typing import cast

from flask import (
    Blueprint,
    abort,
    flash,
    get_flashed_messages,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from werkzeug.wrappers import Response

from companion.engine.log import closed
from companion.engine.replay import DIRECTIONS
from companion.persistence.unit import writing
from companion.services import entries
from companion.services.options import goes_on_by
from companion.services.rules_text import rules_text
from companion.services.solo import alone_before
from companion.services.tables import NoSuchTable, Table, events
from companion.services.visitors import Visitor, new_secret
from companion.web import end_words, history_view, phrases, spoken
from companion.web.app import games
from companion.web.database import db
from companion.web.result_view import ResultView
from companion.web.sheet_words import NOTHING, entry_in_words
from companion.web.table_view import TableView, find
from companion.web.visit import visitor
from companion.web.words import language

blueprint = Blueprint("table", __name__, url_prefix="/t")

KEY = 22
"""Letters of an idempotency key: 128 bits."""


def new_key() -> str:
    """Return a fresh idempotency key for a form."""
    return new_secret()[:KEY]


def posted_key() -> str:
    """Return the key that came with a form, cut to a sane length; a fresh one without any."""
    return request.form.get("key", "")[:64] or new_key()


def sender(code: str) -> Visitor:
    """Return who sent a form to an existing table; raises NoSuchTable otherwise."""
    find(code)
    who = visitor()
    if who is None:
        raise NoSuchTable(code)
    return who


@blueprint.get("/<code>")
def show(code: str) -> str:
    """Show the table as it stands; its result once it is over."""
    view = _view(find(code))
    over = isinstance(view, ResultView)
    kind, number = _news()
    return render_template(
        "table/result.html" if over else "table/show.html",
        view=view,
        key=new_key(),
        phrases=phrases,
        ended=closed(events(view.table.log)),
        goes_on=over and goes_on_by(view.table) is not None,
        to_go=end_words.to_go(view),
        warning=end_words.warning(view),
        said=spoken.announcement(view, kind, number) if kind else "",
        fresh=over and kind in ("saved", "ended"),
    )


def _view(table: Table) -> TableView:
    """Return the table, or its result once it is over."""
    who = visitor()
    if not table.match.over or who is None:
        return TableView(table)
    alone = len(table.names) == 1
    before = alone_before(db.session(), games(), who.group_id, table) if alone else ()
    return ResultView(table, before)


def _news() -> tuple[str, int]:
    """Return what has just happened to which round, told once; nothing on any other visit."""
    news = cast("list[tuple[str, str]]", get_flashed_messages(with_categories=True))
    for kind, text in news:
        if kind in spoken.KINDS and text.isdecimal():
            return kind, int(text)
    return "", 0


@blueprint.get("/<code>/game")
def game(code: str) -> str:
    """Show every round, the chart, and what was changed."""
    view = TableView(find(code))
    found = history_view.changes(view)
    return render_template(
        "table/game.html",
        view=view,
        phrases=phrases,
        changes=found,
        rows=view.rows(history_view.marked(found)),
        marked=history_view.marked(found),
        house_rules=_house_rules(view),
    )


def _house_rules(view: TableView) -> list[tuple[str, str]]:
    """Return what the table agreed on: names and answers of the options that say something."""
    options = view.game.options
    raw = {option.key: option.dump(view.match.setting.options[option.key]) for option in options}
    said = entry_in_words(view, options, raw)
    return [(label, value) for label, value in said.items() if value != NOTHING]


@blueprint.get("/<code>/why/<int:number>/<int:seat>")
def why_round(code: str, number: int, seat: int) -> str:
    """Show the reasons for a seat's points in one round, each with its rule."""
    view = TableView(find(code))
    if not 1 <= number <= view.last or seat >= view.match.seats:
        abort(404)
    done = view.match.rounds[number - 1]
    text = rules_text(games(), view.game.slug, language())
    anchors = dict.fromkeys(line.rule for line in done.lines[seat])
    found = [change for change in history_view.changes(view) if (number, seat) in change.points]
    return render_template(
        "table/why_round.html",
        view=view,
        phrases=phrases,
        done=done,
        seat=seat,
        rules=[rule for anchor in anchors if text and (rule := text.rule(anchor))],
        first=history_view.entered_at(view, number),
        device=history_view.device,
        changes=found,
    )


@blueprint.get("/<code>/why/<int:seat>")
def why_total(code: str, seat: int) -> str:
    """Show the rounds that a total is the sum of."""
    view = TableView(find(code))
    if seat >= view.match.seats:
        abort(404)
    return render_template(
        "table/why_total.html",
        view=view,
        phrases=phrases,
        seat=seat,
        opening=view.match.setting.totals[seat],
    )


@blueprint.post("/<code>/undo")
def undo(code: str) -> Response:
    """Take the last round back; it stays in the history, and can be entered again."""
    who = sender(code)
    number = request.form.get("round", type=int) or 0
    with writing(db, code) as session:
        done = entries.take_back(session, games(), who, code, number, posted_key())
    view = TableView(find(code))
    if done:
        flash(str(number), "again")
    else:
        flash(phrases.moved_on(view.game, view.match.next.number), "error")
    return redirect(url_for(".show", code=code), 303)


@blueprint.post("/<code>/choose")
def choose(code: str) -> Response:
    """Note who starts the next round, or which way it passes."""
    who = sender(code)
    with writing(db, code) as session:
        view = TableView(find(code))
        number = view.match.next.number
        chosen = _chosen(view)
        current = request.form.get("round", type=int) == number and not view.match.over
        if chosen and current:
            entries.choose(session, games(), who, code, number, chosen, posted_key())
    if not chosen:
        flash(gettext("Nothing was chosen."), "error")
    elif not current:
        flash(phrases.moved_on(view.game, number), "error")
    return redirect(url_for(".show", code=code), 303)


def _chosen(view: TableView) -> dict[str, object]:
    """Return what was tapped, where the game leaves it to the table."""
    chosen: dict[str, object] = {}
    seat = request.form.get("starter", type=int)
    if seat is not None and seat in view.offered_starters():
        chosen["starter"] = seat
    way = request.form.get("pass", "")
    if way in DIRECTIONS and way in view.offered_ways():
        chosen["pass"] = way
    return chosen


@blueprint.post("/<code>/end")
def end(code: str) -> Response:
    """End the game because the table says so."""
    who = sender(code)
    with writing(db, code) as session:
        over = entries.close(session, games(), who, code, posted_key())
    if over:
        flash("0", "ended")
    else:
        flash(gettext("There is nothing to end yet: enter a round first."), "error")
    return redirect(url_for(".show", code=code), 303)


@blueprint.post("/<code>/reopen")
def reopen(code: str) -> Response:
    """Go on with a game that the table had ended."""
    who = sender(code)
    with writing(db, code) as session:
        entries.reopen(session, games(), who, code, posted_key())
    return redirect(url_for(".show", code=code), 303)
