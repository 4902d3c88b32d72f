# SPDX-License-Identifier: MIT
"""Looking things up without a game: set-up by player count, and rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup, escape

from companion.engine.errors import Problem
from companion.engine.game import Game
from companion.services.again import habit, last_table
from companion.services.rules_text import Rule, rules_text
from companion.services.setup import options_that_matter, set_up
from companion.web import facts, option_fields, rule_links
from companion.web.app import games
from companion.web.database import db
from companion.web.forms import Control
from companion.web.visit import visitor
from companion.web.wizard import count_of
from companion.web.words import language, say

blueprint = Blueprint("lookup", __name__)

LONGEST_SEARCH = 60
RULES = "rules"
# A tag or an entity: search words are looked for between them only.
_MARKUP = re.compile(r"(<[^>]*>|&[#\w]+;)")


@blueprint.get("/look")
def index() -> str:
    """Show every game's box, to look up its set-up or its rules."""
    return render_template("lookup/index.html", games=list(games()))


@blueprint.get("/look/<slug>")
def setup(slug: str) -> str | tuple[str, int]:
    """Show a game's set-up for a number of players, under the house rules asked for."""
    game = _game(slug)
    asked = request.args.get("players", "")
    players, problem = count_of(game, asked) if asked else (_usual_count(game), None)
    # A switch that is off sends nothing, so the form says that it was sent at all.
    raw = option_fields.posted(game, request.args) if RULES in request.args else {}
    _, wrong = game.read_options(raw)
    plan = None if problem or wrong or players is None else set_up(game, players, raw)
    page = render_template(
        "lookup/setup.html",
        game=game,
        games=list(games()),
        players=players,
        steps=rule_links.steps(game, plan.steps) if plan else [],
        facts=facts.rows(plan.facts) if plan else [],
        problem=say(problem.text) if problem else None,
        rules=_rules(game, players, raw, wrong),
        marker=RULES,
        unfold=option_fields.changed(game.options, raw),
        carried=_carried(),
    )
    return (page, 422) if problem or wrong else page


def _rules(
    game: Game, players: int | None, raw: Mapping[str, Any], wrong: list[Problem]
) -> list[Control]:
    """Return the house rules to choose: those that change the set-up, and those changed already."""
    usual, _ = game.read_options({})
    read, _ = game.read_options(raw)
    matter = options_that_matter(game, players or game.seats[0], usual if wrong else read)
    asked = {option.key for option in matter} | {problem.field for problem in wrong}
    shown = [
        option
        for option in game.options
        if option.key in asked or option_fields.changed([option], raw)
    ]
    return option_fields.views(shown, raw, wrong)


def _carried() -> dict[str, str]:
    """Return the house rules of the address, so that another count keeps them."""
    prefix = option_fields.PREFIX
    return {
        key: value for key, value in request.args.items() if key == RULES or key.startswith(prefix)
    }


@blueprint.get("/rules/<slug>")
def rules(slug: str) -> str:
    """Show a game's rules, or those that hold the words searched for."""
    game = _game(slug)
    text = rules_text(games(), slug, language())
    wanted = " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]
    all_rules = text.rules if text else ()
    found, terms = _search(all_rules, wanted)
    return render_template(
        "lookup/rules.html",
        game=game,
        intro=Markup(text.intro) if text and not wanted else "",  # noqa: S704 - our own text
        rules=[
            (r.anchor, marked(str(escape(r.title)), *terms), marked(r.html, *terms)) for r in found
        ],
        contents=all_rules,
        wanted=wanted,
        written=text is not None,
    )


def marked(html: str, *wanted: str) -> Markup:
    """Return safe HTML with the words searched for marked; tags and entities stay whole.

    >>> marked("<p>Fire &amp; fire</p>", "fire")
    Markup('<p><mark>Fire</mark> &amp; <mark>fire</mark></p>')
    """
    terms = [re.escape(str(escape(term))) for term in wanted if term]
    if not terms:
        return Markup(html)  # noqa: S704 - rendered from the project's own rules text
    found = re.compile("|".join(terms), re.IGNORECASE)
    parts = _MARKUP.split(html)
    # Every second part is a tag or an entity.
    parts[::2] = [found.sub(lambda word: f"<mark>{word[0]}</mark>", part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704 - the same text; what was searched is escaped


def _search(rules: Sequence[Rule], wanted: str) -> tuple[list[Rule], list[str]]:
    """Return the rules that hold the words as they stand, else those that hold each of them.

    Returns:
        The rules, and what to mark in them.
    """
    found = [rule for rule in rules if _holds(rule, wanted)]
    if found or not wanted:
        return found, [wanted]
    # The longest first: of "fire" and "firefly", the longer one is marked whole.
    terms = sorted(wanted.split(), key=len, reverse=True)
    return [rule for rule in rules if all(_holds(rule, term) for term in terms)], terms


def _holds(rule: Rule, wanted: str) -> bool:
    text = f"{rule.title} {Markup(rule.html).striptags()}"  # noqa: S704 - only to be searched
    return wanted.casefold() in text.casefold()


def _game(slug: str) -> Game:
    if slug not in games():
        abort(404)
    return games()[slug]


def _usual_count(game: Game) -> int:
    """Return how many played it last in this group; else a count in the middle."""
    who = visitor()
    table = last_table(db.session(), games(), who.group_id, game.slug) if who else None
    return len(habit(table).names) if table else game.seats[len(game.seats) // 2]
