# SPDX-License-Identifier: MIT
"""A half-filled sheet of any game can be looked at: what is there counts, what is not is missing."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import companion.games
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.replay import play
from companion.engine.setting import read_setting
from companion.engine.sheet import Mode, Phase, Round, read
from companion.engine.sketch import rest_to, sketch
from companion.engine.text import render
from tests.strategies import entry, options

ODD = st.sampled_from(["", "-", "x", "12+", "9" * 30, "-99999999999", None, {"r1": "x"}, {}, "y"])
GAMES = Registry(companion.games)
FOUR = ("Ada", "Ben", "Cem", "Dee")


def round_of(game: Game, seats: int, chosen: dict[str, Any]) -> tuple[Round, Phase]:
    """Return the first round of a game and its first phase."""
    setting, problems = read_setting(game, seats, {"options": chosen})
    assert setting is not None, problems
    match = play(game, setting, ())
    assert match.phase is not None
    return match.next, match.phase


def by(slug: str, mode: str, *rows: dict[str, Any], **table: Any) -> Any:
    """Return the sketch of a sheet of the first round, with the usual house rules."""
    game = GAMES[slug]
    here, phase = round_of(game, len(rows), {})
    raw = {"mode": mode, "seats": list(rows), "table": table}
    return here, sketch(game, here, phase, raw)


@given(data=st.data())
def test_whatever_stands_on_a_sheet_it_can_be_sketched(game: Game, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(list(game.seats)))
    here, phase = round_of(game, seats, data.draw(options(game)))
    mode: Mode = data.draw(st.sampled_from(phase.modes))
    raw = data.draw(entry(mode, seats))
    raw["seats"] = [_holed(data, row) for row in raw["seats"]]
    raw["table"] = _holed(data, raw["table"])
    found = sketch(game, here, phase, raw)
    for seat in range(seats):
        assert found.points(seat) is None or isinstance(found.points(seat), int)
        rest_to(here, found, seat)
    assert all(len(amount.placed) == seats for amount in found.amounts)
    assert found.complete == (read(phase, raw, here) == (found.entry, []))


def _holed(data: st.DataObject, row: dict[str, Any]) -> dict[str, Any]:
    """Take some answers away, and make others unreadable."""
    return {
        key: data.draw(ODD) if data.draw(st.booleans()) else value for key, value in row.items()
    }


def test_a_whole_sheet_is_sketched_as_it_will_be_scored(game: Game) -> None:
    seats = game.seats[-1]
    here, phase = round_of(game, seats, {})
    raw = game.sample(here, Random(5))
    whole, problems = read(phase, raw, here)
    assert whole is not None, problems
    rows = [dict(row) for row in raw["seats"]]
    found = sketch(game, here, phase, {"table": {}, **raw, "seats": rows})
    assert found.entry == whole
    assert not found.missing


def test_rest_to_a_seat_fills_every_meter(game: Game) -> None:
    seats = game.seats[-1]
    here, phase = round_of(game, seats, {})
    for mode in (mode for mode in phase.modes if mode.rest):
        raw: dict[str, Any] = {"mode": mode.key, "seats": [{} for _ in range(seats)], "table": {}}
        rest = rest_to(here, sketch(game, here, phase, raw), 1)
        assert rest is not None
        raw["seats"][1], raw["table"] = dict(rest.seat), dict(rest.table)
        found = sketch(game, here, phase, raw)
        # Which suits are in play nobody knows before one card of each was seen.
        assert found.amounts[0].open == 0
        assert found.amounts[0].placed[1] == found.amounts[0].whole


def test_every_meter_says_a_whole_sentence(game: Game) -> None:
    _, phase = round_of(game, game.seats[-1], {})
    amounts = {
        render(meter.told(meter.label), FOUR) for mode in phase.modes for meter in mode.meters
    }
    assert all("{" not in sentence for sentence in amounts)


def test_nothing_entered_is_not_zero_and_a_typed_zero_is() -> None:
    _, found = by("witches", "points", {"points": "0"}, {"points": ""}, {"points": "-"})
    assert [found.points(seat) for seat in range(3)] == [0, None, None]
    assert [problem.seat for problem in found.missing] == [1, 2]
    assert found.problems == ()


def test_points_are_known_player_by_player_while_others_are_still_to_come() -> None:
    here, found = by("witches", "cards", {"pile": {"r1": 1, "r2": 1}}, {"pile": {"g11": 1}}, {})
    assert [found.points(seat) for seat in range(3)] == [2, 5, None]
    assert found.amounts[0].placed == (2, 5, 0)
    assert found.amounts[0].open == 21
    rest = rest_to(here, found, 2)
    assert rest is not None
    assert len(rest.seat["pile"]) == 15


def test_a_value_that_cannot_be_read_hides_only_its_own_player() -> None:
    _, found = by("witches", "points", {"points": "4x"}, {"points": "3+4"}, {"points": ""})
    assert [found.points(seat) for seat in range(3)] == [None, 7, None]
    assert [problem.seat for problem in found.problems] == [0]


def test_the_moment_when_one_player_took_it_all_names_the_player_and_what_it_costs() -> None:
    every = {f"r{n}": 1 for n in range(1, 15)}
    _, found = by("witches", "cards", {}, {"pile": {**every, "g12": 1}}, {})
    assert [found.points(seat) for seat in range(3)] == [25, 0, 25]
    assert found.moment.seat == 1
    said = [render(text, FOUR) for text in found.moment[1:]]
    assert said == [
        "Ben took it all!",
        "25 each for the others",
        "15 fire + 10 Pygmy Queen. Ben writes 0.",
    ]


def test_who_is_said_to_have_nothing_counts_as_entered() -> None:
    game = GAMES["elf_nimmt"]
    here, phase = round_of(game, 3, {})
    rows: list[dict[str, Any]] = [{"hand": {"5": 1}}, {}, {}]
    raw = {"mode": "cards", "seats": rows, "table": {}}
    found = sketch(game, here, phase, raw, none=[2])
    assert found.entered == (True, False, True)
    assert [found.points(seat) for seat in range(3)] == [3, None, 0]
    rows[1] = {"hand": {"7": 1}}
    assert sketch(game, here, phase, raw).entered == (True, True, True), "the only one without"
