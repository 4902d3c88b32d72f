# SPDX-License-Identifier: MIT
"""Every golden case of every game, through the same doors as a match file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion.engine.registry import Registry
from companion.services.match_file import FORMAT, score, take
from companion.services.setup import setup_json

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = Registry(companion.games)


def _cases() -> Iterator[Any]:
    for game in GAMES:
        for case in json.loads((GOLDEN / f"{game.slug}.json").read_text("utf-8")):
            yield pytest.param(game.slug, case, id=f"{game.slug}: {case['name']}")


def differences(expected: Any, got: Any, where: str = "") -> Iterator[str]:
    """Yield where *got* does not hold what is expected; objects may hold more."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from differences(value, got.get(key), f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for index, (value, other) in enumerate(zip(expected, got, strict=True)):
            yield from differences(value, other, f"{where}[{index}]")
    elif expected != got:
        yield f"{where}: expected {expected!r}, got {got!r}"


@pytest.mark.parametrize("slug, case", list(_cases()))
def test_the_case_holds(slug: str, case: dict[str, Any]) -> None:
    if "setup" in case:
        asked = case["setup"]
        got = setup_json(GAMES[slug], asked["players"], asked.get("options", {}))
    else:
        content = json.dumps({"format": FORMAT, "game": slug, **case["match"]}).encode()
        got, complete = score(take(content, GAMES))
        assert (0 if complete else 2) == case.get("exit", 0)
    assert list(differences(case["expect"], got)) == []


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_every_case_names_its_rule_and_its_source(slug: str) -> None:
    cases = json.loads((GOLDEN / f"{slug}.json").read_text("utf-8"))
    text = (GAMES.folder / "rules" / f"{slug}.en.md").read_text("utf-8")
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names)
    for case in cases:
        assert f"{{#{case['rule']}}}" in text, case["name"]
        assert case["source"], case["name"]


def test_a_difference_is_noticed() -> None:
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})) != []
    assert list(differences({"a": [1]}, {"a": [1, 2]})) != []
    assert list(differences({"a": 1}, {"a": 1, "b": 2})) == []
