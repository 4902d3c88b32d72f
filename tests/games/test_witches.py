# SPDX-License-Identifier: MIT
"""Witches: what single cases cannot say, like every hand, every sum, and changed house rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.engine.replay import Match, play
from companion.engine.setting import read_setting
from companion.engine.sheet import dump, read
from companion.games._witches_moon import moon_sums, shared
from companion.games._witches_worth import Hand, worth
from companion.games.witches import DECK, GAME

ROOT = Path(__file__).parents[2]
RULES = Path(companion.games.__path__[0]) / "rules" / "witches.en.md"
OWNERS = ("fire", "water", "queen", "earth", "air")


def match(rounds: list[dict[str, Any]], seats: int, options: dict[str, Any]) -> Match:
    setting, problems = read_setting(GAME, seats, {"options": options, "dealer": 0})
    assert setting is not None, problems
    return play(GAME, setting, rounds)


def counted(reds: list[int], owners: tuple[int, ...], **gifts: int) -> dict[str, Any]:
    rows: list[dict[str, int]] = [{"red": red} for red in reds]
    for seat, gift in gifts.items():
        rows[int(seat[1:])]["gift"] = gift
    table = dict(zip(OWNERS, owners, strict=True))
    return {"score": {"mode": "count", "seats": rows, "table": table}}


def every_hand() -> Iterator[Hand]:
    for red in range(14):
        for witches in product((False, True), repeat=5):
            yield Hand(red, *witches)


def as_printed(hand: Hand) -> int:
    """The printed rule once more, as one sum."""
    fire = min(15, 2 * hand.red) if hand.fire else hand.red
    green = 0 if hand.air else 5 * hand.water + 10 * hand.queen
    return max(0, fire + green - (5 if hand.earth else 0))


def test_every_hand_scores_as_the_printed_rule_says() -> None:
    for hand in every_hand():
        assert worth(hand).points == as_printed(hand), hand


@pytest.mark.parametrize("double", ["red", "all"])
@pytest.mark.parametrize("order", ["last", "before_doubling"])
@pytest.mark.parametrize("cuts", ["round", "red"])
def test_under_every_house_rule_a_hand_has_0_to_30_points_and_true_reasons(
    double: str, order: str, cuts: str
) -> None:
    for hand in every_hand():
        found = worth(hand, double, order, cuts)
        assert found.points == sum(part.points for part in found.lines)
        assert 0 <= found.points <= 30
        assert all(part.points for part in found.lines)
        assert found.points <= worth(hand._replace(earth=False), double, order, cuts).points
        assert 0 <= found.unused <= (5 if hand.earth else 0)


def every_round() -> Iterator[tuple[Hand, Hand, Hand]]:
    for first, second in product(range(14), repeat=2):
        if first + second > 13:
            continue
        reds = (first, second, 13 - first - second)
        for owners in product(range(3), repeat=5):
            hands = [Hand(red, *[o == seat for o in owners]) for seat, red in enumerate(reds)]
            yield hands[0], hands[1], hands[2]


def is_moon(hand: Hand) -> bool:
    return hand.red == 13 and hand.fire and (hand.water or hand.queen)


def test_rounds_without_a_moon_have_every_sum_from_8_to_35_and_no_other() -> None:
    sums = {
        sum(as_printed(hand) for hand in hands)
        for hands in every_round()
        if not any(map(is_moon, hands))
    }
    assert sums == set(range(8, 36))


@pytest.mark.parametrize("double", ["red", "all"])
@pytest.mark.parametrize("order", ["last", "before_doubling"])
@pytest.mark.parametrize("cuts", ["round", "red"])
def test_no_house_rule_leads_out_of_the_range_that_typed_points_are_held_to(
    double: str, order: str, cuts: str
) -> None:
    rounds, totals = set(), set()
    for hands in every_round():
        found = [worth(hand, double, order, cuts) for hand in hands]
        points = sum(part.points for part in found)
        rounds.add(points)
        totals.add(points - sum(part.unused for part in found))
    assert (min(rounds), max(rounds)) == (8, 35)
    assert (min(totals), max(totals)) == (8, 30)


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("moon", ["flat", "add", "split"])
@pytest.mark.parametrize("helpers", ["ignored", "shooter", "opponent_earth", "air_blocks"])
@pytest.mark.parametrize("earth", ["round", "total"])
def test_what_a_moon_really_gives_is_never_asked_about_when_it_is_typed(
    seats: int, moon: str, helpers: str, earth: str
) -> None:
    options = {"moon": moon, "moon_helpers": helpers, "earth": earth, "end_at": 500}
    reds = [0] * (seats - 1) + [13]
    last = seats - 1
    for water, queen, witch, air in product((0, 1, last), repeat=4):
        played = match([counted(reds, (last, water, queen, witch, air))], seats, options)
        points = played.rounds[0].points
        if points[last]:
            continue  # nobody took it all
        typed = [{"points": n} for n in points]
        entry = {"mode": "points", "seats": typed, "table": {"moon": last}}
        again = match([{"score": entry}], seats, options)
        assert again.rounds[0].problems == (), points
        assert again.rounds[0].points == points


@pytest.mark.parametrize(
    "seats, sums", [(3, {40, 50, 60}), (4, {60, 75, 90}), (5, {80, 100, 120}), (6, {100, 125, 150})]
)
def test_a_moon_adds_up_to_20_25_or_30_for_each_opponent(seats: int, sums: set[int]) -> None:
    options, _ = GAME.read_options({})
    assert moon_sums(seats, options) == sums
    assert moon_sums(seats, {**options, "moon": "split"}) == {20, 25, 30}


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("amount", [10, 15, 20, 25, 30])
def test_shared_points_add_up_and_differ_by_one_at_most(seats: int, amount: int) -> None:
    for shooter in range(seats):
        shares = shared(amount, seats, shooter, [None] * seats)
        others = [shares[(shooter + step) % seats] for step in range(1, seats)]
        assert sum(shares) == amount
        assert shares[shooter] == 0
        assert others == sorted(others, reverse=True)
        assert others[0] - others[-1] <= 1


@pytest.mark.parametrize("moon", ["flat", "add", "off"])
def test_an_entry_stays_readable_when_the_house_rules_change(moon: str) -> None:
    entry = counted([13, 0, 0], (0, 0, 1, 1, 2), _1=15, _2=5)
    assert match([entry], 3, {"moon": "split"}).rounds[0].points == (0, 15, 5)
    later = match([entry], 3, {"moon": moon})
    assert len(later.rounds) == 1
    assert [p.severity for p in later.rounds[0].problems] == ["ask"]


def test_dealing_out_stands_in_front_only_where_it_is_a_house_rule() -> None:
    for moon, behind in (("flat", True), ("split", False)):
        here = match([], 3, {"moon": moon}).next
        for mode in GAME.phases(here)[0].modes[:2]:
            assert [f.more for f in mode.fields if f.key == "gift"] == [behind]


def test_every_mode_is_read_back_as_it_was_written() -> None:
    here = match([], 3, {"moon": "split"}).next
    phase = GAME.phases(here)[0]
    reds = " ".join(f"r{n}" for n in range(1, 15))
    entries = [
        {
            "mode": "cards",
            "seats": [{"pile": reds + " g11"}, {"pile": "g12 y11", "gift": 15}, {"pile": "b11"}],
        },
        counted([13, 0, 0], (0, 0, 1, 1, 2), _1=15)["score"],
        {"mode": "points", "seats": [{"points": n} for n in (0, 15, 5)], "table": {"moon": 0}},
    ]
    for raw in entries:
        entry, problems = read(phase, raw, here)
        assert entry is not None
        assert problems == []
        assert read(phase, dump(phase, entry), here)[0] == entry


def test_cards_and_counts_of_the_same_round_give_the_same_reasons() -> None:
    piles = ["r1 r2 r3 r4 r5 r6 r7 r8 r11 y11", "r9 r10 r12 r13 r14 g12 b11", "g11"]
    by_cards = {"score": {"mode": "cards", "seats": [{"pile": pile} for pile in piles]}}
    by_count = counted([8, 5, 0], (0, 2, 1, 0, 1))
    played = match([by_cards, by_count], 3, {})
    assert played.rounds[0].lines == played.rounds[1].lines


def test_the_picker_offers_the_18_cards_that_count_in_shapes_that_exist() -> None:
    ids = [card.id for card in DECK.cards]
    assert ids == [*(f"r{n}" for n in range(1, 15)), "g11", "g12", "b11", "y11"]
    assert [card.id for card in DECK.cards if card.effect.id] == ["r11", "g11", "g12", "b11", "y11"]
    for suit in DECK.suits:
        assert (ROOT / "static" / "icons" / "suits" / f"{suit.shape}.svg").exists()


def test_every_reason_and_step_points_to_a_rule() -> None:
    text = RULES.read_text("utf-8")
    everything = {"moon": "add", "earth": "total", "double": "all", "earth_floor": "none"}
    rounds = [
        counted([13, 0, 0], (0, 0, 1, 2, 1)),
        counted([3, 10, 0], (0, 0, 0, 2, 1)),
        counted([3, 10, 0], (1, 0, 0, 1, 0)),
        {"score": {"mode": "points", "seats": [{"points": 10}, {"points": 3}, {"points": 0}]}},
    ]
    played = match(rounds, 3, everything)
    anchors = {part.rule for scored in played.rounds for mine in scored.lines for part in mine}
    options, _ = GAME.read_options({})
    anchors |= {step.rule for step in (*GAME.steps(played.next), *GAME.setup(3, options).steps)}
    assert anchors == {
        "deal",
        "earth-total",
        "earth-witch",
        "fire-cards",
        "fire-witch",
        "lead",
        "pass",
        "points",
        "pygmy-queen",
        "take-it-all",
        "water-witch",
        "witches",
    }
    assert [anchor for anchor in anchors if f"{{#{anchor}}}" not in text] == []
    # Every part of the rules text that names one has an example.
    for part in text.split("\n## ")[1:]:
        assert "*Example:*" in part, part[:30]
