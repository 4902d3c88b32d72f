# SPDX-License-Identifier: MIT
"""11 nimmt!: what holds for every hand, beyond the golden cases."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.engine.replay import Match, play
from companion.engine.setting import read_setting
from companion.games._bull_heads import COLOUR_HEADS, box
from companion.games.elf_nimmt import GAME


def played(seats: int, *rounds: dict[str, Any], **options: Any) -> Match:
    setting, problems = read_setting(GAME, seats, {"options": options})
    assert setting is not None, problems
    return play(GAME, setting, [{"score": entry} for entry in rounds])


def hands(dice: random.Random, seats: int) -> list[list[str]]:
    """Deal random hands; the last player is out."""
    cards = dice.sample([str(number) for number in range(1, 101)], 60)
    cuts = sorted(dice.sample(range(1, 60), seats - 1))
    dealt = [cards[low:high] for low, high in zip([0, *cuts], cuts, strict=False)]
    return [*dealt, []]


@pytest.mark.parametrize(
    "card_three, counts",
    [("7", {1: 72, 3: 18, 5: 6, 7: 4}), ("5", {1: 72, 3: 18, 5: 7, 7: 3})],
)
def test_the_box_has_a_hundred_cards_of_four_colours(
    card_three: str, counts: dict[int, int]
) -> None:
    deck = box(card_three).deck
    assert [card.id for card in deck.cards] == [str(number) for number in range(1, 101)]
    assert Counter(card.value for card in deck.cards) == counts
    assert all(card.copies == 1 for card in deck.cards)
    assert {colour: counts[heads] for colour, heads in COLOUR_HEADS.items()} == box(card_three).held


def test_a_picker_shows_tens_and_tells_the_heads() -> None:
    deck = box("7").deck
    assert [str(suit.label) for suit in deck.suits][:2] == ["1 to 10", "11 to 20"]
    assert [len([c for c in deck.cards if c.suit == suit.key]) for suit in deck.suits] == [10] * 10
    assert [str(deck.by_id[id].label) for id in ("1", "100")] == ["Card 1", "Card 100"]
    assert [str(deck.by_id[id].effect) for id in ("1", "33")] == ["1 head", "7 heads"]


@pytest.mark.parametrize("card_three", ["7", "5"])
@pytest.mark.parametrize("seed", range(20))
def test_by_cards_by_colour_and_typed_agree(seed: int, card_three: str) -> None:
    dice = random.Random(seed)
    dealt = hands(dice, dice.randrange(2, 8))
    heads = box(card_three).heads
    colours = [
        {name: sum(heads[card] == worth for card in hand) for name, worth in COLOUR_HEADS.items()}
        for hand in dealt
    ]
    typed = [{"points": sum(heads[card] for card in hand), "cards": len(hand)} for hand in dealt]
    match = played(
        len(dealt),
        {"mode": "cards", "seats": [{"hand": hand} for hand in dealt]},
        {"mode": "colours", "seats": colours},
        {"mode": "points", "seats": typed},
        card_three=card_three,
        rounds=3,
    )
    first, second, third = match.rounds
    assert first.points == second.points == third.points
    assert not first.problems + second.problems + third.problems


@pytest.mark.parametrize("seed", range(20))
def test_no_hand_has_fewer_heads_than_cards_or_another_parity(seed: int) -> None:
    dice = random.Random(seed)
    dealt = hands(dice, 4)
    entry = {"mode": "cards", "seats": [{"hand": hand} for hand in dealt]}
    for points, hand in zip(played(4, entry).rounds[0].points, dealt, strict=True):
        assert points >= len(hand)
        assert (points - len(hand)) % 2 == 0


def test_a_card_in_two_hands_is_refused_but_in_one_it_is_not() -> None:
    def scored(*dealt: str) -> int:
        entry = {"mode": "cards", "seats": [{"hand": hand} for hand in dealt]}
        return len(played(3, entry).rounds)

    assert scored("", "17", "17 20") == 0
    assert scored("", "17", "20") == 1


def test_a_sheet_is_built_once_for_each_reading_of_card_three() -> None:
    here = played(3).next
    again = played(7, rounds=2).next
    other = played(3, card_three="5").next
    assert GAME.phases(here) is GAME.phases(again)
    assert GAME.phases(here) is not GAME.phases(other)


def test_two_to_seven_play_and_only_card_three_stands_behind_more() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7]
    assert [(option.key, option.more) for option in GAME.options] == [
        ("starter", False),
        ("rounds", False),
        ("card_three", True),
    ]
