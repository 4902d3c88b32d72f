# SPDX-License-Identifier: MIT
"""What people do on their phones: opening a table, filling a round in, reading the score.

Everything goes by taps and typing on the real pages. Controls are found by the name of the
question they ask, which is the game's own: the page must ask what the game declares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import companion.games
from companion.engine import fields as f
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.sheet import Round
from companion.services.match_file import FORMAT, score, take

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

GAMES = Registry(companion.games)
FEW_TAPS = 3  # a count up to here is tapped, a higher one typed

Raw = Mapping[str, Any]


# --- opening a table ---


def open_table(
    page: Page,
    slug: str,
    names: Sequence[str],
    first: str | None = None,
    rules: Mapping[str, Any] | None = None,
) -> str:
    """Walk from the home page to a new table as its host does; return the table's address."""
    page.goto("/")
    follow(page, "New game")
    go(page, page.locator(f'a[data-game="{slug}"]'))
    pick(page, "players", len(names))
    press(page, "Seat the players")
    for seat, name in enumerate(names):
        page.get_by_label(f"Name on seat {seat + 1}", exact=True).fill(name)
    if first is not None:
        pick(page, "first", names.index(first))
    press(page, "House rules")
    for key, value in (rules or {}).items():
        _answer(page, _option(GAMES[slug], key), f"option-{key}", value)
    press(page, "Set up")
    for step in page.locator("label.step").all():
        step.tap()
    go(page, page.get_by_role("button", name=re.compile("Start (round|hand) 1")))
    return page.url


def _option(game: Game, key: str) -> f.Field:
    return next(option for option in game.options if option.key == key)


# --- a round ---


def enter_round(page: Page, slug: str, raw: Raw) -> None:
    """Go from the table to the form of the next round, and fill it in."""
    go(page, page.get_by_role("link", name=re.compile("Enter (round|hand)")))
    choose_mode(page, slug, raw["mode"])
    fill(page, slug, raw)


def choose_mode(page: Page, slug: str, key: str) -> None:
    """Tap the way of entering, where the page offers several."""
    ways = page.get_by_role("navigation", name="Ways to enter it")
    if not ways.count():
        return
    chip = ways.locator(f'a[href*="mode={key}"]')
    if chip.get_attribute("aria-current") is None:
        go(page, chip)


def turn_to(page: Page, seat: int) -> None:
    """Tap a player's tab, where the form shows one player at a time."""
    tab = page.locator(f'.js [data-tab="{seat}"]')
    if tab.count():
        tab.tap()


def fill(page: Page, slug: str, raw: Raw) -> None:
    """Answer every question of a round's form that *raw* answers."""
    asked = {field.key: field for field in _fields(GAMES[slug], raw)}
    for seat, row in enumerate(raw.get("seats", ())):
        turn_to(page, seat)
        for key, value in row.items():
            _answer(page, asked[key], f"s{seat}-{key}", value)
    for key, value in raw.get("table", {}).items():
        _answer(page, asked[key], f"t-{key}", value)


def save(page: Page) -> None:
    """Save the round, and be back at the table."""
    finish_typing(page)
    go(page, page.get_by_role("button", name=re.compile("Save (round|hand)")))
    assert at_table(page), page.locator("main").inner_text()


def try_to_save(page: Page) -> None:
    """Press the button that saves, also where it looks as if it were not ready."""
    finish_typing(page)
    with page.expect_navigation():
        page.locator("footer button[type=submit].wide").tap(force=True)


def save_unusual(page: Page) -> None:
    """Save the round, whatever is unusual about it."""
    finish_typing(page)
    go(page, page.locator("footer button[type=submit].wide"))
    if not at_table(page):
        press(page, "Save anyway")


def at_table(page: Page) -> bool:
    """Tell whether the table shows, and not the form of a round."""
    return re.search(r"/t/[^/]+$", page.url) is not None


def finish_typing(page: Page) -> None:
    """Leave the field that is typed in, so that the page's own number keys make room."""
    page.locator("h1").first.evaluate("() => document.activeElement?.blur()")
    done = page.locator("[data-keypad] [data-key=next]")
    for _ in range(99):
        if not done.is_visible():
            return
        done.tap()


def correct(page: Page, slug: str, number: int, raw: Raw) -> list[str]:
    """Change a saved round; return what the page said it would do, before it was saved."""
    go(page, page.get_by_role("link", name=re.compile("Every (round|hand)")).first)
    go(page, page.locator(f'a[href*="/why/{number}/"]').first)
    go(page, page.get_by_role("link", name=re.compile("Fix (round|hand)")))
    choose_mode(page, slug, raw["mode"])
    fill(page, slug, raw)
    finish_typing(page)
    preview = page.get_by_role("button", name="Preview", exact=True)
    if preview.is_visible():
        go(page, preview)
    effect = page.locator(".effect li")
    effect.first.wait_for()
    said = effect.all_inner_texts()
    save(page)
    return said


def _fields(game: Game, raw: Raw) -> tuple[f.Field, ...]:
    """Return the fields of the mode that *raw* is entered by."""
    options, _ = game.read_options(raw.get("options", {}))
    here = Round(number=1, seats=len(raw["seats"]), options=options)
    mode = game.phases(here)[0].mode(raw["mode"])
    assert mode is not None, raw["mode"]
    return mode.fields


