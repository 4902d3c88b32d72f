# SPDX-License-Identifier: MIT
"""Finds the games: every public module of a package exports one `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from companion.engine.errors import FaultyGame, UnknownGame
from companion.engine.game import Game


class Registry:
    """All games of a package, by slug.

    Raises:
        FaultyGame: a module exports no game, or one under another name; the start is refused
            rather than a game left out in silence.
    """

    def __init__(self, package: ModuleType) -> None:
        self.folder = Path(next(iter(package.__path__)))
        self._games = {game.slug: game for game in _games(package)}

    def __iter__(self) -> Iterator[Game]:
        """Yield the games in the order of their slugs."""
        return iter(self._games.values())

    def __contains__(self, slug: object) -> bool:
        """Tell whether a game has that slug."""
        return slug in self._games

    def __getitem__(self, slug: str) -> Game:
        """Return the game with that slug, or raise UnknownGame."""
        try:
            return self._games[slug]
        except KeyError:
            raise UnknownGame(slug) from None


def _games(package: ModuleType) -> Iterator[Game]:
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        if info.ispkg or info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        game = getattr(module, "GAME", None)
        if not isinstance(game, Game) or game.slug != info.name:
            raise FaultyGame(f"{module.__name__}.GAME must be a Game with the slug {info.name}")
        yield game
