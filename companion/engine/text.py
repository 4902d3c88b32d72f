# SPDX-License-Identifier: MIT
"""Texts as data: the engine names a sentence, the rooms outside translate it.

>>> str(nmsg("{n} fire card", "{n} fire cards", 2))
'2 fire cards'
>>> render(msg("{who} has no points.", who=Seat(1)), names=("Ada", "Ben"))
'Ben has no points.'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

#: Looks a sentence up: (English, English plural or None, count) -> the reader's words.
Translate = Callable[[str, str | None, int], str]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player inside a text, shown by name; counted from 0."""

    number: int


class Msg(NamedTuple):
    """A translatable sentence: its English form, its parameters, its plural form.

    A parameter may be a number, plain text, a `Seat`, another `Msg`, or a tuple of these
    (shown with commas).
    """

    id: str
    args: tuple[tuple[str, object], ...] = ()
    plural: str | None = None

    def __str__(self) -> str:
        """Return the English text, seats as numbers."""
        return render(self)


def msg(id: str, /, **args: object) -> Msg:
    """Build a sentence."""
    return Msg(id, tuple(args.items()))


def nmsg(one: str, many: str, n: int, /, **args: object) -> Msg:
    """Build a sentence whose wording depends on the count *n* (available as ``{n}``)."""
    return Msg(one, (("n", n), *args.items()), many)


def english(one: str, many: str | None, n: int) -> str:
    """Return the English wording; the translator of last resort."""
    return one if many is None or n == 1 else many


def render(
    text: Msg,
    names: Sequence[str] = (),
    translate: Translate = english,
    number: Callable[[Decimal], str] = str,
) -> str:
    """Return *text* in the reader's words.

    Args:
        text: the sentence.
        names: the players' names by seat; a seat without one is "player N".
        translate: looks sentences up; English by default.
        number: writes a decimal number as the reader's language does.
    """
    args = dict(text.args)
    count = args.get("n", 0)
    pattern = translate(text.id, text.plural, count if isinstance(count, int) else 0)
    shown = {key: _show(value, names, translate, number) for key, value in args.items()}
    return pattern.format_map(shown)


def _show(
    value: object,
    names: Sequence[str],
    translate: Translate,
    number: Callable[[Decimal], str],
) -> str:
    if isinstance(value, Msg):
        return render(value, names, translate, number)
    if isinstance(value, Seat):
        if value.number < len(names):
            return names[value.number]
        return render(msg("player {n}", n=value.number + 1), names, translate, number)
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, tuple):
        return ", ".join(_show(part, names, translate, number) for part in value)
    return str(value)
