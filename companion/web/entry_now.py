# SPDX-License-Identifier: MIT
"""What a round's form says while it is being filled in: points, reasons, what is still to come.

The page shows it when it comes, and asks for it again with every card that is tapped; both times
it is drawn by the same templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from babel.numbers import get_decimal_symbol
from flask_babel import (  # type: ignore[import-untyped]  # it ships no types
    get_locale,
    gettext,
    ngettext,
)
from markupsafe import Markup, escape

from companion.engine.errors import Problem
from companion.engine.fields import Cards, Field
from companion.engine.sheet import Mode
from companion.engine.sketch import Sketch, rest_to
from companion.engine.text import Msg, Seat, msg
from companion.web import phrases
from companion.web.entry_view import Sheet
from companion.web.forms import Control, control_name, controls
from companion.web.pictures import Disc

DASH = "–"
MOST_NAMED = 2
"""So many unusual things are told beside the button; the others stand above the form."""

State = Literal["ok", "wait", "odd", "bad"]


@dataclass(frozen=True)
class Slip:
    """What a player would get, and why.

    Attributes:
        disc: whose it is.
        title: the name, or how many cards that player has.
        how: the reasons.
        points: as people write them, a dash for nothing entered.
        tray: the cards, where the picker shows only some of them.
        pip: the symbol that is counted, if the cards carry one.
        great: somebody took it all.
    """

    disc: Disc
    title: str
    how: str
    points: str
    tray: list[str] = field(default_factory=list)
    pip: str = ""
    great: bool = False


@dataclass(frozen=True)
class Gauge:
    """One meter: its name, "22 of 40", the sentence with that in it, and who has how much."""

    label: str
    amount: str
    sentence: Markup
    parts: list[tuple[Disc, int]]
    whole: int


class Now:
    """A sheet as it stands."""

    def __init__(self, sheet: Sheet, found: Sketch, more: Sequence[Problem] = ()) -> None:
        self.sheet, self.view, self.found = sheet, sheet.view, found
        self.errors = [p for p in found.problems if p.severity == "error"]
        self.asks = [p for p in (*found.problems, *more) if p.severity == "ask"]
        self.waiting = [seat for seat, entered in enumerate(found.entered) if not entered]
        self.rest_seat = self._rest_seat()

    # --- player by player ---

    def points(self, seat: int) -> str:
        """Return what stands on a player's tab: points, a dash for nothing entered yet."""
        points = self.found.points(seat)
        if points is None:
            return DASH
        nothing = self.found.mode.nothing
        if nothing and nothing.short and not points and not self._has_cards(seat):
            return self.view.say(nothing.short)
        return self.view.figure(points)

    def slip(self, seat: int) -> Slip:
        """Return a player's points and the reasons for them."""
        disc, moment = self.view.discs[seat], self.found.moment
        lines = self.found.lines[seat]
        how = self.sheet.how(lines) if lines else gettext("Nothing yet.")
        if self.found.entered[seat] and not lines:
            how = gettext("No points.")
        if moment is not None and moment.seat == seat:
            told = self.view.say(moment.told)
            return Slip(disc, told, self.view.say(moment.how), self.points(seat), great=True)
        tray = self._tray(seat)
        title = disc.name
        if tray:
            title = ngettext(
                "%(name)s keeps %(num)d card", "%(name)s keeps %(num)d cards", len(tray), name=title
            )
        return Slip(disc, title, how, self.points(seat), tray, self._pip())

    def lines(self, seat: int) -> list[tuple[str, str]]:
        """Return a player's reasons one by one, each with what it gives."""
        return [
            (self.view.say(line.why), phrases.change(line.points, self.view.decimals))
            for line in self.found.lines[seat] or ()
        ]

    def heading(self, seat: int, control: Control) -> str:
        """Return the question of a player's first control, or what that player just did."""
        moment = self.found.moment
        if moment is not None and moment.seat == seat:
            return self.view.say(moment.title)
        return control.label

    def headings(self, seat: int) -> list[tuple[str, str]]:
        """Return the headings of a player's controls that may change, by the control's id."""
        main = self.sheet.main_fields
        row = self.sheet.raw["seats"][seat]
        return [
            (control.id, self.heading(seat, control))
            for f in main[:1]
            for control in controls(f, seat, row.get(f.key), self.view.discs)[:1]
        ]

    def sub(self, seat: int) -> str:
        """Return the small line of a typed row: the total so far, and what becomes of it."""
        before, points = self.sheet.here.totals[seat], self.found.points(seat)
        if points is None:
            return self.sheet.so_far(seat)
        sign = phrases.MINUS if points < 0 else "+"
        total = self.view.figure(before + points)
        return f"{self.view.figure(before)} {sign} {self.view.figure(abs(points))} = {total}"

    def _pip(self) -> str:
        piles = [f for f in self.sheet.main_fields if isinstance(f, Cards)]
        return piles[0].deck.pip if piles else ""

    def _tray(self, seat: int) -> list[str]:
        return [
            card.short or str(card.rank)
            for f in self.sheet.main_fields
            if isinstance(f, Cards) and f.deck.pip
            for card in f.deck.cards
            if card.id in self.found.entry.seats[seat][f.key]
        ]

    def _has_cards(self, seat: int) -> bool:
        row = self.found.entry.seats[seat]
        return any(row[f.key] for f in self.sheet.main_fields)

    # --- what adds up ---

    def gauges(self) -> list[Gauge]:
        """Return the meters of this way of entering."""
        found = []
        for meter, amount in zip(self.found.mode.meters, self.found.amounts, strict=True):
            placed = sum(amount.placed)
            of = msg("{placed} of {whole}", placed=placed, whole=amount.whole)
            said, short = self.view.say(meter.told(of)), self.view.say(of)
            bold = Markup('<b class="mnum">{}</b>').format(short)
            sentence = Markup(str(escape(said)).replace(str(escape(short)), str(bold)))  # noqa: S704 - both parts are escaped
            parts = list(zip(self.view.discs, amount.placed, strict=True))
            found.append(Gauge(self.view.say(meter.label), short, sentence, parts, amount.whole))
        return found

    @property
    def left_over(self) -> bool:
        """Whether something that must be with somebody is with nobody yet."""
        some = any(amount.open > 0 for amount in self.found.amounts)
        return some or self.rest_seat is not None

    def _rest_seat(self) -> int | None:
        """Return who would get the rest: the only one without anything, else who shows."""
        entered = self.found.entered
        if not any(entered):
            return None
        seat = self.waiting[0] if len(self.waiting) == 1 else self.sheet.seat
        return None if rest_to(self.sheet.here, self.found, seat) is None else seat

    # --- may it be saved? ---

    @property
    def state(self) -> State:
        """Whether it can be saved: ok; odd, if the table says so; wait and bad, not yet."""
        if self.errors:
            return "bad"
        if self.found.missing or (self.asks and self._unfinished and not self.sheet.tried):
            return "wait"
        return "odd" if self.asks else "ok"

    @property
    def _unfinished(self) -> bool:
        return bool(self.waiting) or self.left_over

    def reasons(self) -> list[str]:
        """Return what stands above the button, in sentences."""
        if self.state == "bad":
            return [self._said(self.errors[0])]
        if self.state == "odd":
            return [self._said(problem) for problem in self.asks[:MOST_NAMED]]
        if self.state == "wait":
            return self._still_to_come()
        full = [meter.full for meter in self.found.mode.meters if meter.full is not None]
        if full:
            return [self.view.say(full[0])]
        return [", ".join(gauge.sentence.striptags() for gauge in self.gauges())]

    def _still_to_come(self) -> list[str]:
        if any(amount.open > 0 for amount in self.found.amounts):
            return []  # the meter says it
        if len(self.waiting) == len(self.found.entered):
            return [str(gettext("Nothing is entered yet."))]
        if self.waiting:
            names = phrases.together([self.view.discs[seat].name for seat in self.waiting])
            said = ngettext(
                "%(names)s is still to come.",
                "%(names)s are still to come.",
                len(self.waiting),
                names=names,
            )
            return [str(said)]
        return [self._said(problem) for problem in (*self.found.missing, *self.asks)[:MOST_NAMED]]

    def _said(self, problem: Problem) -> str:
        return self.sheet.said(problem)

    def beside(self) -> Iterable[tuple[str, str, str]]:
        """Yield what is wrong or unusual beside its control: id, sentence, severity."""
        for problem in self.found.problems:
            name = self.sheet.control_of(problem)
            if name:
                yield name, self.view.say(problem.text), problem.severity

    def ask(self, seat: int) -> str:
        """Return what this way of entering asks of a player; empty where its fields say it."""
        return self.view.say(self.found.mode.ask(Seat(seat))) if self.found.mode.ask else ""

    def nothing(self, seat: int) -> str:
        """Return the words of the button for who has nothing to enter; empty without one."""
        told = self.found.mode.nothing
        return self.view.say(told.told(Seat(seat))) if told else ""


