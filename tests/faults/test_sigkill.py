# SPDX-License-Identifier: MIT
"""A server killed in the middle of an evening, and a disk that is full: no answered save is lost."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.orm import Session

import companion.games
from companion.engine.registry import Registry
from companion.persistence.engine import make_engine
from companion.persistence.log_store import Stored, read
from companion.persistence.models import Match
from companion.services.tables import table_of
from tests.faults._phone import Lost, Phone
from tests.faults._server import Server

SAVES = 200
KILLS = 12
NAMES = ("Ada", "Ben", "Cem", "Dee")
ROUNDS_OF_THE_SHORT = 6
LOST_MOMENTS = ("one event of two is written", "all is written and not committed")
KEPT_MOMENT = "all is committed and not answered"


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[Server]:
    """A running server on an empty database."""
    server = Server(database_url, tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def fragile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> Iterator[Server]:
    """A running server on SQLite that the fault of this test hits as soon as it is armed."""
    monkeypatch.setenv("COMPANION_FAULT", fault)
    url = f"sqlite:///{tmp_path / 'companion.sqlite3'}"
    server = Server(url, tmp_path, module="tests.faults._dying")
    server.start()
    yield server
    server.kill()


@dataclass
class Evening:
    """What several phones save on several tables, and what they were promised.

    Attributes:
        promised: points of every answered save, by table and key.
        rounds: how many rounds of a table are known to be there.
    """

    promised: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def over(self) -> bool:
        """Tell whether enough was saved."""
        return len(self.promised) >= SAVES

    def play(self, phone: Phone, code: str, most: int, dice: random.Random) -> None:
        """Enter new rounds and correct old ones at one table until the evening is over."""
        while not self.over():
            there = self.rounds[code]
            new = there < most and (not there or dice.random() < 0.6)
            number = there + 1 if new else dice.randint(1, there)
            with self.lock:
                points = [next(self.numbers) for _ in NAMES]  # no two saves are alike
            fields = phone.fill_in(code, number, points)
            page = phone.save(code, number, fields)
            assert page.status == 303, f"{page.status} {page.text()}"
            assert page.location.endswith(f"/t/{code}"), page.location
            with self.lock:
                self.promised[code, fields["key"]] = points
                self.rounds[code] = max(self.rounds[code], number)

    def kill_now_and_then(self, server: Server, dice: random.Random) -> None:
        """Kill the server at random moments, spread over the saves, and start it again."""
        for saves in sorted(dice.sample(range(SAVES - 10), KILLS)):
            while len(self.promised) < saves:
                time.sleep(0.002)
            time.sleep(dice.random() * 0.1)
            server.kill()
            server.start()


def test_no_answered_save_is_lost_when_the_server_is_killed_again_and_again(
    server: Server, database_url: str
) -> None:
    seed = random.randrange(10**6)
    print(f"\nseed {seed}", end=", ")
    phone, evening = Phone(server.at), Evening()
    long, shared = (phone.open_table("any_game", NAMES) for _ in range(2))
    short = phone.open_table("any_game", NAMES, rounds=str(ROUNDS_OF_THE_SHORT))
    evening.rounds = dict.fromkeys((long, short, shared), 0)
    seats = [(long, SAVES), (short, ROUNDS_OF_THE_SHORT), (shared, SAVES), (shared, SAVES)]
    tabs = [phone.another_tab() for _ in seats]

    with ThreadPoolExecutor() as pool:
        jobs = [
            pool.submit(evening.play, tab, code, most, random.Random(seed + at))
            for at, (tab, (code, most)) in enumerate(zip(tabs, seats, strict=True))
        ]
        jobs.append(pool.submit(evening.kill_now_and_then, server, random.Random(seed)))
        for job in jobs:
            job.result()
    resent = sum(tab.resent for tab in tabs)
    print(f"{len(evening.promised)} saves, {KILLS} kills, {resent} forms sent again")
    server.kill()

    assert resent > 0, "no kill met a save"
    logs = logs_of(database_url)
    assert saved_in(logs) == evening.promised
    assert_whole(server)


@pytest.mark.parametrize("fault", [*LOST_MOMENTS, KEPT_MOMENT])
def test_a_save_that_was_killed_is_there_whole_or_not_at_all_and_can_be_sent_again(
    fragile: Server, fault: str
) -> None:
    phone = Phone(fragile.at)
    code = phone.open_table("any_game", NAMES, rounds="1")  # so the save ends the game, too
    path, fields = f"/t/{code}/round/1", {**phone.fill_in(code, 1, [4, 3, 2, 1]), "action": "save"}

    fragile.arm()
    with pytest.raises(Lost):
        phone.ask(path, fields)
    assert fragile.died()
    fragile.arm(False)
    kept = [event.kind for event in logs_of(fragile.url)[code]]
    fragile.start()
    answers = [phone.ask(path, fields) for _ in range(2)]

    assert kept == (["started", "entered", "closed"] if fault == KEPT_MOMENT else ["started"])
    assert [answer.status for answer in answers] == [303, 303]
    log = logs_of(fragile.url)[code]
    assert [event.kind for event in log] == ["started", "entered", "closed"]
    assert_whole(fragile)


@pytest.mark.parametrize("fault", ["SQLite's file may not grow", "the disk takes no more bytes"])
def test_on_a_full_disk_a_save_is_refused_in_a_sentence_and_nothing_is_half_written(
    fragile: Server, fault: str
) -> None:
    phone = Phone(fragile.at)
    code = phone.open_table("any_game", NAMES)
    fragile.arm()
    answered = 0
    while True:  # a little may still fit in
        fields = phone.fill_in(code, answered + 1, [answered] * len(NAMES))
        page = phone.ask(f"/t/{code}/round/{answered + 1}", {**fields, "action": "save"})
        if page.status != 303:
            break
        answered += 1
        assert answered < 200, "the disk never became full"

    assert page.status in (503, 507)
    assert page.text().count(".") >= 1, page.text()
    assert "Traceback" not in page.html
    assert len(logs_of(fragile.url)[code]) == 1 + answered
    assert phone.ask(f"/t/{code}").status == 200, "what is there can still be read"
    assert_whole(fragile)

    fragile.arm(False)
    assert phone.save(code, answered + 1, fields).status == 303
    assert len(logs_of(fragile.url)[code]) == 2 + answered
    assert_whole(fragile)


def assert_whole(server: Server) -> None:
    """Look the whole database over: numbers without gaps, whole rounds, a sound file, `verify`."""
    engine = make_engine(server.url)
    games = Registry(companion.games)
    with Session(engine) as session:
        if engine.dialect.name == "sqlite":
            assert session.scalars(text("PRAGMA integrity_check")).all() == ["ok"]
        rows = session.scalars(select(Match)).all()
        for row in rows:
            log = read(session, row.id)
            assert [event.seq for event in log] == list(range(1, len(log) + 1))
            match = table_of(games, row, log).match
            assert match.problems == ()
            for done in match.rounds:
                assert None not in done.entries["score"].column("points")
            assert list(match.totals) == totals(log)
    engine.dispose()
    checked = server.command("verify")
    assert (checked.returncode, checked.stdout) == (0, f"{len(rows)} replayed, 0 wrong.\n")


def totals(log: Sequence[Stored]) -> list[int]:
    """Add the last entry of every round up, without the engine."""
    last = {event.body["round"]: points_in(event) for event in log if event.kind == "entered"}
    return [sum(column) for column in zip(*last.values(), strict=True)] or [0] * len(NAMES)


def points_in(event: Stored) -> list[int]:
    """Return the points that an event holds, one number per seat."""
    return [seat["points"] for seat in event.body["entry"]["seats"]]


def saved_in(logs: dict[str, list[Stored]]) -> dict[tuple[str, str], list[int]]:
    """Return the points of every saved round and correction, by table and key."""
    entered = [(code, e) for code, log in logs.items() for e in log if e.kind == "entered"]
    assert all(event.key for _, event in entered)
    assert len({(code, event.key) for code, event in entered}) == len(entered)
    return {(code, str(event.key)): points_in(event) for code, event in entered}


def logs_of(url: str) -> dict[str, list[Stored]]:
    """Return every table's log, by its code."""
    engine: Engine = make_engine(url)
    try:
        with Session(engine) as session:
            rows = session.scalars(select(Match)).all()
            return {row.code: read(session, row.id) for row in rows}
    finally:
        engine.dispose()
