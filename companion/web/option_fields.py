# SPDX-License-Identifier: MIT
"""House rules as form fields: reading what was posted, and showing it again as typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.errors import BadValue, Problem
from companion.engine.fields import Choice, Field, Flag, Int, Text
from companion.engine.game import Game
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
) -> list[dict[str, Any]]:
    """Return the options as the field macros take them."""
    return [_view(option, raw, problems) for option in options]


def changed(options: Iterable[Field], raw: Mapping[str, Any]) -> bool:
    """Tell whether any of the options differs from its default, or cannot be read."""
    return any(option.key in raw and _value(option, raw) != option.blank() for option in options)


def _view(option: Field, raw: Mapping[str, Any], problems: Sequence[Problem]) -> dict[str, Any]:
    shown = raw[option.key] if option.key in raw else option.dump(option.blank())
    view: dict[str, Any] = {
        "widget": option.widget,
        "name": PREFIX + option.key,
        "id": PREFIX + option.key.replace("_", "-"),
        "label": say(option.label),
        "help": say(option.help) if option.help else "",
        "errors": [say(problem.text) for problem in problems if problem.field == option.key],
        "value": "" if shown is None else shown,
    }
    if isinstance(option, Choice):
        picked = _value(option, raw)
        view["choices"] = [(key, say(label), key == picked) for key, label in option.choices]
    elif isinstance(option, Flag):
        view["value"] = _value(option, raw) is True
    elif isinstance(option, Int):
        view |= {"low": option.low, "high": option.high}
    elif isinstance(option, Text):
        view["high"] = option.most
    return view


def _value(option: Field, raw: Mapping[str, Any]) -> Any:
    """Return the parsed value; the raw one where it cannot be read."""
    if option.key not in raw:
        return option.blank()
    try:
        return option.parse(raw[option.key], 0)
    except BadValue:
        return raw[option.key]
