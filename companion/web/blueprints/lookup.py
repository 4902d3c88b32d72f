# SPDX-License-Identifier: MIT
"""Looking things up without a game: set-up by player count, and rules."""

from __future__ import annotations

import re

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup, escape

from companion.engine.game import Game
from companion.services.again import habit, last_table
from companion.services.rules_text import Rule, rules_text
from companion.services.setup import CannotSetUp, set_up
from companion.web import facts, rule_links
from companion.web.app import games
from companion.web.database import db
from companion.web.visit import visitor
from companion.web.wizard import count_of
from companion.web.words import language, say

blueprint = Blueprint("lookup", __name__)

LONGEST_SEARCH = 60
# A tag or an entity: search words are looked for between them only.
_MARKUP = re.compile(r"(<[^>]*>|&[#\w]+;)")


@blueprint.get("/look")
def index() -> str:
    """Show every game's box, to look up its set-up or its rules."""
    return render_template("lookup/index.html", games=list(games()))


@blueprint.get("/look/<slug>")
def setup(slug: str) -> str | tuple[str, int]:
    """Show a game's set-up for a number of players."""
    game = _game(slug)
    asked = request.args.get("players", "")
    players, problem = count_of(game, asked) if asked else (_usual_count(game), None)
    steps: list[rule_links.ToDo] = []
    found: list[tuple[str, str]] = []
    if players is not None:
        try:
            plan = set_up(game, players, {})
        except CannotSetUp as cannot:
            problem = cannot.problems[0]
        else:
            steps, found = rule_links.steps(game, plan.steps), facts.rows(plan.facts)
    page = render_template(
        "lookup/setup.html",
        game=game,
        games=list(games()),
        players=players,
        steps=steps,
        facts=found,
        problem=say(problem.text) if problem else None,
    )
    return (page, 422) if problem else page


@blueprint.get("/rules/<slug>")
def rules(slug: str) -> str:
    """Show a game's rules, or those that hold the words searched for."""
    game = _game(slug)
    text = rules_text(games(), slug, language())
    wanted = " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]
    all_rules = text.rules if text else ()
    found = [rule for rule in all_rules if _holds(rule, wanted)]
    return render_template(
        "lookup/rules.html",
        game=game,
        intro=Markup(text.intro) if text and not wanted else "",  # noqa: S704 - our own text
        rules=[
            (r.anchor, marked(str(escape(r.title)), wanted), marked(r.html, wanted)) for r in found
        ],
        contents=all_rules,
        wanted=wanted,
        written=text is not None,
    )


def marked(html: str, wanted: str) -> Markup:
    """Return safe HTML with the words searched for marked; tags and entities stay whole.

    >>> marked("<p>Fire &amp; fire</p>", "fire")
    Markup('<p><mark>Fire</mark> &amp; <mark>fire</mark></p>')
    """
    if not wanted:
        return Markup(html)  # noqa: S704 - rendered from the project's own rules text
    found = re.compile(re.escape(str(escape(wanted))), re.IGNORECASE)
    parts = _MARKUP.split(html)
    # Every second part is a tag or an entity.
    parts[::2] = [found.sub(lambda word: f"<mark>{word[0]}</mark>", part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704 - the same text; what was searched is escaped


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
