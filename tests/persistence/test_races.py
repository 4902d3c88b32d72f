# SPDX-License-Identifier: MIT
"""Many write at once: nothing is lost, no number is skipped, no key counts twice."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from companion.persistence.log_store import Appended, Clash, head, read
from companion.persistence.models import Device
from tests.persistence._log import points, write
from tests.persistence._writers import in_processes


def at_once(engine: Engine, jobs: list[Callable[[Session], object]]) -> list[object]:
    """Run the jobs at the same moment, each in a thread and session of its own."""
    results: list[object] = [None] * len(jobs)
    ready = threading.Barrier(len(jobs))

    def run(number: int, job: Callable[[Session], object]) -> None:
        with Session(engine) as session:
            ready.wait()
            try:
                results[number] = job(session)
            except Exception as error:
                results[number] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_eight_phones_at_eight_seats_all_get_their_score_in(
    engine: Engine, session: Session, match_id: int
) -> None:
    def phone(seat: int) -> Callable[[Session], object]:
        def enter(own: Session) -> object:
            for round_ in range(1, 6):
                write(own, match_id, {"round": round_, "seats": {str(seat): 1}}, expected=0)
            return "done"

        return enter

    assert at_once(engine, [phone(seat) for seat in range(8)]) == ["done"] * 8
    log = read(session, match_id)
    assert [e.seq for e in log] == list(range(1, 41))
    entered = {(e.body["round"], *e.body["seats"]) for e in log}
    assert entered == {(r, str(s)) for r in range(1, 6) for s in range(8)}


def test_the_same_save_sent_by_eight_threads_at_once_is_one_event(
    engine: Engine, session: Session, match_id: int
) -> None:
    def save(own: Session) -> object:
        return write(own, match_id, points(1, s0=5), expected=0, key="k")

    results = at_once(engine, [save] * 8)
    assert results.count(Appended(1)) == 1
    assert results.count(Appended(1, replayed=True)) == 7
    assert head(session, match_id) == 1


def test_of_eight_who_change_one_cell_one_wins_and_seven_are_asked(
    engine: Engine, session: Session, match_id: int
) -> None:
    def change(value: int) -> Callable[[Session], object]:
        return lambda own: write(own, match_id, points(1, s0=value), expected=0)

    results = at_once(engine, [change(value) for value in range(8)])
    assert results.count(Appended(1)) == 1
    assert sum(isinstance(result, Clash) for result in results) == 7
    assert head(session, match_id) == 1


@pytest.mark.parametrize("way", ["log", "row"])
def test_two_processes_with_eight_threads_each_lose_no_increment(
    database_url: str, session: Session, match_id: int, way: str
) -> None:
    counts = in_processes(2, database_url, match_id, way, 8, 10, 60)
    assert counts == {"written": 160}
    if way == "log":
        log = read(session, match_id)
        assert [(e.seq, e.body["number"]) for e in log] == [(n, n) for n in range(1, 161)]
    else:
        assert session.scalars(select(Device.name)).one() == "160"
