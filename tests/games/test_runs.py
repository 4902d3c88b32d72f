# SPDX-License-Identifier: MIT
"""The best use of wild cards: worked cases, brute force, an independent solver, and laws."""

from __future__ import annotations

import doctest
import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import _runs
from companion.games._runs import COLOURS, Best, Run, Wild, best
from tests.bench._milp import solve
from tests.games._brute_runs import Answer, Hand, brute_force, wild_cards
from tests.games._hands import hand_of, legal_hand, small_hand

GOLDEN = Path(__file__).parents[1] / "golden" / "runs.json"
CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))


def colour_points(found: Best, bonus: int) -> list[int]:
    """Return the points per colour, in the order of COLOURS."""
    points = {run.colour: Best((run,)).points(bonus) for run in found.runs}
    return [points.get(colour, 0) for colour in COLOURS]


def flat(found: Best, bonus: int) -> Answer:
    """Return the answer in the form of the brute force."""
    return Answer(
        found.points(bonus),
        [(run.colour, run.low, run.high) for run in found.runs],
        [(wild.colour, wild.number, wild.card) for run in found.runs for wild in run.wilds],
    )


def assert_legal(hand: Hand, found: Best) -> None:
    """Check that the runs can be laid with the hand's cards, each wild card once."""
    assert [run.colour for run in found.runs] == [
        colour for colour in COLOURS if colour in {run.colour for run in found.runs}
    ]
    left = wild_cards(hand)
    for run in found.runs:
        assert 1 <= run.low <= run.high <= 9
        missing = set(range(run.low, run.high + 1)) - set(hand.natural.get(run.colour, ()))
        assert [wild.number for wild in run.wilds] == sorted(missing)
        for wild in run.wilds:
            left.remove(wild.card)
            assert wild.colour == run.colour
            assert wild.card in (f"w{wild.number}", f"{run.colour[0]}#", "w#")


