# SPDX-License-Identifier: MIT
"""TEN: what holds for every hand, beyond the golden cases."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from companion.engine.game import Line
from companion.engine.replay import Match, play
from companion.engine.setting import read_setting
from companion.games._ten_cards import CARDS
from companion.games.tien import GAME
from tests.games._hands import DECK

RUN = re.compile(r"(Red|Blue|Orange|Green) (\d)(?: to (\d))?(?: \((.+)\))?")


def played(*piles: list[str], **options: Any) -> Match:
    setting, problems = read_setting(GAME, len(piles), {"options": options})
    assert setting is not None, problems
    entry = {"mode": "cards", "seats": [{"pile": pile} for pile in piles]}
    return play(GAME, setting, [{"score": entry}])


def used(lines: tuple[Line, ...]) -> list[str]:
    """Read the reasons like a player: which cards does the shown way need?"""
    cards = []
    for part in lines:
        if part.rule == "perfect-run":
            continue
        found = RUN.fullmatch(str(part.why))
        assert found, part.why
        colour, low, high = found[1], int(found[2]), int(found[3] or found[2])
        assert part.points == high - low + 1
        wilds = [wild.split() for wild in (found[4] or "").split(", ") if wild]
        stand_ins = {int(words[-1]) for words in wilds}
        assert len(stand_ins) == len(wilds)
        for words in wilds:
            kinds = {"numbered": f"w{words[-1]}", "full": "w#", "coloured": f"{colour[0].lower()}#"}
            cards.append(kinds[words[0]])
        natural = set(range(low, high + 1)) - stand_ins
        assert stand_ins <= set(range(low, high + 1))
        cards += [f"{colour[0].lower()}{number}" for number in natural]
    return cards


def test_the_picker_offers_exactly_the_cards_of_the_box() -> None:
    assert {card.id: card.copies for card in CARDS.cards} == Counter(DECK)
    assert CARDS.size == 102
    assert {card.id for card in CARDS.cards if str(card.effect)} == {
        *("r#", "b#", "o#", "g#", "w#"),
        *(f"w{number}" for number in range(1, 10)),
    }


def test_no_two_colours_of_the_picker_look_alike() -> None:
    assert [(suit.key, suit.shape, suit.colour) for suit in CARDS.suits] == [
        ("r", "circle", "red"),
        ("b", "diamond", "blue"),
        ("o", "triangle", "orange"),
        ("g", "square", "green"),
        ("w", "wild", "violet"),
    ]


def test_special_cards_say_what_they_do() -> None:
    told = {id: (str(CARDS.label(id)), str(CARDS.by_id[id].effect)) for id in ("o#", "w4", "w#")}
    assert told == {
        "o#": ("Orange wild", "Any number in orange."),
        "w4": ("Numbered wild 4", "A 4 in any colour."),
        "w#": ("Full wild", "Any number in any colour."),
    }


@pytest.mark.parametrize("seed", range(60))
def test_the_way_shown_uses_cards_of_the_hand_each_once(seed: int) -> None:
    dice = random.Random(seed)
    pile = dice.sample(DECK, dice.randrange(0, 40))
    perfect = dice.choice((0, 1, 7))
    lines = played(pile, perfect=perfect).rounds[0].lines[0]
    assert Counter(used(lines)) <= Counter(pile)
    complete = sum(part.points == 9 for part in lines if part.rule == "runs")
    bonus = [part.points for part in lines if part.rule == "perfect-run"]
    assert bonus == [perfect] * (complete if perfect else 0)


@pytest.mark.parametrize("seed", range(20))
def test_one_more_card_never_costs_points(seed: int) -> None:
    dice = random.Random(seed)
    cards = dice.sample(DECK, 12)
    points = [played(cards[:count]).totals[0] for count in range(13)]
    assert points == sorted(points)
    assert points[0] == 0


def test_the_same_hand_written_in_another_order_is_shown_alike() -> None:
    pile = ["r4", "r6", "b4", "b6", "b#", "w5", "w#", "g1", "g1"]
    shown = played(pile).rounds[0].lines
    assert shown == played(pile[::-1]).rounds[0].lines
    assert played(pile, pile[:2]).rounds[0].lines[0] == shown[0]


def test_a_number_in_two_hands_is_refused_only_beyond_its_copies() -> None:
    assert played(["b3", "b3"], ["b3"]).rounds
    assert not played(["b3", "b3"], ["b3", "b3"]).rounds
    assert not played(["b9"], ["b9"]).rounds


def test_one_to_five_play() -> None:
    assert list(GAME.seats) == [1, 2, 3, 4, 5]
