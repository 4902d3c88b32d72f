# SPDX-License-Identifier: MIT
"""Entering, previewing, saving and correcting a round."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, make_response, redirect, request, url_for
from flask import render_template as render
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.errors import Problem, ask
from companion.engine.sheet import read
from companion.engine.text import Seat, msg
from companion.persistence.unit import writing
from companion.services import entries
from companion.services.entries import Asked, Conflict, NoSuchRound, Outcome, Saved
from companion.services.tables import NoSuchTable
from companion.services.visitors import Visitor
from companion.web import entry_drafts, phrases
from companion.web.app import games
from companion.web.blueprints.table import new_key
from companion.web.conflict_view import ConflictView
from companion.web.database import db
from companion.web.entry_drafts import EntryDraft
from companion.web.entry_now import Now, give_rest, point, way_over
from companion.web.entry_open import begun, known_raw, open_sheet, remember_mode
from companion.web.entry_view import Sheet
from companion.web.forms import EntryForm, digest, posted
from companion.web.table_view import TableView, find
from companion.web.visit import visitor

blueprint = Blueprint("entry", __name__, url_prefix="/t")

Answer = str | AnyResponse | tuple[str, int]


@blueprint.get("/<code>/round/<int:number>")
def round(code: str, number: int) -> Answer:
    """Show the form of a round; filled in with what was begun, else with what is saved."""
    view = TableView(find(code))
    if view.match.over and number == view.match.next.number:
        return redirect(url_for("table.show", code=code), 303)
    draft = None if "again" in request.args else begun(view, number)
    sheet = open_sheet(view, number, request.args.get("phase"), request.args.get("mode"), draft)
    if sheet is None:
        abort(404)
    sheet.raw = known_raw(sheet)
    form = EntryForm(formdata=None)
    form.key.data, form.expected.data, form.rev.data = new_key(), str(view.table.head), "0"
    if draft is not None and draft.phase == sheet.phase.key:
        _go_on(sheet, form, draft)
    response = make_response(_page(sheet, form))
    if request.args.get("mode") == sheet.mode.key:
        remember_mode(response, view, sheet.mode)
    return response


@blueprint.post("/<code>/round/<int:number>")
def post(code: str, number: int) -> Answer:
    """Preview or save what was entered; on a refusal everything comes back as typed."""
    view, form = TableView(find(code)), EntryForm()
    action = request.form.get("action", "save")
    sheet = open_sheet(view, number, form.phase.data, form.mode.data)
    if sheet is None and number > view.match.next.number and action not in ("live", "keep"):
        return _begun_no_more(view, form, number)
    if sheet is None:
        abort(404)
    _take(sheet, form)
    if action == "keep":
        _keep(sheet, form)
        return "", 204
    if action == "fresh":
        return _fresh(sheet)
    rest = _rest(sheet)
    if action == "live":
        return _live(sheet, rest)
    if action == "edit":
        form.seen.data = ""
        return _page(sheet, form)
    if action == "preview" or rest or not _may_save(sheet, form) or _doubts(sheet):
        return _shown(sheet, form)
    try:
        outcome = _save(sheet, form)
    except NoSuchRound:  # it was there a moment ago
        return _begun_no_more(TableView(find(code)), form, number)
    if isinstance(outcome, Saved):
        return _saved(sheet, form)
    if isinstance(outcome, Conflict):
        return _conflict(code, number, sheet, form, outcome)
    return _shown(sheet, form)


# --- what was begun ---


def _take(sheet: Sheet, form: EntryForm) -> None:
    """Put what was sent into the form."""
    seats = sheet.view.match.seats
    sheet.raw = posted(request.form, sheet.mode, seats)
    sheet.none = frozenset(
        int(seat)
        for seat in request.form.getlist("none")
        if seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat) < seats
    )
    sheet.seat = min(_number(form.seat.data), seats - 1)


def _go_on(sheet: Sheet, form: EntryForm, draft: EntryDraft) -> None:
    """Show what was begun; the form goes on as the one it was."""
    sheet.raw = draft.raws.get(sheet.mode.key, sheet.raw)
    sheet.none = frozenset(draft.none)
    sheet.seat = min(draft.seat, sheet.view.match.seats - 1)
    sheet.kept = entry_drafts.has_values(draft, sheet.mode.key)
    form.key.data, form.expected.data, form.rev.data = draft.key, draft.expected, str(draft.rev)


def _keep(sheet: Sheet, form: EntryForm) -> None:
    """Keep what was entered so far for this phone."""
    draft = EntryDraft(
        phase=sheet.phase.key,
        mode=sheet.mode.key,
        seat=sheet.seat,
        rev=_number(form.rev.data),
        key=(form.key.data or "")[:64],
        expected=str(_number(form.expected.data)),
        raws={sheet.mode.key: sheet.raw},
        none=sorted(sheet.none),
    )
    code = sheet.view.table.code
    with writing(db) as session:
        entry_drafts.keep(session, _who(code), code, sheet.number, draft)


def _fresh(sheet: Sheet) -> Answer:
    """Forget what was begun, and show the form as if it were opened for the first time."""
    code = sheet.view.table.code
    with writing(db) as session:
        entry_drafts.drop(session, _who(code), code, sheet.number)
    to = url_for(
        "entry.round",
        code=code,
        number=sheet.number,
        phase=sheet.phase.key,
        mode=sheet.mode.key,
    )
    return redirect(to, 303)


def _who(code: str) -> Visitor:
    found = visitor()
    if found is None:
        raise NoSuchTable(code)
    return found


# --- as it stands ---


def _now(sheet: Sheet) -> Now:
    table, key = sheet.view.table, sheet.phase.key
    found = entries.sketched(table, sheet.number, key, sheet.raw, sheet.none)
    return Now(sheet, found, _doubts(sheet))


def _rest(sheet: Sheet) -> list[tuple[str, list[str]]]:
    """Give the rest to a player, if that was asked; return the controls that change by it."""
    seat = request.form.get("rest", "")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        return []
    if int(seat) >= sheet.view.match.seats:
        return []
    sheet.seat = int(seat)
    return give_rest(sheet, _now(sheet), int(seat))


def _live(sheet: Sheet, fill: list[tuple[str, list[str]]]) -> Answer:
    """Tell what stands on the sheet so far; nothing is saved."""
    now, seen = _now(sheet), ""
    if sheet.stored is not None and now.state in ("ok", "odd"):
        sheet.preview = entries.preview(sheet.view.table, sheet.number, sheet.phase.key, sheet.raw)
        seen = digest(sheet.raw)
    page = render(
        "entry/_live.html",
        sheet=sheet,
        view=sheet.view,
        now=now,
        fill=fill,
        seen=seen,
        save=phrases.save(sheet.view.game, sheet.number),
    )
    response = make_response(page)
    response.headers["Cache-Control"] = "no-store"
    return response


# --- saving ---


def _may_save(sheet: Sheet, form: EntryForm) -> bool:
    """Tell whether saving goes on: a correction waits until its effect was seen.

    A form that was sent twice goes on to be recognised, and one that others overtook to clash.
    """
    if sheet.stored is None or form.seen.data == digest(sheet.raw):
        return True
    log = sheet.view.table.log
    if any(event.key and event.key == form.key.data for event in log):
        return True
    since = [event for event in log if event.seq > _number(form.expected.data)]
    return any(
        event.kind in ("entered", "voided") and event.body["round"] == sheet.number
        for event in since
    )


def _doubts(sheet: Sheet) -> list[Problem]:
    """Ask what the game itself cannot know, unless the table waves it through.

    A round after the end; and somebody of whom nothing was entered, where that is no answer.
    """
    match = sheet.view.match
    if "waved" in request.form:
        return []
    found = []
    if match.over and sheet.number == match.next.number:
        found += [ask(msg("The game is over. Save one more all the same?"))]
    table, key = sheet.view.table, sheet.phase.key
    so_far = entries.sketched(table, sheet.number, key, sheet.raw, sheet.none)
    if so_far.complete:
        silent = [seat for seat, entered in enumerate(so_far.entered) if not entered]
        found += [ask(msg("{who}: nothing is entered. Is that so?", who=Seat(s))) for s in silent]
    return found


def _save(sheet: Sheet, form: EntryForm) -> Outcome:
    table = sheet.view.table
    who = _who(table.code)
    asked = Asked(
        round=sheet.number,
        phase=sheet.phase.key,
        raw=sheet.raw,
        expected=_number(form.expected.data),
        key=(form.key.data or new_key())[:64],
        waved="waved" in request.form,
    )
    with writing(db, table.code) as session:
        outcome = entries.enter(session, games(), who, table.code, asked)
        if isinstance(outcome, Saved):
            entry_drafts.drop(session, who, table.code, sheet.number)
        return outcome


def _saved(sheet: Sheet, form: EntryForm) -> Response:
    """Go back to the table, which says that it is saved."""
    known = any(event.key and event.key == form.key.data for event in sheet.view.table.log)
    corrected = sheet.stored is not None and not known
    flash(str(sheet.number), "corrected" if corrected else "saved")
    response = make_response(redirect(url_for("table.show", code=sheet.view.table.code), 303))
    remember_mode(response, sheet.view, sheet.mode)
    return response


def _shown(sheet: Sheet, form: EntryForm) -> Answer:
    """Show the form again as typed, with what is wrong and what would come of it."""
    sheet.preview = entries.preview(sheet.view.table, sheet.number, sheet.phase.key, sheet.raw)
    sheet.problems = (*sheet.preview.problems, *_doubts(sheet))
    sheet.tried = request.form.get("action") != "preview" and "rest" not in request.form
    refused = bool(sheet.preview.errors) or (sheet.waves and sheet.tried)
    about = [problem.seat for problem in sheet.problems if problem.seat is not None]
    if sheet.tried and about:
        sheet.seat = about[0]
    form.seen.data = "" if sheet.preview.errors else digest(sheet.raw)
    if sheet.stored is None:
        _keep(sheet, form)
    return _page(sheet, form, 422 if refused else 200)


def _begun_no_more(view: TableView, form: EntryForm, number: int) -> Answer:
    """Keep what was typed for a round that a step back has taken away meanwhile."""
    now = view.match.next.number
    sheet = open_sheet(view, now, form.phase.data, form.mode.data)
    sheet = sheet or open_sheet(view, now, None, None)
    if sheet is None:
        abort(404)
    _take(sheet, form)
    sheet.notice = gettext(
        "Nothing was saved: this was %(typed)s, but somebody took a step back, and the table is"
        " at %(now)s.",
        typed=phrases.numbered(view.game, number),
        now=phrases.numbered(view.game, now),
    )
    form.expected.data, form.seen.data = str(view.table.head), ""
    return _page(sheet, form, 409)


def _conflict(code: str, number: int, sheet: Sheet, form: EntryForm, clash: Conflict) -> Answer:
    """Show both values and ask; where both say the same, there is nothing to ask."""
    view = TableView(find(code))
    theirs = open_sheet(view, number, sheet.phase.key, sheet.mode.key)
    if theirs is None:
        return _begun_no_more(view, form, number)
    mine, _ = read(sheet.phase, sheet.raw, theirs.here)
    if mine is not None and mine == theirs.stored:
        with writing(db) as session:
            entry_drafts.drop(session, _who(code), code, number)
        flash(str(number), "saved")
        return redirect(url_for("table.show", code=code), 303)
    preview = entries.preview(view.table, number, sheet.phase.key, sheet.raw)
    theirs.raw, theirs.preview = sheet.raw, preview
    hidden = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in ("csrf_token", "action", "expected", "seen")
    ]
    hidden += [("expected", str(clash.head)), ("seen", digest(sheet.raw))]
    page = render(
        "entry/conflict.html",
        sheet=theirs,
        view=view,
        phrases=phrases,
        clash=ConflictView(theirs, clash.theirs),
        hidden=hidden,
    )
    return page, 409


def _page(sheet: Sheet, form: EntryForm, status: int = 200) -> tuple[str, int]:
    form.mode.data, form.phase.data = sheet.mode.key, sheet.phase.key
    form.seat.data = str(sheet.seat)
    page = render(
        "entry/round.html",
        sheet=sheet,
        view=sheet.view,
        form=form,
        now=_now(sheet),
        phrases=phrases,
        way_over=way_over,
        point=point(),
    )
    return page, status


def _number(text: object) -> int:
    """Return a number that a form hides; 0 for nonsense, which knows nothing."""
    plain = str(text or "")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else 0
