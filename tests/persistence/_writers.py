# SPDX-License-Identifier: MIT
"""Many writers at once, as a program: `python -m tests.persistence._writers URL MATCH WAY …`.

Every thread reads a number, adds one and writes it back, as fast as it can. Whoever loses a write
ends at a smaller number than the writes that were acknowledged. Prints what happened as JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.persistence.engine import make_engine
from companion.persistence.log_store import append, head, read
from companion.persistence.models import Device
from companion.persistence.trouble import Busy
from companion.persistence.unit import writing

ROOT = Path(__file__).resolve().parents[2]


def same_cell(_kind: str, _body: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    """Every event touches the one cell there is."""
    return {("cell",)}


def by_log(session: Session, match_id: int) -> None:
    """Add one to the number in the last event, as a new event."""
    with writing(session, match_id):
        last = head(session, match_id)
        log = read(session, match_id, after=last - 1)
        append(
            session,
            match_id,
            "counted",
            {"number": log[-1].body["number"] + 1 if log else 1},
            expected=last,
            key=None,
            device_id=None,
            seat=None,
            game_version=1,
            cells=same_cell,
        )


def by_row(session: Session, _match_id: int) -> None:
    """Add one to the number that the only device has as its name."""
    with writing(session):
        device = session.scalars(select(Device)).one()
        device.name = str(int(device.name or 0) + 1)


WAYS: dict[str, Callable[[Session, int], None]] = {"log": by_log, "row": by_row}


def work(
    url: str, match_id: int, way: str, threads: int, writes: int, seconds: float
) -> Counter[str]:
    """Let *threads* write, each *writes* times or until *seconds* are over."""
    counts: Counter[str] = Counter()
    counting = threading.Lock()
    engine = make_engine(url, pool_size=threads)
    until = time.monotonic() + seconds

    def writer() -> None:
        mine: Counter[str] = Counter()
        with Session(engine) as session:
            for _ in range(writes):
                try:
                    WAYS[way](session, match_id)
                    mine["written"] += 1
                except Busy:
                    mine["busy"] += 1
                except Exception as error:  # whatever it is, the test shall show it
                    mine[repr(error)] += 1
                if time.monotonic() > until:
                    break
        with counting:
            counts.update(mine)

    running = [threading.Thread(target=writer) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    engine.dispose()
    return counts


def in_processes(
    processes: int, url: str, match_id: int, way: str, *numbers: float
) -> Counter[str]:
    """Start the program several times at once and add up what happened."""
    command = [sys.executable, "-m", "tests.persistence._writers", url, match_id, way, *numbers]
    running = [
        Popen([str(word) for word in command], cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True)
        for _ in range(processes)
    ]
    counts: Counter[str] = Counter()
    for process in running:
        out, err = process.communicate()
        assert process.returncode == 0, err
        counts.update(json.loads(out))
    return counts


def main() -> None:
    """Read the command line and print the counts."""
    line = argparse.ArgumentParser()
    line.add_argument("url")
    line.add_argument("match", type=int)
    line.add_argument("way", choices=WAYS)
    line.add_argument("threads", type=int)
    line.add_argument("writes", type=int)
    line.add_argument("seconds", type=float)
    given = line.parse_args()
    counts = work(given.url, given.match, given.way, given.threads, given.writes, given.seconds)
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
