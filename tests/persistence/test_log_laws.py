# SPDX-License-Identifier: MIT
"""Whatever people write in whatever order, the log agrees with a model of three rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from companion.persistence.base import Base
from companion.persistence.engine import make_engine
from companion.persistence.log_store import Appended, Clash, KeyReused, read
from companion.persistence.models import Group, Match
from companion.persistence.unit import writing
from tests.persistence._log import write

WRITES = some.lists(
    some.fixed_dictionaries(
        {
            "seats": some.dictionaries(some.sampled_from("012"), some.integers(0, 2), min_size=1),
            "known": some.none() | some.integers(0, 6),
            "key": some.none() | some.sampled_from("abc"),
        }
    ),
    max_size=12,
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """One database for all examples; each has a match of its own."""
    engine = make_engine(f"sqlite:///{tmp_path_factory.mktemp('laws') / 'laws.sqlite3'}")
    Base.metadata.create_all(engine)
    yield engine
    engine.dispose()


def told(log: list[dict[str, Any]], wish: dict[str, Any]) -> object:
    """Say what must happen: a replay, a reused key, a clash, or the next number."""
    for seq, event in enumerate(log, 1):
        if wish["key"] is not None and event["key"] == wish["key"]:
            return Appended(seq, replayed=True) if event["seats"] == wish["seats"] else KeyReused
    if wish["known"] is not None:
        known = wish["known"] if wish["known"] <= len(log) else 0
        if any(event["seats"].keys() & wish["seats"].keys() for event in log[known:]):
            return Clash
    return Appended(len(log) + 1)


@given(wishes=WRITES)
def test_a_log_is_what_its_rules_say(engine: Engine, wishes: list[dict[str, Any]]) -> None:
    model: list[dict[str, Any]] = []
    with Session(engine) as session:
        with writing(session):
            match = Match(group=Group(), game="any_game")
            session.add(match)
        number = match.id
        for wish in wishes:
            wanted = told(model, wish)
            body = {"round": 1, "seats": wish["seats"]}
            how = {"expected": wish["known"], "key": wish["key"]}
            if isinstance(wanted, type):
                with pytest.raises(wanted):
                    write(session, number, body, **how)
                continue
            assert write(session, number, body, **how) == wanted
            if wanted == Appended(len(model) + 1):
                model.append(wish)
        log = [(event.seq, event.body["seats"], event.key) for event in read(session, number)]
    assert log == [(n, wish["seats"], wish["key"]) for n, wish in enumerate(model, 1)]
