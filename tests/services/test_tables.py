# SPDX-License-Identifier: MIT
"""Opening tables and finding them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from companion.engine.text import msg
from companion.persistence.models import Device, Match, Person
from companion.persistence.unit import writing
from companion.services.tables import (
    Broken,
    NewTable,
    NoSuchTable,
    Table,
    check_table,
    draw_code,
    find_table,
    known_people,
    list_tables,
    open_table,
)
from companion.services.visitors import find_visitor
from tests.services.conftest import GAMES, Desk


def test_a_table_is_found_with_its_names_and_complete_options(desk: Desk) -> None:
    table = desk.table(desk.open(["Ada", " Ben "], options={"rounds": 3}, dealer=1))
    assert table.names == ("Ada", "Ben")
    assert table.match.setting.first.dealer == 1
    started = table.log[0].body
    assert started["options"]["rounds"] == 3
    assert set(started["options"]) == {option.key for option in table.game.options}


def test_a_double_tap_opens_one_table(desk: Desk) -> None:
    new = NewTable(code=draw_code(), game="any_game", names=["Ada", "Ben"])
    for _ in range(2):
        with writing(desk.session) as s:
            assert open_table(s, GAMES, desk.visitor, new) == new.code
    assert desk.session.scalar(select(func.count()).select_from(Match)) == 1


def test_a_table_of_another_group_is_not_there(desk: Desk, other_desk: Callable[[], Desk]) -> None:
    code = desk.open()
    stranger = other_desk()
    with pytest.raises(NoSuchTable):
        find_table(desk.session, GAMES, stranger.visitor.group_id, code)
    assert list_tables(desk.session, GAMES, stranger.visitor.group_id) == []


@pytest.mark.parametrize(
    "names, seat, sentence",
    [
        (["Ada", "  "], 1, "Who sits here?"),
        (["Ada", "ada"], 1, "ada already sits at the table."),
        (["A" * 25, "Ben"], 0, "At most 24 letters."),
    ],
)
def test_a_wrong_name_is_named_with_its_seat(names: list[str], seat: int, sentence: str) -> None:
    new = NewTable(code="x", game="any_game", names=names)
    (problem,) = check_table(GAMES, new)
    assert (problem.seat, str(problem.text)) == (seat, sentence)


def test_a_count_that_the_game_has_not_is_refused(desk: Desk) -> None:
    new = NewTable(code=draw_code(), game="any_game", names=[f"P{n}" for n in range(13)])
    assert [str(p.text) for p in check_table(GAMES, new)] == ["Any game has 1 to 12 players."]
    with pytest.raises(ValueError, match="1 to 12"), writing(desk.session) as s:
        open_table(s, GAMES, desk.visitor, new)
    assert desk.session.scalar(select(func.count()).select_from(Match)) == 0


def test_a_wrong_option_or_dealer_is_refused() -> None:
    new = NewTable(code="x", game="any_game", names=["Ada", "Ben"])
    assert [p.field for p in check_table(GAMES, replace(new, options={"rounds": "x"}))] == [
        "rounds"
    ]
    assert [p.field for p in check_table(GAMES, replace(new, dealer=2))] == ["dealer"]
    assert check_table(GAMES, new) == []


def test_the_table_may_name_its_own_game(desk: Desk) -> None:
    table = desk.table(desk.open(options={"name": "Schnauz"}))
    assert table.title == msg("{name}", name="Schnauz")


def test_tables_come_newest_first_and_people_newest_table_first(desk: Desk) -> None:
    first, second = desk.open(["Ada", "Ben"]), desk.open(["Cem", "Ada"])
    listed = list_tables(desk.session, GAMES, desk.visitor.group_id)
    assert [table.code for table in listed] == [second, first]
    assert known_people(desk.session, desk.visitor.group_id) == ["Cem", "Ada", "Ben"]
    assert desk.session.scalar(select(func.count()).select_from(Person)) == 3


def test_a_game_that_is_gone_does_not_hide_the_other_tables(desk: Desk) -> None:
    whole, gone = desk.open(["Ada", "Ben"]), desk.open(["Cem", "Dee"])
    with writing(desk.session) as s:
        row = s.scalars(select(Match).where(Match.code == gone)).one()
        row.game = "no_longer_here"
    found = {table.code: table for table in list_tables(desk.session, GAMES, desk.visitor.group_id)}
    assert isinstance(found[whole], Table)
    broken = found[gone]
    assert isinstance(broken, Broken)
    assert broken.names == ("Cem", "Dee")


def test_only_the_hash_of_a_device_s_secret_is_stored(desk: Desk) -> None:
    stored = desk.session.scalars(select(Device.secret_hash)).all()
    assert "phone 1" not in stored
    assert find_visitor(desk.session, "phone 1") == desk.visitor
    assert find_visitor(desk.session, "somebody else's secret") is None
