# SPDX-License-Identifier: MIT
"""Every game has its rules in words, its golden cases and its colours, and they fit together."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import companion.games
from companion.engine.colours import too_faint
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.services.rules_text import Rule, rules_text
from tests.laws._laws import every_option_value
from tests.laws._played import played_by

REGISTRY = Registry(companion.games)
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = pytest.mark.parametrize("game", list(REGISTRY), ids=lambda game: game.slug)
ANCHOR = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ENOUGH_CASES = 20

#: How the cards are played; no score and no set-up depends on it.
PLAY = {"turn", "trick", "tricks", "discard"}


@cache
def rules(slug: str) -> dict[str, Rule]:
    text = rules_text(REGISTRY, slug)
    assert text is not None, f"{slug} has no rules text"
    return {rule.anchor: rule for rule in text.rules}


def golden(slug: str) -> list[dict[str, str]]:
    return json.loads((GOLDEN / f"{slug}.json").read_text("utf-8"))  # type: ignore[no-any-return] # JSON


def sources(slug: str) -> Iterator[ast.Module]:
    """Yield the game's module and the private helpers that it comes to import."""
    found = [slug]
    for module in found:
        text = (REGISTRY.folder / f"{module}.py").read_text("utf-8")
        for name in re.findall(r"^from companion\.games\.(_\w+) import", text, re.MULTILINE):
            found += [name] * (name not in found)
        yield ast.parse(text)


def written_anchors(slug: str) -> set[str]:
    """Return the anchors that stand in the source of a game: the last argument of its lines."""
    places = {"line": 2, "Line": 2, "Step": 1}
    anchors = set()
    for tree in sources(slug):
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name), args=args) if len(args) > places.get(name, 9):
                    anchor = args[places[name]]
                    if isinstance(anchor, ast.Constant):
                        anchors.add(str(anchor.value))
    return anchors


@cache
def produced_anchors(slug: str) -> set[str]:
    """Return the anchors of lines, steps and set-ups of matches under every house rule."""
    game, dice, anchors = REGISTRY[slug], Random(11), set()
    for options in every_option_value(game):
        for seats in game.seats:
            anchors |= {
                step.rule for step in game.setup(seats, game.read_options(options)[0]).steps
            }
            played = played_by(game, seats, options, dice, first=dice.randrange(seats))
            match = played.match()
            for scored in match.rounds:
                anchors |= {line.rule for mine in scored.lines for line in mine}
                anchors |= {step.rule for step in game.steps(match.round_at(scored.number))}
            anchors |= {step.rule for step in game.steps(match.next)}
    return anchors


@GAMES
def test_whatever_a_line_or_a_step_says_stands_in_the_rules(game: Game) -> None:
    assert produced_anchors(game.slug) | written_anchors(game.slug) <= set(rules(game.slug))


@GAMES
def test_lines_and_steps_lead_somewhere_at_all(game: Game) -> None:
    assert written_anchors(game.slug)
    assert produced_anchors(game.slug)


@GAMES
def test_every_rule_is_proved_by_a_case_or_named_by_a_line(game: Game) -> None:
    proved = {case["rule"] for case in golden(game.slug)}
    used = proved | produced_anchors(game.slug) | written_anchors(game.slug)

    assert set(rules(game.slug)) - used <= PLAY


def test_only_rules_of_play_that_some_game_has_need_no_proof() -> None:
    assert {anchor for game in REGISTRY for anchor in rules(game.slug)} >= PLAY


@GAMES
def test_every_rule_has_an_example(game: Game) -> None:
    without = [
        anchor
        for anchor, rule in rules(game.slug).items()
        if "<em>Example" not in rule.html and "<em>For example" not in rule.html
    ]

    assert without == []


@GAMES
def test_anchors_are_short_names_and_none_comes_twice(game: Game) -> None:
    text = (REGISTRY.folder / "rules" / f"{game.slug}.en.md").read_text("utf-8")
    written = re.findall(r"\{#(.*?)\}", text)

    assert written == list(rules(game.slug))
    assert all(ANCHOR.fullmatch(anchor) for anchor in written)


@GAMES
def test_the_rules_text_says_first_what_the_game_is(game: Game) -> None:
    text = rules_text(REGISTRY, game.slug)

    assert text is not None
    assert re.search(r"<p>\w", text.intro)


@GAMES
def test_every_game_has_golden_cases_for_score_set_up_and_errors(game: Game) -> None:
    cases = golden(game.slug)

    assert len(cases) >= ENOUGH_CASES
    assert any("setup" in case for case in cases)
    assert any("exit" in case for case in cases)


@GAMES
def test_every_option_has_a_plain_sentence_and_answers_with_names(game: Game) -> None:
    for option in game.options:
        assert option.help is not None, option.key
        sentence = str(option.help)
        assert sentence.endswith((".", "?"))
        assert sentence.startswith(sentence[0].upper())
        assert str(option.label)
        for key, label in getattr(option, "choices", ()):
            assert re.fullmatch(r"[a-z0-9_]+", key)
            assert str(label)


@GAMES
def test_every_option_is_turned_in_a_golden_case(game: Game) -> None:
    turned: dict[str, set[str]] = {}
    for case in golden(game.slug):
        asked: object = case.get("setup") or case.get("match")
        options = asked.get("options") if isinstance(asked, dict) else None
        for key, value in (options or {}).items():
            turned.setdefault(key, set()).add(str(value))

    untouched = [option.key for option in game.options if option.key not in turned]
    unanswered = [
        f"{option.key}={key}"
        for option in game.options
        for key, _ in getattr(option, "choices", ())[1:]  # the first is what the others prove
        if key not in turned.get(option.key, set())
    ]
    assert untouched + unanswered == []


@GAMES
def test_every_game_has_colours_that_can_be_read(game: Game) -> None:
    assert game.colours is not None
    assert too_faint(game.colours) == []


@GAMES
def test_every_game_says_where_its_rules_come_from(game: Game) -> None:
    assert all(source.strip() for source in game.sources)
    assert game.sources
    assert str(game.about).endswith(".")


def test_no_file_lies_beside_the_games_without_a_game() -> None:
    slugs = {game.slug for game in REGISTRY}
    texts = {path.name.partition(".")[0] for path in (REGISTRY.folder / "rules").glob("*.md")}
    emblems = {path.stem for path in (REGISTRY.folder / "emblems").glob("*.svg")}

    assert texts == slugs
    assert emblems <= slugs
