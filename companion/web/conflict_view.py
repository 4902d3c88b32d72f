# SPDX-License-Identifier: MIT
"""Two values for the same cells, side by side: what is saved, and what this phone wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.sheet import Entry, dump
from companion.persistence.log_store import Stored
from companion.web import phrases
from companion.web.entry_view import Sheet
from companion.web.history_view import device
from companion.web.pictures import Disc
from companion.web.sheet_words import NOTHING, entry_in_words


@dataclass(frozen=True)
class Side:
    """One player's (or the table's) two values: points, and what was entered."""

    disc: Disc | None
    theirs: str
    mine: str
    details: list[tuple[str, str, str]]

    @property
    def differs(self) -> bool:
        """Whether the two say different things."""
        return self.theirs != self.mine or bool(self.details)


class ConflictView:
    """What a clash shows: who saved when, and both values of every player."""

    def __init__(self, sheet: Sheet, since: Sequence[Stored]) -> None:
        self.sheet = sheet
        last = since[-1]
        self.who, self.at = device(last), phrases.clock(last.at)
        self.taken_back = sheet.stored is None

    @property
    def sides(self) -> list[Side]:
        """Return every player's two values, and the table's where they differ."""
        sheet = self.sheet
        mine = sheet.slips()
        theirs = self._their_points()
        saved = self._saved(sheet.stored)
        sides = [
            Side(
                disc,
                theirs[seat],
                mine[seat].points if mine else NOTHING,
                [
                    part
                    for part in self._details(seat, saved)
                    if part[1:] != (theirs[seat], mine[seat].points if mine else NOTHING)
                ],
            )
            for seat, disc in enumerate(sheet.view.discs)
        ]
        table = self._details(None, saved)
        return [*sides, Side(None, "", "", table)] if table else sides

    def _their_points(self) -> list[str]:
        view, number = self.sheet.view, self.sheet.number
        if number > view.last:
            return [NOTHING] * view.match.seats
        return [view.figure(points) for points in view.match.rounds[number - 1].points]

    def _saved(self, entry: Entry | None) -> Mapping[str, Any] | None:
        return None if entry is None else dump(self.sheet.phase, entry)

    def _details(
        self, seat: int | None, saved: Mapping[str, Any] | None
    ) -> list[tuple[str, str, str]]:
        """Return the answers that differ: what, theirs, mine."""
        sheet = self.sheet
        their_mode = sheet.phase.mode(str(saved["mode"])) if saved else None
        theirs: dict[str, str] = {}
        if saved is not None and their_mode is not None:
            fields = their_mode.table_fields if seat is None else their_mode.seat_fields
            row = saved["table"] if seat is None else saved["seats"][seat]
            theirs = entry_in_words(sheet.view, fields, row)
        fields = sheet.mode.table_fields if seat is None else sheet.mode.seat_fields
        row = sheet.raw["table"] if seat is None else sheet.raw["seats"][seat]
        mine = entry_in_words(sheet.view, fields, row)
        return [
            (label, theirs.get(label, NOTHING), mine.get(label, NOTHING))
            for label in {**theirs, **mine}
            if theirs.get(label, NOTHING) != mine.get(label, NOTHING)
        ]
