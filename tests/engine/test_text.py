# SPDX-License-Identifier: MIT
"""Sentences as data: names, numbers and plurals are put in when somebody reads them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from companion.engine.text import Msg, Seat, english, msg, nmsg, render

NAMES = ("Ada", "Ben", "Cem")


def dutch(one: str, many: str | None, n: int) -> str:
    words = {
        "{n} card": ("{n} kaart", "{n} kaarten"),
        "{who} deals.": ("{who} deelt.", ""),
        "player {n}": ("speler {n}", ""),
    }
    singular, plural = words.get(one, (one, many or ""))
    return singular if many is None or n == 1 else plural


def test_a_sentence_without_parameters_is_itself() -> None:
    assert str(msg("Shuffle.")) == "Shuffle."
    assert msg("Shuffle.") == Msg("Shuffle.", (), None)


def test_equal_sentences_are_equal_and_can_be_keys() -> None:
    assert msg("{n} left", n=2) == msg("{n} left", n=2)
    assert msg("{n} left", n=2) != msg("{n} left", n=3)
    assert len({msg("a"), msg("a"), msg("b")}) == 2


@pytest.mark.parametrize(
    "n, words", [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "-1 cards")]
)
def test_a_count_chooses_the_wording(n: int, words: str) -> None:
    assert str(nmsg("{n} card", "{n} cards", n)) == words


def test_a_count_may_come_with_other_parameters() -> None:
    text = nmsg("{n} of {whole} card", "{n} of {whole} cards", 3, whole=40)

    assert str(text) == "3 of 40 cards"


def test_english_without_a_plural_form_is_the_one_form() -> None:
    assert english("sheep", None, 5) == "sheep"
    assert english("ox", "oxen", 5) == "oxen"
    assert english("ox", "oxen", 1) == "ox"


def test_a_seat_is_shown_by_its_name() -> None:
    assert render(msg("{who} deals.", who=Seat(1)), NAMES) == "Ben deals."


@pytest.mark.parametrize(
    "seat, words", [(0, "Ada"), (2, "Cem"), (3, "player 4"), (11, "player 12")]
)
def test_a_seat_without_a_name_is_a_numbered_player(seat: int, words: str) -> None:
    assert render(msg("{who} deals.", who=Seat(seat)), NAMES) == f"{words} deals."


def test_the_readers_language_reaches_every_part_of_a_sentence() -> None:
    inner = nmsg("{n} card", "{n} cards", 2)

    text = render(msg("{who} deals.", who=(Seat(0), Seat(3), inner)), NAMES, dutch)

    assert text == "Ada, speler 4, 2 kaarten deelt."


def test_several_are_parted_by_commas_and_one_stands_alone() -> None:
    assert render(msg("{who}", who=(Seat(0), Seat(2))), NAMES) == "Ada, Cem"
    assert render(msg("{who}", who=(Seat(0),)), NAMES) == "Ada"
    assert render(msg("[{who}]", who=()), NAMES) == "[]"
    assert render(msg("{cards}", cards=(1, "x", Decimal("1.5")))) == "1, x, 1.5"


def test_the_reader_writes_decimal_numbers_and_only_those() -> None:
    def comma(number: Decimal) -> str:
        return str(number).replace(".", ",")

    text = msg("{a} {b} {c}", a=Decimal("2.50"), b=3, c="2.5")

    assert render(text, number=comma) == "2,50 3 2.5"
    assert render(text) == "2.50 3 2.5"


@pytest.mark.parametrize(
    "name", ["{0}", "{who}", "%s", "{", "}", "{x!r}", "\ud800", "Ada\nBen", ""]
)
def test_what_a_player_wrote_is_never_taken_for_a_pattern(name: str) -> None:
    assert render(msg("{who} deals.", who=Seat(0)), (name,)) == f"{name} deals."
    assert str(msg("{name}", name=name)) == name


def test_a_parameter_that_nobody_gave_is_a_mistake_of_the_programmer() -> None:
    with pytest.raises(KeyError):
        str(msg("{who} deals."))


def test_a_count_that_is_no_number_takes_the_plural_of_none() -> None:
    assert str(Msg("{n} card", (("n", "many"),), "{n} cards")) == "many cards"
