# SPDX-License-Identifier: MIT
"""What must hold for every match of every game, as plain checks.

The tests beside this file try them on matches that hypothesis draws; `tests/mutants.py` tries
them on a few fixed ones, to see whether a broken game is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from companion.engine import fields as f
from companion.engine.game import Game
from companion.engine.replay import Match, replay
from companion.engine.sheet import Mode, Start, dump, read
from companion.engine.sketch import rest_to, sketch
from companion.engine.text import render
from tests.laws._played import (
    NAMES,
    Played,
    numbered,
    phase_and_mode,
    played_by,
    reseated,
    told_fully,
)

#: House rules under which somebody's place at the table decides what is odd one over.
CLOCKWISE = {"moon": "split"}


def state(match: Match) -> tuple[Any, ...]:
    """Return all of a match but the functions in it, to compare."""
    phase = match.phase and match.phase.key
    place = (match.next, phase, match.over, match.ranks, match.winners, match.problems)
    return (match.rounds, *place)


def sums_hold(match: Match) -> None:
    """A total is the sum of its lines; no line is worth nothing or without a reason."""
    totals = match.setting.totals
    for scored in match.rounds:
        assert len(scored.lines) == match.seats
        for line in (line for mine in scored.lines for line in mine):
            assert type(line.points) is int
            assert line.points
            assert line.rule
            assert render(line.why, NAMES).strip()
        assert scored.points == tuple(sum(line.points for line in mine) for mine in scored.lines)
        totals = tuple(map(sum, zip(totals, scored.points, strict=True)))
        assert scored.totals == totals
        assert all(len(column) == match.seats for column in scored.carry.values())
    assert match.totals == totals


def places_hold(match: Match) -> None:
    """Places skip after a tie, follow the totals, and winners are those in place 1 at the end."""
    ranks = match.ranks
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    best = match.finish.best == "high"
    seats = sorted(range(match.seats), key=ranks.__getitem__)
    for ahead, behind in pairwise(seats):
        better, worse = match.totals[ahead], match.totals[behind]
        assert better >= worse if best else better <= worse
        if not match.over:
            assert (ranks[ahead] == ranks[behind]) == (better == worse)
    first = tuple(seat for seat in range(match.seats) if ranks[seat] == 1)
    assert match.winners == (first if match.over else ())


def start_holds(match: Match) -> None:
    """Whoever deals or starts sits at the table; equals are several; passing goes some way."""
    for start in (*(scored.start for scored in match.rounds), match.next.start):
        for role in (start.dealer, start.starter):
            seats = role if isinstance(role, tuple) else () if role is None else (role,)
            assert all(seat in range(match.seats) for seat in seats)
            assert not isinstance(role, tuple) or len(set(role)) == len(role) > 1
        if start.passing is not None:
            assert start.passing.count > 0
    for step in match.game.steps(match.next):
        assert render(step.text, NAMES[: match.seats]).strip()
        assert step.rule


def samples_are_true(played: Played) -> None:
    """A game's own sample is a round that nobody would ask anything about."""
    match = played.match()
    assert len(match.rounds) == len(played.rounds), match.problems
    assert [scored.problems for scored in match.rounds] == [()] * len(match.rounds)


def entries_survive_storing(match: Match) -> None:
    """What is read, written down, and read again is the same."""
    for scored in match.rounds:
        here = match.round_at(scored.number)
        for key, entry in scored.entries.items():
            phase, _ = phase_and_mode(match, scored.number, key)
            stored = json.loads(json.dumps(dump(phase, entry)))
            again, _ = read(phase, stored, here)
            assert again == entry
            assert dump(phase, entry) == stored


def log_agrees(played: Played) -> None:
    """The log of a match replays to what its file scores."""
    assert state(replay(played.game, played.log())) == state(played.match())


def seats_are_alike(played: Played, order: Sequence[int]) -> None:
    """The same people in other seats get the same points, places, roles and carried things."""
    before, after = played.match(), reseated(played, order).match()
    assert len(before.rounds) == len(after.rounds)
    for old, new in zip(before.rounds, after.rounds, strict=True):
        assert [old.points[seat] for seat in order] == list(new.points)
        assert {key: [column[seat] for seat in order] for key, column in old.carry.items()} == {
            key: list(column) for key, column in new.carry.items()
        }
        assert _seated(old.start, order) == _seated(new.start, range(after.seats))
    assert [before.totals[seat] for seat in order] == list(after.totals)
    assert [before.ranks[seat] for seat in order] == list(after.ranks)
    assert before.over == after.over
    assert _seated(before.next.start, order) == _seated(after.next.start, range(after.seats))


def points_know_no_places(played: Played, order: Sequence[int]) -> None:
    """However the same people sit, each gets the same points, unless a rule goes clockwise."""
    if any(played.options.get(key) == value for key, value in CLOCKWISE.items()):
        return
    before, after = played.match(), reseated(played, order).match()
    for old, new in zip(before.rounds, after.rounds, strict=False):
        assert [old.points[seat] for seat in order] == list(new.points)


def _seated(start: Start, order: Sequence[int]) -> tuple[Any, ...]:
    """Return who does what, by the new seats; the order among equals means nothing."""

    def moved(role: int | tuple[int, ...] | None) -> Any:
        if isinstance(role, tuple):
            return {order.index(seat) for seat in role}
        return None if role is None else order.index(role)

    return moved(start.dealer), moved(start.starter), start.passing


