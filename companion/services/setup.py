# SPDX-License-Identifier: MIT
"""The set-up checklist of a game for a number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.errors import Problem
from companion.engine.fields import Choice, Field, Flag, Int
from companion.engine.game import Game, Setup
from companion.engine.text import Translate, english, msg
from companion.services.match_file import Words


class CannotSetUp(Exception):
    """The player count or the options do not fit; ``problems`` say why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(str(problem.text) for problem in problems))
        self.problems = problems


def set_up(game: Game, players: int, raw_options: Mapping[str, Any]) -> Setup:
    """Return the steps and facts for so many players.

    Raises:
        CannotSetUp: the game is not for that many, or an option is wrong.
    """
    if players not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        text = msg("{game} has {low} to {high} players.", game=game.title, low=low, high=high)
        raise CannotSetUp([Problem(text, "players")])
    options, problems = game.read_options(raw_options)
    if problems:
        raise CannotSetUp(problems)
    return game.setup(players, options)


def options_that_matter(game: Game, players: int, options: Mapping[str, Any]) -> list[Field]:
    """Return the house rules of which another answer would set the game up otherwise.

    Args:
        game: the game.
        players: a count that it has.
        options: all of them, read.
    """
    now = game.setup(players, options)
    return [
        option
        for option in game.options
        if any(
            game.setup(players, {**options, option.key: other}) != now
            for other in _others(option, options[option.key])
        )
    ]


def _others(option: Field, value: Any) -> list[Any]:
    """Return other answers to try: all of a choice, the ends and the neighbours of a number."""
    if isinstance(option, Flag):
        return [not value]
    if isinstance(option, Choice):
        return [key for key, _ in option.choices if key != value]
    if isinstance(option, Int):
        near = () if value is None else (value - 1, value + 1)
        tried = {option.low, option.high, *near} - {value}
        return sorted(number for number in tried if option.low <= number <= option.high)
    return []


def setup_json(
    game: Game, players: int, raw_options: Mapping[str, Any], translate: Translate = english
) -> dict[str, Any]:
    """Return the set-up in the public keys; raises CannotSetUp like `set_up`."""
    found, words = set_up(game, players, raw_options), Words((), translate)
    return {
        "steps": [{"text": words.say(step.text), "rule": step.rule} for step in found.steps],
        "facts": dict(found.facts),
    }
