# SPDX-License-Identifier: MIT
"""What finished games say about a player."""

from __future__ import annotations

from companion.services.statistics import Against, people, record
from companion.services.tables import Table, list_tables
from tests.services.conftest import GAMES, Desk


def tables(desk: Desk) -> list[Table]:
    desk.session.rollback()
    found = list_tables(desk.session, GAMES, desk.visitor.group_id)
    return [table for table in found if isinstance(table, Table)]


def finished(desk: Desk, points: dict[str, int], **options: object) -> None:
    code = desk.open(list(points), options={"rounds": 1, **options})
    desk.enter(code, 1, list(points.values()))


def test_wins_places_and_streak_are_counted_from_finished_games(desk: Desk) -> None:
    finished(desk, {"Ada": 5, "Ben": 3})
    finished(desk, {"Ben": 1, "Ada": 9})
    finished(desk, {"Ada": 1, "Ben": 2, "Cem": 3})
    found = record("Ada", tables(desk))
    assert (found.games, found.wins, found.places) == (3, 2, (1, 1, 3))
    assert found.longest_streak == 2
    assert found.average_place == 5 / 3


def test_where_the_lowest_wins_the_lowest_is_first(desk: Desk) -> None:
    finished(desk, {"Ada": 5, "Ben": 3}, best="low")
    assert record("Ben", tables(desk)).wins == 1
    assert record("Ada", tables(desk)).wins == 0


def test_a_shared_first_place_is_a_win_for_each_and_level_between_them(desk: Desk) -> None:
    finished(desk, {"Ada": 5, "Ben": 5})
    for name, other in (("Ada", "Ben"), ("Ben", "Ada")):
        found = record(name, tables(desk))
        assert found.wins == 1
        assert found.against == (Against(other, 0, 0, 1),)


def test_a_running_game_and_one_played_alone_count_for_no_place(desk: Desk) -> None:
    running = desk.open(["Ada", "Ben"])
    desk.enter(running, 1, [1, 2])
    finished(desk, {"Ada": 7})
    found = record("Ada", tables(desk))
    assert (found.games, found.places, found.average_place) == (1, (), None)
    assert record("Ben", tables(desk)).games == 0


def test_the_others_come_the_most_met_first(desk: Desk) -> None:
    finished(desk, {"Ada": 5, "Ben": 3})
    finished(desk, {"Ada": 1, "Ben": 2, "Cem": 3})
    assert record("Ada", tables(desk)).against == (Against("Ben", 1, 1, 0), Against("Cem", 0, 1, 0))


def test_games_that_tables_named_themselves_are_told_apart(desk: Desk) -> None:
    finished(desk, {"Ada": 5, "Ben": 3}, name="Schnauz")
    finished(desk, {"Ada": 5, "Ben": 3}, name="Schnauz")
    finished(desk, {"Ada": 1, "Ben": 3})
    by_game = record("Ada", tables(desk)).by_game
    assert [(str(found.title), found.places) for found in by_game] == [
        ("Schnauz", (1, 1)),
        ("Any game", (2,)),
    ]


def test_people_are_those_of_the_group_by_name(desk: Desk) -> None:
    finished(desk, {"Cem": 5, "ada": 3})
    assert list(people(desk.session, desk.visitor.group_id).values()) == ["ada", "Cem"]
    assert people(desk.session, desk.visitor.group_id + 1) == {}
