# SPDX-License-Identifier: MIT
"""Drawings: what is shown, that typed text stays text, and where a drawing steps back."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from companion.web.charts import chart, spark
from companion.web.pictures import (
    MARKS,
    Disc,
    bar,
    discs,
    emblem,
    icon,
    initials,
    mark,
    share,
    suit,
    tally,
)
from companion.web.table_ring import ring

NAMES = ["Ada", "Ben", "Cem", "Dee", "Eve", "Finn", "Gil", "Hal", "Ida", "Jon", "Kim", "Lou"]
HOSTILE = '"><script>alert(1)</script>'
SVG_TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=20)


def parsed(picture: Markup | None) -> ElementTree.Element:
    """Return the picture as XML: it must be well formed and carry no style of its own."""
    assert picture is not None
    root = ElementTree.fromstring(picture)  # noqa: S314  # drawn by ourselves
    assert [node.tag for node in root.iter() if "style" in node.attrib] == []
    return root


def texts(picture: Markup | None, cls: str) -> list[str]:
    return [
        node.text or ""
        for node in parsed(picture).iter("text")
        if cls in node.attrib["class"].split()
    ]


# --- counters ---


def test_players_with_different_first_letters_get_one_letter() -> None:
    assert initials(["Ada", "Ben", "Cem"]) == ["A", "B", "C"]


def test_players_with_the_same_first_letter_get_two() -> None:
    assert initials(["Ada", "Abe", "Ben"]) == ["Ad", "Ab", "B"]


def test_names_that_begin_alike_take_a_later_letter() -> None:
    assert initials(["Anna", "Anne", "anke"]) == ["An", "Ae", "Ak"]


def test_two_players_of_one_name_are_numbered() -> None:
    assert initials(["Bo", "Bo", "Bo"]) == ["Bo", "B1", "B2"]


def test_a_name_without_letters_keeps_its_sign() -> None:
    assert initials(["★", "  Cem", ""]) == ["★", "C", "?"]


@given(st.lists(SVG_TEXT, max_size=12))
def test_no_two_counters_of_a_table_ever_show_the_same(names: list[str]) -> None:
    marks = initials(names)

    assert len(set(marks)) == len(names)
    assert all(1 <= len(mark_) <= 3 for mark_ in marks)


def test_counters_take_the_colours_given_and_fold_others_into_the_twelve() -> None:
    assert [disc.colour for disc in discs(["Ada", "Ben", "Cem"], [4, 12, 13])] == [4, 12, 1]
    assert [disc.colour for disc in discs(NAMES)] == list(range(1, 13))


# --- typed text ---


def hostile_bar(name: str) -> Markup:
    return bar([(Disc(name, name, 1), 4)], 4)


def hostile_ring(name: str) -> Markup | None:
    players = discs([name, "Ben"])
    return ring(players, centre=name, sub=name, label=name, cls=name)


def hostile_chart(name: str) -> Markup:
    return chart([[1], [2]], discs([name, "Ben"]), limit=3, label=name, limit_label=name)


@pytest.mark.parametrize(
    "draw",
    [
        lambda name: icon(name, name),
        lambda name: suit(name, name),
        lambda name: emblem(Markup(""), name, name),
        lambda name: tally(3, 5, name),
        hostile_bar,
        hostile_ring,
        hostile_chart,
        lambda name: spark([1, 2], name),
    ],
    ids=["icon", "suit", "emblem", "tally", "bar", "ring", "chart", "spark"],
)
def test_a_hostile_name_stays_text(draw: Callable[[str], Markup | None]) -> None:
    root = parsed(draw(HOSTILE))

    assert [node.tag for node in root.iter() if "script" in node.tag] == []
    assert "&lt;" in (draw(HOSTILE) or "") or "&#34;&gt;" in (draw(HOSTILE) or "")


@given(SVG_TEXT)
def test_any_name_gives_a_well_formed_ring_and_chart(name: str) -> None:
    assert parsed(hostile_ring(name)).attrib["role"] == "img"
    assert parsed(hostile_chart(name)).attrib["role"] == "img"


# --- the table from above ---


@pytest.mark.parametrize("count", range(2, 8))
def test_a_ring_seats_two_to_seven_and_its_label_names_them_all(count: int) -> None:
    players = discs(NAMES[:count])
    drawn = ring(players, you=1)

    assert texts(drawn, "i") == [player.initial for player in players]
    assert all(name in parsed(drawn).attrib["aria-label"] for name in NAMES[:count])


@pytest.mark.parametrize("count", [0, 1, 8, 12])
def test_a_table_too_small_or_too_large_for_a_ring_gets_none(count: int) -> None:
    assert ring(discs(NAMES[:count])) is None


def test_this_phones_seat_lies_nearest() -> None:
    for you in range(5):
        seats = parsed(ring(discs(NAMES[:5]), you=you)).findall("g[@class]")
        lowest = max(range(5), key=lambda seat: float(seats[seat][0].attrib["cy"]))
        assert lowest == you


def test_seats_go_clockwise_as_seen_from_above() -> None:
    seats = parsed(ring(discs(NAMES[:4]), you=0)).findall("g[@class]")
    across = [float(seat[0].attrib["cx"]) for seat in seats]

    assert across[1] < across[0] < across[3]  # the next clockwise sits to the left


@pytest.mark.parametrize(
    "passing, count, arrows",
    [("left", 4, 4), ("right", 3, 3), ("across", 4, 4), ("across", 3, 0), (None, 4, 0)],
)
def test_cards_passed_on_are_shown_by_an_arrow_from_every_seat(
    passing: str | None, count: int, arrows: int
) -> None:
    drawn = parsed(ring(discs(NAMES[:count]), passing=passing))

    assert len(drawn.findall("path[@class='arrow']")) == arrows


def test_dealer_and_leader_have_their_pucks_and_a_leading_dealer_only_one() -> None:
    def pucks(**who: int | list[int] | None) -> list[str]:
        drawn = parsed(ring(discs(NAMES[:4]), dealer=who.get("dealer"), starter=who.get("starter")))
        return [g.attrib["class"] for g in drawn.findall("g") if g.attrib["class"][:2] == "pk"]

    assert pucks(dealer=0, starter=1) == ["pk", "pk ld"]
    assert pucks(dealer=2, starter=2) == ["pk"]
    assert pucks(starter=[1, 3]) == ["pk ld", "pk ld"]
    assert pucks() == []


# --- strokes and bars ---


def test_a_tally_draws_what_is_reached_and_what_is_to_come() -> None:
    strokes = [path.attrib["class"] for path in parsed(tally(2, 4)).iter("path")]

    assert strokes == ["on", "on", "off", "off"]
    assert parsed(tally(2, 4)).attrib["aria-label"] == "2/4"


def test_every_fifth_stroke_crosses_the_four_before_it() -> None:
    paths = [path.attrib["d"] for path in parsed(tally(10)).iter("path")]

    assert [number for number, path in enumerate(paths) if "C" in path] == [4, 9]


def widths(picture: Markup) -> list[float]:
    rects = [rect for rect in parsed(picture).iter("rect") if "class" not in rect.attrib]
    return [float(rect.attrib["width"].rstrip("%")) for rect in rects]


def test_a_bar_shows_each_share_of_the_whole() -> None:
    ada, ben = discs(["Ada", "Ben"])

    assert widths(bar([(ada, 7), (ben, 14)], 28)) == [25.0, 50.0]


def test_a_bar_is_never_wider_than_full_and_leaves_nothing_for_nothing() -> None:
    ada, ben, cem = discs(["Ada", "Ben", "Cem"])

    assert widths(bar([(ada, 30), (ben, 10), (cem, -4)], 20)) == [75.0, 25.0]
    assert widths(bar([(ada, 0)], 0)) == []


@pytest.mark.parametrize(
    "part, whole, width", [(35, 70, 50.0), (90, 70, 100.0), (-5, 70, 0.0), (5, 0, 0.0)]
)
def test_the_line_towards_the_end_stays_between_nothing_and_all(
    part: int, whole: int, width: float
) -> None:
    assert widths(share(part, whole, 3)) == [width]


# --- charts ---


def test_twelve_lines_have_twelve_different_markers() -> None:
    assert len({mark(number, 0, 0) for number in range(12)}) == len(MARKS) == 12


def test_before_the_first_round_there_is_no_chart() -> None:
    assert chart([], []) == ""
    assert chart([[], []], discs(["Ada", "Ben"])) == ""
    assert spark([]) == ""


def test_a_chart_of_one_round_has_a_line_from_the_start_and_one_marker_each() -> None:
    drawn = parsed(chart([[3], [0]], discs(["Ada", "Ben"])))
    lines = [g for g in drawn.findall("g") if g.attrib["class"].startswith("line")]

    assert [len(line) for line in lines] == [2, 2]
    assert texts(chart([[3], [0]], discs(["Ada", "Ben"])), "end") == ["Ada", "Ben"]


def test_a_corrected_point_has_a_ring_around_its_marker() -> None:
    plain = chart([[3, 4], [0, 1]], discs(["Ada", "Ben"]))
    ringed = chart([[3, 4], [0, 1]], discs(["Ada", "Ben"]), changed={(2, 1), (9, 0)})
    assert str(plain).count('class="chg"') == 0
    assert str(ringed).count('class="chg"') == 1, "a round that is not there has none"


def test_a_chart_with_totals_below_zero_keeps_every_point_inside() -> None:
    drawn = parsed(chart([[-30, -45], [10, 5]], discs(["Ada", "Ben"])))
    height = float(drawn.attrib["height"])
    points = [
        float(pair.split()[1])
        for line in drawn.findall("g")
        for pair in line[0].attrib["d"][1:].split("L")
    ]

    assert 0 < min(points) < max(points) < height
    assert "−80" in texts(chart([[-30, -45], [10, 5]], discs(["Ada", "Ben"])), "ax")


def test_the_end_of_the_game_is_drawn_inside_the_chart_even_if_it_is_far() -> None:
    drawn = parsed(chart([[5], [7]], discs(["Ada", "Ben"]), limit=70, limit_label="ends at 70"))
    line = drawn.find("path[@class='limit']")

    assert line is not None
    assert 0 < float(line.attrib["d"].split()[1].split("H")[0]) < float(drawn.attrib["height"])
    assert "ends at 70" in texts(
        chart([[5], [7]], discs(["Ada", "Ben"]), limit=70, limit_label="ends at 70"), "lim"
    )


@given(st.lists(st.integers(-999, 999), min_size=2, max_size=12))
def test_names_at_the_ends_never_cover_each_other(last: list[int]) -> None:
    drawn = parsed(chart([[points] for points in last], discs(NAMES[: len(last)])))
    heights = sorted(
        float(node.attrib["y"]) for node in drawn.iter("text") if "end" in node.attrib["class"]
    )

    assert all(after - before > 16 for before, after in itertools.pairwise(heights))
    assert heights[-1] < float(drawn.attrib["height"])


def test_a_win_is_the_large_dot_of_a_spark_line() -> None:
    dots = [dot.attrib["class"] for dot in parsed(spark([2, 1, 4])).iter("circle")]

    assert dots == ["pt", "win", "pt"]
