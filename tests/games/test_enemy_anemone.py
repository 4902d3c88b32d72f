# SPDX-License-Identifier: MIT
"""What Enemy Anemone's golden cases cannot say: every hand, against real cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import Match, play
from companion.engine.setting import read_setting
from companion.engine.sheet import Round, dump, read
from companion.games._anemone_deck import BOXES, EXTRAS, EXTRAS_DECK, SUITS
from companion.games._anemones import SUPPLY, award, cards, held_cards
from companion.games.enemy_anemone import GAME

SEATS = st.integers(2, 6)


def _hand(draw: st.DrawFn, seats: int) -> dict[str, Any]:
    """Deal every card in play to some pile, and at most nine anemones to the players."""
    box = BOXES[seats]
    rows: list[dict[str, Any]] = [{"cards": 0, "extras": []} for _ in range(seats)]
    pile = st.integers(0, seats - 1)
    suits = draw(st.permutations(SUITS))[: box.suits]
    for suit in suits:
        for rank in EXTRAS:
            rows[draw(pile)]["extras"].append(f"{suit.key}{rank}")
    for seat in draw(st.lists(pile, min_size=box.cards, max_size=box.cards))[box.extras :]:
        rows[seat]["cards"] += 1
    for row, pips in zip(rows, draw(_anemones(seats)), strict=True):
        row["cards"] += len(row["extras"])
        row["anemones"] = pips
    return {"mode": "cards", "seats": rows}


@st.composite
def _anemones(draw: st.DrawFn, seats: int) -> list[int]:
    """Share some of the nine anemone cards out; nobody has two +1."""
    owners = draw(st.lists(st.integers(0, seats - 1), max_size=SUPPLY))
    held = Counter(owners)
    return [2 * held[seat] - draw(st.integers(0, min(1, held[seat]))) for seat in range(seats)]


@st.composite
def _matches(draw: st.DrawFn) -> tuple[int, dict[str, Any], list[dict[str, Any]]]:
    seats = draw(SEATS)
    setting = {
        "starter": draw(st.integers(0, seats - 1)),
        "options": {
            option: draw(st.sampled_from(values))
            for option, values in {
                "lowest": ("total", "hand"),
                "lowest_tie": ("each", "nobody"),
                "six_award": ("trick", "hand"),
                "start_tie": ("ask", "clockwise"),
                "shortage_face": ("as_held", "as_due"),
                "tie": ("cards", "value"),
                "last": (True, False),
            }.items()
        },
    }
    hands = draw(st.integers(1, 4))
    return seats, setting, [{"score": _hand(draw, seats)} for _ in range(hands)]


def _played(seats: int, setting: dict[str, Any], rounds: list[dict[str, Any]]) -> Match:
    found, problems = read_setting(GAME, seats, setting)
    assert found is not None, problems
    match = play(GAME, found, rounds)
    assert len(match.rounds) == len(rounds)
    return match


@given(_matches())
def test_every_hand_is_worth_the_same_and_loses_no_anemone(
    game: tuple[int, dict[str, Any], list[dict[str, Any]]],
) -> None:
    seats, setting, rounds = game
    for scored in _played(seats, setting, rounds).rounds:
        assert sum(scored.points) == BOXES[seats].points
        assert [p for p in scored.problems if p.field not in ("giver", "gives")] == []
        assert held_cards(scored.carry["anemones"]) <= SUPPLY


@given(_matches(), st.integers(1, 5))
def test_who_sits_where_changes_nothing_when_everybody_moves_along(
    game: tuple[int, dict[str, Any], list[dict[str, Any]]], by: int
) -> None:
    seats, setting, rounds = game
    turned = {**setting, "starter": (setting["starter"] + by) % seats}
    moved = [
        {"score": {"mode": "cards", "seats": _moved(hand["score"]["seats"], by)}} for hand in rounds
    ]
    there, here = _played(seats, turned, moved), _played(seats, setting, rounds)
    if any(isinstance(scored.start.starter, tuple) for scored in here.rounds):
        return  # nobody knows who started: then there is no place to count clockwise from
    assert list(there.totals) == _moved(here.totals, by)
    assert list(there.ranks) == _moved(here.ranks, by)
    assert list(there.next.carry["anemones"]) == _moved(here.next.carry["anemones"], by)


def _moved(values: Any, by: int) -> list[Any]:
    by %= len(values)
    return [*values[-by:], *values[:-by]] if by else list(values)


@given(_matches())
def test_card_by_card_counted_and_typed_agree(
    game: tuple[int, dict[str, Any], list[dict[str, Any]]],
) -> None:
    seats, setting, rounds = game
    here = _played(seats, setting, rounds)
    counted = [
        {
            "score": {
                "mode": "count",
                "seats": [
                    {
                        "cards": row["cards"],
                        "bonus": len(row["extras"]),
                        "anemones": row["anemones"],
                    }
                    for row in hand["score"]["seats"]
                ],
            }
        }
        for hand in rounds
    ]
    typed = [
        {
            "score": {
                "mode": "points",
                "seats": [
                    {"points": points, "anemones": row["anemones"]}
                    for points, row in zip(scored.points, hand["score"]["seats"], strict=True)
                ],
            }
        }
        for scored, hand in zip(here.rounds, rounds, strict=True)
    ]
    for other in (_played(seats, setting, counted), _played(seats, setting, typed)):
        assert [scored.points for scored in other.rounds] == [s.points for s in here.rounds]
        assert [scored.carry for scored in other.rounds] == [s.carry for s in here.rounds]
        assert other.ranks == here.ranks


@given(_matches())
def test_an_entry_written_down_is_read_back_the_same(
    game: tuple[int, dict[str, Any], list[dict[str, Any]]],
) -> None:
    seats, setting, rounds = game
    start, _ = read_setting(GAME, seats, setting)
    assert start is not None
    here = Round(
        number=1, seats=seats, options=start.options, first=start.first, totals=start.totals
    )
    (phase,) = GAME.phases(here)
    entry, problems = read(phase, rounds[0]["score"], here)
    assert entry is not None
    assert read(phase, dump(phase, entry), here) == (entry, problems)


@given(st.integers(0, 17))
def test_gains_without_spending_are_half_as_many_plus_twos(gains: int) -> None:
    held: tuple[int, ...] = (0,)
    for _ in range(gains):
        held = award(held, ((0, 1),)).after
    assert (held[0] // 2, held[0] % 2) == divmod(gains, 2)
    assert cards(held[0]) == gains // 2 + gains % 2


class _Table:
    """The nine anemone cards as cards, each with a side up; moved by hand."""

    def __init__(self, pips: list[int]) -> None:
        self.hands = [[2] * (mine // 2) + [1] * (mine % 2) for mine in pips]

    def gain(self, seat: int, due: int, gives: int, face: str) -> None:
        mine = self.hands[seat]
        if due == 1 and 1 in mine:
            mine[mine.index(1)] = 2
        elif sum(map(len, self.hands)) < SUPPLY:
            mine.append(due)
        else:
            self._be_given(seat, due, gives, face)

    def _be_given(self, seat: int, due: int, gives: int, face: str) -> None:
        most = max(map(len, self.hands))
        order = [(seat + step) % len(self.hands) for step in range(1, len(self.hands) + 1)]
        giver = next(other for other in order if len(self.hands[other]) == most)
        if giver == seat:
            return
        side = gives if gives in self.hands[giver] else self.hands[giver][-1]
        self.hands[giver].remove(side)
        shown = side if face == "as_held" else due
        if shown == 1 and 1 in self.hands[seat]:
            self.hands[seat][self.hands[seat].index(1)] = 2  # the card itself goes back
        else:
            self.hands[seat].append(shown)

    def pips(self) -> tuple[int, ...]:
        return tuple(map(sum, self.hands))


@given(
    SEATS.flatmap(lambda seats: st.tuples(_anemones(seats), st.permutations(range(seats)))),
    st.lists(st.sampled_from((1, 2)), max_size=4),
    st.sampled_from((None, "plus1", "plus2")),
    st.sampled_from(("as_held", "as_due")),
)
def test_the_arithmetic_does_what_hands_do_with_nine_cards(
    who: tuple[list[int], list[int]], dues: list[int], gives: str | None, face: str
) -> None:
    pips, order = who
    table = _Table(pips)
    due = tuple(zip(order, dues, strict=False))
    for seat, worth in due:
        table.gain(seat, worth, {"plus1": 1, "plus2": 2}.get(gives or "", 1), face)
    assert award(tuple(pips), due, None, gives, face).after == table.pips()


def test_every_suit_can_be_picked_since_a_table_takes_which_it_likes() -> None:
    assert len(EXTRAS_DECK.suits) == len(SUITS) == 6
    assert [card.short for card in EXTRAS_DECK.cards] == ["3", "5", "8"] * 6
    assert {card.rank for card in EXTRAS_DECK.cards} == set(EXTRAS)


def test_two_to_six_can_play_and_the_end_says_what_breaks_a_tie() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for value, label in (("cards", "Anemones left"), ("value", "Value of anemones left")):
        options, _ = GAME.read_options({"tie": value})
        (tie,) = GAME.finish(4, options).ties
        assert (str(tie.label), tie.best) == (label, "high")


def test_every_house_rule_is_explained_and_the_rare_ones_stand_behind_more() -> None:
    assert [option.key for option in GAME.options if not option.more] == [
        "lowest",
        "lowest_tie",
        "tie",
        "last",
    ]
    assert all(option.help is not None for option in GAME.options)


def test_the_same_questions_are_not_built_twice() -> None:
    options, _ = GAME.read_options({})
    first = Round(number=1, seats=4, options=options)
    second = Round(number=2, seats=4, options=options)
    assert GAME.phases(first) is GAME.phases(second)
