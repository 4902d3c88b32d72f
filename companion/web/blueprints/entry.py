# SPDX-License-Identifier: MIT
"""Entering, previewing, saving and correcting a round."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from werkzeug.wrappers import Response

from companion.engine.errors import Problem, ask
from companion.engine.sheet import Mode, Phase, dump, read
from companion.engine.text import msg
from companion.persistence.unit import writing
from companion.services import entries
from companion.services.entries import Asked, Conflict, Outcome, Saved
from companion.services.tables import NoSuchTable
from companion.web import phrases
from companion.web.app import games
from companion.web.blueprints.table import new_key
from companion.web.conflict_view import ConflictView
from companion.web.database import db
from companion.web.entry_view import Sheet, blank_raw, whole_raw
from companion.web.forms import EntryForm, Raw, digest, posted
from companion.web.table_view import TableView, find
from companion.web.visit import visitor

blueprint = Blueprint("entry", __name__, url_prefix="/t")

Answer = str | Response | tuple[str, int]


@blueprint.get("/<code>/round/<int:number>")
def round(code: str, number: int) -> Answer:
    """Show the form of a round; filled in with what is saved, where it is saved."""
    view = TableView(find(code))
    if view.match.over and number == view.match.next.number:
        return redirect(url_for("table.show", code=code), 303)
    sheet = _sheet(view, number, request.args.get("phase"), request.args.get("mode"))
    if sheet is None:
        abort(404)
    sheet.raw = _known(sheet)
    form = EntryForm(formdata=None)
    form.key.data, form.expected.data = new_key(), str(view.table.head)
    return _page(sheet, form)


@blueprint.post("/<code>/round/<int:number>")
def post(code: str, number: int) -> Answer:
    """Preview or save what was entered; on a refusal everything comes back as typed."""
    view, form = TableView(find(code)), EntryForm()
    sheet = _sheet(view, number, form.phase.data, form.mode.data)
    if sheet is None and number > view.match.next.number:
        return _begun_no_more(view, form, number)
    if sheet is None:
        abort(404)
    sheet.raw = posted(request.form, sheet.mode, view.match.seats)
    action = request.form.get("action", "save")
    if action == "edit":
        form.seen.data = ""
        return _page(sheet, form)
    if action == "preview" or not _may_save(sheet, form) or _late(sheet):
        return _shown(sheet, form)
    outcome = _save(sheet, form)
    if isinstance(outcome, Saved):
        flash(str(number), "corrected" if _was_entered(sheet, form) else "saved")
        return redirect(url_for("table.show", code=code), 303)
    if isinstance(outcome, Conflict):
        return _conflict(code, number, sheet, form, outcome)
    return _shown(sheet, form)


def _sheet(view: TableView, number: int, phase: str | None, mode: str | None) -> Sheet | None:
    """Return the form of a round, still empty; None where there is no such round or phase."""
    key = phase or _phase_now(view, number)
    try:
        here, asked, entry = entries.sheet(view.table, number, key)
    except LookupError:
        return None
    if number == view.match.next.number:
        entry = entry or here.entries.get(key)
    chosen = asked.mode(mode or "") or _usual_mode(view, asked, entry.mode if entry else None)
    raw = blank_raw(chosen, view.match.seats)
    return Sheet(view, here, asked, chosen, raw, stored=entry)


def _phase_now(view: TableView, number: int) -> str:
    """Return the phase that is asked when none is named."""
    if number == view.match.next.number and view.match.phase is not None:
        return view.match.phase.key
    if not 1 <= number <= view.match.next.number:
        return "score"
    return view.game.phases(view.match.round_at(number))[-1].key


def _usual_mode(view: TableView, phase: Phase, stored: str | None) -> Mode:
    """Return the mode a form opens in: as it was saved, else as the last round was entered."""
    before = [
        done.entries[phase.key].mode for done in view.match.rounds if phase.key in done.entries
    ]
    for key in (stored, *before[-1:]):
        mode = phase.mode(key) if key else None
        if mode is not None:
            return mode
    return phase.modes[0]


def _known(sheet: Sheet) -> Raw:
    """Return what the form is filled in with: what is saved, or what was taken back."""
    seats = sheet.view.match.seats
    if sheet.stored is not None and sheet.stored.mode == sheet.mode.key:
        return whole_raw(dump(sheet.phase, sheet.stored), sheet.mode, seats)
    if sheet.stored is None and "again" in request.args:
        for event in reversed(sheet.view.table.log):
            cell = event.body.get("round"), event.body.get("phase")
            if event.kind == "entered" and cell == (sheet.number, sheet.phase.key):
                version = event.body.get("version", sheet.view.game.version)
                entry = sheet.view.game.upgrade(version, event.body["entry"])
                mode = sheet.phase.mode(str(entry["mode"]))
                if mode is not None:
                    sheet.mode = mode
                    return whole_raw(entry, mode, seats)
    return blank_raw(sheet.mode, seats)


def _may_save(sheet: Sheet, form: EntryForm) -> bool:
    """Tell whether saving goes on: a correction waits until its effect was seen.

    A form that was sent twice goes on to be recognised, and one that others overtook to clash.
    """
    if sheet.stored is None or form.seen.data == digest(sheet.raw):
        return True
    log = sheet.view.table.log
    if any(event.key and event.key == form.key.data for event in log):
        return True
    since = [event for event in log if event.seq > _expected(form)]
    return any(
        event.kind in ("entered", "voided") and event.body["round"] == sheet.number
        for event in since
    )


def _late(sheet: Sheet) -> list[Problem]:
    """Ask before a round is added to a game that is over, unless the table waves it through."""
    match = sheet.view.match
    if not match.over or sheet.number != match.next.number or "waved" in request.form:
        return []
    return [ask(msg("The game is over. Save one more all the same?"))]


def _save(sheet: Sheet, form: EntryForm) -> Outcome:
    table = sheet.view.table
    who = visitor()
    if who is None:
        raise NoSuchTable(table.code)
    asked = Asked(
        round=sheet.number,
        phase=sheet.phase.key,
        raw=sheet.raw,
        expected=_expected(form),
        key=(form.key.data or new_key())[:64],
        waved="waved" in request.form,
    )
    with writing(db, table.code) as session:
        return entries.enter(session, games(), who, table.code, asked)


def _was_entered(sheet: Sheet, form: EntryForm) -> bool:
    """Tell whether it was a correction, and not the same form sent twice."""
    known = any(event.key and event.key == form.key.data for event in sheet.view.table.log)
    return sheet.stored is not None and not known


def _shown(sheet: Sheet, form: EntryForm) -> Answer:
    """Show the form again as typed, with what is wrong and what would come of it."""
    sheet.preview = entries.preview(sheet.view.table, sheet.number, sheet.phase.key, sheet.raw)
    sheet.problems = (*sheet.preview.problems, *_late(sheet))
    refused = bool(sheet.preview.errors) or (
        sheet.waves and request.form.get("action") != "preview"
    )
    form.seen.data = "" if sheet.preview.errors else digest(sheet.raw)
    return _page(sheet, form, 422 if refused else 200)


def _begun_no_more(view: TableView, form: EntryForm, number: int) -> Answer:
    """Keep what was typed for a round that a step back has taken away meanwhile."""
    now = view.match.next.number
    sheet = _sheet(view, now, form.phase.data, form.mode.data) or _sheet(view, now, None, None)
    if sheet is None:
        abort(404)
    sheet.raw = posted(request.form, sheet.mode, view.match.seats)
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
    theirs = _sheet(view, number, sheet.phase.key, sheet.mode.key)
    if theirs is None:
        return _begun_no_more(view, form, number)
    mine, _ = read(sheet.phase, sheet.raw, theirs.here)
    if mine is not None and mine == theirs.stored:
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
    page = render_template(
        "entry/conflict.html",
        sheet=theirs,
        view=view,
        phrases=phrases,
        clash=ConflictView(theirs, clash.theirs),
        hidden=hidden,
    )
    return page, 409


def _page(sheet: Sheet, form: EntryForm, status: int = 200) -> Answer:
    form.mode.data, form.phase.data = sheet.mode.key, sheet.phase.key
    page = render_template(
        "entry/round.html", sheet=sheet, view=sheet.view, form=form, phrases=phrases
    )
    return page, status


def _expected(form: EntryForm) -> int:
    """Return the last event that the form knew; 0 for nonsense, which knows nothing."""
    text = str(form.expected.data or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
