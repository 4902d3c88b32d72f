# SPDX-License-Identifier: MIT
"""House rules changed in mid-game: rounds scored anew, nothing lost, nobody overwritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.persistence.unit import writing
from companion.services.entries import Conflict, Outcome, Refused, Saved
from companion.services.options import agreed, change, goes_on_by, try_out
from companion.services.tables import NoSuchTable
from companion.services.verify import verify
from tests.services.conftest import GAMES, Desk


def changed(desk: Desk, code: str, expected: int | None = None, **rules: Any) -> Outcome:
    """Change some house rules, the others as they are."""
    table = desk.table(code)
    raw = {**agreed(table), **rules}
    known = table.head if expected is None else expected
    with writing(desk.session, code) as s:
        return change(s, GAMES, desk.visitor, code, raw, known, next(desk.keys))


def kinds(desk: Desk, code: str) -> list[str]:
    return [event.kind for event in desk.table(code).log]


def test_other_rules_score_all_rounds_anew_and_stand_in_the_log(desk: Desk) -> None:
    code = desk.open(options={"best": "high"})
    desk.enter(code, 1, [12, 3])
    assert changed(desk, code, best="low") == Saved(3)
    table = desk.table(code)
    assert table.match.ranks == (2, 1)
    assert table.log[0].body["options"]["best"] == "high", "what was agreed first stays"
    assert table.log[2].body["options"] == {**table.log[0].body["options"], "best": "low"}


def test_what_it_would_do_is_told_without_writing(desk: Desk) -> None:
    code = desk.open(options={"best": "high", "target": 100})
    desk.enter(code, 1, [12, 3])
    desk.enter(code, 2, [40, 30])
    table = desk.table(code)
    found = try_out(table, {**agreed(table), "target": 50})
    assert [option.key for option in found.changed] == ["target"]
    assert found.effect is not None
    assert (found.effect.totals, found.effect.ranks) == ({}, {})
    assert found.effect.winners == ((), (0,))
    assert found.match is not None
    assert found.match.over
    assert kinds(desk, code) == ["started", "entered", "entered"]


def test_points_change_where_the_rules_count_otherwise(desk: Desk) -> None:
    code = desk.open(game="tien", options={"perfect": 1})
    pile = {f"r{number}": 1 for number in range(1, 10)}
    raw = {"mode": "cards", "seats": [{"pile": pile}, {"pile": {"g1": 1}}]}
    assert isinstance(desk.enter(code, 1, [], raw=raw, waved=True), Saved)
    table = desk.table(code)
    assert table.match.totals == (10, 1)
    effect = try_out(table, {**agreed(table), "perfect": 5}).effect
    assert effect is not None
    assert effect.points == {1: {0: (10, 14)}}
    assert effect.totals == {0: (10, 14)}
    changed(desk, code, perfect=5)
    assert desk.table(code).match.totals == (14, 1)
    assert desk.table(code).log[-1].body["totals"] == [14, 1], "the witness is written anew"


def test_a_rule_that_cannot_be_read_is_refused_beside_its_field(desk: Desk) -> None:
    code = desk.open()
    outcome = changed(desk, code, rounds="many")
    assert isinstance(outcome, Refused)
    assert [problem.field for problem in outcome.problems] == ["rounds"]
    assert kinds(desk, code) == ["started"]


def test_rules_that_a_round_does_not_fit_are_refused_and_name_it(desk: Desk) -> None:
    code = desk.open()
    desk.enter(code, 1, [12, 3])
    desk.enter(code, 2, [4, 5])
    outcome = changed(desk, code, high=10)
    assert isinstance(outcome, Refused)
    (problem,) = outcome.problems
    assert str(problem.text) == "Round 1 does not fit these rules: At most 10."
    assert desk.table(code).match.totals == (16, 8), "nothing that was entered vanishes"


def test_the_same_rules_again_write_nothing(desk: Desk) -> None:
    code = desk.open()
    assert changed(desk, code) == Saved(1)
    assert kinds(desk, code) == ["started"]


def test_a_lower_end_ends_the_game_and_a_higher_one_lets_it_go_on(desk: Desk) -> None:
    code = desk.open(options={"target": 100})
    desk.enter(code, 1, [60, 3])
    changed(desk, code, target=50)
    assert kinds(desk, code)[-2:] == ["options", "closed"]
    assert desk.table(code).match.winners == (0,)
    changed(desk, code, target=200)
    assert kinds(desk, code)[-2:] == ["options", "reopened"]
    assert not desk.table(code).match.over
    assert verify(desk.session, GAMES).wrong == ()


def test_more_decimals_leave_the_points_what_they_are(desk: Desk) -> None:
    code = desk.open()
    desk.enter(code, 1, [12, 3])
    table = desk.table(code)
    found = try_out(table, {**agreed(table), "decimals": 2})
    assert found.effect is not None
    assert not found.effect, "1200 hundredths are 12"
    assert isinstance(changed(desk, code, decimals=2), Saved)
    assert desk.table(code).match.totals == (1200, 300)
    assert isinstance(desk.enter(code, 2, ["0.5", "1"]), Saved)
    fewer = changed(desk, code, decimals=0)
    assert isinstance(fewer, Refused), "a half point would be lost"


def test_a_second_change_that_did_not_know_the_first_is_a_conflict(desk: Desk) -> None:
    code = desk.open()
    known = desk.table(code).head
    changed(desk, code, best="low")
    outcome = changed(desk, code, expected=known, rounds=3)
    assert isinstance(outcome, Conflict)
    assert desk.table(code).match.setting.options["rounds"] == 0


def test_a_round_entered_meanwhile_does_not_stand_in_the_way(desk: Desk) -> None:
    code = desk.open()
    known = desk.table(code).head
    desk.enter(code, 1, [1, 2])
    assert isinstance(changed(desk, code, expected=known, best="low"), Saved)
    assert desk.table(code).match.totals == (1, 2)


def test_the_same_form_sent_twice_changes_once(desk: Desk) -> None:
    code = desk.open()
    raw = {**agreed(desk.table(code)), "best": "low"}
    for _ in range(2):
        with writing(desk.session, code) as s:
            assert isinstance(change(s, GAMES, desk.visitor, code, raw, 1, "one key"), Saved)
    assert kinds(desk, code) == ["started", "options"]


def test_only_the_own_group_changes_rules(desk: Desk, other_desk: Callable[[], Desk]) -> None:
    code = desk.open()
    stranger = other_desk()
    raw = agreed(desk.table(code))
    with pytest.raises(NoSuchTable), writing(desk.session, code) as s:
        change(s, GAMES, stranger.visitor, code, raw, 1, "key")


@pytest.mark.parametrize(
    "rules, option",
    [({"rounds": 1}, "rounds"), ({"target": 10}, "target"), ({"rounds": 1, "target": 10}, None)],
)
def test_the_rule_that_lets_a_game_go_on_is_found(
    desk: Desk, rules: dict[str, int], option: str | None
) -> None:
    code = desk.open(options=rules)
    desk.enter(code, 1, [12, 3])
    found = goes_on_by(desk.table(code))
    assert (found.key if found else None) == option
