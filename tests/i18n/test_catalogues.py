# SPDX-License-Identifier: MIT
"""The catalogues hold every sentence of the sources, in every language, and nothing else."""

from __future__ import annotations

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.words import (
    ROOT,
    TEMPLATE,
    TRANSLATED,
    as_mo,
    as_po,
    compiled,
    complaints,
    entries,
    extracted,
    forms,
    updated,
    written,
)

LANGUAGES = pytest.mark.parametrize("language", TRANSLATED)
AGAIN = "run: python3 dev.py words"

#: Names of people, games and brands, and words that are spelt alike: they may stay as they are.
SAME_IN_MOST = 0.12


@cache
def sources() -> Catalog:
    return extracted()


def ids(catalogue: Catalog) -> set[str | tuple[str, ...]]:
    return {
        message.id if isinstance(message.id, str) else tuple(message.id)
        for message in entries(catalogue)
    }


def said(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    return dict(forms(message) for message in entries(catalogue))


def test_sentences_are_found_in_every_room_that_speaks() -> None:
    places = {place for message in entries(sources()) for place, _ in message.locations}
    rooms = {place.rpartition("/")[0] for place in places}

    assert rooms >= {
        "companion/engine",
        "companion/games",
        "companion/services",
        "companion/web",
        "companion/web/blueprints",
        "templates",
        "templates/home",
        "templates/macros/fields",
    }


def test_every_sentence_written_in_a_game_or_service_is_found() -> None:
    call = re.compile(r"\bn?msg\(\s*\"((?:[^\"\\]|\\.)*)\"\s*[,)]")
    written_there = {
        text
        for path in (ROOT / "companion").rglob("*.py")
        for text in call.findall(re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.S))
    }
    found = {english[0] for english in said(sources())}

    assert len(written_there) > 100
    assert written_there - found == set()


def test_the_template_holds_the_sentences_of_the_sources() -> None:
    with TEMPLATE.open("rb") as source:
        template = read_po(source)

    assert ids(template) == ids(sources()), AGAIN


@LANGUAGES
def test_a_catalogue_holds_the_sentences_of_the_sources(language: str) -> None:
    catalogue = written(language)

    assert ids(catalogue), f"{language} is empty"
    assert ids(catalogue) == ids(sources()), AGAIN
    assert not catalogue.obsolete


@LANGUAGES
def test_every_sentence_is_translated_with_its_plurals_and_placeholders(language: str) -> None:
    assert list(complaints(written(language))) == []


@LANGUAGES
def test_the_compiled_catalogue_says_what_the_written_one_says(language: str) -> None:
    ready = {english: words for english, words in said(written(language)).items() if all(words)}

    assert said(compiled(language)) == ready, AGAIN


@LANGUAGES
def test_most_sentences_differ_from_english(language: str) -> None:
    sentences = said(written(language))
    same = [english for english, words in sentences.items() if set(english) == set(words)]

    assert len(same) < SAME_IN_MOST * len(sentences), same


@LANGUAGES
def test_a_translation_keeps_the_spaces_and_the_end_of_its_sentence(language: str) -> None:
    def end(text: str) -> str:
        return text[-1] if text[-1] in ".?:" else ""

    odd = [
        (english[0], word)
        for english, words in said(written(language)).items()
        for word in filter(None, words)
        if word != word.strip() or end(word) != end(english[0])
    ]

    assert odd == []


@LANGUAGES
def test_a_language_has_the_plural_forms_of_its_rule(language: str) -> None:
    assert written(language).num_plurals == 2
    assert {message.fuzzy for message in entries(written(language))} == {False}


def catalogue_of(id: str | tuple[str, str], string: str | tuple[str, ...]) -> Catalog:
    catalogue = Catalog("de", fuzzy=False)
    catalogue.add(id, string)
    return catalogue


@pytest.mark.parametrize(
    "id, string, complaint",
    [
        ("Save", "", "not translated: 'Save'"),
        (("{n} card", "{n} cards"), ("{n} Karte", ""), "not translated: '{n} card'"),
        ("{who} deals.", "{wer} gibt.", "other placeholders ({wer}, {who}): '{who} deals.'"),
        ("%(num)d min", "Min", "other placeholders (%(num)d): '%(num)d min'"),
        ("%(num)d min", "%(num)s Min", "other placeholders (%(num)d, %(num)s): '%(num)d min'"),
        (
            ("{n} card", "{n} cards"),
            ("eine Karte", "Karten"),
            "other placeholders ({n}): '{n} card'",
        ),
        (
            ("{n} of {who}", "{n} of {who}"),
            ("eine", "{n} von {who}"),
            "other placeholders ({n}, {who}): '{n} of {who}'",
        ),
    ],
)
def test_what_is_missing_or_broken_is_named(
    id: str | tuple[str, str], string: str | tuple[str, ...], complaint: str
) -> None:
    assert list(complaints(catalogue_of(id, string))) == [complaint]


@pytest.mark.parametrize(
    "id, string",
    [
        ("Save", "Speichern"),
        ("{a} of {b}", "von {b}: {a}"),
        (("{n} card", "{n} cards"), ("{n} Karte", "{n} Karten")),
        (("{n} card", "{n} cards"), ("eine Karte", "{n} Karten")),
    ],
)
def test_a_whole_translation_is_taken(
    id: str | tuple[str, str], string: str | tuple[str, ...]
) -> None:
    assert list(complaints(catalogue_of(id, string))) == []


def test_a_guess_is_no_translation() -> None:
    catalogue = Catalog("de", fuzzy=False)
    catalogue.add("Save", "Speichern", flags={"fuzzy"})

    assert list(complaints(catalogue)) == ["a guess: 'Save'"]


def test_updating_what_is_up_to_date_changes_no_byte() -> None:
    for language in TRANSLATED:
        catalogue = updated(language, sources())
        assert as_po(catalogue) == as_po(updated(language, sources()))
        assert as_mo(catalogue) == as_mo(updated(language, sources()))
