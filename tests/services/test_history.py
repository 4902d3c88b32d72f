# SPDX-License-Identifier: MIT
"""The history page by page, narrowed by game, player and year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from companion.persistence import log_store
from companion.services.history import PAGE, Page, Wanted, look_back
from companion.services.statistics import people
from companion.services.tables import Table, read_table
from tests.services.conftest import GAMES, Desk


def seen(desk: Desk, number: int = 1, **wishes: object) -> Page:
    wanted = Wanted(**wishes)  # type: ignore[arg-type]  # the tests name what they wish
    return look_back(desk.session, GAMES, desk.visitor.group_id, wanted, number)


def codes(page: Page) -> list[str]:
    return [table.code for table in page.tables]


def number_of(desk: Desk, name: str) -> int:
    known = people(desk.session, desk.visitor.group_id)
    return next(number for number, who in known.items() if who == name)


def test_the_game_touched_last_stands_first(desk: Desk) -> None:
    first, second = desk.open(), desk.open()
    assert codes(seen(desk)) == [second, first]
    desk.enter(first, 1, [1, 2])
    assert codes(seen(desk)) == [first, second]


def test_games_are_narrowed_by_game_and_by_player(desk: Desk) -> None:
    skat = desk.open(("Ada", "Ben"))
    witches = desk.open(("Ada", "Cem", "Dee"), game="witches")
    assert codes(seen(desk, game="witches")) == [witches]
    assert codes(seen(desk, player=number_of(desk, "Ben"))) == [skat]
    assert codes(seen(desk, player=number_of(desk, "Ada"))) == [witches, skat]
    both = seen(desk, game="witches", player=number_of(desk, "Ben"))
    assert (codes(both), both.found, both.whole) == ([], 0, 2)


def test_each_choice_says_how_many_games_it_would_show(desk: Desk) -> None:
    desk.open(("Ada", "Ben"))
    desk.open(("Ada", "Cem"))
    desk.open(("Ada", "Ben", "Dee"), game="witches")
    page = seen(desk)
    assert page.games == (("any_game", 2), ("witches", 1))
    assert [(name, count) for _, name, count in page.players] == [
        ("Ada", 3),
        ("Ben", 2),
        ("Cem", 1),
        ("Dee", 1),
    ]
    narrow = seen(desk, game="witches")
    assert narrow.games == page.games, "another game is one choice away"
    assert [name for _, name, _ in narrow.players] == ["Ada", "Ben", "Dee"]
    assert narrow.found == 1


def test_games_are_narrowed_by_the_year_of_their_last_event(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_store, "now", lambda: datetime(2019, 6, 1, tzinfo=UTC))
    old, older = desk.open(), desk.open()
    monkeypatch.undo()
    new = desk.open()
    desk.enter(old, 1, [1, 2])
    years = dict(seen(desk).years)
    assert (years.pop(2019), list(years.values())) == (1, [2])
    assert codes(seen(desk, year=2019)) == [older]
    assert codes(seen(desk, year=next(iter(years)))) == [old, new]
    assert codes(seen(desk, year=1999)) == []


def test_a_page_holds_no_more_than_it_may_and_loses_none(desk: Desk) -> None:
    opened = [desk.open() for _ in range(PAGE + 3)]
    first, second = seen(desk), seen(desk, 2)
    assert (first.pages, len(first.tables), len(second.tables)) == (2, PAGE, 3)
    assert codes(first) + codes(second) == opened[::-1]
    assert codes(seen(desk, 99)) == codes(second)
    assert codes(seen(desk, 0)) == codes(seen(desk, -5)) == codes(first)


def test_only_the_games_of_the_page_are_replayed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(PAGE + 3):
        desk.open()
    replayed: list[int] = []

    def counted(session: object, registry: object, row: object) -> object:
        replayed.append(1)
        return read_table(session, registry, row)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr("companion.services.history.read_table", counted)
    seen(desk, 2)
    assert len(replayed) == 3


def test_another_group_sees_nothing_of_it(desk: Desk, other_desk: Callable[[], Desk]) -> None:
    desk.open()
    stranger = other_desk()
    page = seen(stranger)
    assert (page.tables, page.whole, page.players) == ((), 0, ())
    assert seen(stranger, player=number_of(desk, "Ada")).found == 0


def test_every_table_of_a_page_can_be_read(desk: Desk) -> None:
    desk.open()
    assert all(isinstance(table, Table) for table in seen(desk).tables)
