# SPDX-License-Identifier: MIT
"""Appending to a log: order, clashes, idempotency, and what is refused."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from companion.persistence.log_store import (
    Appended,
    Clash,
    KeyReused,
    append,
    find_key,
    head,
    read,
)
from companion.persistence.models import Device, Event, Group, Match
from companion.persistence.unit import NoSuchMatch, NotWriting, writing
from tests.persistence._log import add, cells, points, write


def test_what_was_appended_is_read_back_in_order(session: Session, match_id: int) -> None:
    assert write(session, match_id, {"seats": 2}, kind="started") == Appended(1)
    assert write(session, match_id, points(1, s0=5, s1=7)) == Appended(2)
    log = read(session, match_id)
    assert [(e.seq, e.kind, e.body) for e in log] == [
        (1, "started", {"seats": 2}),
        (2, "entered", {"round": 1, "seats": {"0": 5, "1": 7}}),
    ]
    assert read(session, match_id, after=1) == log[1:]
    assert head(session, match_id) == 2


def test_an_event_keeps_its_author_its_key_its_version_and_its_moment(
    session: Session, match_id: int
) -> None:
    device = session.scalars(select(Device.id)).one()
    when = datetime(2026, 3, 29, 2, 30, tzinfo=timezone(timedelta(hours=2)))
    with writing(session, match_id):
        append(
            session,
            match_id,
            "noted",
            {"text": "Ada mag keine Hexen – 🂱"},
            expected=None,
            key="k1",
            device_id=device,
            seat=1,
            game_version=3,
            cells=cells,
            at=when,
        )
    (event,) = read(session, match_id)
    assert (event.device_id, event.seat, event.key, event.game_version) == (device, 1, "k1", 3)
    assert event.body == {"text": "Ada mag keine Hexen – 🂱"}
    assert event.at == when
    assert event.at.tzinfo is UTC or event.at.utcoffset() == timedelta(0)


def test_the_server_sets_the_moment_when_none_is_given(session: Session, match_id: int) -> None:
    before = datetime.now(UTC)
    write(session, match_id, points(1, s0=1))
    (event,) = read(session, match_id)
    assert before <= event.at <= datetime.now(UTC)


def test_a_moment_without_zone_is_refused(session: Session, match_id: int) -> None:
    with pytest.raises(Exception, match="needs its time zone"), writing(session, match_id):
        append(
            session,
            match_id,
            "noted",
            {},
            expected=None,
            key=None,
            device_id=None,
            seat=None,
            game_version=1,
            cells=cells,
            at=datetime(2026, 1, 1),  # noqa: DTZ001 - the zone is what is missing
        )
    assert read(session, match_id) == []


def test_two_matches_count_for_themselves(session: Session, match_id: int) -> None:
    with writing(session):
        other = Match(group=session.scalars(select(Group)).one(), game="any_game")
        session.add(other)
        session.flush()
        other_id = other.id
    write(session, match_id, points(1, s0=1), key="k")
    assert write(session, other_id, points(1, s0=1), key="k", expected=0) == Appended(1)
    assert write(session, match_id, points(1, s1=1)) == Appended(2)


def test_the_same_cell_changed_meanwhile_clashes_and_shows_what_changed(
    session: Session, match_id: int
) -> None:
    write(session, match_id, points(1, s0=5))
    write(session, match_id, points(1, s1=9))
    write(session, match_id, points(1, s0=6))
    with pytest.raises(Clash) as clash:
        write(session, match_id, points(1, s0=7), expected=0)
    assert [(e.seq, e.body["seats"]) for e in clash.value.since] == [(1, {"0": 5}), (3, {"0": 6})]
    assert head(session, match_id) == 3


def test_one_who_knew_the_last_change_of_the_cell_does_not_clash(
    session: Session, match_id: int
) -> None:
    write(session, match_id, points(1, s0=5))
    write(session, match_id, points(1, s1=9))
    assert write(session, match_id, points(1, s0=7), expected=1) == Appended(3)


def test_different_cells_never_clash(session: Session, match_id: int) -> None:
    write(session, match_id, points(1, s0=5), expected=0)
    assert write(session, match_id, points(1, s1=9), expected=0) == Appended(2)
    assert write(session, match_id, points(2, s0=1), expected=0) == Appended(3)
    assert write(session, match_id, {"end_at": 80}, kind="options", expected=0) == Appended(4)


def test_a_writer_that_names_no_event_writes_whatever_happened(
    session: Session, match_id: int
) -> None:
    write(session, match_id, points(1, s0=5))
    assert write(session, match_id, points(1, s0=6), expected=None) == Appended(2)


def test_a_number_the_log_never_reached_counts_as_knowing_nothing(
    session: Session, match_id: int
) -> None:
    write(session, match_id, points(1, s0=5))
    with pytest.raises(Clash):
        write(session, match_id, points(1, s0=6), expected=40)
    assert write(session, match_id, points(1, s1=6), expected=40) == Appended(2)


def test_the_same_key_again_writes_nothing_and_returns_the_first(
    session: Session, match_id: int
) -> None:
    write(session, match_id, points(1, s0=5), expected=0, key="k1")
    write(session, match_id, points(1, s0=6), expected=1, key="k2")
    again = write(session, match_id, points(1, s0=5), expected=0, key="k1")
    assert again == Appended(1, replayed=True)
    assert head(session, match_id) == 2


def test_the_same_key_twice_in_one_unit_writes_once(session: Session, match_id: int) -> None:
    with writing(session, match_id):
        add(session, match_id, points(1, s0=5), key="k1")
        assert add(session, match_id, points(1, s0=5), key="k1") == Appended(1, replayed=True)
    assert head(session, match_id) == 1


def test_a_key_used_for_another_score_is_refused_instead_of_dropping_it(
    session: Session, match_id: int
) -> None:
    write(session, match_id, points(1, s0=5), key="k1")
    with pytest.raises(KeyReused) as reused:
        write(session, match_id, points(1, s0=6), key="k1")
    assert reused.value.stored.body == points(1, s0=5)
    assert head(session, match_id) == 1


def test_a_phone_that_asks_again_finds_its_event_by_key(session: Session, match_id: int) -> None:
    write(session, match_id, points(1, s0=5), key="k1")
    found = find_key(session, match_id, "k1")
    assert found is not None
    assert found.seq == 1
    assert find_key(session, match_id, "k2") is None


def test_a_nul_sent_as_a_key_or_a_code_breaks_no_database(session: Session, match_id: int) -> None:
    assert write(session, match_id, points(1, s0=5), key="a\0b") == Appended(1)
    assert write(session, match_id, points(1, s0=5), key="a\0b") == Appended(1, replayed=True)
    assert write(session, match_id, points(2, s0=5), key="ab") == Appended(2)
    assert session.scalar(select(Match.id).where(Match.code == "a\0b")) is None


def test_a_body_is_stored_as_it_reads_back(session: Session, match_id: int) -> None:
    body = {"round": 1, "seats": {0: (1, 2)}, "z": None, "a": 1.5}
    assert write(session, match_id, body, key="k") == Appended(1)
    (event,) = read(session, match_id)
    assert event.body == {"round": 1, "seats": {"0": [1, 2]}, "z": None, "a": 1.5}
    assert list(event.body) == ["round", "seats", "z", "a"]
    assert write(session, match_id, body, key="k").replayed


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), {1, 2}])
def test_a_body_that_is_no_json_is_refused(session: Session, match_id: int, value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        write(session, match_id, {"round": 1, "seats": {}, "odd": value})
    assert head(session, match_id) == 0


def test_a_match_that_is_not_there_takes_no_events(session: Session, match_id: int) -> None:
    with pytest.raises(NoSuchMatch), writing(session):
        add(session, match_id + 1, points(1, s0=5))
    assert session.scalar(select(func.count(Event.id))) == 0


def test_appending_outside_a_unit_is_refused(session: Session, match_id: int) -> None:
    with pytest.raises(NotWriting):
        add(session, match_id, points(1, s0=5))
    assert head(session, match_id) == 0


def test_an_error_after_the_append_takes_the_event_back(session: Session, match_id: int) -> None:
    def append_and_fail() -> None:
        with writing(session, match_id):
            add(session, match_id, points(1, s0=5))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        append_and_fail()
    assert read(session, match_id) == []
    assert write(session, match_id, points(1, s0=5)) == Appended(1)


def test_another_session_sees_the_event_after_the_unit(engine: Engine, match_id: int) -> None:
    with Session(engine) as mine, Session(engine) as other:
        with writing(mine, match_id):
            add(mine, match_id, points(1, s0=5))
            assert head(other, match_id) == 0
            other.rollback()
        assert head(other, match_id) == 1
