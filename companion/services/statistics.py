# SPDX-License-Identifier: MIT
"""What a group's finished games say about its players; counted anew from the replayed tables.

A game played alone has no winner, so it counts as played and nothing else. A shared first place
is a win for each who shares it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.engine.game import Game
from companion.engine.text import Msg
from companion.persistence.models import Person
from companion.services.tables import Table


@dataclass(frozen=True, slots=True)
class Places:
    """A player's places in one game, oldest first.

    Attributes:
        game: what was played.
        title: what the tables called it.
        places: 1 is the best; a shared place is the better number.
    """

    game: Game
    title: Msg
    places: tuple[int, ...]

    @property
    def wins(self) -> int:
        """How many of them were won."""
        return self.places.count(1)


@dataclass(frozen=True, slots=True)
class Against:
    """How often a player ended ahead of another one, behind, and level."""

    name: str
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class Record:
    """What a player has done in this group.

    Attributes:
        name: of the player.
        games: finished ones, those played alone included.
        since: when the first of them was opened; None before the first.
        places: of the games with others, oldest first.
        longest_streak: most wins in a row among them.
        by_game: the places game by game, the most played first.
        against: the other players, the most met first.
    """

    name: str
    games: int
    since: datetime | None
    places: tuple[int, ...]
    longest_streak: int
    by_game: tuple[Places, ...]
    against: tuple[Against, ...]

    @property
    def wins(self) -> int:
        """How many games against others were won."""
        return self.places.count(1)

    @property
    def average_place(self) -> float | None:
        """The mean place; None without a game against others."""
        return sum(self.places) / len(self.places) if self.places else None


def people(session: Session, group_id: int) -> dict[int, str]:
    """Return the group's players by their number, in the order of their names."""
    found = session.execute(select(Person.id, Person.name).where(Person.group_id == group_id))
    return {row.id: row.name for row in sorted(found, key=lambda row: str(row.name).casefold())}


def record(name: str, tables: Iterable[Table]) -> Record:
    """Return a player's record.

    Args:
        name: of the player, as at the tables.
        tables: of one group, in any order; those still running are left out.
    """
    mine = [table for table in tables if table.match.over and name in table.names]
    mine.sort(key=lambda table: table.opened_at)
    shared = [table for table in mine if len(table.names) > 1]
    places = tuple(_place(table, name) for table in shared)
    return Record(
        name,
        len(mine),
        mine[0].opened_at if mine else None,
        places,
        _streak(places),
        _by_game(name, shared),
        _against(name, shared),
    )


def _place(table: Table, name: str) -> int:
    return table.match.ranks[table.names.index(name)]


def _streak(places: Sequence[int]) -> int:
    longest = running = 0
    for place in places:
        running = running + 1 if place == 1 else 0
        longest = max(longest, running)
    return longest


def _by_game(name: str, tables: Sequence[Table]) -> tuple[Places, ...]:
    found: dict[tuple[str, str], list[Table]] = {}
    for table in tables:
        found.setdefault((table.game.slug, str(table.title)), []).append(table)
    played = sorted(found.values(), key=len, reverse=True)
    return tuple(
        Places(some[-1].game, some[-1].title, tuple(_place(table, name) for table in some))
        for some in played
    )


def _against(name: str, tables: Sequence[Table]) -> tuple[Against, ...]:
    counts: dict[str, list[int]] = {}
    for table in tables:
        mine = _place(table, name)
        for other, rank in zip(table.names, table.match.ranks, strict=True):
            if other != name:
                count = counts.setdefault(other, [0, 0, 0])
                count[0 if mine < rank else 1 if mine > rank else 2] += 1
    met = sorted(counts.items(), key=lambda item: (-sum(item[1]), item[0].casefold()))
    return tuple(Against(other, *count) for other, count in met)
