# SPDX-License-Identifier: MIT
"""A law that asks for a *game* is tried on every game there is."""

from __future__ import annotations

import pytest

import companion.games
from companion.engine.registry import Registry

REGISTRY = Registry(companion.games)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law once for each game."""
    if "game" in metafunc.fixturenames:
        games = list(REGISTRY)
        metafunc.parametrize("game", games, ids=[game.slug for game in games])
