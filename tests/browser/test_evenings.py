# SPDX-License-Identifier: MIT
"""Whole evenings on a phone: set-up, every round, a mistake, a restart, the winner, tomorrow.

The points stand here as the rules say them; the public match file has to agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.browser import _table as table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser._server import CompanionServer

Guest = Callable[..., "Page"]

FOUR = ("Ada", "Ben", "Cem", "Dee")
THREE = FOUR[:3]


def pile(cards: str) -> dict[str, dict[str, int]]:
    """Return a pile by the ids of its cards."""
    return {"pile": dict.fromkeys(cards.split(), 1)}


# Ada 3 fire cards. Ben 4 fire cards, doubled. Cem 1 and the Water Witch. Dee 5, the Pygmy Queen,
# and the Earth Witch against 5 of them.
WITCHES_BY_CARDS = {
    "mode": "cards",
    "seats": [
        pile("r1 r2 r3 b11"),
        pile("r4 r5 r6 r7 r11"),
        pile("r8 g11"),
        pile("r9 r10 r12 r13 r14 g12 y11"),
    ],
}
# Ada the Queen. Ben 6 + 5 - 5. Cem 7 doubled. The Air Witch does nothing for Dee.
WITCHES_BY_COUNT = {
    "mode": "count",
    "seats": [{"red": 0}, {"red": 6}, {"red": 7}, {"red": 0}],
    "table": {"fire": 2, "water": 1, "queen": 0, "earth": 1, "air": 3},
}


def typed(*points: int, **table_wide: Any) -> dict[str, Any]:
    """Return a round of typed points."""
    return {"mode": "points", "seats": [{"points": n} for n in points], "table": table_wide}


# Dee has every fire card and the Queen: 25 for each of the others.
WITCHES_ALL_TO_DEE = {
    "mode": "cards",
    "seats": [
        pile("g11"),
        pile("b11"),
        pile("y11"),
        pile("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 g12"),
    ],
}


def play_witches(page: Page, server: CompanionServer) -> dict[str, str]:
    """Play Witches with four to 50 points; return the totals at its end."""
    page_url = table.open_table(page, "witches", FOUR, first="Cem", rules={"end_at": 50})
    assert page.get_by_text("Cem deals 15 cards to everyone.").is_visible()
    table.enter_round(page, "witches", WITCHES_BY_CARDS)
    table.save(page)
    assert table.totals(page) == {"Ada": "3", "Cem": "6", "Ben": "8", "Dee": "10"}
    assert list(table.totals(page)) == ["Ada", "Cem", "Ben", "Dee"], "best first"
    assert page.get_by_text("Dee deals 15 cards to everyone.").is_visible()

    table.enter_round(page, "witches", WITCHES_BY_COUNT)
    table.save(page)
    assert table.totals(page) == {"Dee": "10", "Ada": "13", "Ben": "14", "Cem": "20"}

    table.enter_round(page, "witches", typed(12, 5, 3, 0))
    table.save(page)
    right = typed(2, 15, 3, 0)
    said = table.correct(page, "witches", 3, right)
    assert any("Ada" in line and "12" in line and "2" in line for line in said), said
    assert any("Ben" in line and "5" in line and "15" in line for line in said), said
    assert table.totals(page) == {"Dee": "10", "Ada": "15", "Cem": "23", "Ben": "29"}

    server.restart()
    page.goto(page_url)
    assert table.totals(page) == {"Dee": "10", "Ada": "15", "Cem": "23", "Ben": "29"}
    table.enter_round(page, "witches", WITCHES_ALL_TO_DEE)
    table.save(page)
    end = {"Dee": "10", "Ada": "40", "Cem": "48", "Ben": "54"}
    assert table.totals(page) == end
    assert page.get_by_text("Dee wins").first.is_visible()
    rounds: list[Mapping[str, Any]] = [
        WITCHES_BY_CARDS,
        WITCHES_BY_COUNT,
        right,
        WITCHES_ALL_TO_DEE,
    ]
    assert table.by_match_file("witches", FOUR, rounds, {"end_at": 50}) == end
    return end


def tomorrow(page: Page, guest: Guest, won: str, **wishes: Any) -> Page:
    """Close the browser; open a new one with the same cookies, and the game from the history."""
    kept = page.context.storage_state()
    page.context.close()
    page = guest(storage_state=kept, **wishes)
    page.goto("/")
    table.follow(page, "History")
    table.follow(page, won)
    assert page.url.endswith("/game")
    return page


def test_four_play_witches_to_the_end_and_find_it_again_tomorrow(
    guest: Guest, companion_server: CompanionServer
) -> None:
    page = guest()
    end = play_witches(page, companion_server)

    page = tomorrow(page, guest, "Dee won")
    assert table.summed(page, FOUR) == end
    assert table.every_point(page) == [
        ["3", "8", "6", "10"],
        ["10", "6", "14", "0"],
        ["2", "15", "3", "0"],
        ["25", "25", "25", "0"],
    ]
    assert page.get_by_text("Round 3 corrected").is_visible()


def test_four_play_witches_to_the_end_without_javascript(
    guest: Guest, companion_server: CompanionServer
) -> None:
    page = guest(java_script_enabled=False)
    end = play_witches(page, companion_server)
    page = tomorrow(page, guest, "Dee won", java_script_enabled=False)
    assert table.summed(page, FOUR) == end


def hand(cards: int, extras: str, anemones: int | None = None) -> dict[str, Any]:
    """Return one player's pile in Enemy Anemone."""
    more = {} if anemones is None else {"anemones": anemones}
    return {"cards": cards, "extras": dict.fromkeys(extras.split(), 1), **more}


