# SPDX-License-Identifier: MIT
"""Opening a table, and finding it again with everything that was entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from companion.engine.errors import EngineError, Problem
from companion.engine.game import Game
from companion.engine.log import Event, cells
from companion.engine.registry import Registry
from companion.engine.replay import Match, replay
from companion.engine.setting import read_setting
from companion.engine.text import Msg, msg
from companion.persistence import log_store
from companion.persistence.log_store import Stored
from companion.persistence.models import Match as MatchRow
from companion.persistence.models import Person, Seat, new_code
from companion.services.visitors import Visitor

LONGEST_NAME = 24


class NoSuchTable(LookupError):
    """No table of this group has that code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What a table is opened with, still raw.

    Attributes:
        code: its public name, drawn beforehand so that a double tap opens one table.
        game: slug of the game.
        names: of the players, clockwise.
        options: raw house rules; what is left out keeps its default.
        dealer: who deals first, where the game has dealers and the table says so.
        starter: who begins, where the game has a first starter.
        opening: what was counted on paper so far.
    """

    code: str
    game: str
    names: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)
    dealer: int | None = None
    starter: int | None = None
    opening: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands after its whole log.

    Attributes:
        id: of the match in the store.
        code: its public name in addresses.
        game: what is played.
        names: of the players, by seat.
        match: the replayed state.
        log: the stored events, oldest first.
    """

    id: int
    code: str
    game: Game
    names: tuple[str, ...]
    match: Match
    log: tuple[Stored, ...]

    @property
    def head(self) -> int:
        """Number of the last event; a write says it, so that no other write is lost."""
        return self.log[-1].seq

    @property
    def title(self) -> Msg:
        """The game's name at this table."""
        return title(self.game, self.match.setting.options)

    @property
    def opened_at(self) -> datetime:
        """When the table was opened, in UTC."""
        return self.log[0].at

    @property
    def played_at(self) -> datetime:
        """When something last happened, in UTC."""
        return self.log[-1].at


@dataclass(frozen=True, slots=True)
class Broken:
    """A table whose log this version cannot read: shown, kept, and not counted."""

    code: str
    slug: str
    names: tuple[str, ...]
    opened_at: datetime


def title(game: Game, options: Mapping[str, Any]) -> Msg:
    """Return what the table calls the game."""
    own = options.get(game.title_option) if game.title_option else None
    return msg("{name}", name=own) if own else game.title


def events(log: Iterable[Stored]) -> list[Event]:
    """Return stored events as the engine knows them."""
    return [Event(stored.seq, stored.kind, stored.body) for stored in log]


def check_names(names: Sequence[str]) -> list[Problem]:
    """Return what is wrong with the players' names, each beside its seat."""
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for seat, name in enumerate(names):
        plain = name.strip()
        if not plain:
            problems.append(Problem(msg("Who sits here?"), "name", seat))
        elif len(plain) > LONGEST_NAME:
            text = msg("At most {most} letters.", most=LONGEST_NAME)
            problems.append(Problem(text, "name", seat))
        elif plain.casefold() in seen:
            text = msg("{name} already sits at the table.", name=plain)
            problems.append(Problem(text, "name", seat))
        seen.setdefault(plain.casefold(), seat)
    return problems


def check_table(registry: Registry, new: NewTable) -> list[Problem]:
    """Return what is wrong with a table before it is opened."""
    game = registry[new.game]
    if len(new.names) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        text = msg("{game} has {low} to {high} players.", game=game.title, low=low, high=high)
        return [Problem(text, "players")]
    _, problems = read_setting(game, len(new.names), _started(game, new))
    return [*check_names(new.names), *problems]


def open_table(session: Session, registry: Registry, visitor: Visitor, new: NewTable) -> str:
    """Open a table, inside ``writing``; a second call with its code opens no second one.

    Raises:
        ValueError: `check_table` finds something wrong; it was not asked.
    """
    if _row(session, visitor.group_id, new.code):
        return new.code
    if problems := check_table(registry, new):
        raise ValueError(str(problems[0].text))
    game = registry[new.game]
    names = [name.strip() for name in new.names]
    people = [_person(session, visitor.group_id, name) for name in names]
    row = MatchRow(code=new.code, group_id=visitor.group_id, game=game.slug)
    row.seats = [Seat(position=at, person=person) for at, person in enumerate(people)]
    session.add(row)
    session.flush()
    body = _started(game, new)
    # Options stand in the log complete: a default that changes later must not change this match.
    options, _ = game.read_options(body["options"])
    body["options"] = {f.key: f.dump(options[f.key]) for f in game.options}
    write(session, row.id, game, visitor, "started", body, expected=None, key=None)
    return new.code


