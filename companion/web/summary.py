# SPDX-License-Identifier: MIT
"""What a list says about a table in one line: how far it is, who leads, who won and when."""

from __future__ import annotations

from datetime import datetime

from flask_babel import (  # type: ignore[import-untyped]  # it ships no types
    format_date,
    gettext,
    ngettext,
)

from companion.services.tables import Table
from companion.web.phrases import figure, numbered, together
from companion.web.pictures import Disc, discs
from companion.web.words import say


def players(table: Table) -> list[Disc]:
    """Return the players' counters, by seat."""
    return discs(table.names)


def points(table: Table, seat: int) -> str:
    """Return a total as people write it."""
    decimals = table.game.decimals(table.match.setting.options)
    return figure(table.match.totals[seat], decimals)


def progress(table: Table) -> str:
    """Return how far a running table is: "Round 5, Ada deals"."""
    number, start = table.match.next.number, table.match.next.start
    hand = table.game.unit == "hand"
    if isinstance(start.dealer, int):
        name = table.names[start.dealer]
        if hand:
            return str(gettext("Hand %(number)d, %(name)s deals", number=number, name=name))
        return str(gettext("Round %(number)d, %(name)s deals", number=number, name=name))
    if isinstance(start.starter, int):
        name = table.names[start.starter]
        if hand:
            return str(gettext("Hand %(number)d, %(name)s starts", number=number, name=name))
        return str(gettext("Round %(number)d, %(name)s starts", number=number, name=name))
    return numbered(table.game, number)


def lead(table: Table) -> str:
    """Return who leads a running table; nothing before the first points."""
    best = _first(table)
    if not table.match.rounds or len(table.names) == 1:
        return ""
    if len(best) == len(table.names):
        return str(gettext("All are level"))
    return str(
        ngettext(
            "%(names)s leads with %(points)s",
            "%(names)s lead with %(points)s",
            len(best),
            names=together([table.names[seat] for seat in best]),
            points=points(table, best[0]),
        )
    )


def outcome(table: Table) -> str:
    """Return who won a table that is over; who leads where it is not."""
    if not table.match.over:
        return lead(table) or progress(table)
    winners = [table.names[seat] for seat in table.match.winners]
    if len(table.names) == 1:
        return str(gettext("%(name)s played alone", name=table.names[0]))
    return str(
        ngettext("%(names)s won", "%(names)s share the win", len(winners), names=together(winners))
    )


def best_points(table: Table) -> str:
    """Return the total of whoever is first."""
    return points(table, _first(table)[0])


def day(at: datetime) -> str:
    """Return a date as the reader's language writes it, in the time zone of this machine."""
    return str(format_date(at.astimezone(), "long", rebase=False))


def day_of_month(at: datetime) -> str:
    """Return the day below its month's heading: "Fri 28"."""
    return str(format_date(at.astimezone(), "EEE d", rebase=False))


def month(at: datetime) -> str:
    """Return the month that a date lies in: a heading of the history."""
    return str(format_date(at.astimezone(), "LLLL y", rebase=False))


def _first(table: Table) -> list[int]:
    return [seat for seat, rank in enumerate(table.match.ranks) if rank == 1]


def title(table: Table) -> str:
    """Return what the table calls its game."""
    return say(table.title)
