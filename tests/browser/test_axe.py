# SPDX-License-Identifier: MIT
"""No screen has a barrier that axe-core can find: WCAG 2.2, A and AA, by day and by candle-light."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from tests.browser import _screens as screens
from tests.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page


Guest = Callable[..., "Page"]

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
#: Run axe, and say of each barrier what it is and where. The weave of the cloth is a picture to
#: axe, which then cannot tell what lies behind a text; the cloth's plain colour is nearly the same.
LOOK = """async tags => {
  document.body.style.backgroundImage = "none";
  const found = await axe.run(document, {runOnly: {type: "tag", values: tags}});
  return found.violations.flatMap(barrier => barrier.nodes.map(node =>
    `${barrier.id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


def barriers(page: Page) -> list[str]:
    """Return what axe finds on the page as it stands.

    The phone is made as long as the page: what the dock covers now is scrolled into sight by a
    thumb, and by the focus, but axe would call it covered.
    """
    whole = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": PHONE["viewport"]["width"], "height": max(whole, 844)})
    # A page's own policy forbids scripts from elsewhere; the browser's own door is not under it.
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE})
    session.detach()
    found: list[str] = page.evaluate(LOOK, TAGS)
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_screen_has_a_barrier_that_axe_finds(
    guest: Guest, played: screens.Played, theme: str
) -> None:
    page = guest(storage_state=played.cookies, color_scheme=theme)
    found: list[str] = []
    for screen in played.screens:
        screen.show(page)
        found += [f"{screen.name}: {barrier}" for barrier in barriers(page)]
    assert not found, "\n".join(found)


def test_axe_notices_a_picture_without_words_and_pale_text(guest: Guest) -> None:
    page = guest()
    page.goto("/look")
    assert barriers(page) == []
    page.evaluate(
        "document.querySelector('main').append("
        "Object.assign(new Image(), {src: document.querySelector('link[rel=icon]').href}))"
    )
    page.evaluate("document.querySelector('main p').style.color = '#ddd'")
    assert {found.partition(":")[0] for found in barriers(page)} == {"image-alt", "color-contrast"}
