# SPDX-License-Identifier: MIT
"""Decks as data: what is in the box, and boxes that cannot be."""

from __future__ import annotations

import pytest

from companion.engine.cards import Card, Suit, deck
from companion.engine.errors import FaultyGame
from companion.engine.text import msg
from tests.engine._small import small_deck


def card(id: str, suit: str = "") -> Card:
    return Card(id=id, label=msg("{id}", id=id), suit=suit)


def test_a_deck_counts_its_copies_and_finds_a_card_by_its_id() -> None:
    box = small_deck()

    assert box.size == 5
    assert list(box.by_id) == ["r1", "r2", "b1", "7"]
    assert box.by_id["b1"].copies == 2


def test_a_card_is_named_and_a_strange_one_by_its_id() -> None:
    assert str(small_deck().label("r1")) == "red 1"
    assert str(small_deck().label("{x}")) == "{x}"


def test_two_cards_with_one_id_make_no_deck() -> None:
    with pytest.raises(FaultyGame, match="two cards share an id"):
        deck((card("r1"), card("r1")))


def test_a_card_of_a_suit_that_the_deck_has_not_makes_no_deck() -> None:
    with pytest.raises(FaultyGame, match="no suit is called g"):
        deck((card("r1", "r"), card("g1", "g")), (Suit(key="r", label=msg("Red")),))


def test_a_deck_may_be_empty_and_cards_need_no_suit() -> None:
    assert deck(()).size == 0
    assert deck((card("x"),)).size == 1