def seat_by_seat(played: Played, dice: Random) -> None:
    """Rows and table answers entered one by one, in any order, make the match entered at once."""
    parts: list[tuple[str, dict[str, Any]]] = []
    for number in played.numbers:
        for kind, body in played.entered(number):
            parts += [(kind, body)] if kind == "noted" else _parts(body)
    dice.shuffle(parts)
    log = numbered([played.started(), *parts])
    assert state(replay(played.game, log)) == state(played.match())


def _parts(body: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    entry = body["entry"]
    cells = [
        *({"seats": {str(seat): row}} for seat, row in enumerate(entry["seats"])),
        *({"table": {key: cell}} for key, cell in (entry.get("table") or {}).items()),
    ]
    return [("entered", {**body, "entry": {"mode": entry["mode"], **cell}}) for cell in cells]


def whole_sheets_agree(played: Played) -> None:
    """A whole sheet looked at while it is filled in is complete and shows what it will score."""
    full, match = told_fully(played), played.match()
    for scored in match.rounds:
        here = match.round_at(scored.number)
        for key in scored.entries:
            phase, mode = phase_and_mode(match, scored.number, key)
            found = sketch(match.game, here, phase, full.rounds[scored.number - 1][key])
            assert (found.complete, found.problems, found.missing) == (True, (), ())
            assert [found.points(seat) or 0 for seat in range(match.seats)] == list(scored.points)
            assert all(amount.open == 0 for amount in found.amounts)
            assert all(len(amount.placed) == match.seats for amount in found.amounts)
            for meter in mode.meters:
                assert render(meter.told(meter.label), NAMES)
            if found.moment is not None:
                assert found.moment.seat in range(match.seats)
                assert all(render(text, NAMES).strip() for text in found.moment[1:] if text)


def rest_makes_whole(played: Played, seat: int) -> None:
    """Whoever gets all that nobody has yet makes the sheet what it was."""
    full, match = told_fully(played), played.match()
    for scored in match.rounds:
        here = match.round_at(scored.number)
        for key in scored.entries:
            phase, mode = phase_and_mode(match, scored.number, key)
            raw = _without(mode, full.rounds[scored.number - 1][key], seat)
            before = sketch(match.game, here, phase, raw)
            rest = rest_to(here, before, seat)
            if rest is None:
                assert mode.rest is None or all(amount.open <= 0 for amount in before.amounts)
                continue
            raw["seats"][seat] = {**raw["seats"][seat], **rest.seat}
            raw["table"] = {**raw["table"], **rest.table}
            found = sketch(match.game, here, phase, raw)
            # Cards of a suit that nobody else has may not be in play: they are asked for still.
            assert all(problem.severity == "ask" for problem in found.problems)
            assert all(amount.open >= 0 for amount in found.amounts)
            if not found.problems:
                assert all(amount.open == 0 for amount in found.amounts)
                again = match.game.score(replace(here, entries={key: found.entry}))
                assert [sum(line.points for line in mine) for mine in again] == list(scored.points)


def _without(mode: Mode, raw: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """Return an entry in which one seat has not said anything yet, nor is it named."""
    rows = [dict(row) if other != seat else {} for other, row in enumerate(raw["seats"])]
    refs = {field.key for field in mode.table_fields if isinstance(field, f.SeatRef)}
    table = {
        key: None if key in refs and cell == seat else cell for key, cell in raw["table"].items()
    }
    return {"mode": mode.key, "seats": rows, "table": table}


def setup_is_told(game: Game, options: dict[str, Any]) -> None:
    """The set-up says what to do for every player count, and numbers that can be printed."""
    for seats in game.seats:
        read_options, problems = game.read_options(options)
        assert not problems
        found = game.setup(seats, read_options)
        assert found.steps
        for step in found.steps:
            assert render(step.text).strip()
            assert step.rule
        facts = dict(found.facts)
        assert json.loads(json.dumps(facts)) == facts
        assert found.facts.get("draw_pile", 0) >= 0


def every_option_value(game: Game) -> list[dict[str, Any]]:
    """Return the default house rules, and each other answer of each option alone."""
    kinds: list[dict[str, Any]] = [{}]
    for option in game.options:
        match option:
            case f.Choice():
                kinds += [{option.key: key} for key, _ in option.choices]
            case f.Flag():
                kinds += [{option.key: True}, {option.key: False}]
            case f.Int():
                some = sorted({option.low, 1, 2, option.high})
                fitting = [number for number in some if option.low <= number <= option.high]
                kinds += [{option.key: option.dump(number)} for number in fitting]
    return kinds


def everything_holds(game: Game, seed: int = 11) -> None:
    """Try every law on a few fixed matches of a game; AssertionError, or whatever it raises."""
    dice = Random(seed)
    for options in every_option_value(game):
        setup_is_told(game, options)
        for seats in game.seats:
            first = dice.randrange(seats)
            played = played_by(game, seats, options, dice, first=first, rounds=3)
            match = played.match()
            samples_are_true(played)
            sums_hold(match)
            places_hold(match)
            start_holds(match)
            entries_survive_storing(match)
            order = [(seat + 1) % seats for seat in range(seats)]
            seats_are_alike(played, order)
            points_know_no_places(played, order[::-1])
            whole_sheets_agree(played)
            rest_makes_whole(played, seats - 1)
