# SPDX-License-Identifier: MIT
"""The numbers behind a set-up, in words; their keys are those of the match-file format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from flask_babel import gettext, ngettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.game import Game

LINES_ON_A_TILE = 2


def consequences(game: Game, raw_options: Mapping[str, Any]) -> dict[int, list[str]]:
    """Return per player count what it changes at the table, in a few words a line."""
    options, problems = game.read_options(raw_options)
    if problems:
        options, _ = game.read_options({})
    facts = {count: game.setup(count, options).facts for count in game.seats}
    first = facts[game.seats[0]]
    changing = {
        key
        for one in facts.values()
        for key in one
        if one.get(key) is not None and one.get(key) != first.get(key)
    }
    return {count: _changes(one, changing) for count, one in facts.items()}


def _changes(facts: Mapping[str, Any], changing: Collection[str]) -> list[str]:
    words: dict[str, Callable[[int], object]] = {
        "cards_each": lambda n: ngettext("%(num)d card each", "%(num)d cards each", n),
        "pass_count": lambda n: gettext("pass %(cards)d", cards=n),
        "tokens_each": lambda n: ngettext("%(num)d token each", "%(num)d tokens each", n),
        "suits": lambda n: ngettext("%(num)d suit", "%(num)d suits", n),
        "rounds": lambda n: ngettext("%(num)d round", "%(num)d rounds", n),
        "draw_pile": lambda n: gettext("%(cards)d to draw", cards=n),
        "supply": lambda n: gettext("%(pieces)d in supply", pieces=n),
    }
    lines = [
        str(say(facts[key]))
        for key, say in words.items()
        if key in changing and facts.get(key) is not None
    ]
    return lines[:LINES_ON_A_TILE]


def rows(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (label, value) of every fact that has a value."""
    labels = {
        "cards_each": gettext("Cards each"),
        "deck": gettext("Cards in play"),
        "suits": gettext("Suits"),
        "ranks": gettext("Numbers on the cards"),
        "draw_pile": gettext("Cards in the draw pile"),
        "pass_count": gettext("Cards to pass"),
        "pass_directions": gettext("Passed in turn"),
        "tokens_each": gettext("Tokens each"),
        "supply": gettext("In the supply"),
        "rounds": gettext("Rounds"),
        "points_in_round": gettext("Points in a round"),
    }
    return [
        (str(label), _value(key, facts[key]))
        for key, label in labels.items()
        if facts.get(key) is not None
    ]


def _value(key: str, value: Any) -> str:
    if key == "pass_directions":
        ways = {
            "left": gettext("left"),
            "right": gettext("right"),
            "across": gettext("across"),
        }
        return ", ".join(str(ways.get(way, way)) for way in value)
    if isinstance(value, list | tuple) and len(value) == 2:
        return str(gettext("%(low)s to %(high)s", low=value[0], high=value[1]))
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)