def find_table(session: Session, registry: Registry, group_id: int, code: str) -> Table:
    """Return one of the group's tables.

    Raises:
        NoSuchTable: the group has none with that code.
        UnknownGame, BadValue: its log is not readable by this version.
    """
    row = _row(session, group_id, code)
    if row is None:
        raise NoSuchTable(code)
    return table_of(registry, row, log_store.read(session, row.id))


def table_of(registry: Registry, row: MatchRow, log: Sequence[Stored]) -> Table:
    """Replay a table from its row and its log; raises like `find_table`."""
    game = registry[row.game]
    names = tuple(log[0].body["seats"])
    return Table(row.id, row.code, game, names, replay(game, events(log)), tuple(log))


def list_tables(session: Session, registry: Registry, group_id: int) -> list[Table | Broken]:
    """Return the group's tables, the one with the latest event first."""
    rows = session.scalars(
        select(MatchRow)
        .where(MatchRow.group_id == group_id)
        .options(selectinload(MatchRow.seats).selectinload(Seat.person))
    )
    found: list[tuple[datetime, Table | Broken]] = []
    for row in rows:
        table = read_table(session, registry, row)
        at = row.created_at if isinstance(table, Broken) else table.played_at
        found.append((at, table))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [table for _, table in found]


def read_table(session: Session, registry: Registry, row: MatchRow) -> Table | Broken:
    """Replay one table from its row; what this version cannot read is shown and kept as it is."""
    try:
        return table_of(registry, row, log_store.read(session, row.id))
    except (EngineError, LookupError):
        return _broken(row)


def known_people(session: Session, group_id: int) -> list[str]:
    """Return the names of the group's players, those of the newest table first."""
    newest = (
        select(Person.name)
        .join(Seat, Seat.person_id == Person.id, isouter=True)
        .where(Person.group_id == group_id)
        .order_by(Seat.match_id.desc().nulls_last(), Seat.position)
    )
    return list(dict.fromkeys(session.scalars(newest)))


def write(
    session: Session,
    match_id: int,
    game: Game,
    visitor: Visitor | None,
    kind: str,
    body: Mapping[str, Any],
    *,
    expected: int | None,
    key: str | None,
) -> int:
    """Append one event to a match, inside ``writing``; raises like `log_store.append`."""
    appended = log_store.append(
        session,
        match_id,
        kind,
        body,
        expected=expected,
        key=key,
        device_id=visitor.device_id if visitor else None,
        seat=None,
        game_version=game.version,
        cells=lambda kind, body: set(cells(kind, body)),
    )
    return appended.seq


def draw_code() -> str:
    """Return a code for a table that is about to be opened."""
    return new_code()


def _started(game: Game, new: NewTable) -> dict[str, Any]:
    body: dict[str, Any] = {
        "game": game.slug,
        "version": game.version,
        "seats": [name.strip() for name in new.names],
        "options": dict(new.options),
        "dealer": new.dealer,
        "starter": new.starter,
    }
    return body if new.opening is None else body | {"opening": dict(new.opening)}


def _row(session: Session, group_id: int, code: str) -> MatchRow | None:
    mine = (MatchRow.code == code, MatchRow.group_id == group_id)
    return session.scalar(select(MatchRow).where(*mine))


def _person(session: Session, group_id: int, name: str) -> Person:
    found = session.scalar(select(Person).where(Person.group_id == group_id, Person.name == name))
    if found is None:
        found = Person(group_id=group_id, name=name)
        session.add(found)
        session.flush()
    return found


def _broken(row: MatchRow) -> Broken:
    names = tuple(seat.person.name for seat in row.seats)
    return Broken(row.code, row.game, names, row.created_at)