def test_three_play_enemy_anemone_and_an_anemone_breaks_the_tie(
    guest: Guest, companion_server: CompanionServer
) -> None:
    slug = "enemy_anemone"
    hands: list[Mapping[str, Any]] = [
        # 12 + 3, 8 + 2, 10 + 4
        {
            "mode": "cards",
            "seats": [hand(12, "a3 a5 a8"), hand(8, "b3 b5"), hand(10, "b8 c3 c5 c8")],
        },
        {"mode": "count", "seats": [{"cards": 10, "bonus": 3}] * 3},
        typed(12, 14, 13),
        # 10 + 3 each; Ada kept a +2, which is one card
        {
            "mode": "cards",
            "seats": [hand(10, "a3 a5 a8", 2), hand(10, "b3 b5 b8", 1), hand(10, "c3 c5 c8", 0)],
        },
    ]
    page = guest()
    table.open_table(page, slug, THREE, first="Ben", rules={"last": False})
    assert page.get_by_text("Ben leads").first.is_visible()

    table.enter_round(page, slug, hands[0])
    table.save(page)
    assert table.totals(page) == {"Ada": "15", "Cem": "14", "Ben": "10"}

    # Nine cards too many: refused, kept, put right.
    others = [{"cards": 10, "bonus": 3}] * 2
    table.enter_round(page, slug, {"mode": "count", "seats": [{"cards": 19, "bonus": 3}, *others]})
    table.try_to_save(page)
    assert page.get_by_text("9 cards too many: 39 of 30.").first.is_visible()
    table.fill(page, slug, hands[1])
    table.save(page)
    assert table.totals(page) == {"Ada": "28", "Cem": "27", "Ben": "23"}

    table.enter_round(page, slug, typed(14, 12, 13))
    table.save(page)
    said = table.correct(page, slug, 3, hands[2])
    assert any("Ada" in line and "14" in line and "12" in line for line in said), said
    assert table.totals(page) == {"Ada": "40", "Cem": "40", "Ben": "37"}
    assert page.get_by_text("Ada, Cem: choose who starts.").is_visible()
    table.press(page, "Cem")
    assert page.get_by_text("Cem leads").first.is_visible()

    companion_server.restart()
    page.reload()
    table.enter_round(page, slug, hands[3])
    table.save(page)
    assert page.get_by_text("Ada wins").first.is_visible()
    assert page.get_by_text("level with Cem").first.is_visible()
    end = {"Ada": "53", "Cem": "53", "Ben": "50"}
    assert table.totals(page) == end
    assert table.by_match_file(slug, THREE, hands, {"last": False}) == end
    assert table.summed(tomorrow(page, guest, "Ada won"), THREE) == end


def test_three_play_11_nimmt_by_cards_by_colours_and_by_heads(
    guest: Guest, companion_server: CompanionServer
) -> None:
    slug = "elf_nimmt"

    def left(cards: str) -> dict[str, Any]:
        return {"hand": dict.fromkeys(cards.split(), 1)}

    # 1, 2 and 33 have 1 + 3 + 7 heads, 4 and 13 have 1 + 5
    by_cards = {"mode": "cards", "seats": [left(""), left("1 2 33"), left("4 13")]}
    by_colours = {
        "mode": "colours",
        "seats": [{"white": 2, "yellow": 1}, {}, {"blue": 1, "black": 1}],
    }
    by_heads = {
        "mode": "points",
        "seats": [{"points": 4, "cards": 2}, {"points": 0}, {"points": 3, "cards": 1}],
    }
    page = guest()
    table.open_table(page, slug, THREE, first="Ada", rules={"starter": "total"})
    table.enter_round(page, slug, by_cards)
    table.save(page)
    assert table.totals(page) == {"Ada": "0", "Cem": "6", "Ben": "11"}
    assert page.get_by_text("Ben starts").first.is_visible()

    wrong = {"mode": "colours", "seats": [{"white": 4, "yellow": 1}, {}, {"blue": 1, "black": 1}]}
    table.enter_round(page, slug, wrong)
    table.save(page)
    assert table.totals(page) == {"Ada": "7", "Ben": "11", "Cem": "18"}
    said = table.correct(page, slug, 2, by_colours)
    assert any("Ada" in line and "7" in line and "5" in line for line in said), said
    assert table.totals(page) == {"Ada": "5", "Ben": "11", "Cem": "18"}

    companion_server.restart()
    page.reload()
    table.enter_round(page, slug, by_heads)
    table.save(page)
    end = {"Ada": "9", "Ben": "11", "Cem": "21"}
    assert table.totals(page) == end
    assert page.get_by_text("Ada wins").first.is_visible()
    assert table.by_match_file(slug, THREE, [by_cards, by_colours, by_heads]) == end
    page = tomorrow(page, guest, "Ada won")
    assert table.summed(page, THREE) == end
    assert table.every_point(page) == [["0", "11", "6"], ["5", "0", "12"], ["4", "0", "3"]]


