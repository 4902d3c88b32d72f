# SPDX-License-Identifier: MIT
"""A group's games, page by page, narrowed by game, player and year.

What narrows is found without replaying anything; only the games of one page are replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from companion.engine.registry import Registry
from companion.persistence.models import Event, Person, Seat
from companion.persistence.models import Match as MatchRow
from companion.services.tables import Broken, Table, read_table

PAGE = 25
"""Games on a page."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What games are looked for; None is no wish."""

    game: str | None = None
    player: int | None = None
    year: int | None = None

    def __bool__(self) -> bool:
        """Tell whether anything is wished."""
        return self != Wanted()


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the history.

    Attributes:
        tables: the one with the latest event first.
        number: of the page, from 1.
        pages: how many there are, at least 1.
        found: how many games fit.
        whole: how many games the group has.
        games: slug and how many games would fit, under the other wishes; the most first.
        players: number, name and how many, by name.
        years: year and how many, the latest first.
    """

    tables: tuple[Table | Broken, ...]
    number: int
    pages: int
    found: int
    whole: int
    games: tuple[tuple[str, int], ...]
    players: tuple[tuple[int, str, int], ...]
    years: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """What is known of a game without replaying it; the year is that of its last event."""

    id: int
    game: str
    year: int
    players: frozenset[int]


def look_back(
    session: Session, registry: Registry, group_id: int, wanted: Wanted, number: int = 1
) -> Page:
    """Return a page of a group's games; a number beyond the last page is the last page."""
    lines = _lines(session, group_id)
    found = [line for line in lines if _fits(line, wanted)]
    pages = max(1, -(-len(found) // PAGE))
    number = min(max(1, number), pages)
    shown = found[(number - 1) * PAGE : number * PAGE]
    names = {
        row.id: row.name
        for row in session.execute(
            select(Person.id, Person.name).where(Person.group_id == group_id)
        )
    }
    players = Counter(
        who for line in _fitting(lines, replace(wanted, player=None)) for who in line.players
    )
    years = Counter(line.year for line in _fitting(lines, replace(wanted, year=None)))
    games = Counter(line.game for line in _fitting(lines, replace(wanted, game=None)))
    # What is wished stays among the choices, also where nothing fits all wishes.
    if wanted.player is not None and wanted.player in names:
        players.setdefault(wanted.player, 0)
    if wanted.year is not None:
        years.setdefault(wanted.year, 0)
    if wanted.game is not None:
        games.setdefault(wanted.game, 0)
    return Page(
        tables=tuple(_tables(session, registry, [line.id for line in shown])),
        number=number,
        pages=pages,
        found=len(found),
        whole=len(lines),
        games=tuple(sorted(games.items(), key=lambda item: (-item[1], item[0]))),
        players=tuple(
            (who, names[who], count)
            for who, count in sorted(players.items(), key=lambda item: names[item[0]].casefold())
        ),
        years=tuple(sorted(years.items(), reverse=True)),
    )


def _lines(session: Session, group_id: int) -> list[_Line]:
    """Return the group's games, the one with the latest event first."""
    seated: dict[int, set[int]] = {}
    seats = select(Seat.match_id, Seat.person_id).join(MatchRow, Seat.match_id == MatchRow.id)
    for seat in session.execute(seats.where(MatchRow.group_id == group_id)):
        seated.setdefault(seat.match_id, set()).add(seat.person_id)
    last = func.max(Event.at)
    rows = session.execute(
        select(MatchRow.id, MatchRow.game, last.label("last"))
        .join(Event, Event.match_id == MatchRow.id)
        .where(MatchRow.group_id == group_id)
        .group_by(MatchRow.id, MatchRow.game)
        .order_by(last.desc(), MatchRow.id.desc())
    )
    return [
        _Line(row.id, row.game, row.last.astimezone().year, frozenset(seated.get(row.id, ())))
        for row in rows
    ]


def _fits(line: _Line, wanted: Wanted) -> bool:
    return (
        wanted.game in (None, line.game)
        and wanted.year in (None, line.year)
        and (wanted.player is None or wanted.player in line.players)
    )


def _fitting(lines: Iterable[_Line], wanted: Wanted) -> list[_Line]:
    return [line for line in lines if _fits(line, wanted)]


def _tables(session: Session, registry: Registry, ids: Sequence[int]) -> list[Table | Broken]:
    rows = session.scalars(
        select(MatchRow)
        .where(MatchRow.id.in_(ids))
        .options(selectinload(MatchRow.seats).selectinload(Seat.person))
    )
    by_id = {row.id: row for row in rows}
    return [read_table(session, registry, by_id[id]) for id in ids]
