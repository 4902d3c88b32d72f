# SPDX-License-Identifier: MIT
"""Playing a match from what was entered: rounds, ends, places, and what the table chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.errors import BadValue
from companion.engine.fields import Int
from companion.engine.game import Finish, Line, Lines, Options, Tie
from companion.engine.replay import replay
from companion.engine.sheet import Mode, Pass, Phase, Round, Start
from companion.engine.text import msg
from tests.engine._small import log, played, points, round_the_table, small_game, told

STONES = Mode(
    "points",
    msg("Points"),
    (
        Int(key="points", label=msg("Points"), low=-99),
        Int(key="stones", label=msg("Stones"), optional=True),
    ),
)


def passing(round: Round) -> Start:
    way = ("left", "right")[round.number % 2]
    return Start(dealer=0, starter=1, passing=Pass(3, way))


def equals(round: Round) -> Start:
    if round.before is None:
        return Start(starter=round.first.starter)
    best = tuple(seat for seat, mark in enumerate(round.last) if mark == max(round.last))
    return Start(starter=best if len(best) > 1 else best[0])


def ending(**ends: Any) -> Any:
    def finish(seats: int, options: Options) -> Finish:
        return Finish(**{"best": "high", **ends})

    return small_game(finish=finish)


def with_stones(*ties: Tie, best: Any = "high") -> Any:
    def finish(seats: int, options: Options) -> Finish:
        return Finish(best, rounds=1, ties=ties)

    return small_game(
        phases=lambda round: (Phase("score", msg("Score"), (STONES,)),), finish=finish
    )


def stones(round: Round) -> Sequence[int | None]:
    return round.entry.column("stones")


def stone_round(*pairs: tuple[int, int | None]) -> dict[str, Any]:
    return {"score": {"seats": [{"points": p, "stones": s} for p, s in pairs]}}


# --- rounds ----------------------------------------------------------------------------------


def test_a_match_without_rounds_waits_for_the_first() -> None:
    match = played(small_game(), 3, [])

    assert (match.rounds, match.totals, match.ranks) == ((), (0, 0, 0), (1, 1, 1))
    assert (match.over, match.winners, match.problems) == (False, (), ())
    assert (match.next.number, match.next.before, match.next.last) == (1, None, ())
    assert match.phase is not None
    assert match.seats == 3


def test_points_are_the_sum_of_the_lines_and_totals_of_the_points() -> None:
    def twice(round: Round) -> Lines:
        column = round.entry.column("points")
        return tuple((Line(p, msg("one"), "a"), Line(p, msg("two"), "b")) for p in column)

    match = played(small_game(score=twice), 2, [points(1, 2), points(-3, 4)])

    assert [scored.points for scored in match.rounds] == [(2, 4), (-6, 8)]
    assert [scored.totals for scored in match.rounds] == [(2, 4), (-4, 12)]
    assert match.totals == (-4, 12)


def test_the_next_round_knows_what_the_last_one_left() -> None:
    def carried(round: Round, lines: Lines) -> dict[str, tuple[int, ...]]:
        before = round.carry.get("sum", (0, 0))
        return {"sum": tuple(a + b[0].points for a, b in zip(before, lines, strict=True))}

    game = small_game(carry=carried, start=round_the_table, first_role="dealer")
    match = played(game, 2, [points(1, 2), points(3, 4)], dealer=1)

    assert match.next.carry == {"sum": (4, 6)}
    assert (match.next.last, match.next.totals) == ((3, 4), (4, 6))
    assert match.next.before == Start(dealer=0)
    assert match.next.start == Start(dealer=1)
    assert match.next.first == Start(dealer=1)


def test_a_match_begun_on_paper_goes_on_from_there() -> None:
    match = played(small_game(), 2, [points(1, 2)], opening={"totals": [10, 20]})

    assert match.rounds[0].totals == (11, 22)
    assert match.ranks == (2, 1)


def test_a_wrong_round_stops_the_match_there_and_keeps_those_before() -> None:
    match = played(small_game(), 2, [points(1, 2), points("x", 2), points(3, 4)])

    assert len(match.rounds) == 1
    assert told(match.problems) == [("A number is needed.", "points", 0, "error")]
    assert (match.phase, match.next.number) == (None, 2)
    assert match.totals == (1, 2)


def test_an_empty_round_waits_and_those_after_it_too() -> None:
    match = played(small_game(), 2, [points(1, 2), {}, points(3, 4)])

    assert len(match.rounds) == 1
    assert match.phase is not None
    assert match.problems == ()


def test_a_round_with_keys_that_nobody_asked_for_is_refused() -> None:
    match = played(small_game(), 2, [{**points(1, 2), "auction": {}, "x": 1}])

    assert match.rounds == ()
    assert told(match.problems) == [
        ("Nobody asked for “auction”.", None, None, "error"),
        ("Nobody asked for “x”.", None, None, "error"),
    ]


def test_what_is_unusual_stays_with_its_round() -> None:
    match = played(ending(rounds=1), 2, [points(1, 2), points(3, 4)])

    assert match.problems == ()
    assert told(match.rounds[1].problems) == [
        ("The game was over after round 1.", None, None, "ask")
    ]


def test_a_round_of_two_phases_waits_for_the_second() -> None:
    bid = Mode("bid", msg("Bid"), (Int(key="bid", label=msg("Bid"), high=3),))
    tricks = Mode("tricks", msg("Tricks"), (Int(key="won", label=msg("Won"), high=3),))

    def phases(round: Round) -> tuple[Phase, ...]:
        return (Phase("bid", msg("Bid"), (bid,)), Phase("score", msg("Score"), (tricks,)))

    def score(round: Round) -> Lines:
        bids = round.entries["bid"].column("bid")
        won = round.entry.column("won")
        return tuple(
            (Line(5, msg("as bid"), "bid"),) if a == b else ()
            for a, b in zip(bids, won, strict=True)
        )

    game = small_game(phases=phases, score=score)
    bids = {"bid": {"seats": [{"bid": 1}, {"bid": 2}]}}
    half = played(game, 2, [bids])
    whole = played(game, 2, [{**bids, "score": {"seats": [{"won": 1}, {"won": 1}]}}])
    wrong = played(game, 2, [{"score": {"seats": [{"won": 1}, {"won": 1}]}}])

    assert half.phase is not None
    assert half.phase.key == "score"
    assert half.next.entries["bid"].column("bid") == [1, 2]
    assert whole.rounds[0].points == (5, 0)
    assert wrong.phase is not None
    assert wrong.phase.key == "bid"


def test_a_round_stands_as_it_stood_before_its_entry() -> None:
    game = small_game(start=equals, first_role="starter")
    match = played(game, 2, [points(1, 1), {**points(3, 4), "starter": 1}, points(5, 6)], starter=0)

    second = match.round_at(2)

    assert (second.number, second.totals, second.last) == (2, (1, 1), (1, 1))
    assert second.start.starter == 1
    assert match.round_at(4) is match.next
    for number in (0, 5, -1):
        with pytest.raises(LookupError, match=f"round {number} has not begun"):
            match.round_at(number)


# --- ends ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ends, numbers, over",
    [
        *(({"rounds": 2}, [5], False), ({"rounds": 2}, [5, 5], True), ({"rounds": 1}, [0], True)),
        *(({"reach": 10}, [9], False), ({"reach": 10}, [10], True), ({"reach": 10}, [11], True)),
        *(({"reach": 10, "strictly": True}, [10], False), ({"reach": 10, "strictly": True}, [11], True)),
        *(({"rounds": 3, "reach": 10}, [10], True), ({"rounds": 1, "reach": 10}, [1], True)),
        *(({}, [99, 99, 99], False), ({"reach": 0}, [-5], True), ({"reach": 0}, [], False)),
        *(({"rounds": 0}, [], False), ({"reach": 10, "best": "low"}, [10], True)),
    ],
)  # fmt: skip
def test_a_game_ends_after_its_rounds_or_when_a_total_gets_there(
    ends: dict[str, Any], numbers: list[int], over: bool
) -> None:
    match = played(ending(**ends), 2, [points(number, 0) for number in numbers])

    assert match.over == over
    assert bool(match.winners) == over


def test_rounds_after_the_end_count_and_each_names_the_round_that_ended_it() -> None:
    match = played(ending(rounds=2), 2, [points(1, 2)] * 5)

    asked = [[str(problem.text) for problem in scored.problems] for scored in match.rounds]
    assert asked == [[], [], *[["The game was over after round 2."]] * 3]
    assert match.totals == (5, 10)
    assert match.over


def test_a_total_that_falls_again_reopens_the_game() -> None:
    match = played(ending(reach=10), 2, [points(10, 0), points(-5, 0), points(1, 0)])

    asked = [[problem.severity for problem in scored.problems] for scored in match.rounds]
    assert asked == [[], ["ask"], []]
    assert not match.over


def test_the_table_ends_a_game_by_itself_but_not_before_its_first_round() -> None:
    assert played(small_game(), 2, [points(1, 2)], closed=True).winners == (1,)
    assert played(small_game(), 2, [], closed=True).over is False


def test_a_round_after_the_table_ended_the_game_asks_nothing() -> None:
    match = played(small_game(), 2, [points(1, 2), points(1, 2)], closed=True)

    assert [scored.problems for scored in match.rounds] == [(), ()]


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "best, numbers, ranks",
    [
        ("high", (5, 9, 1), (2, 1, 3)),
        ("low", (5, 9, 1), (2, 3, 1)),
        ("high", (5, 5, 1), (1, 1, 3)),
        ("low", (5, 5, 1), (2, 2, 1)),
        ("high", (4, 4, 4), (1, 1, 1)),
        ("high", (1, 5, 5, 9, 9, 9), (6, 4, 4, 1, 1, 1)),
        ("high", (-1, 0, -2), (2, 1, 3)),
        ("high", (7,), (1,)),
    ],
)
def test_places_skip_after_a_tie(
    best: str, numbers: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    match = played(ending(best=best), len(numbers), [points(*numbers)])

    assert match.ranks == ranks
    assert match.winners == ()


def test_everybody_in_first_place_has_won() -> None:
    match = played(ending(rounds=1), 4, [points(3, 9, 9, 1)])

    assert (match.ranks, match.winners) == ((3, 1, 1, 4), (1, 2))


def test_a_tie_is_broken_at_the_end_and_not_before() -> None:
    game = with_stones(Tie(msg("stones"), stones))
    tied = stone_round((5, 1), (5, 2))

    assert played(game, 2, [tied]).ranks == (2, 1)
    assert played(small_game(phases=game.phases), 2, [tied]).ranks == (1, 1)


def test_tie_breaks_come_in_their_order_and_only_among_equals() -> None:
    def last(round: Round) -> Sequence[int | None]:
        return range(round.seats)

    game = with_stones(Tie(msg("stones"), stones), Tie(msg("last"), last, "low"))
    match = played(game, 4, [stone_round((5, 2), (5, 2), (5, 3), (9, 0))])

    assert match.ranks == (3, 4, 2, 1)
    assert match.winners == (3,)


def test_the_fewest_stones_can_win_a_tie_as_well() -> None:
    game = with_stones(Tie(msg("stones"), stones, "low"), best="low")

    assert played(game, 3, [stone_round((5, 1), (5, 0), (4, 9))]).ranks == (3, 2, 1)


@pytest.mark.parametrize("told_stones", [(None, 2), (2, None), (None, None)])
def test_a_number_that_nobody_told_breaks_no_tie(told_stones: tuple[int | None, ...]) -> None:
    game = with_stones(Tie(msg("stones"), stones))

    assert played(game, 2, [stone_round(*((5, n) for n in told_stones))]).ranks == (1, 1)


def test_an_untold_number_leaves_other_ties_and_later_tie_breaks_alone() -> None:
    def seats(round: Round) -> Sequence[int | None]:
        return range(round.seats)

    tie = Tie(msg("stones"), stones)
    rows = stone_round((5, None), (5, 2), (3, 1), (3, 2), (9, None))

    assert played(with_stones(tie), 5, [rows]).ranks == (2, 2, 5, 4, 1)
    both = with_stones(tie, Tie(msg("seat"), seats))
    assert played(both, 5, [rows]).ranks == (3, 2, 5, 4, 1)


def test_tie_breaks_see_the_last_rounds_entries_and_the_final_totals() -> None:
    seen: list[Round] = []

    def look(round: Round) -> Sequence[int | None]:
        seen.append(round)
        return [0] * round.seats

    def finish(seats: int, options: Options) -> Finish:
        return Finish("high", rounds=2, ties=(Tie(msg("look"), look),))

    game = small_game(
        finish=finish, carry=lambda round, lines: {"number": (round.number,) * round.seats}
    )
    played(game, 2, [points(1, 2), points(3, 4)])

    (at_end,) = seen
    assert (at_end.number, at_end.totals) == (2, (4, 6))
    assert at_end.entry.column("points") == [3, 4]
    assert at_end.carry == {"number": (2, 2)}


# --- what the table chose --------------------------------------------------------------------


def test_equals_choose_and_the_next_round_sees_whom() -> None:
    game = small_game(start=equals, first_role="starter")
    open_question = played(game, 3, [points(4, 4, 1)], starter=2)
    chosen = played(game, 3, [points(4, 4, 1), {**points(1, 2, 3), "starter": 1}], starter=2)

    assert open_question.rounds[0].start.starter == 2
    assert open_question.next.start.starter == (0, 1)
    assert chosen.rounds[1].start.starter == 1
    assert chosen.next.before == Start(starter=1)


def test_a_chosen_starter_who_does_not_sit_here_stops_the_round() -> None:
    for seat in (3, -1, "Ada", True, [0], 0.5):
        match = played(small_game(start=equals), 3, [{**points(1, 2, 3), "starter": seat}])

        assert match.rounds == ()
        assert [(p.field, p.seat, p.severity) for p in match.problems] == [
            ("starter", None, "error")
        ]


def test_no_choice_is_none() -> None:
    raw = {**points(1, 2), "starter": None, "pass": None}
    match = played(small_game(start=passing), 2, [raw])

    assert match.rounds[0].start == passing(match.round_at(1))


@pytest.mark.parametrize("way", ["left", "right", "across"])
def test_the_table_may_pass_another_way(way: str) -> None:
    match = played(small_game(start=passing), 2, [{**points(1, 2), "pass": way}])

    assert match.rounds[0].start.passing == Pass(3, way)
    assert match.next.start.passing == Pass(3, "left")


@pytest.mark.parametrize("way", ["up", "", 0, True, [], {}, ["left"]])
def test_cards_are_passed_left_right_or_across(way: Any) -> None:
    match = played(small_game(start=passing), 2, [{**points(1, 2), "pass": way}])

    assert match.rounds == ()
    assert told(match.problems) == [("Cards cannot be passed that way.", "pass", None, "error")]


def test_where_nothing_is_passed_no_way_can_be_chosen() -> None:
    match = played(small_game(), 2, [{**points(1, 2), "pass": "left"}])

    assert [problem.field for problem in match.problems] == ["pass"]


# --- from a log ------------------------------------------------------------------------------


def test_a_log_is_read_in_the_order_of_its_numbers() -> None:
    events = log(
        ("started", {"seats": ["Ada", "Ben"]}),
        ("entered", {"round": 1, "phase": "score", "entry": points(1, 2)["score"]}),
        ("entered", {"round": 1, "phase": "score", "entry": points(3, 4)["score"]}),
    )

    assert replay(small_game(), reversed(events)).totals == (3, 4)


def test_a_log_whose_start_cannot_be_read_is_refused() -> None:
    events = log(("started", {"seats": ["Ada", "Ben"], "dealer": 7}))

    with pytest.raises(BadValue, match="There is no seat 7"):
        replay(small_game(), events)
