# SPDX-License-Identifier: MIT
"""Devices and the group behind a link."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from companion.persistence.unit import writing
from companion.services.demo import fill
from companion.services.drafts import drop_draft, read_draft, write_draft
from companion.services.tables import list_tables
from companion.services.verify import verify
from companion.services.visitors import NotYours, enter_group, find_visitor, new_group
from tests.services.conftest import GAMES, Desk


def test_a_link_takes_a_new_device_into_its_group(session: Session) -> None:
    with writing(session) as s:
        group, link = new_group(s)
    with writing(session) as s:
        assert enter_group(s, "phone", link)
        assert enter_group(s, "phone", link)  # a second tap changes nothing
    visitor = find_visitor(session, "phone")
    assert visitor is not None
    assert visitor.group_id == group


def test_a_dead_link_opens_nothing(session: Session) -> None:
    with writing(session) as s:
        assert not enter_group(s, "phone", "no such link")
    assert find_visitor(session, "phone") is None


def test_a_device_with_tables_of_its_own_keeps_them(desk: Desk) -> None:
    desk.open()
    with writing(desk.session) as s:
        _, link = new_group(s)
    with pytest.raises(NotYours), writing(desk.session) as s:
        enter_group(s, "phone 1", link)
    assert find_visitor(desk.session, "phone 1") == desk.visitor


def test_a_draft_is_kept_per_device_and_replaced_by_the_next(desk: Desk) -> None:
    with writing(desk.session) as s:
        write_draft(s, desk.visitor, "form", {"names": ["Ada"]})
    with writing(desk.session) as s:
        write_draft(s, desk.visitor, "form", {"names": ["Ada", "Ben"]})
    assert read_draft(desk.session, desk.visitor, "form") == {"names": ["Ada", "Ben"]}
    assert read_draft(desk.session, desk.visitor, "another form") == {}
    assert read_draft(desk.session, None, "form") == {}
    with writing(desk.session) as s:
        drop_draft(s, desk.visitor, "form")
    assert read_draft(desk.session, desk.visitor, "form") == {}


def test_the_demo_plays_every_game_for_every_player_count(session: Session) -> None:
    with writing(session) as s:
        link, played = fill(s, GAMES)
    with writing(session) as s:
        enter_group(s, "phone", link)
    visitor = find_visitor(session, "phone")
    assert visitor is not None
    tables = list_tables(session, GAMES, visitor.group_id)
    assert len(tables) == played == sum(len(game.seats) for game in GAMES)
    found = verify(session, GAMES)
    assert (found.matches, found.wrong) == (played, ())
