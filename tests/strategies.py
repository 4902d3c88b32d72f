# SPDX-License-Identifier: MIT
"""Hypothesis strategies read off the declared fields: a new game is tested by existing.

`options`, `entry` and `value` draw plain values that the fields take; `junk` draws JSON that
nobody would write; `played` draws matches such as a real table could have played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from companion.engine import fields as f
from companion.engine.game import Game
from companion.engine.sheet import Mode
from tests.laws._played import Played, played_by

Strategy = SearchStrategy[Any]

#: What finds its way into a match file by hand, by a bad program or by malice.
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 99, 10**9, 10**30, -(10**200), 0.5, -0.0, 1e308),
    *(
        "",
        " ",
        "-",
        "–",
        "−5",
        "5-",
        "--5",
        "-0",
        "1,5",
        "12",
        "１２",
        "1e5",
        "0x1",
        "none",
        "true",
    ),
    *("r1", "r1 r1", "r1,r2", "a3", "w#", "points", "cards", "\ud800", "x" * 100, "{0}", "%s"),
    *([], [None], [[]], [{}], {}, {"": {}}, {"0": {}}, {"r1": 1}, {"r1": -1}, {"mode": "cards"}),
)


def value(field: f.Field, seats: int) -> Strategy:
    """Draw a plain value that the field takes."""
    match field:
        case f.Int():
            numbers = st.integers(field.low, field.high).map(field.dump)
            return st.none() | numbers if field.optional else numbers
        case f.Flag():
            return st.booleans()
        case f.Choice():
            keys = st.sampled_from([key for key, _ in field.choices])
            return st.none() | keys if field.optional else keys
        case f.SeatRef():
            return st.none() | st.integers(0, seats - 1)
        case f.Cards():
            kinds = [(card.id, card.copies) for card in field.deck.cards]
            some = st.lists(st.sampled_from(kinds), max_size=20, unique=True)
            counted = some.flatmap(_counts)
            return counted | counted.map(list) | counted.map(" ".join)
        case f.Labels():
            return st.lists(st.text("abcdef", min_size=1, max_size=4), max_size=3, unique=True)
        case f.Numbers():
            number = st.integers(field.low, field.high).map(
                f.Int(key="cell", label=field.label, decimals=field.decimals).dump
            )
            return st.fixed_dictionaries(dict.fromkeys(field.labels, number))
        case f.Text():
            return st.text(max_size=field.most).map(str.strip)
    raise TypeError(f"no strategy for {field!r}")


def _counts(kinds: Sequence[tuple[str, int]]) -> Strategy:
    return st.fixed_dictionaries({id: st.integers(1, copies) for id, copies in kinds})


def options(game: Game) -> SearchStrategy[dict[str, Any]]:
    """Draw a full set of house rules that can all hold at once."""
    drawn = {option.key: value(option, 0) for option in game.options}
    return st.fixed_dictionaries(drawn).map(_in_order)


def _in_order(options: dict[str, Any]) -> dict[str, Any]:
    """Swap limits that would leave no number between them."""
    low, high = options.get("low"), options.get("high")
    if low is not None and high is not None and low > high:
        return {**options, "low": high, "high": low}
    return options


def entry(mode: Mode, seats: int) -> SearchStrategy[dict[str, Any]]:
    """Draw an entry whose every value can be read, whatever the checks then say."""
    row = st.fixed_dictionaries({x.key: value(x, seats) for x in mode.seat_fields})
    table = st.fixed_dictionaries({x.key: value(x, seats) for x in mode.table_fields})
    rows = st.lists(row, min_size=seats, max_size=seats)
    return st.fixed_dictionaries({"mode": st.just(mode.key), "seats": rows, "table": table})


def junk() -> Strategy:
    """Draw JSON values that nobody asked for, half surrogates and far numbers among them."""
    leaves = st.sampled_from(ODD) | st.integers() | st.text(max_size=5)
    keys = st.sampled_from(("mode", "seats", "table", "points", "pile", "0", "x"))
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
        max_leaves=6,
    )


@st.composite
def played(draw: st.DrawFn, game: Game, rounds: int = 4, seated: bool = False) -> Played:
    """Draw a match of up to so many rounds, played as the game's own samples play it.

    With *seated* the table named who deals or begins, so that everything is known.
    """
    seats = draw(st.sampled_from(list(game.seats)), label="seats")
    chosen = draw(options(game), label="options")
    first = st.integers(0, seats - 1)
    return played_by(
        game,
        seats,
        chosen,
        Random(draw(st.integers(0, 2**32), label="seed")),
        first=draw(first if seated else st.none() | first, label="first"),
        rounds=draw(st.integers(0, rounds), label="rounds"),
        paper=draw(st.booleans(), label="begun on paper"),
    )
