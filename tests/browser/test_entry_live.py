# SPDX-License-Identifier: MIT
"""Entering a round with scripts: few taps, points as they grow, and nothing typed is ever lost."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser import _table as table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

Guest = Callable[..., "Page"]

FOUR = ("Ada", "Ben", "Cem", "Dee")
MOST_CARD_TAPS = 25
MOST_TYPED_TAPS = 12
DELAY = 40  # milliseconds each way are simulated, as on a phone in another room


class Hand:
    """A finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, to: Locator) -> None:
        """Tap once."""
        self.taps += 1
        to.tap()

    def button(self, name: str | re.Pattern[str]) -> None:
        """Tap a button of that name."""
        self.tap(self.page.get_by_role("button", name=name))

    def card(self, seat: int, card: str) -> None:
        """Tap a card on a player's side of the sheet."""
        self.tap(key(self.page, seat, card))

    def digits(self, number: str) -> None:
        """Type on the page's own number keys; digits are not counted, as nobody can spare them."""
        for digit in number:
            self.page.locator(f'[data-keypad] [data-key="{digit}"]').tap()


def key(page: Page, seat: int, card: str, field: str = "pile") -> Locator:
    """Return the key of a card."""
    return page.locator("label.key").filter(
        has=page.locator(f'input[name="s{seat}-{field}"][value="{card}"]')
    )


def tab(page: Page, seat: int) -> Locator:
    """Return a player's tab."""
    return page.locator(f'[data-tab="{seat}"]')


def wait_for(page: Page, seat: int, points: str) -> None:
    """Wait until a player's tab shows so many points."""
    tab(page, seat).locator(".pts").get_by_text(points, exact=True).wait_for()


def kept(page: Page, act: Callable[[], object]) -> None:
    """Do something, and wait until the server has the draft of it."""
    with page.expect_response(lambda answer: "action=keep" in (answer.request.post_data or "")):
        act()


def enter(page: Page, slug: str, mode: str, names: tuple[str, ...] = FOUR, first: str = "") -> str:
    """Open a table and the form of its first round."""
    url = table.open_table(page, slug, names, first=first or None)
    page.goto(f"{url}/round/1?mode={mode}")
    return url


PILES = ("r1 r2 r3 b11", "r4 r5 r6 r7 r11", "r8 g11", "r9 r10 r12 r13 r14 g12 y11")


def test_a_round_of_witches_takes_at_most_25_taps_and_shows_the_points_as_they_grow(
    guest: Guest,
) -> None:
    page = guest()
    table.open_table(page, "witches", FOUR, first="Ada")
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="Enter round 1"))
    for seat, pile in enumerate(PILES):
        for card in pile.split():
            hand.card(seat, card)
        if seat < 3:
            wait_for(page, seat, ("3", "8", "6")[seat])
            hand.tap(page.locator("[data-next]"))
    wait_for(page, 3, "10")
    page.get_by_text("Every card has an owner.").wait_for()
    with page.expect_navigation():
        hand.button("Save round 1")
    assert table.totals(page) == {"Ada": "3", "Cem": "6", "Ben": "8", "Dee": "10"}
    assert hand.taps <= MOST_CARD_TAPS, hand.taps


def test_the_rest_goes_to_the_last_player_with_one_tap(guest: Guest) -> None:
    page = guest()
    enter(page, "witches", "cards")
    hand = Hand(page)
    for seat, pile in enumerate(PILES[:3]):
        for card in pile.split():
            hand.card(seat, card)
        hand.tap(page.locator("[data-next]"))
    assert page.locator(".meters").inner_text().startswith("13 of 28 fire points placed")
    hand.button("Rest to Dee")
    wait_for(page, 3, "10")
    assert page.locator('input[name="s3-pile"]:checked').count() == 7
    with page.expect_navigation():
        hand.button("Save round 1")
    assert hand.taps <= 16
    assert table.totals(page)["Dee"] == "10"


def test_a_typed_round_takes_at_most_12_taps_and_its_digits(guest: Guest) -> None:
    page = guest()
    table.open_table(page, "witches", FOUR)
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="Enter round 1"))
    hand.tap(page.get_by_role("link", name="Type points"))
    page.wait_for_url("**mode=points")
    for seat, number in enumerate(("3", "14", "9", "2")):
        hand.digits(number)
        if seat < 3:
            hand.tap(page.locator("[data-key=next]"))
    page.locator("[data-live=save][data-state=ok]").wait_for()
    with page.expect_navigation():
        hand.button("Save round 1")
    assert table.totals(page) == {"Dee": "2", "Ada": "3", "Cem": "9", "Ben": "14"}
    assert hand.taps <= MOST_TYPED_TAPS, hand.taps


