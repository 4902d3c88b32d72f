# SPDX-License-Identifier: MIT
"""Entering, correcting, taking back and ending."""

from __future__ import annotations

from typing import Any

import pytest

from companion.persistence.unit import writing
from companion.services.entries import (
    Conflict,
    Refused,
    Saved,
    choose,
    close,
    preview,
    reopen,
    sheet,
    take_back,
)
from companion.services.verify import verify
from tests.services.conftest import GAMES, Desk


def kinds(desk: Desk, code: str) -> list[str]:
    return [event.kind for event in desk.table(code).log]


def points(*values: Any) -> dict[str, Any]:
    return {"mode": "points", "seats": [{"points": value} for value in values]}


def test_a_round_is_saved_as_it_was_entered_and_scored_again_from_the_log(desk: Desk) -> None:
    code = desk.open()
    assert desk.enter(code, 1, [12, "-3"]) == Saved(2)
    table = desk.table(code)
    assert table.match.totals == (12, -3)
    assert table.log[-1].body["entry"] == {
        "mode": "points",
        "seats": [{"points": 12}, {"points": -3}],
        "table": {},
    }


def test_a_wrong_entry_is_refused_and_nothing_is_written(desk: Desk) -> None:
    code = desk.open()
    outcome = desk.enter(code, 1, [1, "x"])
    assert isinstance(outcome, Refused)
    assert [(p.field, p.seat) for p in outcome.problems] == [("points", 1)]
    assert kinds(desk, code) == ["started"]


def test_a_blank_is_not_a_zero(desk: Desk) -> None:
    code = desk.open()
    outcome = desk.enter(code, 1, [1, ""])
    assert isinstance(outcome, Refused)
    assert [str(p.text) for p in outcome.problems] == ["A number is needed."]
    assert isinstance(desk.enter(code, 1, [0, 0]), Saved)
    assert desk.table(code).match.next.number == 2


def test_what_is_unusual_is_asked_and_kept_when_it_is_waved_through(desk: Desk) -> None:
    code = desk.open(["Ada", "Ben", "Cem"], game="witches")
    outcome = desk.enter(code, 1, [1, 1, 1])
    assert isinstance(outcome, Refused)
    assert {p.severity for p in outcome.problems} == {"ask"}
    assert isinstance(desk.enter(code, 1, [1, 1, 1], waved=True), Saved)
    body = desk.table(code).log[-1].body
    assert body["waved"] == [str(p.text) for p in outcome.problems]


def test_the_same_key_again_is_answered_as_the_first_time_and_writes_nothing(desk: Desk) -> None:
    code = desk.open()
    first = desk.enter(code, 1, [1, 2], key="form", expected=1)
    assert desk.enter(code, 1, [1, 2], key="form", expected=1) == first
    assert kinds(desk, code) == ["started", "entered"]


def test_the_same_form_with_other_values_meets_its_own_first_version(desk: Desk) -> None:
    code = desk.open()
    desk.enter(code, 1, [1, 2], key="form", expected=1)
    outcome = desk.enter(code, 1, [5, 2], key="form", expected=1)
    assert isinstance(outcome, Conflict)
    assert outcome.head == 2
    assert desk.table(code).match.totals == (1, 2)


def test_a_correction_is_a_new_event_and_changes_what_follows(desk: Desk) -> None:
    code = desk.open(options={"rounds": 5})
    desk.enter(code, 1, [1, 2])
    desk.enter(code, 2, [10, 20])
    assert isinstance(desk.enter(code, 1, [100, 2]), Saved)
    table = desk.table(code)
    assert table.match.totals == (110, 22)
    assert kinds(desk, code) == ["started", "entered", "entered", "entered"]
    assert table.log[1].body["entry"]["seats"][0] == {"points": 1}


def test_two_corrections_of_one_cell_keep_both_values_and_ask(desk: Desk) -> None:
    code = desk.open()
    desk.enter(code, 1, [1, 2])
    known = desk.table(code).head
    desk.enter(code, 1, [3, 2], expected=known)
    outcome = desk.enter(code, 1, [4, 2], expected=known)
    assert isinstance(outcome, Conflict)
    assert [event.body["entry"]["seats"][0]["points"] for event in outcome.theirs] == [3]
    assert isinstance(desk.enter(code, 1, [4, 2], expected=outcome.head), Saved)
    assert desk.table(code).match.totals == (4, 2)


def test_a_round_that_has_not_begun_cannot_be_entered(desk: Desk) -> None:
    code = desk.open()
    with pytest.raises(LookupError):
        desk.enter(code, 3, [1, 2])
    with pytest.raises(LookupError):
        desk.enter(code, 1, [1, 2], phase="auction")
    assert kinds(desk, code) == ["started"]


