# SPDX-License-Identifier: MIT
"""Seating people by dragging, by tapping and by the arrow keys; ticks that outlast a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser import _table as table
from tests.browser._watch import Watch

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Guest = Callable[..., "Page"]
FOUR = ["Ada", "Ben", "Cem", "Dee"]


@pytest.fixture
def seats(guest: Guest) -> Page:
    """A phone on the page where four people are seated and Ben deals first."""
    page = guest()
    page.goto("/new/witches")
    table.pick(page, "players", 4)
    table.press(page, "Seat the players")
    for seat, name in enumerate(FOUR):
        page.get_by_label(f"Name on seat {seat + 1}", exact=True).fill(name)
    table.pick(page, "first", 1)
    return page


def grip(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Move {name}: drag")


def shown(page: Page) -> list[str]:
    """Return the names in their order, on the ring's side and in the fields alike."""
    names = page.locator("[data-order] input").evaluate_all("found => found.map(one => one.value)")
    assert page.locator("#seatmap .disc, #seatmap text").count()
    return [str(name) for name in names]


def said(page: Page, words: str) -> None:
    page.locator("#said", has_text=words).wait_for(state="attached")


def dealer(page: Page) -> str:
    chosen = page.locator("input[name=first]:checked + .chip")
    return chosen.inner_text().split("\n")[-1].strip()


def test_the_arrow_keys_move_somebody_and_keep_the_focus(seats: Page) -> None:
    grip(seats, "Seat 3").focus()  # the labels are those of the page as it came
    seats.keyboard.press("ArrowUp")
    said(seats, "Cem sits at place 2 of 4 now.")
    assert shown(seats) == ["Ada", "Cem", "Ben", "Dee"]
    assert dealer(seats) == "Ben", "whoever deals keeps the deal"
    seats.keyboard.press("ArrowUp")
    said(seats, "Cem sits at place 1 of 4 now.")
    seats.keyboard.press("ArrowUp")  # leads nowhere
    seats.keyboard.press("ArrowDown")
    said(seats, "Cem sits at place 2 of 4 now.")
    assert shown(seats) == ["Ada", "Cem", "Ben", "Dee"]
    seats.reload()
    assert shown(seats) == ["Ada", "Cem", "Ben", "Dee"], "the server keeps it"


def test_keys_pressed_fast_are_carried_out_one_after_the_other(seats: Page) -> None:
    grip(seats, "Seat 1").focus()
    for _ in range(3):
        seats.keyboard.press("ArrowDown")
    said(seats, "Ada sits at place 4 of 4 now.")
    assert shown(seats) == ["Ben", "Cem", "Dee", "Ada"]


def test_a_tap_on_the_grip_and_one_on_the_new_place_move_somebody(seats: Page) -> None:
    grip(seats, "Seat 4").tap()
    assert seats.locator("[data-order-hint]").is_visible()
    assert grip(seats, "Seat 4").get_attribute("aria-pressed") == "true"
    seats.locator("[data-order] > li").first.locator(".disc").tap()
    said(seats, "Dee sits at place 1 of 4 now.")
    assert shown(seats) == ["Dee", "Ada", "Ben", "Cem"]
    assert not seats.locator("[data-order-hint]").is_visible()


def test_a_second_tap_or_escape_leaves_everybody_seated(seats: Page) -> None:
    grip(seats, "Seat 4").tap()
    grip(seats, "Seat 4").tap()
    assert not seats.locator(".picked").count()
    grip(seats, "Seat 2").tap()
    seats.keyboard.press("Escape")
    assert not seats.locator(".picked").count()
    assert shown(seats) == FOUR


def test_a_dragged_grip_takes_its_row_along(seats: Page) -> None:
    here = grip(seats, "Seat 1").bounding_box()
    there = grip(seats, "Seat 3").bounding_box()
    assert here is not None
    assert there is not None
    seats.mouse.move(here["x"] + 20, here["y"] + 20)
    seats.mouse.down()
    seats.mouse.move(here["x"] + 20, here["y"] + 60)
    seats.mouse.move(here["x"] + 20, there["y"] + 30)
    seats.mouse.up()
    said(seats, "Ada sits at place 3 of 4 now.")
    assert shown(seats) == ["Ben", "Cem", "Ada", "Dee"]
    assert not seats.locator(".picked").count(), "letting go is no tap"


def test_where_the_server_does_not_answer_the_browser_sends_the_form_itself(
    seats: Page, watch: Watch
) -> None:
    asked = []

    def refuse_once(route: object) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.abort()  # type: ignore[attr-defined]  # a Route, which only the browser knows
        else:
            route.continue_()  # type: ignore[attr-defined]  # as above

    seats.route("**/new/witches/seats", refuse_once)
    grip(seats, "Seat 2").focus()
    with seats.expect_navigation():
        seats.keyboard.press("ArrowUp")
    assert shown(seats) == ["Ben", "Ada", "Cem", "Dee"]
    assert [complaint.rpartition(": ")[2] for complaint in watch.complaints] == ["net::ERR_FAILED"]
    watch.complaints.clear()


def test_without_scripts_buttons_move_people_and_keep_ticks(guest: Guest) -> None:
    page = guest(java_script_enabled=False)
    page.goto("/new/witches")
    page.locator("label", has=page.locator('input[value="3"]')).tap()
    table.press(page, "Seat the players")
    for seat, name in enumerate(FOUR[:3]):
        page.get_by_label(f"Name on seat {seat + 1}", exact=True).fill(name)
    assert not page.locator("[data-grip]").first.is_visible()
    table.press(page, "Move Seat 3 up")
    table.press(page, "House rules")
    table.press(page, "Set up")
    page.locator("label.step").nth(1).tap()
    table.press(page, "Keep the ticks")
    assert ticked(page) == [1]


def ticked(page: Page) -> list[int]:
    boxes = page.locator("label.step input").all()
    return [at for at, box in enumerate(boxes) if box.is_checked()]


def test_ticks_outlast_a_reload_and_each_step_leads_to_its_rule(seats: Page) -> None:
    table.press(seats, "House rules")
    table.press(seats, "Set up")
    for step in (0, 2, 2, 1):
        with seats.expect_response("**/new/witches/setup"):
            seats.locator("label.step").nth(step).tap()
    seats.reload()
    assert ticked(seats) == [0, 1]
    table.go(seats, seats.get_by_role("link", name="Step 2, the rule:"))
    assert seats.locator(":target").is_visible()
