# SPDX-License-Identifier: MIT
"""What the pages of a table show: the score pad, who does what now, and how it ended.

Everything comes from the game's data and the replayed match; no page knows a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flask import url_for
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.replay import DIRECTIONS, Match
from companion.engine.sheet import Pass
from companion.services.tables import NoSuchTable, Table, find_table
from companion.web import phrases
from companion.web.app import games
from companion.web.database import db
from companion.web.pictures import Disc, discs
from companion.web.visit import visitor
from companion.web.words import say


def find(code: str) -> Table:
    """Return a table of whoever is asking; raises NoSuchTable where there is none."""
    who = visitor()
    if who is None:
        raise NoSuchTable(code)
    return find_table(db.session(), games(), who.group_id, code)


Answer = tuple[str, str, Disc | None, bool]


@dataclass(frozen=True)
class PadRow:
    """One line of the score pad, as `ui.score_pad` takes it; *rank* is empty before round 1."""

    rank: int | str
    disc: Disc
    total: str
    sub: str
    url: str
    deals: bool
    leads: bool
    part: int
    whole: int | None


@dataclass(frozen=True)
class Ask:
    """Something the table chooses by a tap: (value, label, counter or none, chosen)."""

    name: str
    label: str
    choices: list[Answer]


class TableView:
    """A table, ready for its templates."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.match: Match = table.match
        self.discs = discs(table.names)
        self.title = say(table.title, table.names)
        self.decimals = self.game.decimals(self.match.setting.options)

    def say(self, text: Any) -> str:
        """Return a sentence of the engine with this table's names."""
        return say(text, self.table.names)

    def figure(self, value: int) -> str:
        """Return points as people write them."""
        return phrases.figure(value, self.decimals)

    @property
    def last(self) -> int:
        """Number of the last complete round; 0 before the first."""
        return len(self.match.rounds)

    @property
    def endless(self) -> bool:
        """Whether only the table can end the game."""
        return self.match.finish.rounds is None and self.match.finish.reach is None

    @property
    def order(self) -> list[int]:
        """The seats, best place first."""
        return sorted(range(self.match.seats), key=lambda seat: (self.match.ranks[seat], seat))

    def pad(self) -> list[PadRow]:
        """Return the score pad, best place first."""
        begun = bool(self.last) or any(self.match.totals)
        start = self.match.next.start
        return [
            PadRow(
                rank=self.match.ranks[seat] if begun else "",
                disc=self.discs[seat],
                total=self.figure(self.match.totals[seat]),
                sub=self._last_points(seat),
                url=url_for("table.why_total", code=self.table.code, seat=seat),
                deals=start.dealer == seat and not self.match.over,
                leads=start.starter == seat and not self.match.over,
                part=max(0, self.match.totals[seat]),
                whole=None if self.match.over else self.match.finish.reach,
            )
            for seat in self.order
        ]

    def _last_points(self, seat: int) -> str:
        if self.match.over or not self.last:
            return ""
        points = self.match.rounds[-1].points[seat]
        return phrases.last(self.game, phrases.change(points, self.decimals))

    def foot(self) -> str:
        """Say who wins and when it ends."""
        return phrases.ending(self.game, self.match.finish, self.decimals)

    def head(self) -> tuple[str, str, str]:
        """Return the round to play now, in three: words, number, words."""
        return phrases.around(self.game, self.match.next.number, self.match.finish.rounds)

    def now(self) -> list[str]:
        """Return what to do before the cards are played."""
        return [self.say(step.text) for step in self.game.steps(self.match.next)]

    def table_top(self) -> tuple[str, str]:
        """Return the words on the table of the ring: how many cards are passed, and which way."""
        passing = self.match.next.start.passing
        if passing is None:
            return "", ""
        ways = {
            "left": gettext("to the left"),
            "right": gettext("to the right"),
            "across": gettext("across"),
        }
        count = gettext("Pass %(cards)d", cards=passing.count)
        return count, ways.get(passing.direction, "")

    def asks(self) -> list[Ask]:
        """Return what the table may choose for the next round: who starts, which way to pass."""
        found = []
        start = self.match.next.start
        offered = self.offered_starters()
        if offered:
            seats: list[Answer] = [
                (str(seat), self.discs[seat].name, self.discs[seat], start.starter == seat)
                for seat in offered
            ]
            found.append(Ask("starter", gettext("Who starts?"), seats))
        if start.passing is not None:
            found.append(Ask("pass", gettext("Which way do you pass?"), self._ways(start.passing)))
        return found

    def offered_starters(self) -> tuple[int, ...]:
        """Return among whom the table chooses who starts; nobody where the rules say it."""
        by_rules = self.game.start(self.match.next).starter
        return by_rules if isinstance(by_rules, tuple) else ()

    def offered_ways(self) -> tuple[str, ...]:
        """Return the ways to pass that the game has for so many players."""
        if self.match.next.start.passing is None:
            return ()
        setting = self.match.setting
        known = self.game.setup(setting.seats, setting.options).facts.get("pass_directions")
        ways = known if isinstance(known, list | tuple) else DIRECTIONS
        return tuple(way for way in DIRECTIONS if way in ways)

    def _ways(self, passing: Pass) -> list[Answer]:
        labels = {
            "left": gettext("Left"),
            "right": gettext("Right"),
            "across": gettext("Across"),
        }
        return [
            (way, labels[way], None, way == passing.direction)
            for way in dict.fromkeys((*self.offered_ways(), passing.direction))
        ]

    # --- all rounds ---

    def columns(self) -> list[list[int]]:
        """Return the points per seat and round for the chart, in whole points.

        Points with decimals are rounded as totals, so that no rounding adds up.
        """
        unit = 10**self.decimals
        series = []
        for seat in range(self.match.seats):
            totals = [0, *(round(done.totals[seat] / unit) for done in self.match.rounds)]
            series.append([now - before for before, now in pairwise(totals)])
        return series

    def limit(self) -> int | None:
        """Return the total that ends the game, in whole points."""
        reach = self.match.finish.reach
        return None if reach is None else reach // 10**self.decimals

    def rows(self, changed: frozenset[tuple[int, int]] = frozenset()) -> list[dict[str, Any]]:
        """Return the rounds for `ui.rounds_table`; *changed* are (round, seat) to be marked."""
        pick = min if self.match.finish.best == "low" else max
        return [
            {
                "number": done.number,
                "url": url_for("entry.round", code=self.table.code, number=done.number),
                "label": phrases.fix(self.game, done.number),
                "cells": [
                    {
                        "points": self.figure(points),
                        "url": self.why_url(done.number, seat),
                        "best": points == pick(done.points),
                        "changed": (done.number, seat) in changed,
                    }
                    for seat, points in enumerate(done.points)
                ],
            }
            for done in self.match.rounds
        ]

    def why_url(self, number: int, seat: int) -> str:
        """Return the address of the reasons for a seat's points in a round."""
        return url_for("table.why_round", code=self.table.code, number=number, seat=seat)

    def totals(self) -> list[str]:
        """Return the totals by seat."""
        return [self.figure(total) for total in self.match.totals]
