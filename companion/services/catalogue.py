# SPDX-License-Identifier: MIT
"""What games there are and what each asks, as plain values for programs and help pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.fields import Cards, Choice, Field, Flag, Int, Labels, Numbers
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.sheet import Round
from companion.engine.text import Translate, english
from companion.services.match_file import Words


def catalogue(registry: Registry, translate: Translate = english) -> list[dict[str, Any]]:
    """Return every game: slug, title, players, options, phases with their modes and fields.

    What is asked can depend on the player count, and on names that the table gives; shown is
    everything that can be asked, with the widest limits.
    """
    words = Words((), translate)
    return [_game(game, words) for game in registry]


def _game(game: Game, words: Words) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": words.say(game.title),
        "about": words.say(game.about),
        "version": game.version,
        "players": [game.seats[0], game.seats[-1]],
        "minutes": game.minutes,
        "first_role": game.first_role,
        "options": [
            _field(option, words) | {"more": option.more, "help": _help(option, words)}
            for option in game.options
        ],
        "opening": ["totals", *(f.key for f in game.opening)],
        "phases": _phases(game, words),
    }


def _phases(game: Game, words: Words) -> list[dict[str, Any]]:
    """Return the phases of all kinds of first round, laid over each other."""
    phases: dict[str, dict[str, Any]] = {}
    for first in _first_rounds(game):
        for phase in game.phases(first):
            modes = phases.setdefault(phase.key, {"key": phase.key, "modes": {}})["modes"]
            for mode in phase.modes:
                shown = {"key": mode.key, "label": words.say(mode.label), "fields": {}}
                fields = modes.setdefault(mode.key, shown)["fields"]
                for f in mode.fields:
                    new = _field(f, words) | {"per": f.per}
                    fields[f.key] = _wider(fields[f.key], new) if f.key in fields else new
    for found in phases.values():
        found["modes"] = list(found["modes"].values())
        for shown in found["modes"]:
            shown["fields"] = list(shown["fields"].values())
    return list(phases.values())


def _first_rounds(game: Game) -> Iterator[Round]:
    """Yield the first round for every player count, with and without names for a list."""
    options, _ = game.read_options({})
    lists = {option.key: ["…"] for option in game.options if isinstance(option, Labels)}
    for rules in (options, options | lists) if lists else (options,):
        for seats in game.seats:
            yield Round(number=1, seats=seats, options=rules, totals=(0,) * seats)


def _wider(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    wide = old | new
    if "high" in wide:
        wide |= {"low": min(old["low"], new["low"]), "high": max(old["high"], new["high"])}
    if "cards" in wide:
        wide["cards"] = {
            id: max(old["cards"].get(id, 0), new["cards"].get(id, 0))
            for id in old["cards"] | new["cards"]
        }
    return wide


def _help(field: Field, words: Words) -> str | None:
    return words.say(field.help) if field.help else None


def _field(field: Field, words: Words) -> dict[str, Any]:
    """Return a field's key, kind, label, and what values it takes."""
    shown: dict[str, Any] = {
        "key": field.key,
        "kind": type(field).__name__.lower(),
        "label": words.say(field.label),
    }
    if isinstance(field, Int):
        shown |= {"low": field.low, "high": field.high, "default": field.default}
        shown["optional"] = field.optional or field.default is not None
    elif isinstance(field, Numbers):
        shown |= {"low": field.low, "high": field.high}
    elif isinstance(field, Flag):
        shown |= {"values": [True, False], "default": field.default}
    elif isinstance(field, Choice):
        values = [key for key, _ in field.choices]
        shown |= {"values": values, "default": None if field.optional else values[0]}
    elif isinstance(field, Cards):
        shown |= {"cards": {card.id: card.copies for card in field.deck.cards}}
    return shown
