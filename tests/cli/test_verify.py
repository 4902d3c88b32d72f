# SPDX-License-Identifier: MIT
"""`companion verify`: quiet while all agrees, and names each match that does not."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

import companion.games
from companion.engine.registry import Registry
from companion.persistence.engine import make_engine
from companion.persistence.unit import writing
from companion.services.entries import Asked, close, enter
from companion.services.tables import NewTable, draw_code, find_table, open_table
from companion.services.visitors import ensure_visitor
from tests.cli._run import inside, program, refused
from tests.cli._store import Place

GAMES = Registry(companion.games)


def play(place: Place, *totals: int) -> str:
    """Play and end a match of one round; return its code."""
    engine, code = make_engine(place.url), draw_code()
    with Session(engine) as session:
        with writing(session) as unit:
            visitor = ensure_visitor(unit, "phone")
            open_table(
                unit, GAMES, visitor, NewTable(code=code, game="any_game", names=["Ada", "Ben"])
            )
        with writing(session, code) as unit:
            head = find_table(unit, GAMES, visitor.group_id, code).head
            raw = {"mode": "points", "seats": [{"points": total} for total in totals]}
            asked = Asked(round=1, phase="score", raw=raw, expected=head, key="a")
            enter(unit, GAMES, visitor, code, asked)
        with writing(session, code) as unit:
            close(unit, GAMES, visitor, code, "b")
    engine.dispose()
    return code


@pytest.fixture
def codes(place: Place) -> list[str]:
    """The codes of two matches that were played and ended."""
    place.make()
    return [play(place, 7, 4), play(place, 1, 2)]


def test_matches_that_agree_end_well(place: Place, codes: list[str]) -> None:
    done = program("verify", settings=place.settings)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"{len(codes)} replayed, 0 wrong.\n"


def test_an_empty_database_agrees_with_itself(place: Place) -> None:
    place.make()

    assert program("verify", settings=place.settings).stdout == b"0 replayed, 0 wrong.\n"


CHANGES = {
    "UPDATE events SET body = replace(body, '7', '8') WHERE kind = 'entered' AND match_id = 1": (
        "totals: [7, 4] at the end, [8, 4] now."
    ),
    "UPDATE events SET body = replace(body, '7', '1e99') WHERE kind = 'entered'"
    " AND match_id = 1": "A stored round cannot be read: This number is out of reach.",
    "DELETE FROM events WHERE kind = 'entered' AND match_id = 1": "The log has gaps.",
    "DELETE FROM events WHERE match_id = 1": "The log has gaps.",
    "UPDATE events SET body = '{}' WHERE match_id = 1": "The log cannot be read: ",
    "UPDATE events SET body = '[1]' WHERE match_id = 1": "The log cannot be read: ",
    "UPDATE events SET body = '{' WHERE match_id = 1": "The log cannot be read: ",
    "UPDATE matches SET game = 'chess' WHERE id = 1": "The log cannot be read: ",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_match_that_was_changed_behind_its_back_is_named(
    place: Place, codes: list[str], change: str
) -> None:
    place.change("DROP TRIGGER events_never_change", "DROP TRIGGER events_never_go", change)

    done = inside("verify", settings=place.settings)

    lines = done.stdout.splitlines()
    assert (done.exit_code, done.stderr) == (1, "")
    assert lines[0].startswith(f"{codes[0]}: {CHANGES[change]}")
    assert lines[1:] == ["2 replayed, 1 wrong."]


def test_a_database_that_was_never_brought_up_to_date_says_what_to_do(place: Place) -> None:
    line = refused(program("verify", settings=place.settings), status=1)

    assert line.endswith("Try: companion db upgrade")


def test_a_wrong_call_is_refused_in_one_line() -> None:
    assert "unexpected extra argument" in refused(inside("verify", "everything"))