def give_rest(sheet: Sheet, now: Now, seat: int) -> list[tuple[str, list[str]]]:
    """Put the rest into a seat's fields; return the controls that change, with their values."""
    rest = rest_to(sheet.here, now.found, seat)
    if rest is None:
        return []
    sheet.raw["seats"][seat].update(rest.seat)
    sheet.raw["table"].update(rest.table)
    found: list[tuple[str, list[str]]] = []
    for f in sheet.mode.fields:
        values = rest.seat if f.per == "seat" else rest.table
        if f.key in values:
            name = control_name(seat if f.per == "seat" else None, f.key)
            found += _sent(f, name, values[f.key])
    return found


def _sent(f: Field, name: str, value: Any) -> list[tuple[str, list[str]]]:
    """Return a value as the controls of its field would send it."""
    if not isinstance(f, Cards):
        return [(name, [str(value)])]
    several = [card for card in f.deck.cards if card.copies > 1]
    single = [id for id in value if f.deck.by_id[id].copies == 1]
    counts = [(f"{name}.{card.id}", [str(value.get(card.id, ""))]) for card in several]
    return [(name, single), *counts]


def point() -> str:
    """Return what parts the decimals in the reader's language."""
    return str(get_decimal_symbol(get_locale() or "en"))


def way_over(mode: Mode) -> Msg:
    """Return how to go over to another way of entering."""
    return mode.way or mode.label
