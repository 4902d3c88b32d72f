# SPDX-License-Identifier: MIT
"""What cannot be, in the browser: said beside the field, kept as typed, and not saved.

And the ways of a phone that must never make a round twice: double taps, a lost answer, the back
button, a reload, two phones at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser import _table as table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Request, Response

    from tests.browser._server import CompanionServer
    from tests.browser._watch import Watch

Guest = Callable[..., "Page"]

THREE = ("Ada", "Ben", "Cem")


def points(*typed: Any) -> dict[str, Any]:
    """Return a round of typed points."""
    return {"mode": "points", "seats": [{"points": n} for n in typed]}


def beside(field: Locator) -> str:
    """Return the sentences that a reader of the field is told, errors included."""
    ids = (field.get_attribute("aria-describedby") or "").split()
    assert field.get_attribute("aria-invalid") == "true", "the field is marked as wrong"
    return " ".join(field.page.locator(f'[id="{id}"]').inner_text() for id in ids)


def rounds_saved(page: Page, url: str) -> list[list[str]]:
    """Return the points of every round, from the game's page."""
    page.goto(f"{url}/game")
    return table.every_point(page)


def refuse(page: Page) -> None:
    """Try to save, and stay on the form."""
    with page.expect_response(is_save) as answered:
        table.try_to_save(page)
    assert answered.value.status == 422


def is_save(answer: Response) -> bool:
    """Tell whether something was to be saved; pages also send what is only begun."""
    return answer.request.method == "POST" and sends_save(answer.request)


def sends_save(request: Request) -> bool:
    """Tell whether a request asks to save."""
    sent = request.post_data or ""
    return "action=save" in sent or "waved=1" in sent


def test_a_number_that_cannot_be_is_said_beside_its_field_and_kept_with_all_the_others(
    guest: Guest,
) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE, rules={"low": 0, "high": 30})
    table.enter_round(page, "any_game", points(12, "", 0))
    for wrong, sentence in (
        ("abc", "A number is needed."),
        ("", "A number is needed."),
        ("1e3", "A number is needed."),
        ("-1", "At least 0."),
        ("31", "At most 30."),
    ):
        field = table.control(page, "s1-points")
        field.fill(wrong)
        refuse(page)
        assert sentence in beside(field)
        assert page.get_by_role("alert").get_by_text("Ben").is_visible()
        typed = [table.control(page, f"s{seat}-points").input_value() for seat in range(3)]
        assert typed == ["12", wrong, "0"]
        for seat in (0, 2):
            right = table.control(page, f"s{seat}-points")
            assert right.get_attribute("aria-invalid") is None
    assert rounds_saved(page.context.new_page(), url) == []

    field.fill("30")
    table.save(page)
    assert rounds_saved(page, url) == [["12", "30", "0"]]


def test_a_card_with_two_players_is_refused_and_every_tapped_card_stays(guest: Guest) -> None:
    page = guest(java_script_enabled=False)
    url = table.open_table(page, "witches", THREE)
    first, second = "r1 r2 r3 r4 r5 r6 r7", "r7 r8 r9 r10 r11 r12 r13 r14 g11"
    piles = [dict.fromkeys(pile.split(), 1) for pile in (first, second, "g12 y11 b11")]
    raw = {"mode": "cards", "seats": [{"pile": pile} for pile in piles]}
    table.enter_round(page, "witches", raw)
    refuse(page)
    assert "cannot be with more than one player: Ada, Ben" in beside(page.locator("#s1-pile"))
    for seat, pile in enumerate(piles):
        tapped = page.locator(f'input[name="s{seat}-pile"]:checked')
        assert {one.get_attribute("value") for one in tapped.all()} == set(pile)
    assert rounds_saved(page, url) == []


def test_more_copies_of_a_card_than_the_box_holds_are_refused(guest: Guest) -> None:
    page = guest(java_script_enabled=False)
    url = table.open_table(page, "tien", THREE)
    piles: list[dict[str, int]] = [{"r1": 2, "b9": 1}, {"r1": 2}, {"g4": 1}]
    raw = {"mode": "cards", "seats": [{"pile": pile, "tokens": 1} for pile in piles]}
    table.enter_round(page, "tien", raw)
    refuse(page)
    assert "4 cards, but the box has 3" in beside(page.locator("#s1-pile"))
    assert table.control(page, "s0-pile.r1").input_value() == "2"
    assert table.control(page, "s1-pile.r1").input_value() == "2"
    assert page.locator('input[name="s0-pile"][value="b9"]').is_checked()
    assert rounds_saved(page, url) == []


def test_what_is_only_unusual_is_asked_about_and_saved_when_the_table_says_so(guest: Guest) -> None:
    page = guest(java_script_enabled=False)
    url = table.open_table(page, "witches", THREE)
    table.enter_round(page, "witches", points(30, 30, 30))
    refuse(page)
    assert "90 points in all" in page.get_by_role("alert").inner_text()
    assert table.control(page, "s0-points").input_value() == "30"
    table.press(page, "Save anyway")
    assert rounds_saved(page, url) == [["30", "30", "30"]]


