# SPDX-License-Identifier: MIT
"""Opening a table: choose a game, count, seats, house rules, set-up.

Each page keeps what it was sent as a draft before it says what is wrong with it.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from werkzeug.wrappers import Response

from companion.engine.errors import Problem
from companion.engine.game import Game
from companion.persistence.unit import writing
from companion.services.again import Habit, habit, last_table
from companion.services.tables import (
    NoSuchTable,
    check_names,
    find_table,
    known_people,
    open_table,
)
from companion.services.visitors import Visitor
from companion.web import facts, option_fields, rule_links, wizard
from companion.web.app import games
from companion.web.database import db
from companion.web.pictures import Disc, discs
from companion.web.visit import visitor, writer
from companion.web.wizard import STEPS, Plan
from companion.web.words import say

blueprint = Blueprint("start", __name__)

Page = str | Response | tuple[str, int]
REFUSED = 422
MOST_CHIPS = 16
"""People offered by a tap, those of the newest table first; typing suggests everybody."""


@blueprint.get("/new")
def choose() -> str:
    """Show the shelf of games, narrowed by a search."""
    wanted = " ".join(request.args.get("q", "").split())[:60]
    boxes = [game for game in games() if not game.title_option]
    sheets = [game for game in games() if game.title_option]
    found = [game for game in boxes if wanted.casefold() in say(game.title).casefold()]
    return render_template(
        "start/choose.html", wanted=wanted, boxes=found, sheets=sheets, all_boxes=boxes
    )


@blueprint.route("/new/<slug>", methods=["GET", "POST"])
def count(slug: str) -> Page:
    """Ask how many are playing."""
    game, plan = _begun(slug)
    if request.method == "GET":
        return _count_page(game, plan)
    players, problem = wizard.count_of(game, request.form.get("players", ""))
    if problem or players is None:
        return _count_page(game, plan, problem), REFUSED
    first = plan.first if plan.first is not None and plan.first < players else None
    options = dict(plan.options)
    if game.title_option and (name := request.form.get("called", "").strip()):
        options[game.title_option] = name
    plan = replace(plan, players=players, first=first, options=options, ticked=())
    return _on(game, plan, "count")


@blueprint.route("/new/<slug>/seats", methods=["GET", "POST"])
def seats(slug: str) -> Page:
    """Ask who sits where, and who deals or begins first."""
    game, plan = _begun(slug)
    if early := _too_early(game, plan, "seats"):
        return early
    if request.method == "GET":
        return _seats_page(game, plan)
    plan = _seats_posted(plan)
    action, _, value = request.form.get("do", "on").partition(":")
    if action == "on" and (problems := check_names(plan.seated)):
        _keep(game, plan)
        return _seats_page(game, plan, problems), REFUSED
    if action == "on":
        return _on(game, plan, "seats")
    if action == "back":
        return _go(game, plan, "count")
    return _go(game, _rearranged(game, plan, action, value), "seats")


@blueprint.route("/new/<slug>/rules", methods=["GET", "POST"])
def options(slug: str) -> Page:
    """Ask what the table plays differently."""
    game, plan = _begun(slug)
    if early := _too_early(game, plan, "options"):
        return early
    if request.method == "GET":
        return _options_page(game, plan)
    plan = replace(plan, options=option_fields.posted(game, request.form))
    if request.form.get("do") == "back":
        return _go(game, plan, "seats")
    _, problems = game.read_options(plan.options)
    if problems:
        _keep(game, plan)
        return _options_page(game, plan, problems), REFUSED
    return _on(game, plan, "options")


@blueprint.route("/new/<slug>/setup", methods=["GET", "POST"])
def setup(slug: str) -> Page:
    """Show the set-up to tick off; the last step opens the table."""
    game = _game(slug)
    if request.method == "POST":
        return _setup_posted(game)
    game, plan = _begun(slug)
    if early := _too_early(game, plan, "setup"):
        return early
    # The code of a plan that is not kept yet would be another one with every look at the page.
    if "again" in request.args:
        return redirect(url_for("start.seats", slug=slug, again=request.args["again"]), 303)
    return _setup_page(game, plan)


def _setup_posted(game: Game) -> Page:
    """Open the table; a second tap leads to the same one."""
    ticked = tuple(int(n) for n in request.form.getlist("step") if n.isdecimal() and len(n) < 3)
    with writing(db) as session:
        who = writer(session)
        plan = wizard.load(session, who, game)
        if plan is not None and not plan.missing(game, "setup"):
            plan = replace(plan, ticked=ticked)
            if request.form.get("do") in ("back", "keep"):
                wizard.save(session, who, game, plan)
                back = request.form["do"] == "back"
                to = "start.options" if back else "start.setup"
                return redirect(url_for(to, slug=game.slug), 303)
            code = open_table(session, games(), who, plan.new_table(game))
            wizard.forget(session, who, game)
            return redirect(url_for("table.show", code=code), 303)
    opened = request.form.get("code", "")
    if plan is None and _is_open(opened):
        return redirect(url_for("table.show", code=opened), 303)
    step = plan.missing(game, "setup") if plan else STEPS[0]
    return redirect(url_for(f"start.{step}", slug=game.slug), 303)


def _is_open(code: str) -> bool:
    who = visitor()
    if who is None:
        return False
    try:
        find_table(db.session(), games(), who.group_id, code)
    except NoSuchTable:
        return False
    return True


# --- the plan: where it comes from, and where it goes ---


def _game(slug: str) -> Game:
    if slug not in games():
        abort(404)
    return games()[slug]


def _begun(slug: str) -> tuple[Game, Plan]:
    """Return the game and what is filled in: anew from a played table, or as the draft has it."""
    game, who = _game(slug), visitor()
    again = request.values.get("again", "")
    if again:
        if who is None:
            raise NoSuchTable(again)
        table = find_table(db.session(), games(), who.group_id, again)
        if table.game is not game:
            raise NoSuchTable(again)
        return game, wizard.once_more(habit(table))
    plan = wizard.load(db.session(), who, game)
    return game, plan or wizard.fresh(_last_habit(who, game))


def _last_habit(who: Visitor | None, game: Game) -> Habit | None:
    if who is None:
        return None
    table = last_table(db.session(), games(), who.group_id, game.slug)
    return habit(table) if table else None


def _keep(game: Game, plan: Plan) -> None:
    with writing(db) as session:
        wizard.save(session, writer(session), game, plan)


def _on(game: Game, plan: Plan, step: str) -> Response:
    """Keep the plan and go on to the step after *step*."""
    return _go(game, plan.through(step), STEPS[STEPS.index(step) + 1])


def _go(game: Game, plan: Plan, step: str) -> Response:
    _keep(game, plan)
    return redirect(url_for(f"start.{step}", slug=game.slug), 303)


def _too_early(game: Game, plan: Plan, step: str) -> Response | None:
    missing = plan.missing(game, step)
    return redirect(url_for(f"start.{missing}", slug=game.slug), 303) if missing else None


# --- seats ---


def _seats_posted(plan: Plan) -> Plan:
    plan = wizard.with_names(plan, request.form.getlist("name"))
    first = request.form.get("first", "")
    seat = int(first) if first.isdecimal() and len(first) < 3 else None
    return replace(plan, first=seat if seat is not None and seat < len(plan.seated) else None)


def _rearranged(game: Game, plan: Plan, action: str, value: str) -> Plan:
    """Return the plan after one of the small buttons of the page."""
    if action in ("up", "down", "move"):
        return _moved(plan, action, value)
    if action == "add":
        return wizard.with_person(plan, value)
    if action == "draw":
        drawn = secrets.randbelow(len(plan.seated))
        name = _counters(plan)[drawn].name
        if game.first_role == "dealer":
            flash(gettext("Drawn: %(name)s deals first.", name=name), "success")
        else:
            flash(gettext("Drawn: %(name)s starts.", name=name), "success")
        return replace(plan, first=drawn)
    return plan


def _moved(plan: Plan, action: str, value: str) -> Plan:
    """Return the plan after "up:2", "down:2", or "move:2:0" as the grips send it."""
    typed = value.split(":")
    if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in typed):
        return plan
    seat, *to = map(int, typed)
    if action != "move":
        to.append(seat - 1 if action == "up" else seat + 1)
    return wizard.moved(plan, seat, to[0]) if len(to) == 1 else plan


def _counters(plan: Plan) -> list[Disc]:
    """Return one counter per seat; a seat that is still free shows its number."""
    found = discs([name or str(seat + 1) for seat, name in enumerate(plan.seated)])
    return [
        disc
        if plan.seated[seat]
        else replace(disc, name=gettext("Seat %(n)d", n=seat + 1), initial=str(seat + 1))
        for seat, disc in enumerate(found)
    ]


# --- pages ---


def _page(template: str, game: Game, plan: Plan, step: str, **more: Any) -> str:
    own = plan.options.get(game.title_option) if game.title_option else None
    return render_template(
        f"start/{template}.html",
        game=game,
        plan=plan,
        step=STEPS.index(step) + 1,
        title=str(own) if own else say(game.title),
        again=request.values.get("again", ""),
        **more,
    )


def _count_page(game: Game, plan: Plan, problem: Problem | None = None) -> str:
    last = _last_habit(visitor(), game)
    return _page(
        "count",
        game,
        plan,
        "count",
        changes=facts.consequences(game, plan.options),
        last=len(last.names) if last else None,
        problem=say(problem.text) if problem else None,
        called=request.values.get("called", "")[:60] if game.title_option else "",
    )


def _seats_page(game: Game, plan: Plan, problems: list[Problem] | None = None) -> str:
    who = visitor()
    people = known_people(db.session(), who.group_id) if who else []
    here = {name.casefold() for name in plan.seated}
    errors: dict[int, str] = {}
    for problem in problems or ():
        if problem.seat is not None:
            errors[problem.seat] = say(problem.text)
    return _page(
        "seats",
        game,
        plan,
        "seats",
        counters=_counters(plan),
        errors=errors,
        people=people,
        absent=[name for name in people if name.casefold() not in here][:MOST_CHIPS],
        free="" in plan.seated,
    )


def _options_page(game: Game, plan: Plan, problems: list[Problem] | None = None) -> str:
    found = problems or []
    shown = [option for option in game.options if not option.more]
    more = [option for option in game.options if option.more]
    return _page(
        "options",
        game,
        plan,
        "options",
        shown=option_fields.views(shown, plan.options, found),
        more=option_fields.views(more, plan.options, found),
        unfold=option_fields.changed(more, plan.options),
        usual=not option_fields.changed(game.options, plan.options),
        others=[say(p.text) for p in found if p.field is None],
    )


def _setup_page(game: Game, plan: Plan) -> str:
    options, _ = game.read_options(plan.options)
    return _page(
        "setup",
        game,
        plan,
        "setup",
        todo=rule_links.steps(game, game.setup(len(plan.seated), options).steps),
        counters=_counters(plan),
    )
