# SPDX-License-Identifier: MIT
"""Steps at the table, each with the way to the rule that says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import url_for

from companion.engine.game import Game, Step
from companion.services.rules_text import rules_text
from companion.web.app import games
from companion.web.words import language, say


@dataclass(frozen=True)
class ToDo:
    """A step in words; *url* and *rule* lead to its rule and name it, empty where none is told."""

    text: str
    url: str = ""
    rule: str = ""


def steps(game: Game, found: Iterable[Step]) -> list[ToDo]:
    """Return steps in the reader's words, with the rules that the game's text tells."""
    text = rules_text(games(), game.slug, language())
    ready = []
    for step in found:
        rule = text.rule(step.rule) if text else None
        if rule is None:
            ready.append(ToDo(say(step.text)))
        else:
            url = url_for("lookup.rules", slug=game.slug, _anchor=rule.anchor)
            ready.append(ToDo(say(step.text), url, rule.title))
    return ready
