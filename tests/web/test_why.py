# SPDX-License-Identifier: MIT
"""Why a number is what it is: the reasons of a round with their rules, the rounds of a total."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.web._forms import enter, points, send
from tests.web._phones import page, tree, words

Open = Callable[..., str]
FOUR = ["Ada", "Ben", "Cem", "Dee"]
ALL = {
    "s0-pile": [f"r{n}" for n in range(1, 8)],
    "s1-pile": [f"r{n}" for n in range(8, 15)],
    "s2-pile": ["g11", "g12"],
    "s3-pile": ["b11", "y11"],
}


def lines(client: FlaskClient, url: str) -> list[str]:
    """Return the reasons on a page, each with its number."""
    return [" ".join(row.get_text(" ").split()) for row in page(client, url).select(".whyd > div")]


def test_the_points_of_a_round_are_the_sum_of_their_reasons(
    client: FlaskClient, opened: Open
) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, ALL, mode="cards")
    assert lines(client, f"/t/{code}/why/1/2") == [
        "Water Witch the rule 5",
        "Pygmy Queen the rule 10",
        "Points for the round 15",
        "Total after it 15",
    ]


def test_every_reason_comes_with_its_rule_in_words(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, ALL, mode="cards")
    soup = page(client, f"/t/{code}/why/1/2")
    anchors = {str(link["href"]) for link in soup.select("a.rulelink")}
    assert anchors
    assert all(anchor.startswith("/rules/witches#") for anchor in anchors)
    rules = page(client, "/rules/witches")
    for anchor in anchors:
        title = rules.select_one(f"[id='{anchor.partition('#')[2]}']")
        assert title is not None, anchor
    assert "Example" in words(soup, ".rulesaid")


def test_no_points_at_all_are_said_as_such(client: FlaskClient, opened: Open) -> None:
    code = opened("witches", FOUR)
    enter(client, code, 1, points(3, 14, 9, 0))
    assert lines(client, f"/t/{code}/why/1/3")[0] == "Nothing counted, in plus or in minus. 0"


def test_a_total_is_the_sum_of_its_rounds(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR)
    enter(client, code, 1, points(3, 14, 9, 0))
    enter(client, code, 2, points(3, -20, 9, 0))
    assert lines(client, f"/t/{code}/why/1") == ["Round 1 14", "Round 2 −20", "Total −6"]
    links = [str(a["href"]) for a in page(client, f"/t/{code}/why/1").select(".whyd a")]
    assert links == [f"/t/{code}/why/1/1", f"/t/{code}/why/2/1"]


def test_the_reasons_lead_to_the_correction(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR)
    enter(client, code, 1, points(3, 14, 9, 0))
    link = page(client, f"/t/{code}/why/1/1").select_one(".dock a.wide")
    assert link is not None
    assert (link.get_text(), link["href"]) == ("Fix round 1", f"/t/{code}/round/1")


def test_a_corrected_number_says_what_it_was(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR)
    enter(client, code, 1, points(3, 14, 9, 0))
    send(client, tree(enter(client, code, 1, points(3, 15, 9, 0))))
    assert "Changed from 14 to 15. This phone" in words(page(client, f"/t/{code}/why/1/1"))
    assert "Changed" not in words(page(client, f"/t/{code}/why/1/0"))


def test_there_are_no_reasons_for_what_is_not_there(client: FlaskClient, opened: Open) -> None:
    code = opened("any_game", FOUR)
    enter(client, code, 1, points(3, 14, 9, 0))
    for path in ("why/4", "why/1/4", "why/2/0", "why/0/0", f"why/{10**30}/0"):
        page(client, f"/t/{code}/{path}", 404)
