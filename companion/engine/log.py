# SPDX-License-Identifier: MIT
"""The log is the match: what its events mean, and which cells of the sheet they write.

Kinds of event and their bodies (plain JSON values):

=========== =====================================================================
started     game, version, seats (names), options (complete), dealer, starter, opening
entered     round, phase, entry (mode, seats, table), version, waved
voided      round, cells: the cells that it takes away
noted       round, and what the table chose: starter or pass
options     options (complete): house rules changed in mid-game
closed      by (rules or table), and the witness: totals, ranks, winners, version
reopened    nothing
=========== =====================================================================

The ``seats`` of an entry are a list of all rows, or an object seat -> row where only some
were entered; the last writer of a cell wins, and the older event stays in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.engine.game import Game

Cell = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a log; nothing is ever changed in a log or removed from it.

    Attributes:
        seq: its place in the log, from 1.
        kind: see the module's table.
        body: see the module's table.
    """

    seq: int
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)


def cells(kind: str, body: Mapping[str, Any]) -> frozenset[Cell]:
    """Return which cells an event writes; two events clash when they share one."""
    if kind == "entered":
        where = ("cell", body["round"], body["phase"])
        entry = body["entry"]
        keys = (*_rows(entry), *(entry.get("table") or ()))
        return frozenset((*where, key) for key in keys)
    if kind == "voided":
        return frozenset(("cell", body["round"], *cell) for cell in body["cells"])
    if kind == "noted":
        return frozenset(("noted", body["round"], key) for key in body if key != "round")
    return frozenset({("match", "end" if kind in ("closed", "reopened") else kind)})


def opening(events: Sequence[Event]) -> dict[str, Any]:
    """Return what the match started with, under the house rules that hold now."""
    started = dict(events[0].body)
    for event in events:
        if event.kind == "options":
            started["options"] = event.body["options"]
    return started


def closed(events: Iterable[Event]) -> bool:
    """Tell whether the table ended the match by itself and has not reopened it.

    The witness that is written when the rules end a match forces nothing: after a correction
    the rules decide anew.
    """
    ends = [event for event in events if event.kind in ("closed", "reopened")]
    return bool(ends) and ends[-1].kind == "closed" and ends[-1].body.get("by") == "table"


def entries(game: Game, events: Iterable[Event], seats: int) -> list[dict[str, Any]]:
    """Return what is entered now, round by round, up to the first that is not complete."""
    sheets: dict[int, dict[str, Any]] = {}
    for event in events:
        if event.kind not in ("entered", "voided", "noted"):
            continue
        sheet = sheets.setdefault(event.body["round"], {})
        if event.kind == "noted":
            sheet.update({key: value for key, value in event.body.items() if key != "round"})
        elif event.kind == "voided":
            for phase in {cell[0] for cell in event.body["cells"]}:
                sheet.pop(phase, None)
        else:
            entry = game.upgrade(event.body.get("version", game.version), event.body["entry"])
            phase = event.body["phase"]
            sheet[phase] = _merged(sheet.get(phase), entry)
    rounds: list[dict[str, Any]] = []
    while len(rounds) + 1 in sheets:
        rounds.append(_complete(sheets[len(rounds) + 1], seats))
    return rounds


def _rows(entry: Mapping[str, Any]) -> dict[int, Any]:
    rows = entry.get("seats") or {}
    if isinstance(rows, Mapping):
        return {int(seat): row for seat, row in rows.items()}
    return dict(enumerate(rows))


def _merged(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> dict[str, Any]:
    """Lay new cells over old ones; another mode starts the sheet afresh."""
    if old is None or old["mode"] != new.get("mode", old["mode"]):
        old = {"mode": new.get("mode"), "seats": {}, "table": {}}
    return {
        "mode": old["mode"],
        "seats": {**old["seats"], **_rows(new)},
        "table": {**old["table"], **(new.get("table") or {})},
    }


def _complete(sheet: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return a round without the phases in which somebody's row is still missing."""
    ready: dict[str, Any] = {}
    for key, value in sheet.items():
        if not isinstance(value, Mapping):
            ready[key] = value
        elif all(seat in value["seats"] for seat in range(seats)):
            rows = [value["seats"][seat] for seat in range(seats)]
            ready[key] = {**value, "seats": rows}
    return ready
