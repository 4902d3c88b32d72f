# SPDX-License-Identifier: MIT
"""The players of this group: who plays here, and what each has done."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask_babel import (  # type: ignore[import-untyped]  # it ships no types
    format_decimal,
    gettext,
    ngettext,
)

from companion.services.statistics import Against, Places, Record, people, record
from companion.services.tables import Table, list_tables
from companion.web import summary
from companion.web.app import games
from companion.web.database import db
from companion.web.pictures import COLOURS, Disc, initials
from companion.web.visit import visitor

blueprint = Blueprint("people", __name__)


@blueprint.get("/players")
def index() -> str:
    """Show everybody who has sat at a table of this group."""
    known, tables = _group()
    counters = _counters(known)
    rows = [(number, counters[name], record(name, tables)) for number, name in known.items()]
    return render_template("people/index.html", rows=rows, played=played)


@blueprint.get("/players/<int:number>")
def show(number: int) -> str:
    """Show what one player has done."""
    known, tables = _group()
    if number not in known:
        abort(404)
    counters = _counters(known)
    mine = record(known[number], tables)
    return render_template(
        "people/show.html",
        record=mine,
        disc=counters[mine.name],
        counters=counters,
        average=_average(mine),
        played=played,
        won_of=won_of,
        compared=compared,
        summary=summary,
    )


def played(mine: Record) -> str:
    """Return how many games a player has finished here, and since when."""
    if mine.since is None:
        return str(gettext("No game finished yet"))
    since = summary.month(mine.since)
    return str(
        ngettext(
            "%(num)d game since %(month)s", "%(num)d games since %(month)s", mine.games, month=since
        )
    )


def won_of(found: Places) -> str:
    """Return how many games of a kind were won."""
    return str(gettext("%(won)d of %(all)d won", won=found.wins, all=len(found.places)))


def compared(other: Against) -> str:
    """Return how two players stand, in words."""
    if other.level:
        return str(
            gettext(
                "%(ahead)d ahead, %(behind)d behind, %(level)d level",
                ahead=other.ahead,
                behind=other.behind,
                level=other.level,
            )
        )
    return str(
        gettext("%(ahead)d ahead, %(behind)d behind", ahead=other.ahead, behind=other.behind)
    )


def _average(mine: Record) -> str:
    if mine.average_place is None:
        return "–"
    return str(format_decimal(round(mine.average_place, 1), format="0.#"))


def _group() -> tuple[dict[int, str], list[Table]]:
    """Return the group's players, and its tables that can be read."""
    who = visitor()
    if who is None:
        return {}, []
    found = list_tables(db.session(), games(), who.group_id)
    known = people(db.session(), who.group_id)
    return known, [table for table in found if isinstance(table, Table)]


def _counters(known: dict[int, str]) -> dict[str, Disc]:
    """Give every player a counter whose colour stays, whoever sits at which table."""
    letters = initials(list(known.values()))
    return {
        name: Disc(name, letter, (number - 1) % COLOURS + 1)
        for (number, name), letter in zip(known.items(), letters, strict=True)
    }
