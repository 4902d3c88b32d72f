# SPDX-License-Identifier: MIT
"""What the form of a round shows: its controls in their order, its problems, its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.errors import Problem
from companion.engine.fields import Cards, Field, Int, Numbers, Tokens
from companion.engine.sheet import Entry, Mode, Phase, Round
from companion.engine.sketch import is_aside
from companion.services.entries import Preview
from companion.web import phrases
from companion.web.card_groups import is_folded
from companion.web.effect_words import effect_lines
from companion.web.forms import Control, Raw, control_name, controls
from companion.web.pictures import Disc
from companion.web.table_view import TableView

MOST_AT_ONCE = 2
"""So many numbers per player stand in lists; more are asked player by player."""


LONG = 30
"""More keys than these do not fit on a phone."""

FEW_ROWS, SHORT_NAME = 5, 8
"""More rows than these stand in two columns, where the names are short enough."""


@dataclass(frozen=True)
class Block:
    """Controls under one heading: of one player, or one question to everybody."""

    title: str
    controls: list[Control]
    help: str = ""
    sub: str = ""
    disc: Disc | None = None
    seat: int | None = None
    fold: bool = False
    alone: bool = False
    narrow: bool = False

    @property
    def typed(self) -> bool:
        """Whether it is a list of numbers, one per player."""
        return self.seat is None and all(c.widget == "number" and c.disc for c in self.controls)

    @property
    def runs(self) -> list[tuple[bool, list[Control]]]:
        """The controls in runs: piles of cards stand alone, the others share a list."""
        found: list[tuple[bool, list[Control]]] = []
        for control in self.controls:
            pile = control.widget == "cards"
            if pile or not found or found[-1][0]:
                found.append((pile, []))
            found[-1][1].append(control)
        return found


@dataclass(frozen=True)
class Slip:
    """What a player would get, and why."""

    disc: Disc
    points: str
    how: str


@dataclass
class Sheet:
    """The form of one phase of a round.

    Attributes:
        view: its table.
        here: the round as it stood before.
        phase, mode: what is asked, and which way of entering.
        raw: what the controls show, as typed or as stored.
        stored: what is saved now, if the phase is entered already.
        preview: what would come of it, once that was asked.
        problems: what is wrong or unusual.
        notice: a sentence above all.
        seat: whose cards show, where one player shows at a time.
        none: who said they have nothing to enter.
        kept: it was begun earlier, and what was entered then shows again.
        tried: somebody wanted to save it, and has seen what is unusual.
    """

    view: TableView
    here: Round
    phase: Phase
    mode: Mode
    raw: Raw
    stored: Entry | None = None
    preview: Preview | None = None
    problems: Sequence[Problem] = ()
    notice: str = ""
    seat: int = 0
    none: frozenset[int] = frozenset()
    kept: bool = False
    tried: bool = False
    _placed: dict[str, list[str]] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """Number of the round."""
        return self.here.number

    @property
    def title(self) -> str:
        """The round's name, with the phase's where it has several."""
        finish = self.view.match.finish
        name = phrases.numbered(self.view.game, self.number, finish.rounds)
        if len(self.view.game.phases(self.here)) > 1:
            return str(
                gettext("%(round)s: %(phase)s", round=name, phase=self.view.say(self.phase.label))
            )
        return name

    @property
    def waves(self) -> bool:
        """Whether it only needs a nod to be saved: all that is left is unusual."""
        return bool(self.problems) and all(p.severity == "ask" for p in self.problems)

    @property
    def by_player(self) -> bool:
        """Whether the players are asked one after another."""
        main = self._main
        piles = any(isinstance(f, Cards | Numbers) for f in main)
        return piles or len(main) > MOST_AT_ONCE

    @property
    def main_fields(self) -> list[Field]:
        """What is asked player by player; nothing where the players stand in lists."""
        return self._main if self.by_player else []

    @property
    def _main(self) -> list[Field]:
        return [f for f in self.mode.seat_fields if not is_aside(f)]

    @property
    def typed(self) -> bool:
        """Whether it asks every player for one number, which is the points."""
        return len(self._main) == 1 and type(self._main[0]) is Int

    @property
    def long(self) -> bool:
        """Whether a player's cards fill more than a screen, so that the points stand below it."""
        piles = [f.deck for f in self.main_fields if isinstance(f, Cards)]
        return any(len(deck.cards) > LONG and not is_folded(deck) for deck in piles)

    @property
    def other(self) -> Mode | None:
        """The way of entering that is one tap away: typing, and from there the first one."""
        modes = self.phase.modes
        if len(modes) < 2:
            return None
        return modes[0] if self.mode is modes[-1] else modes[-1]

    def picture(self, mode: Mode) -> str:
        """Return the icon of a way of entering."""
        if any(isinstance(f, Cards) for f in mode.fields):
            return "eye"
        return "layers" if any(isinstance(f, Tokens) for f in mode.fields[:1]) else "keyboard"

    @property
    def saved_keys(self) -> list[str]:
        """The keys of forms that were saved for this round: a draft of theirs is none any more."""
        saved = (e for e in self.view.table.log if e.kind == "entered" and e.key)
        return [str(event.key) for event in saved if event.body.get("round") == self.number]

    def blocks(self) -> list[Block]:
        """Return the controls under their headings, in the order of the page."""
        self._placed = self._errors()
        seat_fields = self.mode.seat_fields
        main = self.main_fields
        rest = [f for f in seat_fields if f not in main]
        blocks = [self._of_player(seat, main) for seat in range(self.here.seats) if main]
        blocks += [self._of_all(f, first=not main and f is rest[0]) for f in rest if not f.more]
        blocks += self._of_table()
        blocks += [replace(self._of_all(f), fold=True) for f in rest if f.more]
        return blocks

    def _of_player(self, seat: int, fields: Iterable[Field]) -> Block:
        found = [
            replace(c, widget="stepper") if isinstance(f, Int) and not f.decimals else c
            for f in fields
            for c in self._controls(f, seat)
        ]
        name = self.view.table.names[seat]
        return Block(name, found, sub=self.so_far(seat), disc=self.view.discs[seat], seat=seat)

    def _of_all(self, f: Field, first: bool = False) -> Block:
        rows = [
            replace(
                control,
                label=self.view.table.names[seat],
                help="",
                disc=self.view.discs[seat],
                sub=self.so_far(seat) if first else "",
                live=f"sub-{seat}" if first else "",
            )
            for seat in range(self.here.seats)
            for control in self._controls(f, seat)
        ]
        return Block(
            self.view.say(f.label),
            rows,
            help=self.view.say(f.help) if f.help else "",
            alone=first and self.typed,
            narrow=len(rows) > FEW_ROWS and all(len(row.label) <= SHORT_NAME for row in rows),
        )

    def _of_table(self) -> list[Block]:
        found = [c for f in self.mode.table_fields for c in self._controls(f, None)]
        return [Block("", found)] if found else []

    def _controls(self, f: Field, seat: int | None) -> list[Control]:
        row = self.raw["table"] if seat is None else self.raw["seats"][seat]
        return [
            replace(control, errors=tuple(self._placed.get(control.name, ())))
            for control in controls(f, seat, row.get(f.key), self.view.discs)
        ]

    def so_far(self, seat: int) -> str:
        """Return a player's total before this round, in words."""
        total = self.view.figure(self.here.totals[seat])
        return str(gettext("%(points)s so far", points=total))

    # --- what is wrong ---

    def _errors(self) -> dict[str, list[str]]:
        placed: dict[str, list[str]] = {}
        for problem in self.problems:
            name = self.control_of(problem)
            if name:
                placed.setdefault(name, []).append(self.view.say(problem.text))
        return placed

    def control_of(self, problem: Problem) -> str | None:
        """Return the name of the control that a problem is about, if it is about one."""
        for f in self.mode.fields:
            if f.key != problem.field or (f.per == "seat") != (problem.seat is not None):
                continue
            name = control_name(problem.seat, f.key)
            if isinstance(f, Numbers):
                about = str(dict(problem.text.args).get("name", ""))
                at = f.labels.index(about) if about in f.labels else 0
                return f"{name}.{at}"
            return name
        return None

    def summary(self) -> list[tuple[str, str | None]]:
        """Return every problem for the top of the page, with the control it leads to."""
        found: list[tuple[str, str | None]] = [(self.notice, None)] if self.notice else []
        found += [(self.said(problem), self.control_of(problem)) for problem in self.problems]
        return list(dict.fromkeys(found))

    def said(self, problem: Problem) -> str:
        """Return a problem as a sentence that stands alone, with the player it is about."""
        text = self.view.say(problem.text)
        if problem.seat is None:
            return text
        name = self.view.table.names[problem.seat]
        return str(gettext("%(name)s: %(problem)s", name=name, problem=text))

    # --- what would come of it ---

    def slips(self) -> list[Slip]:
        """Return what every player would get, once it can be scored."""
        if self.preview is None or self.preview.round is None:
            return []
        done = self.preview.round
        return [
            Slip(disc, self.view.figure(points), self.how(lines))
            for disc, points, lines in zip(self.view.discs, done.points, done.lines, strict=True)
        ]

    def how(self, lines: Sequence[Any]) -> str:
        """Return the reasons for points in words."""
        if len(lines) == 1:
            return self.view.say(lines[0].why)
        return ", ".join(
            gettext(
                "%(why)s (%(points)s)",
                why=self.view.say(line.why),
                points=phrases.change(line.points, self.view.decimals),
            )
            for line in lines
        )

    def effect(self) -> list[str]:
        """Return what the correction would do, in sentences; empty where it does nothing."""
        if self.preview is None or self.preview.effect is None:
            return []
        return effect_lines(self.view, self.preview.effect, self.number)

    def points_of(self, seat: int) -> str | None:
        """Return what stands on a player's tab."""
        slips = self.slips()
        if slips:
            return slips[seat].points
        if self.stored is not None and self.preview is None and self.number <= self.view.last:
            return self.view.figure(self.view.match.rounds[self.number - 1].points[seat])
        return None


def blank_raw(mode: Mode, seats: int) -> Raw:
    """Return a raw entry in which nothing is filled in."""
    return {"mode": mode.key, "seats": [{} for _ in range(seats)], "table": {}}


def whole_raw(raw: Mapping[str, Any], mode: Mode, seats: int) -> Raw:
    """Return a stored raw entry with one row per seat, whichever way the log holds them."""
    rows = raw.get("seats") or {}
    if not isinstance(rows, Mapping):
        rows = dict(enumerate(rows))
    by_seat = {int(seat): dict(row) for seat, row in rows.items()}
    return {
        "mode": mode.key,
        "seats": [by_seat.get(seat, {}) for seat in range(seats)],
        "table": dict(raw.get("table") or {}),
    }
