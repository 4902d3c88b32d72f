# SPDX-License-Identifier: MIT
"""Laws of half-filled sheets: whatever stands there can be looked at, and a whole one agrees."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Game
from companion.engine.sheet import Mode, Phase, Round, read
from companion.engine.sketch import rest_to, sketch
from companion.engine.text import render
from tests import strategies
from tests.laws import _laws
from tests.laws._played import NAMES, as_form, empty_round


def half_filled(
    game: Game, data: st.DataObject
) -> tuple[Round, Phase, Mode, dict[str, Any], list[int]]:
    """Draw a sheet as a form sends it: some cells untouched, some odd, the others filled in."""
    seats = data.draw(st.sampled_from(list(game.seats)), label="seats")
    here = empty_round(game, seats, data.draw(strategies.options(game), label="options"))
    phase = data.draw(st.sampled_from(game.phases(here)), label="phase")
    mode = data.draw(st.sampled_from(phase.modes), label="mode")
    raw = data.draw(strategies.entry(mode, seats), label="entry")

    def cell(field: Any, plain: Any) -> Any:
        kind = data.draw(st.integers(0, 9))
        if kind < 3:
            return "" if kind else None
        return data.draw(strategies.junk()) if kind == 3 else as_form(field, plain)

    for row in raw["seats"]:
        for field in mode.seat_fields:
            plain = field.dump(field.parse(row[field.key], seats))
            row[field.key] = cell(field, plain)
    for field in mode.table_fields:
        raw["table"][field.key] = cell(field, raw["table"][field.key])
    return here, phase, mode, raw, data.draw(st.lists(st.integers(0, seats - 1), max_size=2))


@given(data=st.data())
def test_whatever_stands_on_a_sheet_can_be_looked_at(game: Game, data: st.DataObject) -> None:
    here, phase, mode, raw, none = half_filled(game, data)

    found = sketch(game, here, phase, raw, none)

    assert found.mode is mode
    assert len(found.lines) == len(found.entered) == here.seats
    assert all(found.entered[seat] for seat in none)
    for seat in range(here.seats):
        points, lines = found.points(seat), found.lines[seat]
        assert points is None or points == sum(line.points for line in lines or ())
        rest = rest_to(here, found, seat)
        assert rest is None or set(rest.seat) <= {f.key for f in mode.seat_fields}
    for amount, meter in zip(found.amounts, mode.meters, strict=True):
        assert len(amount.placed) == here.seats
        assert amount.open + sum(amount.placed) == amount.whole == meter.whole(here)
    for problem in (*found.problems, *found.missing):
        assert render(problem.text, NAMES[: here.seats])
    entry, problems = read(phase, raw, here)
    assert found.complete == (entry is not None and not problems)


@given(data=st.data())
def test_a_whole_sheet_is_complete_and_shows_the_points_that_it_scores(
    game: Game, data: st.DataObject
) -> None:
    _laws.whole_sheets_agree(data.draw(strategies.played(game)))


@given(data=st.data())
def test_whoever_gets_the_rest_makes_the_sheet_whole(game: Game, data: st.DataObject) -> None:
    played = data.draw(strategies.played(game))

    _laws.rest_makes_whole(played, data.draw(st.integers(0, played.seats - 1), label="gets it"))
