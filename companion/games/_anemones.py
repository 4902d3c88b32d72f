# SPDX-License-Identifier: MIT
"""Anemone cards as arithmetic: what a player holds is one number, the sum of the sides up.

Nobody ever holds two +1 cards (the second turns the first over to +2), so the sum alone says
which cards they are: 5 is two +2 and one +1.

>>> cards(5), award((1, 0, 0), ((0, 1), (1, 2))).after
(3, (2, 2, 0))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.errors import Problem, ask
from companion.engine.text import Seat, msg

SUPPLY = 9  # anemone cards in the box

AS_HELD, AS_DUE = "as_held", "as_due"
_SIDES = {"plus1": 1, "plus2": 2}


class Award(NamedTuple):
    """Everybody's anemones after some were handed out, and what the table must still say."""

    after: tuple[int, ...]
    asks: tuple[Problem, ...] = ()


class _Shortage(NamedTuple):
    """A card that had to come from a player; *richest* clockwise from who takes it."""

    taker: int
    richest: tuple[int, ...]
    giver: int
    sides: tuple[int, ...]  # what the giver could give; none where nothing moves
    choice: bool  # whether a possible giver holds both kinds


def cards(pips: int) -> int:
    """Return how many cards show that many pips together."""
    return (pips + 1) // 2


def held_cards(pips: Sequence[int]) -> int:
    """Return how many anemone cards are not in the supply."""
    return sum(map(cards, pips))


@lru_cache(maxsize=512)
def award(
    pips: tuple[int, ...],
    dues: tuple[tuple[int, int], ...],
    giver: int | None = None,
    gives: str | None = None,
    face: str = AS_HELD,
) -> Award:
    """Hand anemones out, one after another.

    A +1 turns the +1 that its taker may hold already and takes no card then; otherwise a card
    comes from the supply of nine (settled: the rules text says both). From an empty supply it
    comes from whoever holds the most *cards*; which card, and on which side, is open.

    Args:
        pips: what everybody holds, by seat.
        dues: (seat, 1 or 2) in the order of the awards.
        giver: whom the table named where several hold the most, if it did.
        gives: ``plus1`` or ``plus2``, where the table said which card is given.
        face: ``as_held`` keeps the given card's side, ``as_due`` turns it to the side due.

    Returns:
        What everybody holds afterwards, and the questions still open; until they are
        answered the first of the richest clockwise from the taker gives, a +1 if it has one.
    """
    held = list(pips)
    shortages = []
    for seat, due in dues:
        if due == 1 and held[seat] % 2:
            held[seat] += 1
        elif held_cards(held) < SUPPLY:
            held[seat] += due
        else:
            shortages.append(_from_a_player(held, seat, due, giver, gives, face))
    return Award(tuple(held), _questions(shortages, giver, gives) if shortages else ())


def _from_a_player(
    held: list[int], taker: int, due: int, giver: int | None, gives: str | None, face: str
) -> _Shortage:
    """Move one card to *taker*; nothing moves where the taker is the richest."""
    seats = len(held)
    clockwise = [(taker + step) % seats for step in range(1, seats + 1)]
    most = max(map(cards, held))
    richest = tuple(seat for seat in clockwise if cards(held[seat]) == most)
    source = giver if giver is not None and giver in richest else richest[0]
    asked = (source,) if source == giver else richest
    choice = any(_both(held[seat]) for seat in asked if seat != taker)
    if source == taker:
        return _Shortage(taker, richest, source, (), choice)
    sides = _sides(held[source])
    wish = _SIDES.get(gives or "")
    side = wish if wish in sides else sides[0]
    held[source] -= side
    # A given +1 beside a +1 turns it, and the card itself goes back to the supply.
    held[taker] += side if face == AS_HELD else due
    return _Shortage(taker, richest, source, sides, choice)


def _both(pips: int) -> bool:
    return len(_sides(pips)) == len(_SIDES)


def _sides(pips: int) -> tuple[int, ...]:
    """Return which sides are up among the cards that show *pips*, +1 first."""
    return tuple(side for side, up in ((1, pips % 2), (2, pips // 2)) if up)


def _questions(
    shortages: Sequence[_Shortage], giver: int | None, gives: str | None
) -> tuple[Problem, ...]:
    """Return what the table must say; an answer counts where it fits any of the shortages."""
    asks = []
    if giver is None:
        asks += [_who(short) for short in shortages if len(short.richest) > 1]
    elif not any(giver in short.richest for short in shortages):
        asks.append(_not_the_richest(giver, shortages[0]))
    if gives is None:
        asks += [_which(short) for short in shortages if short.choice]
    else:
        moves = [short for short in shortages if short.sides]
        if moves and all(_SIDES[gives] not in short.sides for short in moves):
            asks.append(_has_none(moves[0].giver, _SIDES[gives]))
    return tuple(asks)


def _who(short: _Shortage) -> Problem:
    return ask(
        msg(
            "No anemone is left for {taker}. {richest} have the most: who gives one?",
            taker=Seat(short.taker),
            richest=tuple(map(Seat, sorted(short.richest))),
        ),
        "giver",
    )


def _not_the_richest(giver: int, short: _Shortage) -> Problem:
    return ask(
        msg(
            "{giver} does not have the most anemones. Those who do: {richest}.",
            giver=Seat(giver),
            richest=tuple(map(Seat, sorted(short.richest))),
        ),
        "giver",
    )


def _which(short: _Shortage) -> Problem:
    if len(short.richest) > 1:
        return ask(
            msg("Which anemone does {taker} get: a +1 or a +2?", taker=Seat(short.taker)), "gives"
        )
    return ask(
        msg(
            "Which anemone does {giver} give to {taker}: a +1 or a +2?",
            giver=Seat(short.giver),
            taker=Seat(short.taker),
        ),
        "gives",
    )


def _has_none(giver: int, side: int) -> Problem:
    return ask(msg("{giver} has no +{side} to give.", giver=Seat(giver), side=side), "gives")
