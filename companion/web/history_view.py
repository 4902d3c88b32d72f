# SPDX-License-Identifier: MIT
"""The history of a table, read from its log: who changed what, when, from what to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.compare import compare
from companion.engine.fields import Field
from companion.engine.replay import Match, replay
from companion.engine.sheet import Mode
from companion.persistence.log_store import Stored
from companion.services.tables import events
from companion.web import phrases
from companion.web.effect_words import effect_lines
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
    rules: Mapping[str, Any] = log[0].body["options"]
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
        elif event.kind == "options":
            found.append(_new_rules(view, at, event, rules))
            rules = event.body["options"]
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


def _correction(
    view: TableView, at: int, event: Stored, old: Mapping[str, Any], new: Mapping[str, Any]
) -> Change:
    number = event.body["round"]
    before, after = _at(view, at), _at(view, at + 1)
    effect = compare(before, after)
    mine = effect.points.get(number, {})
    decimals = view.game.decimals(after.setting.options)  # they may have changed since
    lines = [
        gettext(
            "%(name)s: %(old)s became %(new)s.",
            name=view.table.names[seat],
            old=phrases.figure(pair[0], decimals),
            new=phrases.figure(pair[1], decimals),
        )
        for seat, pair in mine.items()
    ]
    lines += _value_lines(view, event, old, new, mine)
    points = {(number, seat): pair for seat, pair in mine.items()}
    return _plain(event, number, phrases.corrected(view.game, number), lines, points)


def option_lines(view: TableView, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return which house rules differ, in words; both complete and plain."""
    return [
        _from_to(view.say(option.label), pair, "")
        for option in view.game.options
        if (pair := _words(view, option, old, new))
    ]


def _new_rules(view: TableView, at: int, event: Stored, old: Mapping[str, Any]) -> Change:
    """Tell which house rules were changed, and what that did to the totals and the end."""
    lines = option_lines(view, old, event.body["options"])
    before, after = _at(view, at), _at(view, at + 1)
    decimals = view.game.decimals(after.setting.options)
    if decimals == view.game.decimals(before.setting.options):
        lines += effect_lines(view, compare(before, after), decimals=decimals)
    return _plain(event, 0, gettext("House rules changed."), lines)


def _at(view: TableView, count: int) -> Match:
    return replay(view.game, events(view.table.log[:count]))


def _value_lines(
    view: TableView,
    event: Stored,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    points: Mapping[int, tuple[int, int]],
) -> Iterator[str]:
    """Say which answers were changed, unless the points say the same already."""
    mode = _mode(view, event.body["round"], event.body["phase"], str(new["mode"]))
    if mode is None:
        return
    if old["mode"] != new["mode"]:
        yield str(gettext("Entered another way: %(way)s.", way=view.say(mode.label)))
        return
    for seat, (was, now) in enumerate(zip(_rows(old), _rows(new), strict=False)):
        for f in mode.seat_fields:
            pair = _words(view, f, was, now)
            if pair and pair != tuple(map(view.figure, points.get(seat, ()))):
                yield _from_to(view.say(f.label), pair, view.table.names[seat])
    for f in mode.table_fields:
        pair = _words(view, f, old.get("table") or {}, new.get("table") or {})
        if pair:
            yield _from_to(view.say(f.label), pair, "")


def _mode(view: TableView, number: int, phase: str, key: str) -> Mode | None:
    if number > view.match.next.number:
        return None
    phases = view.game.phases(view.match.round_at(number))
    asked = next((each for each in phases if each.key == phase), None)
    return asked.mode(key) if asked else None


def _words(
    view: TableView, f: Field, was: Mapping[str, Any], now: Mapping[str, Any]
) -> tuple[str, str] | None:
    """Return an answer before and after in words; None where it is the same."""
    pair = value_in_words(view, f, was.get(f.key)), value_in_words(view, f, now.get(f.key))
    return None if pair[0] == pair[1] else pair


def _rows(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = entry.get("seats") or []
    return list(rows.values()) if isinstance(rows, Mapping) else list(rows)


def _from_to(what: str, pair: tuple[str, str], name: str) -> str:
    words = {"what": what, "old": pair[0], "new": pair[1]}
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