def test_a_card_that_somebody_has_shows_whose_it_is_and_moves_with_a_tap(guest: Guest) -> None:
    page = guest()
    enter(page, "witches", "cards")
    key(page, 0, "r5").tap()
    wait_for(page, 0, "1")
    tab(page, 1).tap()
    taken = key(page, 1, "r5")
    assert taken.locator(".own").inner_text() == "A"
    assert taken.locator("input").get_attribute("aria-label") == "Red 5, Ada has it"
    taken.tap()
    wait_for(page, 1, "1")
    assert tab(page, 0).locator(".pts").inner_text() == "–", "nothing entered, and not zero"
    assert page.locator("[data-moved-card]").inner_text() == "Red 5: from Ada to Ben"
    assert not page.locator('input[name="s0-pile"][value="r5"]').is_checked()
    key(page, 1, "r5").tap()
    wait_for(page, 1, "–")


def test_one_player_who_took_it_all_is_named(guest: Guest) -> None:
    page = guest()
    enter(page, "witches", "cards")
    tab(page, 2).tap()
    for card in [f"r{n}" for n in range(1, 15)] + ["g12"]:
        key(page, 2, card).tap()
    wait_for(page, 0, "25")
    assert page.locator("#seat-2 legend.q").inner_text() == "Cem took it all!"
    assert "25 each for the others" in page.locator("#seat-2 .slip").inner_text()


def test_save_waits_with_the_reason_above_it_and_never_refuses_what_the_table_insists_on(
    guest: Guest,
) -> None:
    page = guest()
    enter(page, "witches", "cards")
    for card in PILES[0].split():
        key(page, 0, card).tap()
    wait_for(page, 0, "3")
    save = page.locator("[data-live=save]")
    assert save.get_attribute("aria-disabled") == "true"
    assert "3 of 28 fire points placed" in page.locator("footer").inner_text()
    table.try_to_save(page)
    assert "fire cards have no owner" in page.locator("#errors").inner_text()
    with page.expect_navigation():
        page.get_by_role("button", name="Save anyway").tap()
    assert table.totals(page)["Ada"] == "3"


# --- nothing is lost ---


def test_what_was_tapped_survives_a_reload_a_turned_phone_and_a_closed_browser(
    guest: Guest,
) -> None:
    page = guest()
    url = enter(page, "witches", "cards")
    key(page, 0, "r5").tap()
    tab(page, 1).tap()
    kept(page, lambda: key(page, 1, "g12").tap())
    page.reload()
    assert page.get_by_text("You had begun this.").is_visible()
    assert page.locator('input[name="s0-pile"][value="r5"]').is_checked()
    assert tab(page, 1).get_attribute("aria-selected") == "true", "the same player shows again"
    wait_for(page, 1, "10")
    page.set_viewport_size({"width": 844, "height": 390})
    assert key(page, 1, "g12").locator("input").is_checked()

    cookies = page.context.cookies()
    page.context.close()
    again = guest(storage_state={"cookies": cookies, "origins": []})
    again.goto(f"{url}/round/1")
    wait_for(again, 0, "1")
    wait_for(again, 1, "10")
    with again.expect_navigation():
        again.get_by_role("button", name="Start afresh").tap()
    assert not again.locator("input:checked").count()
    again.reload()
    assert not again.locator("input:checked").count()


def test_what_was_typed_survives_a_reload_while_the_server_is_out_of_reach(guest: Guest) -> None:
    page = guest()
    enter(page, "any_game", "points")

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=204)
        else:
            route.continue_()

    page.route("**/round/1**", lose)
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    page.unroute("**/round/1**")
    page.reload()
    assert [table.control(page, f"s{seat}-points").input_value() for seat in (0, 1)] == ["12", "7"]


def test_a_draft_that_was_saved_comes_back_no_more(guest: Guest) -> None:
    page = guest()
    url = enter(page, "any_game", "points")
    for number in "7895":
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    page.locator("[data-live=save][data-state=ok]").wait_for()
    table.save(page)
    page.goto(f"{url}/round/1")
    assert not page.get_by_text("You had begun this.").count()
    assert table.control(page, "s3-points").input_value() == "5"


def test_each_way_of_entering_keeps_its_own_values_and_the_last_one_is_offered_again(
    guest: Guest,
) -> None:
    page = guest()
    url = enter(page, "witches", "cards")
    key(page, 0, "r5").tap()
    with page.expect_navigation():
        page.get_by_role("link", name="Type points").tap()
    page.keyboard.type("4")
    with page.expect_navigation():
        page.get_by_role("link", name="Tap cards").tap()
    assert key(page, 0, "r5").locator("input").is_checked()
    with page.expect_navigation():
        page.get_by_role("link", name="Type points").tap()
    assert table.control(page, "s0-points").input_value() == "4"
    other = table.open_table(page, "witches", FOUR)
    assert other != url
    table.follow(page, "Enter round 1")
    assert page.get_by_role("link", name="Tap cards").is_visible(), "typed, as this phone did last"


# --- numbers ---


