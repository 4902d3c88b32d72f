# SPDX-License-Identifier: MIT
"""Which form a round opens with: its phase, its way of entering, and what is filled in already."""

from __future__ import annotations

from flask import Response, request

from companion.engine.sheet import Mode, Phase, dump
from companion.services import entries
from companion.web import entry_drafts
from companion.web.config import KEPT
from companion.web.database import db
from companion.web.entry_drafts import EntryDraft
from companion.web.entry_view import Sheet, blank_raw, whole_raw
from companion.web.forms import Raw
from companion.web.table_view import TableView
from companion.web.visit import visitor


def open_sheet(
    view: TableView,
    number: int,
    phase: str | None,
    mode: str | None,
    draft: EntryDraft | None = None,
) -> Sheet | None:
    """Return the form of a round, still empty; None where there is no such round or phase.

    Without a *mode* it opens as it was saved, as it was begun, as this phone enters this game,
    or as the last round was entered.
    """
    key = phase or (draft.phase if draft else "") or _phase_now(view, number)
    try:
        here, asked, entry = entries.sheet(view.table, number, key)
    except LookupError:
        return None
    if number == view.match.next.number:
        entry = entry or here.entries.get(key)
    begun = draft.mode if draft is not None and draft.phase == key else None
    stored = entry.mode if entry else None
    chosen = asked.mode(mode or "") or _usual_mode(view, asked, begun, stored)
    raw = blank_raw(chosen, view.match.seats)
    return Sheet(view, here, asked, chosen, raw, stored=entry)


def _phase_now(view: TableView, number: int) -> str:
    """Return the phase that is asked when none is named."""
    if number == view.match.next.number and view.match.phase is not None:
        return view.match.phase.key
    if not 1 <= number <= view.match.next.number:
        return "score"
    return view.game.phases(view.match.round_at(number))[-1].key


def _usual_mode(view: TableView, phase: Phase, *wanted: str | None) -> Mode:
    before = [
        done.entries[phase.key].mode for done in view.match.rounds if phase.key in done.entries
    ]
    usual = request.cookies.get(_cookie(view))
    for key in (*wanted, usual, *before[-1:]):
        mode = phase.mode(key) if key else None
        if mode is not None:
            return mode
    return phase.modes[0]


def remember_mode(response: Response, view: TableView, mode: Mode) -> None:
    """Let this phone open this game's rounds in that way from now on."""
    response.set_cookie(_cookie(view), mode.key, max_age=KEPT, httponly=True, samesite="Lax")


def _cookie(view: TableView) -> str:
    return f"companion-way-{view.game.slug}"


def known_raw(sheet: Sheet) -> Raw:
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


def begun(view: TableView, number: int) -> EntryDraft | None:
    """Return what this phone has begun and not saved; None where its form was saved after all."""
    draft = entry_drafts.load(db.session(), visitor(), view.table.code, number)
    if draft is None or any(event.key and event.key == draft.key for event in view.table.log):
        return None
    return draft