def _answer(page: Page, field: f.Field, name: str, value: Any) -> None:
    """Answer one question the way its control wants it."""
    if isinstance(field, f.Cards):
        _take_cards(page, field, name, value)
    elif isinstance(field, f.Numbers):
        for at, number in enumerate(value):
            reveal(control(page, f"{name}.{at}"))
            control(page, f"{name}.{at}").fill(str(number))
    elif isinstance(field, f.Choice | f.SeatRef):
        pick(page, name, "" if value is None else value)
    elif isinstance(field, f.Flag):
        switch = control(page, name)
        if switch.is_checked() != value:
            reveal(switch)
            page.locator("label", has=switch).tap()
    elif isinstance(field, f.Tokens):
        _count(page, control(page, name), value)
    else:
        box = control(page, name)
        reveal(box)
        box.fill("" if value is None else str(value))


def _take_cards(page: Page, field: f.Cards, name: str, pile: Mapping[str, int]) -> None:
    """Tap the cards of a pile, and give back those that are tapped and not in it."""
    for card in field.deck.cards:
        wanted = pile.get(card.id, 0)
        if card.copies > 1:
            _take_copies(page, control(page, f"{name}.{card.id}"), wanted, card.copies)
            continue
        key = page.locator(f'input[name="{name}"][value="{card.id}"]')
        if key.is_checked() != bool(wanted):
            reveal(key)
            page.locator("label", has=key).tap()


def _take_copies(page: Page, box: Locator, wanted: int, copies: int) -> None:
    """Tap a key that counts, or type into it where nothing counts taps."""
    typed = str(wanted) if wanted else ""
    if (box.input_value() or "0") == str(wanted):
        return
    reveal(box)
    if box.get_attribute("inputmode") != "none":
        box.fill(typed)
        return
    for _ in range(copies + 1):
        if box.input_value() != typed:
            page.locator("label", has=box).tap()
    assert box.input_value() == typed


def _count(page: Page, box: Locator, value: int | None) -> None:
    """Tap plus where it is there and few taps do; type otherwise."""
    reveal(box)
    typed = "" if value is None else str(value)
    more = page.locator("[data-stepper]", has=box).get_by_role("button", name="One more")
    if value and value <= FEW_TAPS and box.input_value() in ("", "0") and more.count():
        for _ in range(value):
            more.tap()
    elif box.input_value() != typed:
        box.fill(typed)


def control(page: Page, name: str) -> Locator:
    """Return the control with that name."""
    return page.locator(f'[name="{name}"]')


def pick(page: Page, name: str, value: Any) -> None:
    """Tap one answer of several."""
    answer = page.locator(f'input[name="{name}"][value="{value}"]')
    reveal(answer)
    page.locator("label", has=answer).tap()
    assert answer.is_checked()


def press(page: Page, name: str) -> None:
    """Tap the button of that name, and wait for the page that it leads to."""
    go(page, page.get_by_role("button", name=name, exact=True))


def follow(page: Page, name: str) -> None:
    """Tap the link of that name, and wait for the page that it leads to."""
    go(page, page.get_by_role("link", name=name))


def go(page: Page, to: Locator) -> None:
    """Tap what leads to another page, and wait for it."""
    with page.expect_navigation():
        to.tap()


def reveal(inside: Locator) -> None:
    """Bring up what a control lies in, as people do who look for it: a player, a fold."""
    page = inside.page
    player = inside.locator("xpath=ancestor::fieldset[@data-seat]")
    if player.count() and not player.is_visible():
        page.locator(f'.ptab[href="#seat-{player.get_attribute("data-seat")}"]').tap()
        player.wait_for()
    folds = inside.locator("xpath=ancestor::details[not(@open)]")
    for at in range(folds.count()):
        summary = folds.nth(at).locator("summary")
        if summary.is_visible():
            summary.tap()
        else:
            at_fold = inside.evaluate(
                "one => [...one.closest('[data-pile]').querySelectorAll('details.fold')]"
                ".indexOf(one.closest('details'))"
            )
            heads = inside.locator("xpath=ancestor::*[@data-pile]").locator("[data-folds] button")
            heads.nth(at_fold).tap()


# --- reading ---


def totals(page: Page) -> dict[str, str]:
    """Return what the score pad shows, by name."""
    rows = page.locator("section.pad .padrow")
    names, points = rows.locator(".name"), rows.locator(".tot")
    return {
        # A mark such as "Deals" stands in the name's line.
        names.nth(at).evaluate("name => name.firstChild.textContent"): points.nth(at).inner_text()
        for at in range(rows.count())
    }


def summed(page: Page, names: Sequence[str]) -> dict[str, str]:
    """Return the sums below the table of all rounds, by name."""
    cells = page.locator("table.rt tfoot td").all_inner_texts()[1:]
    return dict(zip(names, cells, strict=True))


def every_point(page: Page) -> list[list[str]]:
    """Return the points of all rounds as the game's own page shows them."""
    rows = page.locator("table.rt tbody tr").all()
    found = [row.locator("td").all_inner_texts()[1:] for row in rows]
    return [[cell.strip().splitlines()[-1] for cell in row] for row in found]


def by_match_file(
    slug: str,
    names: Sequence[str],
    rounds: Sequence[Raw],
    rules: Mapping[str, Any] | None = None,
    closed: bool = False,
) -> dict[str, str]:
    """Return the totals that the public match file gives for the same rounds: the other path."""
    file = {
        "format": FORMAT,
        "game": slug,
        "seats": list(names),
        "options": dict(rules or {}),
        "closed": closed,
        "rounds": [{"score": {k: v for k, v in raw.items() if k != "options"}} for raw in rounds],
    }
    found, complete = score(take(json.dumps(file).encode(), GAMES))
    assert complete, found["problems"]
    assert found["over"]
    return {name: str(total) for name, total in zip(names, found["totals"], strict=True)}
