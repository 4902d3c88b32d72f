# SPDX-License-Identifier: MIT
"""What was entered, in words: for the history of changes and for two values side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.errors import BadValue
from companion.engine.fields import Cards, Choice, Field, Flag, Int, Labels, Numbers, SeatRef
from companion.web import phrases
from companion.web.table_view import TableView

NOTHING = "–"


def value_in_words(view: TableView, field: Field, raw: Any) -> str:
    """Return a raw value of *field* in words; a dash for nothing, and as typed if unreadable."""
    try:
        value = field.parse(raw, view.match.seats)
    except BadValue:
        return str(raw).strip() or NOTHING if isinstance(raw, int | float | str) else NOTHING
    for kind, words in _WORDS.items():
        if isinstance(field, kind):
            return NOTHING if value is None else words(view, field, value) or NOTHING
    return str(value or NOTHING)


def entry_in_words(
    view: TableView, fields: tuple[Field, ...], raw: Mapping[str, Any]
) -> dict[str, str]:
    """Return what one row says, by the field's label."""
    return {
        view.say(field.label): value_in_words(view, field, raw.get(field.key)) for field in fields
    }


def _cards(view: TableView, field: Any, value: Mapping[str, int]) -> str:
    names = (
        (view.say(field.deck.label(card)), count) for card, count in value.items() if count > 0
    )
    return ", ".join(
        name if count == 1 else gettext("%(count)d times %(card)s", count=count, card=name)
        for name, count in names
    )


def _numbers(view: TableView, field: Any, value: Mapping[str, int]) -> str:
    return ", ".join(
        gettext("%(name)s %(number)s", name=name, number=phrases.figure(number, field.decimals))
        for name, number in value.items()
    )


def _choice(view: TableView, field: Any, value: str) -> str:
    return view.say(dict(field.choices)[value])


#: From a field and its value to words; an Int with decimals is kept in its smallest unit.
_WORDS: Mapping[type[Field], Callable[[TableView, Any, Any], str]] = {
    Int: lambda view, field, value: phrases.figure(value, field.decimals),
    Flag: lambda view, field, value: str(gettext("Yes") if value else gettext("No")),
    Choice: _choice,
    SeatRef: lambda view, field, value: view.table.names[value],
    Cards: _cards,
    Labels: lambda view, field, value: ", ".join(value),
    Numbers: _numbers,
}
