# SPDX-License-Identifier: MIT
"""Every screen of Companion with something on it, and what is measured on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.browser import _table as table

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOUR = ("Ada", "Ben", "Cem", "Dee")
#: Ten people whose names are as long as a name may be, some without a place to break.
TEN = tuple(f"{name} {'of the Long Long Name' * 2}"[:24].strip() for name in "ABCDE") + tuple(
    (name + "nnwwwwmmmmaaaaiiiioooooo")[:24] for name in ("Fi", "Gi", "Ha", "Id", "Ja")
)
TARGET = 48  # CSS pixels that a finger hits; a fraction less is rounding

#: Everything to tap that is smaller than a finger. A link inside a sentence is as high as its line.
SMALL = """least => {
  const found = [];
  for (const one of document.querySelectorAll("a[href], button, summary, input, select, textarea")) {
    if (one.type === "hidden" || one.closest(".vh, .skip, [aria-hidden=true]")) continue;
    const style = getComputedStyle(one);
    if (one.tagName === "A" && style.display === "inline" && one.closest("p, li, dd, dt, td")) continue;
    const hit = one.closest("label") ?? one;
    const box = hit.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(hit).visibility === "hidden") continue;
    if (box.width < least - 0.5 || box.height < least - 0.5) {
      const name = one.getAttribute("aria-label") || hit.textContent.trim() || one.name;
      found.push(`${one.tagName.toLowerCase()}.${one.className} "${name.slice(0, 40)}"`
        + ` is ${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
  }
  return found;
}"""

#: What sticks out to the side of the page, unless it lies in a part that scrolls by itself.
STICKS_OUT = """() => {
  const root = document.documentElement, wide = root.clientWidth;
  if (root.scrollWidth <= wide && document.body.scrollWidth <= wide) return [];
  const found = [`the page is ${root.scrollWidth} wide on a screen of ${wide}`];
  for (const one of document.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect();
    if (box.width && box.right > wide + 0.5 && box.left < 4 * wide) {
      found.push(`${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} ends at`
        + ` ${Math.round(box.right)}: "${one.textContent.trim().slice(0, 30)}"`);
    }
  }
  return found.slice(0, 8);
}"""


@dataclass(frozen=True)
class Screen:
    """One screen: its name, its address, and what to do there before it shows itself."""

    name: str
    path: str
    act: Callable[[Page], Any] | None = None

    def show(self, page: Page) -> None:
        """Bring it up."""
        page.goto(self.path)
        if self.act is not None:
            self.act(page)


@dataclass(frozen=True)
class Played:
    """Cookies of a group that has played a little of everything, and its screens."""

    cookies: Any
    screens: list[Screen]


def lay_out(page: Page) -> list[Screen]:
    """Play a little of everything, and return all screens."""
    witches = table.open_table(page, "witches", FOUR, first="Ada")
    for row in ((8, 2, 5, 12), (0, 14, 9, 4), (10, 10, 1, 3)):
        _enter(page, "witches", row)
    table.correct(page, "witches", 2, _points((4, 10, 9, 4)))
    ten = table.open_table(page, "any_game", TEN, rules={"name": "Ten of us with very long names"})
    for at in range(4):
        _enter(page, "any_game", tuple(range(90 + at, 100 + at)))
    over = table.open_table(page, "elf_nimmt", FOUR[:2], rules={"rounds": 3})
    for heads in ((0, 11), (5, 0), (0, 3)):
        _enter(page, "elf_nimmt", heads)
    tied = table.open_table(page, "enemy_anemone", FOUR[:3], first="Ada")
    _enter(page, "enemy_anemone", (13, 13, 13))
    counted = table.open_table(page, "tien", FOUR[:3], first="Ada")
    long_over = table.open_table(page, "any_game", TEN, rules={"rounds": 1})
    _enter(page, "any_game", tuple(range(10)))
    alone = ""
    for points in (31, 40):
        alone = table.open_table(page, "any_game", FOUR[:1], rules={"rounds": 1})
        _enter(page, "any_game", (points,))
    _begin(page, "tien", ("Ada", "", "Cem"))
    tables = [witches, ten, over, tied, counted, long_over, alone]
    return list(_screens(*(url[url.index("/t/") :] for url in tables)))


def _screens(
    witches: str, ten: str, over: str, tied: str, counted: str, long_over: str, alone: str
) -> Iterator[Screen]:
    yield Screen("home", "/")
    yield Screen("history", "/history")
    yield Screen("history-narrow", "/history?game=witches&year=1999")
    yield Screen("players", "/players")
    yield Screen("player", "/players/1")
    yield Screen("choose", "/new")
    yield Screen("choose-none", "/new?q=zzz")
    for slug in ("witches", "elf_nimmt", "enemy_anemone", "any_game"):
        yield Screen(f"count-{slug}", f"/new/{slug}")
    yield Screen("seats", "/new/tien/seats")
    yield Screen("seats-refused", "/new/tien/seats", _refused_seats)
    yield Screen("seats-picked", "/new/tien/seats", _picked_seat)
    yield Screen("seats-again", f"/new/witches/seats?again={witches.rsplit('/')[-1]}")
    yield Screen("rules-again", f"/new/witches/rules?again={witches.rsplit('/')[-1]}", _unfold)
    yield Screen("table", witches)
    yield Screen("entry-cards", f"{witches}/round/4?mode=cards")
    yield Screen("entry-count", f"{witches}/round/4?mode=count")
    yield Screen("entry-points", f"{witches}/round/4?mode=points")
    yield Screen("entry-refused", f"{witches}/round/4?mode=points", _refused_points)
    yield Screen("entry-preview", f"{witches}/round/4?mode=count", _preview)
    yield Screen("entry-fix", f"{witches}/round/2")
    yield Screen("game", f"{witches}/game")
    yield Screen("house-rules", f"{witches}/rules", _unfold)
    yield Screen("house-rules-effect", f"{witches}/rules", _lower_end)
    yield Screen("why-round", f"{witches}/why/2/1")
    yield Screen("why-total", f"{witches}/why/1")
    yield Screen("table-ten", ten)
    yield Screen("entry-ten", f"{ten}/round/5")
    yield Screen("game-ten", f"{ten}/game")
    yield Screen("over", over)
    yield Screen("over-ten", long_over)
    yield Screen("over-alone", alone)
    yield Screen("table-tied", tied)
    yield Screen("entry-anemone", f"{tied}/round/2?mode=cards")
    yield Screen("entry-elf", f"{over}/round/3?mode=cards", _unfold)
    yield Screen("entry-colours", f"{over}/round/3?mode=colours")
    yield Screen("entry-tien", f"{counted}/round/1?mode=cards")
    yield Screen("look", "/look")
    for slug in ("witches", "tien"):
        yield Screen(f"look-{slug}", f"/look/{slug}")
        yield Screen(f"text-{slug}", f"/rules/{slug}")
    yield Screen("look-rules", "/look/elf_nimmt?players=4&rules=1&option-rounds=many")
    yield Screen("text-found", "/rules/witches?q=queen+pygmy")
    yield Screen("missing", "/t/nothere")


def _points(row: tuple[int, ...]) -> dict[str, Any]:
    return {"mode": "points", "seats": [{"points": n} for n in row]}


def _enter(page: Page, slug: str, row: tuple[int, ...]) -> None:
    """Save typed points, whatever is unusual about them."""
    table.enter_round(page, slug, _points(row))
    table.save_unusual(page)


def _begin(page: Page, slug: str, names: tuple[str, ...]) -> None:
    """Leave a new table half-way, with a free seat."""
    page.goto(f"/new/{slug}")
    table.pick(page, "players", len(names))
    table.press(page, "Seat the players")


def _refused_seats(page: Page) -> None:
    page.get_by_label("Name on seat 1").fill("Ada")
    page.get_by_label("Name on seat 2").fill("ada")
    page.get_by_label("Name on seat 3").fill("")
    table.press(page, "House rules")


def _refused_points(page: Page) -> None:
    for seat, typed in enumerate(("12", "abc", "", "400")):
        table.control(page, f"s{seat}-points").fill(typed)
    table.try_to_save(page)


def _preview(page: Page) -> None:
    raw = {"mode": "count", "seats": [{"red": 3}, {"red": 4}, {"red": 6}], "table": {"fire": 1}}
    table.fill(page, "witches", raw)
    preview = page.get_by_role("button", name="Preview", exact=True)
    if preview.is_visible():  # pages that ask as they are filled in need none
        table.go(page, preview)


def _picked_seat(page: Page) -> None:
    page.locator("[data-grip]").first.tap()


def _lower_end(page: Page) -> None:
    table.control(page, "option-end_at").fill("20")
    table.press(page, "See what changes")


def _unfold(page: Page) -> None:
    closed = page.locator("main details:not([open]) > summary:visible")
    for _ in range(min(3, closed.count())):
        closed.first.tap()
