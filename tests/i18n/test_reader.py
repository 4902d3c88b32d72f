# SPDX-License-Identifier: MIT
"""Each reader gets the nearest language, its numbers and its dates."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from flask import Flask

import companion.games
from companion.engine.registry import Registry
from companion.engine.text import msg
from companion.i18n.translate import LANGUAGES, LOCALES, numbers, translator
from companion.services.match_file import FORMAT, Words, score, take
from companion.web.app import create_app
from companion.web.phrases import figure, moment
from companion.web.words import language, say


@pytest.fixture
def app() -> Flask:
    return create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": "of a test"})


@pytest.mark.parametrize(
    "asked, given",
    [
        ("de-AT", "de"),
        ("de-CH,de;q=0.9,fr;q=0.8", "de"),
        ("fy-NL", "fy"),
        ("fy-NL,nl;q=0.8,en;q=0.5", "fy"),
        ("nl-BE", "nl"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr", "en"),
        ("fr,nl;q=0.3", "nl"),
        ("*", "en"),
        ("", "en"),
        ("x" * 3000, "en"),
    ],
)
def test_a_browser_gets_the_nearest_language(app: Flask, asked: str, given: str) -> None:
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert language() == given


@pytest.mark.parametrize(
    "code, written",
    [("en", "−1234.50"), ("de", "−1234,50"), ("nl", "−1234,50"), ("fy", "−1234,50")],
)
def test_decimals_are_parted_as_the_language_does(app: Flask, code: str, written: str) -> None:
    assert numbers(code)(Decimal("-1234.50")) == written
    with app.test_request_context(headers={"Accept-Language": code}):
        assert figure(-123450, 2) == written
        assert say(msg("{low}", low=Decimal("-1234.50"))) == written


def test_a_whole_number_has_no_decimals() -> None:
    assert numbers("de")(Decimal(17)) == "17"
    assert numbers("de")(Decimal("1E3")) == "1000"


@pytest.mark.parametrize("code, month", [("en", "Mar"), ("de", "03"), ("nl", "mrt"), ("fy", "Mrt")])
def test_dates_are_written_as_the_language_does(app: Flask, code: str, month: str) -> None:
    with app.test_request_context(headers={"Accept-Language": code}):
        assert month in moment(datetime(2026, 3, 14, 12, tzinfo=UTC))


def test_there_is_a_catalogue_for_every_language_but_the_source() -> None:
    assert {folder.parents[1].name for folder in LOCALES.glob("*/LC_MESSAGES/*.mo")} == set(
        LANGUAGES
    ) - {"en"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_unknown_sentence_is_said_in_english(code: str) -> None:
    assert translator(code)("No catalogue has this.", None, 0) == "No catalogue has this."
    assert translator(code)("", None, 0) == ""


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_game_titles_and_their_sentences_are_translated(code: str) -> None:
    for game in Registry(companion.games):
        assert game.about is not None
        assert translator(code)(game.about.id, None, 0) != game.about.id


@pytest.mark.parametrize("code", LANGUAGES)
def test_soft_hyphens_are_for_screens_only(code: str) -> None:
    queen = msg("Pygmy Queen")

    assert "\u00ad" not in Words((), translator(code)).say(queen)


def test_a_long_name_of_a_card_says_where_it_may_break() -> None:
    assert translator("de")("Pygmy Queen", None, 0) == "Pygmäen\u00adkönigin"


@pytest.mark.parametrize(
    "code, sentence",
    [("en", "At least 2.00."), ("de", "Mindestens 2,00."), ("nl", "2,00"), ("fy", "2,00")],
)
def test_a_scored_file_writes_decimals_as_the_language_does(code: str, sentence: str) -> None:
    match = {
        "format": FORMAT,
        "game": "any_game",
        "options": {"decimals": 2, "low": 2},
        "seats": ["Ada", "Ben"],
        "rounds": [{"score": {"seats": [{"points": 1.25}, {"points": 4}]}}],
    }
    file = take(json.dumps(match).encode(), Registry(companion.games))

    found, complete = score(file, translator(code), numbers(code))

    assert not complete
    assert [sentence in problem["text"] for problem in found["problems"]] == [True]