def test_names_that_are_missing_or_too_long_are_said_beside_their_seats(guest: Guest) -> None:
    page = guest()
    page.goto("/new/witches")
    table.pick(page, "players", 3)
    table.press(page, "Seat the players")
    page.get_by_label("Name on seat 1").fill("Ada")
    page.get_by_label("Name on seat 3").fill("A" * 25)
    table.press(page, "House rules")
    assert beside(page.get_by_label("Name on seat 2"))
    assert "At most 24 letters." in beside(page.get_by_label("Name on seat 3"))
    assert page.get_by_label("Name on seat 1").input_value() == "Ada"
    assert page.get_by_label("Name on seat 3").input_value() == "A" * 25


def test_a_house_rule_that_cannot_be_read_is_said_beside_it_and_kept(guest: Guest) -> None:
    page = guest()
    page.goto("/new/witches")
    table.pick(page, "players", 3)
    table.press(page, "Seat the players")
    for seat, name in enumerate(THREE):
        page.get_by_label(f"Name on seat {seat + 1}", exact=True).fill(name)
    table.press(page, "House rules")
    end = table.control(page, "option-end_at")
    end.fill("soon")
    table.press(page, "Set up")
    assert "A number is needed." in beside(end)
    assert end.input_value() == "soon"


# --- never twice ---


#: What a finger on the button does. A tap from outside would wait for the page that it leaves.
TAP = """() => document.querySelector('button[name="action"][value="save"]').click()"""


#: Sends the form behind the page's back, so many times at once; the page hears no answer.
SEND = """async times => {
  const form = document.getElementById("entry"), filled = new FormData(form);
  filled.set("action", "save");
  const send = () => fetch(form.getAttribute("action"), {method: "POST", body: new URLSearchParams(filled)});
  const answers = await Promise.all(Array.from({length: times}, send));
  return answers.map(answer => answer.status);
}"""


def test_two_quick_taps_on_save_make_one_round(guest: Guest) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    sent: list[bool] = []
    page.on("request", lambda request: sent.append(sends_save(request)))
    with page.expect_response(lambda answer: answer.status == 303):
        page.evaluate(f"() => {{ const tap = {TAP}; tap(); setTimeout(tap, 5); }}")
    page.get_by_role("link", name="Enter round 2").wait_for()
    assert sent.count(True) == 2
    assert rounds_saved(page, url) == [["7", "8", "9"]]


def test_a_form_that_arrives_twice_at_the_same_moment_makes_one_round(guest: Guest) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    answers = page.evaluate(SEND, 3)
    assert answers == [200, 200, 200], "each is led to the table"
    assert rounds_saved(page, url) == [["7", "8", "9"]]


def test_a_save_whose_answer_was_lost_is_sent_again_and_counts_once(guest: Guest) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    assert page.evaluate(SEND, 1) == [200]
    table.save(page)
    assert table.totals(page) == {"Cem": "9", "Ben": "8", "Ada": "7"}
    assert rounds_saved(page, url) == [["7", "8", "9"]]


def test_back_and_save_again_is_one_round(guest: Guest) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    table.save(page)
    page.go_back()
    table.try_to_save(page)
    assert rounds_saved(page, url) == [["7", "8", "9"]]


def test_a_form_that_is_saved_already_and_changed_meets_what_is_saved(guest: Guest) -> None:
    """A browser may keep the whole page for the back button, with the keys of the first time."""
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    assert page.evaluate(SEND, 1) == [200]
    table.control(page, "s0-points").fill("70")
    with page.expect_response(is_save) as answered:
        table.try_to_save(page)
    assert answered.value.status == 409
    theirs, mine = page.locator("table.cmp tr.diff").first.locator("td").all()
    assert theirs.inner_text() == "7"
    assert "70" in mine.inner_text()
    assert rounds_saved(page.context.new_page(), url) == [["7", "8", "9"]]
    table.follow(page, "Keep theirs")
    assert table.totals(page) == {"Cem": "9", "Ben": "8", "Ada": "7"}


def test_a_reload_after_saving_sends_nothing_again(guest: Guest) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    table.save(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.reload()
    assert set(sent) == {"GET"}
    assert table.totals(page) == {"Cem": "9", "Ben": "8", "Ada": "7"}
    assert rounds_saved(page, url) == [["7", "8", "9"]]


def test_of_two_phones_the_later_sees_both_entries_and_chooses(guest: Guest) -> None:
    host = guest()
    url = table.open_table(host, "any_game", THREE)
    other = guest(storage_state=host.context.storage_state())
    other.goto(url)
    table.enter_round(host, "any_game", points(7, 8, 9))
    table.enter_round(other, "any_game", points(7, 8, 90))
    table.save(host)
    table.try_to_save(other)
    assert other.get_by_role("alert").is_visible()
    row = other.locator("table.cmp tr.diff")
    assert row.count() == 1
    assert row.locator("td").all_inner_texts()[0] == "9"
    assert "90" in row.locator("td").all_inner_texts()[1]
    assert rounds_saved(host, url) == [["7", "8", "9"]]
    table.press(other, "Save mine")
    assert rounds_saved(host, url) == [["7", "8", "90"]]


def test_what_was_typed_survives_a_power_cut_of_the_server(
    guest: Guest, companion_server: CompanionServer, watch: Watch
) -> None:
    page = guest()
    url = table.open_table(page, "any_game", THREE)
    table.enter_round(page, "any_game", points(7, 8, 9))
    companion_server.kill()
    companion_server.start()
    table.save(page)
    companion_server.kill()
    companion_server.start()
    assert rounds_saved(page, url) == [["7", "8", "9"]]
    # While there was no server, what the page asked it in between went unanswered.
    watch.complaints = [one for one in watch.complaints if "net::ERR_" not in one]