def test_ten_is_counted_from_the_cards_and_a_correction_after_the_end_moves_the_win(
    guest: Guest, companion_server: CompanionServer
) -> None:
    slug, rules = "tien", {"perfect": 2}

    def held(cards: str, tokens: int, **more: int) -> dict[str, Any]:
        return {"pile": dict.fromkeys(cards.split(), 1), "tokens": tokens, **more}

    ada = held("r1 r2 r4 r# w5 g7", 4)  # red 1 to 5 and green 7: 6
    cem = {**held("o4", 0), "pile": {"o3": 2, "o4": 1}}  # orange 3 to 4: 2
    wrong = {"mode": "cards", "seats": [ada, held("b1 b2 b3 b4", 3), cem]}
    right = {"mode": "cards", "seats": [ada, held("b1 b2 b3 b4 b5 b6 b7 b8 b9", 3), cem]}

    page = guest()
    table.open_table(page, slug, THREE, first="Ada", rules=rules)
    table.enter_round(page, slug, wrong)
    table.save(page)
    assert page.get_by_text("Ada wins").first.is_visible()
    assert table.totals(page) == {"Ada": "6", "Ben": "4", "Cem": "2"}
    companion_server.restart()
    page.reload()
    said = table.correct(page, slug, 1, right)
    assert any("Ben" in line and "4" in line and "11" in line for line in said), said
    assert any("win goes to Ben" in line for line in said), said
    assert page.get_by_text("Ben wins").first.is_visible()
    end = {"Ben": "11", "Ada": "6", "Cem": "2"}  # 9 and the bonus of 2
    assert table.totals(page) == end
    assert table.by_match_file(slug, THREE, [right], rules) == end
    assert table.summed(tomorrow(page, guest, "Ben won"), THREE) == end


def test_ten_typed_as_points_goes_to_the_most_black_tokens(guest: Guest) -> None:
    page = guest()
    table.open_table(page, "tien", THREE)
    counted = {
        "mode": "points",
        "seats": [
            {"points": 8, "tokens": 3},
            {"points": 8, "tokens": 5},
            {"points": 7, "tokens": 9},
        ],
    }
    table.enter_round(page, "tien", counted)
    table.save(page)
    assert page.get_by_text("Ben wins").first.is_visible()
    assert page.get_by_text("level with Ada").first.is_visible()
    assert table.totals(page) == {"Ben": "8", "Ada": "8", "Cem": "7"}


def test_any_game_counts_categories_and_tenths_until_the_table_ends_it(
    guest: Guest, companion_server: CompanionServer
) -> None:
    slug = "any_game"
    rules = {"name": "Forest", "best": "low", "categories": "Wood\nOre", "decimals": 1}

    def parts(*rows: tuple[Any, Any]) -> dict[str, Any]:
        seats = [{"values": list(row)} for row in rows]
        return {"mode": "values", "seats": seats, "options": rules}

    first = parts((4, -1), (2.5, 0), (10, 3))
    second = {**typed(1, 2, 0), "options": rules}
    page = guest()
    url = table.open_table(page, slug, THREE, first="Ada", rules=rules)
    assert page.get_by_role("heading", name="Forest").is_visible()
    table.enter_round(page, slug, first)
    table.save(page)
    assert table.totals(page) == {"Ben": "2.5", "Ada": "3.0", "Cem": "13.0"}
    said = table.correct(page, slug, 1, parts((4, 1.5), (2.5, 0), (10, 3)))
    assert any("Ada" in line and "3.0" in line and "5.5" in line for line in said), said
    companion_server.restart()
    page.goto(url)
    table.enter_round(page, slug, second)
    table.save(page)
    table.press(page, "End the game")
    assert page.get_by_text("Ben wins").first.is_visible()
    end = {"Ben": "4.5", "Ada": "6.5", "Cem": "13.0"}
    assert table.totals(page) == end
    rounds = [parts((4, 1.5), (2.5, 0), (10, 3)), second]
    by_file = table.by_match_file(slug, THREE, rounds, rules, closed=True)
    assert {name: float(n) for name, n in by_file.items()} == {n: float(t) for n, t in end.items()}
    assert table.summed(tomorrow(page, guest, "Ben won"), THREE) == end
