# SPDX-License-Identifier: MIT
"""House rules changed in mid-game: what it would do, and doing it; all rounds are scored anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from companion.engine.compare import Effect, compare
from companion.engine.errors import BadValue, Problem
from companion.engine.fields import Field, Int
from companion.engine.log import Event
from companion.engine.registry import Registry
from companion.engine.replay import Match, replay
from companion.engine.text import msg
from companion.persistence.log_store import Clash
from companion.services.entries import Conflict, Outcome, Refused, Saved, append_event, settle
from companion.services.tables import Table, events, find_table
from companion.services.visitors import Visitor

_FARTHER = (1000, 100, 10, 1)  # so much later, as far as the option goes


@dataclass(frozen=True, slots=True)
class Change:
    """What other house rules would do to a table.

    Attributes:
        options: all of them, plain; None while one cannot be read.
        changed: the options that would differ.
        match: the state under them; None where a round could not be scored.
        effect: what differs from the state now; None likewise.
        decimals: how many decimals the points in *effect* are kept with.
        problems: why the rules cannot be changed so.
    """

    options: Mapping[str, Any] | None
    changed: tuple[Field, ...]
    match: Match | None
    effect: Effect | None
    decimals: int
    problems: tuple[Problem, ...]


def agreed(table: Table) -> dict[str, Any]:
    """Return the house rules that hold now, plain."""
    options = table.match.setting.options
    return {option.key: option.dump(options[option.key]) for option in table.game.options}


def try_out(table: Table, raw: Mapping[str, Any]) -> Change:
    """Return what raw house rules would do, without writing anything.

    Refused is what cannot be read, and what a round already entered does not fit: nothing that
    was entered may vanish.
    """
    game, before = table.game, table.match
    decimals = game.decimals(before.setting.options)
    options, problems = game.read_options(raw)
    if problems:
        return Change(None, (), None, None, decimals, tuple(problems))
    plain = {option.key: option.dump(options[option.key]) for option in game.options}
    now = agreed(table)
    changed = tuple(option for option in game.options if plain[option.key] != now[option.key])
    after = _under(table, plain)
    if len(after.rounds) < len(before.rounds) or (after.problems and not before.problems):
        unfit = _unfit(after)
        return Change(plain, changed, None, None, decimals, (unfit,))
    finer = max(decimals, game.decimals(options))
    effect = compare(_in_unit(before, finer), _in_unit(after, finer))
    return Change(plain, changed, after, effect, finer, ())


def change(
    session: Session,
    registry: Registry,
    visitor: Visitor,
    code: str,
    raw: Mapping[str, Any],
    expected: int,
    key: str,
) -> Outcome:
    """Change the house rules of a table, inside ``writing``; the old ones stay in the log.

    Args:
        session: inside ``writing``.
        registry: the games.
        visitor: who asks.
        code: of the table.
        raw: all house rules, raw.
        expected: number of the last event that the writer knew.
        key: idempotency key of the form.

    Raises:
        NoSuchTable: the group has no such table.
    """
    table = find_table(session, registry, visitor.group_id, code)
    wanted = try_out(table, raw)
    if wanted.problems or wanted.options is None:
        return Refused(wanted.problems)
    if not wanted.changed:
        return Saved(table.head)
    body = {"options": wanted.options}
    try:
        seq = append_event(session, table, visitor, "options", body, expected, key)
    except Clash as clash:
        return Conflict(tuple(clash.since), table.head)
    settle(session, registry, visitor, code)
    return Saved(seq)


def goes_on_by(table: Table) -> Field | None:
    """Return the house rule that lets a game which is over go on, if one of its numbers does."""
    match, setting = table.match, table.match.setting
    for option in table.game.options:
        if not isinstance(option, Int):
            continue
        later = _later(option, setting.options[option.key])
        if later is None:
            continue
        finish = table.game.finish(setting.seats, {**setting.options, option.key: later})
        if not finish.over(len(match.rounds), match.totals):
            return option
    return None


def _later(option: Int, value: int | None) -> int | None:
    """Return a far higher value that the option takes; None where there is none."""
    for more in _FARTHER:
        try:
            return option.parse((value or 0) + more, 0)
        except BadValue:
            continue
    return None


def _under(table: Table, options: Mapping[str, Any]) -> Match:
    event = Event(table.head + 1, "options", {"options": options})
    return replay(table.game, [*events(table.log), event])


def _unfit(after: Match) -> Problem:
    number = after.next.number
    if not after.problems:
        return Problem(
            msg("Round {number} would not be complete under these rules.", number=number)
        )
    why = after.problems[0].text
    return Problem(msg("Round {number} does not fit these rules: {why}", number=number, why=why))


def _in_unit(match: Match, decimals: int) -> Match:
    """Return a state with its points in the unit of so many decimals, to be compared."""
    times = 10 ** (decimals - match.game.decimals(match.setting.options))
    if times == 1:
        return match
    rounds = tuple(
        replace(done, points=tuple(points * times for points in done.points))
        for done in match.rounds
    )
    totals = tuple(total * times for total in match.totals)
    return replace(match, rounds=rounds, next=replace(match.next, totals=totals))
