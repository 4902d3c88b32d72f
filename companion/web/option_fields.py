# SPDX-License-Identifier: MIT
"""House rules as form fields: reading what was posted, and showing it again as typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.errors import BadValue, Problem
from companion.engine.fields import Field, Flag
from companion.engine.game import Game
from companion.web.forms import Control, controls
from companion.web.words import say

PREFIX = "option-"


def posted(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the raw house rules of a form, exactly as typed; a switch that is off is a no."""
    raw: dict[str, Any] = {}
    for option in game.options:
        name = PREFIX + option.key
        if isinstance(option, Flag):
            raw[option.key] = "y" if name in form else "n"
        elif name in form:
            raw[option.key] = form[name]
    return raw


def views(
    options: Iterable[Field], raw: Mapping[str, Any], problems: Sequence[Problem] = ()
) -> list[Control]:
    """Return the options as the field macros take them."""
    return [_view(option, raw, problems) for option in options]


def changed(options: Iterable[Field], raw: Mapping[str, Any]) -> bool:
    """Tell whether any of the options differs from its default, or cannot be read."""
    return any(option.key in raw and _value(option, raw) != option.blank() for option in options)


def _view(option: Field, raw: Mapping[str, Any], problems: Sequence[Problem]) -> Control:
    shown = raw[option.key] if option.key in raw else option.dump(option.blank())
    (control,) = controls(option, None, shown, [])
    wrong = tuple(say(problem.text) for problem in problems if problem.field == option.key)
    return replace(control, name=PREFIX + option.key, errors=wrong)


def _value(option: Field, raw: Mapping[str, Any]) -> Any:
    """Return the parsed value; the raw one where it cannot be read."""
    if option.key not in raw:
        return option.blank()
    try:
        return option.parse(raw[option.key], 0)
    except BadValue:
        return raw[option.key]
