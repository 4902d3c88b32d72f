# SPDX-License-Identifier: MIT
"""The long version of the races: saturated writers for seconds, and writers killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.orm import Session

from companion.persistence.engine import make_engine
from companion.persistence.log_store import head, read
from companion.persistence.models import Device, Group, Match
from companion.persistence.unit import writing
from companion.persistence.upgrade import run
from tests.persistence._log import points, write
from tests.persistence._writers import ROOT, in_processes

SECONDS = float(os.environ.get("COMPANION_FAULT_SECONDS", "6"))
NO_END = 1_000_000


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """An engine on a database with one match and one device."""
    engine = make_engine(database_url)
    run(engine, "upgrade", "head")
    with Session(engine) as session, writing(session):
        group = Group()
        session.add_all([Match(group=group, game="any_game"), Device(group=group, secret_hash="h")])
    yield engine
    engine.dispose()


@pytest.mark.parametrize("way", ["log", "row"])
def test_saturated_writers_lose_nothing_and_are_never_locked_out(
    database_url: str, engine: Engine, way: str
) -> None:
    counts = in_processes(2, database_url, 1, way, 8, NO_END, SECONDS)
    print(f"\n{engine.dialect.name}, {way}: {counts['written'] / SECONDS:.0f} commits/s {counts}")
    assert set(counts) == {"written"}
    with Session(engine) as session:
        if way == "row":
            assert session.scalars(select(Device.name)).one() == str(counts["written"])
        else:
            numbers = [(event.seq, event.body["number"]) for event in read(session, 1)]
            assert numbers == [(n, n) for n in range(1, counts["written"] + 1)]


def test_what_was_acknowledged_is_there_after_the_writers_were_killed(
    database_url: str, engine: Engine, tmp_path: Path
) -> None:
    program = (
        "import sys; from sqlalchemy.orm import Session;"
        "from companion.persistence.engine import make_engine;"
        "from tests.persistence._writers import by_log;"
        "from companion.persistence.log_store import head;"
        "session = Session(make_engine(sys.argv[1]))\n"
        "while True:\n"
        "    by_log(session, 1); print(head(session, 1), flush=True); session.rollback()"
    )
    for _ in range(8):
        outs = [tmp_path / "one", tmp_path / "two"]
        running = []
        for out in outs:
            with out.open("wb") as into:
                command = [sys.executable, "-c", program, database_url]
                running.append(Popen(command, cwd=ROOT, stdout=into, stderr=PIPE))
        _until_both_wrote(outs, running)
        for process in running:
            process.send_signal(signal.SIGKILL)
        for process in running:
            process.communicate()
        promised = max(int(out.read_text().splitlines()[-1]) for out in outs)
        with Session(engine) as session:
            last = head(session, 1)
            assert last >= promised
            assert [event.body["number"] for event in read(session, 1)] == list(range(1, last + 1))
            if engine.dialect.name == "sqlite":
                assert session.scalar(text("PRAGMA integrity_check")) == "ok"
    with Session(engine) as session:  # the dead hold no lock
        assert write(session, 1, points(1, s0=1)).seq == last + 1


def _until_both_wrote(outs: list[Path], running: list[Popen[bytes]]) -> None:
    until = time.monotonic() + 30
    while not all(out.read_text().count("\n") > 5 for out in outs):
        assert all(process.poll() is None for process in running), running
        assert time.monotonic() < until, "the writers never began"
        time.sleep(0.01)
