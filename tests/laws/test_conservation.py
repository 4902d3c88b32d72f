# SPDX-License-Identifier: MIT
"""Laws of the box: a card lies in one place only, and what a whole round has adds up."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.cards import Card
from companion.engine.errors import Problem
from companion.engine.fields import Cards
from companion.engine.game import Game
from companion.engine.sheet import Mode, Phase, Round, read
from tests import strategies
from tests.laws._played import empty_round, phase_and_mode, told_fully


def piles(game: Game, here: Round) -> list[tuple[Phase, Mode, Cards]]:
    return [
        (phase, mode, field)
        for phase in game.phases(here)
        for mode in phase.modes
        for field in mode.seat_fields
        if isinstance(field, Cards)
    ]


def filled(
    mode: Mode, field: Cards, seats: int, data: st.DataObject
) -> tuple[dict[str, Any], list[dict[str, int]]]:
    """Return a readable entry whose piles are empty, and those piles."""
    entry = data.draw(strategies.entry(mode, seats))
    for row in entry["seats"]:
        row[field.key] = {}
    return entry, [row[field.key] for row in entry["seats"]]


def about(problems: list[Problem], field: Cards) -> list[Problem]:
    return [p for p in problems if p.severity == "error" and p.field == field.key]


def naming(card: Card, problems: list[Problem]) -> list[Problem]:
    return [p for p in problems if str(card.label) in str(p.text)]


@given(data=st.data())
def test_a_card_lies_in_one_pile_and_no_card_lies_more_often_than_the_box_has_it(
    game: Game, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from(list(game.seats)), label="seats")
    here = empty_round(game, seats, data.draw(strategies.options(game), label="options"))
    for phase, mode, field in piles(game, here):
        card = data.draw(st.sampled_from(field.deck.cards), label="card")
        entry, mine = filled(mode, field, seats, data)
        owner = data.draw(st.integers(0, seats - 1), label="owner")
        mine[owner][card.id] = card.copies
        _, fitting = read(phase, entry, here)
        mine[(owner + 1) % seats][card.id] = 1 if seats > 1 else card.copies + 1

        read_entry, problems = read(phase, entry, here)

        assert read_entry is None
        assert len(naming(card, about(fitting, field))) == 0
        assert len(naming(card, about(problems, field))) == 1


@given(data=st.data())
def test_a_card_that_the_box_has_not_is_refused_by_its_name(
    game: Game, data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from(list(game.seats)), label="seats")
    here = empty_round(game, seats, {})
    for phase, mode, field in piles(game, here):
        strange = data.draw(st.text("abwxyz0123456789#", min_size=1, max_size=3))
        if strange in field.deck.by_id:
            continue
        entry, mine = filled(mode, field, seats, data)
        mine[-1][strange] = 1

        read_entry, problems = read(phase, entry, here)

        assert read_entry is None
        assert [(p.seat, str(p.text)) for p in about(problems, field)] == [
            (seats - 1, f"There is no card {strange}.")
        ]


@given(data=st.data())
def test_a_round_has_as_many_points_as_the_set_up_says(game: Game, data: st.DataObject) -> None:
    played = data.draw(strategies.played(game))
    match = played.match()
    whole = game.setup(played.seats, match.setting.options).facts.get("points_in_round")

    sums = {sum(scored.points) for scored in match.rounds}

    if isinstance(whole, int):
        assert sums <= {whole}


#: Games whose every card, of those that are asked for, ends in somebody's pile.
COMPLETE = {"witches": "pile", "enemy_anemone": "extras"}


@given(data=st.data())
def test_a_card_that_went_missing_from_a_whole_round_is_asked_for(
    game: Game, data: st.DataObject
) -> None:
    played = told_fully(data.draw(strategies.played(game)))
    match = played.match()
    for scored in match.rounds:
        for key, entry in scored.entries.items():
            phase, mode = phase_and_mode(match, scored.number, key)
            field = COMPLETE.get(game.slug)
            if field is None or field not in {f.key for f in mode.seat_fields}:
                continue
            owners = [seat for seat, row in enumerate(entry.seats) if row[field]]
            owner = data.draw(st.sampled_from(owners), label="owner")
            lost = data.draw(st.sampled_from(sorted(entry.seats[owner][field])), label="lost")
            raw = dict(played.rounds[scored.number - 1][key])
            raw["seats"] = [dict(row) for row in raw["seats"]]
            raw["seats"][owner][field] = {
                id: count for id, count in raw["seats"][owner][field].items() if id != lost
            }

            _, problems = read(phase, raw, match.round_at(scored.number))

            assert [problem.severity for problem in problems if problem.field == field] == ["ask"]
