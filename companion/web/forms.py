# SPDX-License-Identifier: MIT
"""From a game's fields to form controls, and from a posted form to raw values.

WTForms carries the token and what a form hides; what is asked and what is right stands in the
game's declaration alone. A control is named ``s<seat>-<key>`` or ``t-<key>``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from flask_wtf import FlaskForm  # type: ignore[import-untyped]  # it ships no types
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField

from companion.engine.fields import (
    Cards,
    Choice,
    Field,
    Flag,
    Int,
    Labels,
    Numbers,
    SeatRef,
    Text,
    Tokens,
)
from companion.engine.sheet import Mode
from companion.engine.text import Seat
from companion.web.card_groups import card_groups
from companion.web.pictures import Disc
from companion.web.words import say

Raw = dict[str, Any]


class EntryForm(FlaskForm):  # type: ignore[misc]  # its base has no types
    """What the form of a round hides.

    Attributes:
        key: idempotency key, drawn when the form was first shown.
        expected: the last event that its page knew.
        mode: which way of entering it shows.
        phase: which part of the round.
        seen: which values the effect on the page was shown for.
        seat: whose cards show, where the page shows one player at a time.
        rev: how often the form was changed, so that the newer of two drafts is known.
    """

    key = HiddenField()
    expected = HiddenField()
    mode = HiddenField()
    phase = HiddenField()
    seen = HiddenField()
    seat = HiddenField()
    rev = HiddenField()


@dataclass(frozen=True)
class Control:
    """One control, as the macros of ``macros/fields`` draw it; see their README."""

    widget: str
    name: str
    label: str
    value: Any = ""
    help: str = ""
    errors: tuple[str, ...] = ()
    disc: Disc | None = None
    sub: str = ""
    low: int | None = None
    high: int | None = None
    signed: bool = False
    decimals: int = 0
    live: str = ""
    pip: str = ""
    worth: int = 0
    choices: list[Any] = field(default_factory=list)
    groups: list[dict[str, Any]] = field(default_factory=list)
    required: bool = False
    readonly: bool = False

    @property
    def id(self) -> str:
        """The control's id: its name."""
        return self.name


def control_name(seat: int | None, key: str) -> str:
    """Return the name of the control for a field."""
    return f"t-{key}" if seat is None else f"s{seat}-{key}"


def posted(form: MultiDict[str, str], mode: Mode, seats: int) -> Raw:
    """Return the raw entry that a posted form holds, such as the engine's `read` takes."""
    return {
        "mode": mode.key,
        "seats": [
            {f.key: _posted_value(form, f, control_name(seat, f.key)) for f in mode.seat_fields}
            for seat in range(seats)
        ],
        "table": {
            f.key: _posted_value(form, f, control_name(None, f.key)) for f in mode.table_fields
        },
    }


def _posted_value(form: MultiDict[str, str], f: Field, name: str) -> Any:
    if isinstance(f, Cards):
        pile: dict[str, Any] = {}
        for id in form.getlist(name):
            pile[id] = pile.get(id, 0) + 1
        for card in f.deck.cards:
            if card.copies > 1:
                pile[card.id] = form.get(f"{name}.{card.id}", "")
        return pile
    if isinstance(f, Numbers):
        return {label: form.get(f"{name}.{at}", "") for at, label in enumerate(f.labels)}
    return form.get(name, "")


def digest(raw: Raw) -> str:
    """Return a short mark of raw values, to know whether they are still the same."""
    return hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()[:16]


def controls(f: Field, seat: int | None, raw: Any, players: list[Disc]) -> list[Control]:
    """Return the controls of a field: one, or one per name where a field holds several numbers.

    Args:
        f: what is asked.
        seat: whom it is asked of, None for the table.
        raw: the value to show, as typed or as stored; None for an untouched field.
        players: by seat.
    """
    name, label = control_name(seat, f.key), say(f.label)
    if f.ask is not None and seat is not None:
        label = say(f.ask(Seat(seat)), [player.name for player in players])
    plain = Control(f.widget, name, label, help=say(f.help) if f.help else "")
    if isinstance(f, Numbers):
        given = raw if isinstance(raw, Mapping) else {}
        return [
            replace(
                plain,
                widget="number",
                name=f"{name}.{at}",
                label=part,
                value=_shown(given.get(part)),
                low=f.low,
                high=f.high,
                signed=f.low < 0,
                decimals=f.decimals,
            )
            for at, part in enumerate(f.labels)
        ]
    return [_control(f, plain, raw, players)]


def _control(f: Field, plain: Control, raw: Any, players: list[Disc]) -> Control:
    if isinstance(f, Cards):
        pile = raw if isinstance(raw, Mapping) else {}
        return replace(plain, groups=card_groups(f.deck, pile, plain.label))
    if isinstance(f, Int):
        signed = f.low < 0 if f.signed is None else f.signed
        return replace(
            plain,
            value=_shown(raw),
            low=f.low,
            high=f.high,
            signed=signed,
            decimals=f.decimals,
            pip=f.pip if isinstance(f, Tokens) else "",
            worth=f.value if isinstance(f, Tokens) else 0,
        )
    if isinstance(f, Choice):
        return replace(plain, choices=_answers(f, raw))
    if isinstance(f, SeatRef):
        return replace(plain, choices=_seats(raw, players))
    if isinstance(f, Flag):
        on = f.default if raw is None else raw is True or raw == "y"
        return replace(plain, value="y" if on else "")
    if isinstance(f, Labels):
        return replace(plain, value="\n".join(raw) if isinstance(raw, list) else _shown(raw))
    return replace(plain, value=_shown(raw), high=f.most if isinstance(f, Text) else None)


def _answers(f: Choice, raw: Any) -> list[tuple[str, str, bool]]:
    untouched = "" if f.optional else f.choices[0][0]
    chosen = untouched if raw is None or raw == "" else str(raw)
    nothing = [("", gettext("Not needed"), chosen == "")] if f.optional else []
    return nothing + [(key, say(label), chosen == key) for key, label in f.choices]


def _seats(raw: Any, players: list[Disc]) -> list[tuple[str, str, bool, Disc | None]]:
    chosen = "" if raw is None or raw == "none" else str(raw)
    nobody: tuple[str, str, bool, Disc | None] = ("", gettext("Nobody"), chosen == "", None)
    return [nobody] + [
        (str(seat), player.name, chosen == str(seat), player) for seat, player in enumerate(players)
    ]


def _shown(raw: Any) -> str:
    if raw is None:
        return ""
    if isinstance(raw, float) and raw == int(raw):
        return str(int(raw))
    return str(raw)
