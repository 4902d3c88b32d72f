# SPDX-License-Identifier: MIT
"""What a screen reader hears after a save, and how the end of a game is celebrated."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser import _table as table

if TYPE_CHECKING:
    from playwright.sync_api import Page

Guest = Callable[..., "Page"]


def enter(page: Page, *points: int) -> None:
    raw = {"mode": "points", "seats": [{"points": number} for number in points]}
    table.enter_round(page, "any_game", raw)
    table.save(page)


def heard(page: Page) -> str:
    return page.locator("#said").inner_text()


def test_a_save_is_read_out_once_and_politely(guest: Guest) -> None:
    page = guest()
    table.open_table(page, "any_game", ("Ada", "Ben"))
    enter(page, 4, 7)
    region = page.locator("#said:not(:empty)")
    region.wait_for(state="attached")
    assert heard(page) == "Round 1 saved. Ben 7, total 7, first. Ada 4, total 4, second."
    assert region.get_attribute("role") == "status", "polite, and no alert"
    assert not page.locator(".toast[role]").count(), "the same is not said twice"
    page.reload()
    page.wait_for_timeout(600)
    assert heard(page) == ""


@pytest.mark.parametrize("motion, falls", [("no-preference", True), ("reduce", False)])
def test_the_end_is_celebrated_with_motion_only_where_motion_is_welcome(
    guest: Guest, motion: str, falls: bool
) -> None:
    page = guest(reduced_motion=motion)
    table.open_table(page, "any_game", ("Ada", "Ben"), rules={"rounds": 1})
    enter(page, 4, 7)
    shown = page.evaluate("getComputedStyle(document.querySelector('.party')).display")
    assert (shown != "none") is falls
    table.go(page, page.get_by_role("link", name="Play again"))
    page.go_back()
    assert page.get_by_text("Ben wins").first.is_visible(), "nothing has to be waited for"
