# SPDX-License-Identifier: MIT
"""What games there are and what each asks, as plain values for programs and help pages."""

from __future__ import annotations

from typing import Any

from companion.engine.fields import Cards, Choice, Field, Flag, Int
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.sheet import Mode, Round
from companion.engine.text import Translate, english
from companion.services.match_file import Words


def catalogue(registry: Registry, translate: Translate = english) -> list[dict[str, Any]]:
    """Return every game: slug, title, players, options, phases with their modes and fields.

    What is asked can depend on the player count and the house rules; shown is the smallest
    count under the default rules.
    """
    words = Words((), translate)
    return [_game(game, words) for game in registry]


def _game(game: Game, words: Words) -> dict[str, Any]:
    options, _ = game.read_options({})
    first = Round(number=1, seats=game.seats[0], options=options, totals=(0,) * game.seats[0])
    return {
        "slug": game.slug,
        "title": words.say(game.title),
        "about": words.say(game.about),
        "version": game.version,
        "players": [game.seats[0], game.seats[-1]],
        "minutes": game.minutes,
        "options": [
            _field(option, words) | {"more": option.more, "help": _help(option, words)}
            for option in game.options
        ],
        "opening": ["totals", *(f.key for f in game.opening)],
        "phases": [
            {"key": phase.key, "modes": [_mode(mode, words) for mode in phase.modes]}
            for phase in game.phases(first)
        ],
    }


def _mode(mode: Mode, words: Words) -> dict[str, Any]:
    return {
        "key": mode.key,
        "label": words.say(mode.label),
        "fields": [_field(f, words) | {"per": f.per} for f in mode.fields],
    }


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
    elif isinstance(field, Flag):
        shown |= {"values": [True, False], "default": field.default}
    elif isinstance(field, Choice):
        values = [key for key, _ in field.choices]
        shown |= {"values": values, "default": None if field.optional else values[0]}
    elif isinstance(field, Cards):
        shown |= {"cards": {card.id: card.copies for card in field.deck.cards}}
    return shown
