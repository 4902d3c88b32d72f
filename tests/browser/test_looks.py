# SPDX-License-Identifier: MIT
"""How every screen behaves: on a small phone, in large text, by day and by candle-light.

The `guest` phone watches all along: a page that asks another host, breaks its own rules for what
may run, or logs an error fails the test.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import _screens as screens
from tests.browser import _table as table
from tests.browser._watch import Watch

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser._server import CompanionServer

Guest = Callable[..., "Page"]

#: Ways to look at a page: what the phone is, and how large its owner reads.
WAYS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "small phone": {"viewport": {"width": 320, "height": 640}},
    "large text": {},
}
LARGE = {"standard": 32, "fixed": 26}  # twice the usual 16 and 13 pixels


@pytest.mark.parametrize("way", WAYS)
def test_every_screen_fits_the_phone_and_every_target_a_finger(
    guest: Guest, played: screens.Played, way: str, tmp_path: Path
) -> None:
    page = guest(storage_state=played.cookies, **WAYS[way])
    if way == "large text":
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": LARGE})
    wrong: list[str] = []
    for screen in played.screens:
        screen.show(page)
        wrong += [f"{screen.name}: {what}" for what in page.evaluate(screens.STICKS_OUT)]
        wrong += [f"{screen.name}: {what}" for what in page.evaluate(screens.SMALL, screens.TARGET)]
        page.screenshot(path=tmp_path / f"{screen.name}.png")
    assert not wrong, "\n".join([f"pictures lie in {tmp_path}", *wrong])


def test_every_page_is_dark_where_the_phone_is_and_light_where_somebody_chose_it(
    guest: Guest, played: screens.Played
) -> None:
    page = guest(storage_state=played.cookies, color_scheme="dark")

    def brightness() -> float:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        red, green, blue = (int(part) for part in colour[4:-1].split(",")[:3])
        return (red + green + blue) / 3

    page.goto("/")
    assert brightness() < 60
    page.get_by_role("button", name="Switch to light").tap()
    assert brightness() > 180
    page.goto("/history")
    assert brightness() > 180, "the choice is kept"


def test_large_text_is_twice_as_large(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    size = "parseFloat(getComputedStyle(document.querySelector('.tabs a')).fontSize)"
    usual = page.evaluate(size)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": LARGE})
    page.goto("/")
    assert page.evaluate(size) == 2 * usual, "else the test above would look at usual text"


def test_everything_can_be_reached_and_saved_with_the_keyboard_alone(guest: Guest) -> None:
    page = guest()
    url = table.open_table(page, "any_game", ("Ada", "Ben"))
    page.get_by_role("link", name="Enter round 1").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator('[name="s0-points"]').focus()
    page.keyboard.type("7")
    reached: list[str] = []
    while "save" not in reached and len(reached) < 30:
        page.keyboard.press("Tab")
        on = "document.activeElement"
        reached.append(str(page.evaluate(f"{on}.value || {on}.name")))
        if reached[-1] == "s1-points":
            page.keyboard.type("9")
    assert reached[-1] == "save", reached
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url == url
    assert table.totals(page) == {"Ben": "9", "Ada": "7"}


def test_the_watch_notices_another_host_and_a_forbidden_script(
    phone: Guest, companion_server: CompanionServer
) -> None:
    noted = Watch()
    page = phone(base_url=companion_server.url)
    noted.over(page, companion_server.url)
    page.goto("/")
    assert noted.complaints == []
    page.evaluate("document.body.append(Object.assign(new Image(), {src: 'http://localhost:1/x'}))")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=color:red>x</p>')")
    page.wait_for_timeout(200)
    assert any("localhost:1" in complaint for complaint in noted.complaints)
    assert any("style" in complaint for complaint in noted.complaints)