def counts(most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({colour: st.integers(0, most) for colour in COLOURS})


NATURAL = st.fixed_dictionaries(
    {colour: st.lists(st.integers(1, 9), max_size=9) for colour in COLOURS}
)
# More copies than a box holds, too: the app lets a table score what it typed.
HANDS = st.builds(
    Hand, NATURAL, counts(4), st.lists(st.integers(1, 9), max_size=12), st.integers(0, 4)
)
BONUSES = st.integers(0, 20)


def test_the_examples_in_the_text_of_the_module_are_true() -> None:
    outcome = doctest.testmod(_runs)
    assert outcome.attempted >= 8
    assert outcome.failed == 0


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_worked_hand_gets_its_points_by_one_of_its_best_ways(case: dict[str, Any]) -> None:
    hand = hand_of(case["pile"].split())
    found = best(*hand, bonus=1)
    assert_legal(hand, found)
    assert found.points(1) == case["points"]
    if case["ways"] is not None:
        assert colour_points(found, 1) in case["ways"]


def test_two_thousand_small_hands_are_played_exactly_as_brute_force_says() -> None:
    dice = random.Random(1)
    for _ in range(2000):
        hand = small_hand(dice, placings_at_most=4000)
        bonus = dice.choice((0, 1, 1, 2, 7, 20))
        assert flat(best(*hand, bonus), bonus) == brute_force(hand, bonus), (hand, bonus)


def test_two_hundred_large_hands_score_what_the_independent_solver_says() -> None:
    dice = random.Random(2)
    for turn in range(200):
        hand = legal_hand(dice, dice.randint(20, 54), all_numbered=turn % 10 == 0)
        bonus = dice.choice((1, 1, 0, 20))
        found = best(*hand, bonus)
        assert_legal(hand, found)
        assert found.points(bonus) == solve(*hand, bonus), (hand, bonus)


@given(HANDS, BONUSES)
def test_the_way_shown_can_be_laid_on_the_table(hand: Hand, bonus: int) -> None:
    assert_legal(hand, best(*hand, bonus))


@given(HANDS, BONUSES, st.data())
def test_one_more_card_never_costs_points(hand: Hand, bonus: int, data: st.DataObject) -> None:
    before = best(*hand, bonus).points(bonus)
    colour = data.draw(st.sampled_from(COLOURS))
    number = data.draw(st.integers(1, 9))
    richer = [
        hand._replace(natural={**hand.natural, colour: [*hand.natural[colour], number]}),
        hand._replace(own={**hand.own, colour: hand.own[colour] + 1}),
        hand._replace(numbered=[*hand.numbered, number]),
        hand._replace(full=hand.full + 1),
    ]
    assert all(best(*other, bonus).points(bonus) >= before for other in richer)


@given(HANDS, BONUSES, st.sampled_from(list(permutations(COLOURS))))
def test_the_names_of_the_colours_do_not_matter_to_the_points(
    hand: Hand, bonus: int, names: tuple[str, ...]
) -> None:
    renamed = dict(zip(COLOURS, names, strict=True))
    other = hand._replace(
        natural={renamed[colour]: numbers for colour, numbers in hand.natural.items()},
        own={renamed[colour]: count for colour, count in hand.own.items()},
    )
    assert best(*other, bonus).points(bonus) == best(*hand, bonus).points(bonus)


@given(HANDS, BONUSES)
def test_numbers_may_come_as_a_list_with_copies_or_as_a_bit_mask(hand: Hand, bonus: int) -> None:
    masks = {
        colour: sum(1 << number - 1 for number in set(numbers))
        for colour, numbers in hand.natural.items()
    }
    assert best(masks, *hand[1:], bonus) == best(*hand, bonus)


@given(HANDS, st.integers(0, 19))
def test_a_higher_bonus_gives_at_least_as_much_and_one_more_per_full_colour_at_most(
    hand: Hand, bonus: int
) -> None:
    lower, higher = best(*hand, bonus), best(*hand, bonus + 1)
    gain = higher.points(bonus + 1) - lower.points(bonus)
    assert sum(run.length == 9 for run in lower.runs) <= gain
    assert gain <= sum(run.length == 9 for run in higher.runs)


@given(HANDS, BONUSES)
@settings(max_examples=50)
def test_a_wild_left_in_the_hand_is_not_missed(hand: Hand, bonus: int) -> None:
    found = best(*hand, bonus)
    used = [wild.card for run in found.runs for wild in run.wilds]
    needed = hand._replace(
        own={colour: used.count(f"{colour[0]}#") for colour in COLOURS},
        numbered=[number for number in range(1, 10) for _ in range(used.count(f"w{number}"))],
        full=used.count("w#"),
    )
    assert best(*needed, bonus) == found
    assert len(wild_cards(needed)) == len(used)


def test_no_cards_make_no_run() -> None:
    found = best({}, {}, [], 0, 1)
    assert found == Best(())
    assert found.points(1) == found.length == 0


def test_more_full_wilds_than_there_are_gaps_complete_every_colour() -> None:
    found = best({"red": [5]}, {}, [], full=1000, bonus=1)
    assert found.points(1) == 40
    assert [wild.card for wild in found.runs[0].wilds] == ["w#"] * 8


def test_a_numbered_wild_held_five_times_serves_each_colour_once() -> None:
    assert best({}, {}, [5] * 5, 0, 1).runs == tuple(
        Run(colour, 5, 5, (Wild(colour, 5, "w5"),)) for colour in COLOURS
    )


def test_three_copies_of_a_numbered_wild_close_three_of_four_gaps() -> None:
    found = best({colour: [4, 6] for colour in COLOURS}, {}, [5, 5, 5], 0, 1)
    assert [run.length for run in found.runs] == [3, 3, 3, 1]


@pytest.mark.parametrize(
    "hand,complaint",
    [
        (Hand({"pink": [1]}, {}, [], 0), "no such colour: pink"),
        (Hand({}, {"pink": 1}, [], 0), "no such colour: pink"),
        (Hand({"red": [0]}, {}, [], 0), "no such number: 0"),
        (Hand({}, {}, [10], 0), "no such number: 10"),
        (Hand({}, {"red": -1}, [], 0), "not negative"),
        (Hand({}, {}, [], -1), "not negative"),
    ],
)
def test_what_is_no_card_is_refused(hand: Hand, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        best(*hand, 1)


@pytest.mark.parametrize("mask", [-1, 512])
def test_a_bit_mask_beyond_the_nine_numbers_is_refused(mask: int) -> None:
    with pytest.raises(ValueError, match="no such numbers"):
        best({"red": mask}, {}, [], 0, 1)


def test_a_negative_bonus_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        best({}, {}, [], 0, -1)