def test_a_preview_shows_the_effect_and_writes_nothing(desk: Desk) -> None:
    code = desk.open(options={"rounds": 2})
    desk.enter(code, 1, [1, 2])
    desk.enter(code, 2, [10, 20])
    table = desk.table(code)
    assert table.match.winners == (1,)
    shown = preview(table, 1, "score", points(100, 2))
    assert shown.round is not None
    assert shown.round.points == (100, 2)
    assert shown.effect is not None
    assert shown.effect.totals == {0: (11, 110)}
    assert shown.effect.winners == ((1,), (0,))
    assert desk.table(code).head == table.head


def test_a_preview_of_a_wrong_entry_says_what_is_wrong(desk: Desk) -> None:
    shown = preview(desk.table(desk.open()), 1, "score", points(1, "x"))
    assert shown.match is None
    assert [p.field for p in shown.errors] == ["points"]


def test_an_earlier_entry_is_given_back_for_its_correction(desk: Desk) -> None:
    code = desk.open()
    desk.enter(code, 1, [7, 8])
    _, _, entry = sheet(desk.table(code), 1)
    assert entry is not None
    assert entry.column("points") == [7, 8]
    assert sheet(desk.table(code), 2)[2] is None


def test_the_last_round_can_be_taken_back_and_entered_again(desk: Desk) -> None:
    code = desk.open()
    desk.enter(code, 1, [1, 2])
    desk.enter(code, 2, [3, 4])
    for _ in range(2):  # the second is the same tap again
        with writing(desk.session, code) as s:
            assert take_back(s, GAMES, desk.visitor, code, 2, "undo")
    assert desk.table(code).match.totals == (1, 2)
    assert kinds(desk, code) == ["started", "entered", "entered", "voided"]
    with writing(desk.session, code) as s:
        assert not take_back(s, GAMES, desk.visitor, code, 2, "undo again")
    desk.enter(code, 2, [30, 40])
    assert desk.table(code).match.totals == (31, 42)


def test_the_end_is_written_with_its_witness(desk: Desk) -> None:
    code = desk.open(options={"rounds": 1})
    desk.enter(code, 1, [1, 2])
    body = desk.table(code).log[-1].body
    assert body == {"totals": [1, 2], "ranks": [2, 1], "winners": [1], "version": 1, "by": "rules"}


def test_a_correction_after_the_end_renews_the_witness_or_opens_the_game_again(desk: Desk) -> None:
    code = desk.open(options={"target": 10})
    desk.enter(code, 1, [12, 2])
    desk.enter(code, 1, [11, 2])
    assert kinds(desk, code) == ["started", "entered", "closed", "entered", "closed"]
    desk.enter(code, 1, [9, 2])
    assert kinds(desk, code)[-2:] == ["entered", "reopened"]
    assert not desk.table(code).match.over


def test_a_table_ends_an_open_game_by_itself_and_may_go_on(desk: Desk) -> None:
    code = desk.open()
    with writing(desk.session, code) as s:
        assert not close(s, GAMES, desk.visitor, code, "no round yet")
    desk.enter(code, 1, [1, 2])
    with writing(desk.session, code) as s:
        assert close(s, GAMES, desk.visitor, code, "end")
    assert desk.table(code).match.winners == (1,)
    desk.enter(code, 1, [5, 2])
    assert desk.table(code).match.winners == (0,)
    with writing(desk.session, code) as s:
        reopen(s, GAMES, desk.visitor, code, "go on")
    assert not desk.table(code).match.over


def test_the_table_chooses_who_starts(desk: Desk) -> None:
    code = desk.open(["Ada", "Ben", "Cem"], game="elf_nimmt", starter=0)
    desk.enter(code, 1, [0, 5, 5])
    assert desk.table(code).match.next.start.starter == (1, 2)
    with writing(desk.session, code) as s:
        choose(s, GAMES, desk.visitor, code, 2, {"starter": 2}, "choice")
    assert desk.table(code).match.next.start.starter == 2


def test_verify_finds_a_witness_that_no_longer_agrees(desk: Desk) -> None:
    code = desk.open(options={"rounds": 1})
    desk.enter(code, 1, [1, 2])
    found = verify(desk.session, GAMES)
    assert (found.matches, found.wrong) == (1, ())
    with writing(desk.session, code) as s:
        # Somebody writes past the services: the end's witness is stale now.
        from companion.services.tables import write

        table = desk.table(code)
        body = {"round": 1, "phase": "score", "entry": points(9, 2), "version": 1}
        write(s, table.id, table.game, desk.visitor, "entered", body, expected=None, key=None)
    (wrong,) = verify(desk.session, GAMES).wrong
    assert wrong[0] == code
