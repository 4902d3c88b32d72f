# SPDX-License-Identifier: MIT
"""The way to a new table: what has been filled in so far, kept on the server as a draft.

One plan per device and game. It is saved with every step exactly as typed, so that a reload, a
step back or a restart of the server loses nothing; what is wrong is said when going on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from sqlalchemy.orm import Session

from companion.engine.errors import BadValue, Problem
from companion.engine.fields import Int
from companion.engine.game import Game
from companion.engine.text import msg
from companion.services.again import Habit
from companion.services.drafts import drop_draft, read_draft, write_draft
from companion.services.tables import NewTable, check_names, draw_code
from companion.services.visitors import Visitor

STEPS = ("count", "seats", "options", "setup")
"""The pages in their order; also the last parts of their endpoints."""

KEPT_LETTERS = 100
"""A name longer than any allowed one is shown again as typed, up to here."""

# What turns the writing direction of everything behind it; a name needs none of them.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A table that is not opened yet.

    Attributes:
        code: its code, drawn at the beginning, so that a double tap opens one table.
        players: how many.
        names: as typed; more than *players* where the count was larger before.
        first: the seat that deals or begins first; None where nobody knows yet.
        options: raw house rules.
        ticked: the set-up steps done, by number from 0.
        passed: how many of `STEPS` have been gone through.
    """

    code: str
    players: int | None = None
    names: tuple[str, ...] = ()
    first: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    ticked: tuple[int, ...] = ()
    passed: int = 0

    @property
    def seated(self) -> tuple[str, ...]:
        """The names of exactly as many players as there are, empty where nobody sits yet."""
        count = self.players or 0
        return (*self.names, *("",) * count)[:count]

    def checked(self, game: Game) -> int:
        """Return how many of `STEPS` have been gone through and still hold."""
        good = (
            self.players in game.seats,
            not check_names(self.seated),
            not game.read_options(self.options)[1],
        )
        held = next((at for at, fine in enumerate(good) if not fine), len(good))
        return min(held, self.passed)

    def missing(self, game: Game, step: str) -> str | None:
        """Return the step to do first, where *step* cannot be shown yet."""
        done = self.checked(game)
        return STEPS[done] if STEPS.index(step) > done else None

    def through(self, step: str) -> Plan:
        """Return the plan with *step* behind it."""
        return replace(self, passed=max(self.passed, STEPS.index(step) + 1))

    def new_table(self, game: Game) -> NewTable:
        """Return the table to open."""
        return NewTable(
            code=self.code,
            game=game.slug,
            names=self.seated,
            options=self.options,
            dealer=self.first if game.first_role == "dealer" else None,
            starter=self.first if game.first_role == "starter" else None,
        )


def fresh(last: Habit | None = None) -> Plan:
    """Return a plan with nothing but the house rules of the group's last game of the kind."""
    return Plan(code=draw_code(), options=dict(last.options) if last else {})


def once_more(last: Habit) -> Plan:
    """Return a plan for the same people under the same rules, the first role moved on by one."""
    return Plan(
        code=draw_code(),
        players=len(last.names),
        names=last.names,
        first=last.first,
        options=dict(last.options),
        passed=STEPS.index("setup"),
    )


def load(session: Session, visitor: Visitor | None, game: Game) -> Plan | None:
    """Return the plan that this device has begun for a game, if there is one."""
    body = read_draft(session, visitor, _name(game))
    if not body.get("code"):
        return None
    known = {f.name for f in fields(Plan)}
    kept: dict[str, Any] = {key: value for key, value in body.items() if key in known}
    for key in ("names", "ticked"):
        kept[key] = tuple(kept.get(key, ()))
    return Plan(**kept)


def save(session: Session, visitor: Visitor, game: Game, plan: Plan) -> None:
    """Keep a plan; inside ``writing``."""
    write_draft(session, visitor, _name(game), asdict(plan))


def forget(session: Session, visitor: Visitor, game: Game) -> None:
    """Drop the plan of a table that is open now; inside ``writing``."""
    drop_draft(session, visitor, _name(game))


def count_of(game: Game, raw: str) -> tuple[int | None, Problem | None]:
    """Return the player count that was picked, or why it is none."""
    low, high = game.seats[0], game.seats[-1]
    if not raw.strip():
        return None, Problem(msg("Pick how many are playing."), "players")
    try:
        asked = Int(key="players", label=msg("Players"), low=low, high=high)
        return asked.parse(raw, 0), None
    except BadValue:
        text = msg("{game} has {low} to {high} players.", game=game.title, low=low, high=high)
        return None, Problem(text, "players")


def plain_name(typed: str) -> str:
    r"""Return a name as it can be shown: one line, nothing that turns the text behind it.

    >>> plain_name("  Ada\n Lovelace"), plain_name("\u200b")
    ('Ada Lovelace', '')
    """
    line = " ".join(typed[: 4 * KEPT_LETTERS].split())
    shown = "".join(
        sign
        for sign in line
        if sign not in _TURNING and unicodedata.category(sign) not in ("Cc", "Cs")
    )
    seen = any(unicodedata.category(sign) not in _UNSEEN for sign in shown)
    return shown[:KEPT_LETTERS] if seen else ""


def with_names(plan: Plan, typed: Sequence[str]) -> Plan:
    """Return the plan with the names of one form; those of a larger count stay behind them."""
    names = [plain_name(name) for name in typed[: plan.players or 0]]
    return replace(plan, names=(*names, *plan.names[len(names) :]))


def with_person(plan: Plan, name: str) -> Plan:
    """Return the plan with somebody on the next free seat; unchanged where none is free."""
    seated = [*plan.seated]
    if "" not in seated:
        return plan
    seated[seated.index("")] = plain_name(name)
    return replace(plan, names=(*seated, *plan.names[len(seated) :]))


def moved(plan: Plan, seat: int, to: int) -> Plan:
    """Return the plan with somebody on another seat, those between closing up.

    Whoever deals or begins keeps that; a move that leads nowhere changes nothing.
    """
    seats = [*range(len(plan.seated))]
    if seat not in seats or to not in seats:
        return plan
    seats.insert(to, seats.pop(seat))
    names = [plan.seated[old] for old in seats]
    first = None if plan.first is None else seats.index(plan.first)
    return replace(plan, names=(*names, *plan.names[len(names) :]), first=first)


def _name(game: Game) -> str:
    return f"new:{game.slug}"
