# SPDX-License-Identifier: MIT
"""The history of a table, read from its log: who changed what, when, from what to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.compare import Effect, compare
from companion.engine.replay import Match, replay
from companion.persistence.log_store import Stored
from companion.services.tables import events
from companion.web import phrases
from companion.web.sheet_words import value_in_words
from companion.web.table_view import TableView
from companion.web.visit import visitor


@dataclass(frozen=True)
class Change:
    """One change after the fact.

    Attributes:
        round: which it is about; 0 for the whole game.
        title: what happened, as a sentence.
        who: which device, in words.
        at: when, in words.
        iso: when, for machines.
        lines: what it did: points and values, from and to.
        points: (round, seat) whose points a correction changed, with (from, to).
    """

    round: int
    title: str
    who: str
    at: str
    iso: str
    lines: tuple[str, ...]
    points: Mapping[tuple[int, int], tuple[int, int]]


def changes(view: TableView) -> list[Change]:
    """Return everything that was changed after it was entered, the latest first."""
    log = view.table.log
    entered: dict[tuple[int, str], Mapping[str, Any]] = {}
    found: list[Change] = []
    for at, event in enumerate(log):
        if event.kind == "entered":
            cell = event.body["round"], event.body["phase"]
            old = entered.get(cell)
            entry = view.game.upgrade(
                event.body.get("version", view.game.version), event.body["entry"]
            )
            entered[cell] = entry
            if old is not None and old != entry:
                found.append(_correction(view, at, event, old, entry))
        elif event.kind == "voided":
            number = event.body["round"]
            for cell in [cell for cell in entered if cell[0] == number]:
                del entered[cell]
            found.append(_plain(event, number, phrases.taken_back(view.game, number)))
        else:
            found += _other(view, event)
    return found[::-1]


def marked(found: list[Change]) -> frozenset[tuple[int, int]]:
    """Return the (round, seat) whose points a correction changed."""
    return frozenset(cell for change in found for cell in change.points)


def entered_at(view: TableView, number: int) -> Stored | None:
    """Return the event that first entered a round as it now stands in the log."""
    first: Stored | None = None
    for event in view.table.log:
        if event.body.get("round") != number:
            continue
        if event.kind == "entered":
            first = first or event
        elif event.kind == "voided":
            first = None
    return first


def device(event: Stored) -> str:
    """Say on which device something was entered."""
    who = visitor()
    if who is not None and event.device_id == who.device_id:
        return str(gettext("This phone"))
    return str(gettext("Another phone"))


def effect_lines(view: TableView, effect: Effect, number: int | None = None) -> list[str]:
    """Return what a change does, in sentences; *number* is the round that is changed."""
    found = list(_points_lines(view, effect, number))
    for seat, (old, new) in effect.totals.items():
        found.append(
            gettext(
                "%(name)s: total %(old)s becomes %(new)s.",
                name=view.table.names[seat],
                old=view.figure(old),
                new=view.figure(new),
            )
        )
    for seat, places in effect.ranks.items():
        name = view.table.names[seat]
        found.append(
            gettext(
                "%(name)s: place %(old)d becomes %(new)d.", name=name, old=places[0], new=places[1]
            )
        )
    found += _start_lines(view, effect)
    return [str(line) for line in found]


def _points_lines(view: TableView, effect: Effect, number: int | None) -> Iterator[str]:
    for round, seats in effect.points.items():
        for seat, (old, new) in seats.items():
            words = {
                "name": view.table.names[seat],
                "old": view.figure(old),
                "new": view.figure(new),
            }
            if round == number:
                yield gettext("%(name)s: %(old)s becomes %(new)s.", **words)
            else:
                words["round"] = phrases.numbered(view.game, round)
                yield gettext("%(round)s, %(name)s: %(old)s becomes %(new)s.", **words)


def _start_lines(view: TableView, effect: Effect) -> Iterator[str]:
    if effect.winners is not None:
        won = phrases.together([view.table.names[seat] for seat in effect.winners[1]])
        if won:
            yield gettext("The game is over then; the win goes to %(names)s.", names=won)
        else:
            yield gettext("The game is not over then: you play on.")
    if effect.start is None or (effect.winners and effect.winners[1]):
        return
    old, new = effect.start
    if new.dealer != old.dealer and isinstance(new.dealer, int):
        yield gettext("%(name)s deals next.", name=view.table.names[new.dealer])
    if new.starter != old.starter and isinstance(new.starter, int):
        yield gettext("%(name)s starts next.", name=view.table.names[new.starter])
    elif new.starter != old.starter and isinstance(new.starter, tuple):
        names = phrases.together([view.table.names[seat] for seat in new.starter])
        yield gettext("The table chooses who starts next: %(names)s.", names=names)


def _correction(
    view: TableView, at: int, event: Stored, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Change:
    number = event.body["round"]
    before, after = _at(view, at), _at(view, at + 1)
    effect = compare(before, after)
    mine = effect.points.get(number, {})
    lines = [
        gettext(
            "%(name)s: %(old)s became %(new)s.",
            name=view.table.names[seat],
            old=view.figure(pair[0]),
            new=view.figure(pair[1]),
        )
        for seat, pair in mine.items()
    ]
    lines += _value_lines(view, number, event.body["phase"], old, new)
    points = {(number, seat): pair for seat, pair in mine.items()}
    return _plain(event, number, phrases.corrected(view.game, number), lines, points)


def _at(view: TableView, count: int) -> Match:
    return replay(view.game, events(view.table.log[:count]))


def _value_lines(
    view: TableView, number: int, phase: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[str]:
    """Say which fields were changed; where the points say it already, nothing."""
    asked = (
        next((p for p in view.game.phases(view.match.round_at(number)) if p.key == phase), None)
        if number <= view.match.next.number
        else None
    )
    mode = asked.mode(str(new["mode"])) if asked else None
    if mode is None or old["mode"] != new["mode"]:
        return
    fields = {field.key: field for field in mode.fields}
    for seat, (was, now) in enumerate(zip(_rows(old), _rows(new), strict=False)):
        for key in now:
            if key in fields and was.get(key) != now[key]:
                yield _from_to(view, fields[key], was.get(key), now[key], view.table.names[seat])
    for key, value in (new.get("table") or {}).items():
        before = (old.get("table") or {}).get(key)
        if key in fields and before != value:
            yield _from_to(view, fields[key], before, value, "")


def _rows(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = entry.get("seats") or []
    return list(rows.values()) if isinstance(rows, Mapping) else list(rows)


def _from_to(view: TableView, field: Any, was: Any, now: Any, name: str) -> str:
    words = {
        "what": view.say(field.label),
        "old": value_in_words(view, field, was),
        "new": value_in_words(view, field, now),
    }
    if not name:
        return str(gettext("%(what)s: from “%(old)s” to “%(new)s”.", **words))
    return str(gettext("%(name)s, %(what)s: from “%(old)s” to “%(new)s”.", name=name, **words))


def _other(view: TableView, event: Stored) -> Iterator[Change]:
    if event.kind == "noted":
        number = event.body["round"]
        starter = event.body.get("starter")
        if starter is not None:
            name = view.table.names[starter]
            title = gettext("%(name)s was chosen to start.", name=name)
            yield _plain(event, number, f"{phrases.numbered(view.game, number)}: {title}")
        if event.body.get("pass") is not None:
            title = gettext("The way to pass was changed.")
            yield _plain(event, number, f"{phrases.numbered(view.game, number)}: {title}")
    elif event.kind == "options":
        yield _plain(event, 0, gettext("House rules changed."))
    elif event.kind == "closed" and event.body.get("by") == "table":
        yield _plain(event, 0, gettext("The table ended the game."))
    elif event.kind == "reopened":
        yield _plain(event, 0, gettext("The game went on."))


def _plain(
    event: Stored,
    number: int,
    title: str,
    lines: Any = (),
    points: Mapping[tuple[int, int], tuple[int, int]] | None = None,
) -> Change:
    return Change(
        round=number,
        title=str(title),
        who=device(event),
        at=phrases.clock(event.at),
        iso=event.at.isoformat(),
        lines=tuple(dict.fromkeys(str(line) for line in lines)),
        points=points or {},
    )
