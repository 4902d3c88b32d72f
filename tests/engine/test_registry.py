# SPDX-License-Identifier: MIT
"""Games find themselves: every public module of a package is one, and nothing is left out."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.engine.errors import FaultyGame, UnknownGame
from companion.engine.registry import Registry

SMALL = "from tests.engine._small import small_game\nGAME = small_game(slug={slug!r})\n"
Package = Callable[..., ModuleType]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Make a package of the given modules."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(**modules: str) -> ModuleType:
        folder = tmp_path / "shelf"
        folder.mkdir()
        for name, source in {"__init__": "", **modules}.items():
            (folder / f"{name}.py").write_text(source, "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module("shelf")

    yield make
    for name in [name for name in sys.modules if name.partition(".")[0] == "shelf"]:
        del sys.modules[name]


def small(slug: str) -> str:
    return SMALL.format(slug=slug)


def test_every_public_module_is_a_game_in_the_order_of_the_slugs(package: Package) -> None:
    games = Registry(package(zebra=small("zebra"), ant=small("ant"), bee=small("bee")))

    assert [game.slug for game in games] == ["ant", "bee", "zebra"]
    assert "bee" in games
    assert games["bee"].slug == "bee"


def test_private_helpers_and_packages_are_no_games(package: Package) -> None:
    shelf = package(ant=small("ant"), _helper="raise RuntimeError")
    inner = Path(next(iter(shelf.__path__))) / "rules"
    inner.mkdir()
    (inner / "__init__.py").write_text("raise RuntimeError", "utf-8")

    assert [game.slug for game in Registry(shelf)] == ["ant"]


def test_an_empty_package_has_no_games(package: Package) -> None:
    assert list(Registry(package())) == []


@pytest.mark.parametrize("slug", ["wasp", "", "Ant", None, 5, ("ant",)])
def test_a_slug_that_no_game_has_is_unknown(package: Package, slug: object) -> None:
    games = Registry(package(ant=small("ant")))

    assert slug not in games
    with pytest.raises(UnknownGame):
        games[slug]  # type: ignore[index] # people ask for anything


@pytest.mark.parametrize(
    "source",
    ["", "GAME = None", "GAME = 'ant'", "game = 1", small("wasp"), "class GAME:\n    slug = 'ant'"],
)
def test_a_module_that_is_no_game_stops_the_start(package: Package, source: str) -> None:
    with pytest.raises(FaultyGame, match=r"shelf\.ant\.GAME must be a Game with the slug ant"):
        Registry(package(ant=source))


def test_a_module_that_cannot_be_imported_stops_the_start(package: Package) -> None:
    with pytest.raises(ZeroDivisionError):
        Registry(package(ant="1 / 0"))


def test_the_folder_of_the_games_is_known_for_what_lies_beside_them(package: Package) -> None:
    shelf = package(ant=small("ant"))

    assert Registry(shelf).folder == Path(next(iter(shelf.__path__)))