def test_own_number_keys_write_signs_and_sums_and_keep_them_as_typed(guest: Guest) -> None:
    page = guest()
    url = enter(page, "any_game", "points", FOUR[:2])
    field = table.control(page, "s0-points")
    assert field.get_attribute("inputmode") == "none", "no other keyboard covers the table"
    pad = page.locator("[data-keypad]")

    def press(*keys: str) -> None:
        for one in keys:
            pad.locator(f'[data-key="{one}"]').tap()

    press("1", "2", "+", "1", "1", "+", "7")
    assert field.input_value() == "12+11+7"
    page.get_by_text("0 + 30 = 30").wait_for()
    press("next", "7", "2", "sign")
    assert table.control(page, "s1-points").input_value() == "−72"
    kept(page, lambda: press("sign", "sign", "back", "5"))
    assert table.control(page, "s1-points").input_value() == "−75"
    page.reload()
    assert field.input_value() == "12+11+7"
    field.tap()
    press("3")
    assert field.input_value() == "3", "the first digit takes the old number's place"
    press("+", "2", "7")
    page.locator("[data-live=save][data-state=ok]").wait_for()
    table.save(page)
    assert table.totals(page) == {"Ada": "30", "Ben": "-75".replace("-", "−")}
    page.goto(f"{url}/round/1")
    assert field.input_value() == "30"


def test_a_dash_is_nothing_and_a_zero_is_zero(guest: Guest) -> None:
    page = guest()
    enter(page, "any_game", "points", FOUR[:3])
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    page.get_by_text("0 + 0 = 0").wait_for()
    page.get_by_text("Ben and Cem are still to come.").wait_for()
    assert table.control(page, "s1-points").get_attribute("placeholder") == "–"


def test_a_whole_round_goes_by_keyboard_alone(guest: Guest) -> None:
    phone = guest()
    url = table.open_table(phone, "witches", FOUR)
    page = guest(has_touch=False, is_mobile=False, storage_state=phone.context.storage_state())
    page.goto(f"{url}/round/1?mode=points")
    for number in ("3", "14", "9"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    page.keyboard.type("1+1")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.locator("[data-live=save][data-state=ok]").wait_for()
    page.keyboard.press("Enter")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert table.totals(page) == {"Dee": "2", "Ada": "3", "Cem": "9", "Ben": "14"}


def test_cards_are_found_and_taken_by_keyboard(guest: Guest) -> None:
    page = guest()
    enter(page, "witches", "cards")
    tab(page, 0).focus()
    page.keyboard.press("ArrowRight")
    assert tab(page, 1).get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    page.keyboard.type("12")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wait_for(page, 1, "2")
    taken = page.locator('input[name="s1-pile"]:checked')
    assert [one.get_attribute("value") for one in taken.all()] == ["r12", "r13"]
    page.keyboard.press("Enter")
    assert tab(page, 2).get_attribute("aria-selected") == "true"


# --- other games ---


def test_two_meters_say_what_is_still_missing(guest: Guest) -> None:
    page = guest()
    enter(page, "enemy_anemone", "cards", first="Ada")
    table.control(page, "s0-cards").fill("10")
    key(page, 0, "a5", "extras").tap()
    wait_for(page, 0, "11")
    assert page.locator(".meters .mnum").all_inner_texts() == ["10 of 40", "1 of 12"]
    page.get_by_role("button", name="Rest to Ada").tap()
    wait_for(page, 0, "41")


def test_of_a_hundred_cards_ten_show_at_a_time_and_who_is_out_is_said(guest: Guest) -> None:
    page = guest()
    enter(page, "elf_nimmt", "cards", FOUR[:3])
    folds = page.locator("#seat-0 [data-folds] button")
    folds.nth(4).tap()
    key(page, 0, "47", "hand").tap()
    folds.nth(8).tap()
    key(page, 0, "88", "hand").tap()
    wait_for(page, 0, "4")
    assert page.locator("#seat-0 .trayc").inner_text().split() == ["47", "88"]
    assert folds.nth(4).locator("[data-count]").inner_text() == "1"
    tab(page, 1).tap()
    page.locator("label.none:visible").tap()
    wait_for(page, 1, "Out")
    page.get_by_text("Cem is still to come.").wait_for()


def test_how_long_a_tap_takes_until_its_points_show(guest: Guest) -> None:
    page = guest()
    enter(page, "witches", "cards")
    network = page.context.new_cdp_session(page)
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": DELAY, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    page.evaluate(
        """() => {
          window.took = [];
          document.addEventListener("input", () => { window.tapped = performance.now(); }, true);
          new MutationObserver(() => window.took.push(performance.now() - window.tapped))
            .observe(document.querySelector("[data-live=points-0]"), { childList: true, subtree: true });
        }"""
    )
    for at in range(1, 11):
        key(page, 0, f"r{at}").tap()
        wait_for(page, 0, str(at))
    took = page.evaluate("window.took")
    assert len(took) == 10
    print(f"tap to points at {DELAY} ms: median {statistics.median(took):.0f} ms")
