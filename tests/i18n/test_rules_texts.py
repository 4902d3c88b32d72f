# SPDX-License-Identifier: MIT
"""The rules of every game stand in every language: the same rules, in the same order."""

from __future__ import annotations

import re

import pytest

import companion.games
from companion.engine.registry import Registry
from companion.i18n.translate import LANGUAGES
from companion.services.rules_text import RulesText, rules_text
from tests.words import TRANSLATED

REGISTRY = Registry(companion.games)
EXAMPLE = {"en": "Example", "de": "Beispiel", "nl": "Voorbeeld", "fy": "Foarbyld"}
TEXTS = pytest.mark.parametrize(
    "slug, language", [(game.slug, code) for game in REGISTRY for code in TRANSLATED]
)


def text(slug: str, language: str) -> RulesText:
    file = REGISTRY.folder / "rules" / f"{slug}.{language}.md"
    assert file.is_file(), f"{file.name} is not written"
    found = rules_text(REGISTRY, slug, language)
    assert found is not None
    return found


def rules_with(sign: str, found: RulesText) -> dict[str, int]:
    return {rule.anchor: rule.html.count(sign) for rule in found.rules}


@TEXTS
def test_a_text_has_the_rules_of_the_english_one_in_its_order(slug: str, language: str) -> None:
    english = [rule.anchor for rule in text(slug, "en").rules]

    assert [rule.anchor for rule in text(slug, language).rules] == english
    assert english


@TEXTS
def test_every_rule_has_its_examples(slug: str, language: str) -> None:
    assert rules_with(f"<em>{EXAMPLE[language]}", text(slug, language)) == rules_with(
        f"<em>{EXAMPLE['en']}", text(slug, "en")
    )


@TEXTS
def test_tables_and_lists_have_as_many_lines(slug: str, language: str) -> None:
    for sign in ("<tr>", "<th>", "<li>"):
        assert rules_with(sign, text(slug, language)) == rules_with(sign, text(slug, "en"))


@TEXTS
def test_the_examples_count_with_the_same_numbers(slug: str, language: str) -> None:
    """A rule that is worked out with other numbers in one language is worked out twice."""

    def numbers(found: RulesText) -> dict[str, list[str]]:
        return {rule.anchor: sorted(re.findall(r"\d+", rule.html)) for rule in found.rules}

    assert numbers(text(slug, language)) == numbers(text(slug, "en"))


@TEXTS
def test_a_text_is_not_the_english_one(slug: str, language: str) -> None:
    english = {rule.anchor: rule.html for rule in text(slug, "en").rules}
    same = [rule.anchor for rule in text(slug, language).rules if rule.html == english[rule.anchor]]

    assert same == []
    assert text(slug, language).intro != text(slug, "en").intro


def test_every_language_has_a_word_for_example() -> None:
    assert set(EXAMPLE) == set(LANGUAGES)
