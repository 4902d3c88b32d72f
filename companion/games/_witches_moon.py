# SPDX-License-Identifier: MIT
"""Witches: taking it all, and what the others then write.

>>> took_all([Hand(), Hand(red=13, fire=True, queen=True)], "red_and_green", "ignored")
1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from companion.engine.game import line
from companion.engine.text import Seat, msg
from companion.games._witches_worth import (
    EARTH,
    EARTH_WITCH,
    FIRE_CARDS,
    FIRE_MOST,
    NOTHING,
    QUEEN,
    WATER,
    Hand,
    Worth,
    worth,
)

#: The house rules that a round with a moon looks at.
KEYS = ("moon", "moon_needs", "moon_helpers", "double", "earth_order", "earth_cuts")


def took_all(hands: Sequence[Hand], needs: str, helpers: str) -> int | None:
    """Return the seat that took it all, or None.

    All 14 red cards and a green one, Water Witch or Pygmy Queen (settled: several independent
    sources agree). With ``needs`` "red" the red ones are enough; with ``helpers``
    "air_blocks" the Air Witch in the same pile spoils it.
    """
    for seat, hand in enumerate(hands):
        if hand.red == FIRE_CARDS and hand.fire:
            green = hand.water or hand.queen or needs == "red"
            return seat if green and not (hand.air and helpers == "air_blocks") else None
    return None


def payout(hand: Hand, helpers: str) -> int:
    """Return what whoever took it all passes on: 15 for red, and 5 and 10 for the green cards.

    20, 25 or 30 (settled). With ``helpers`` "shooter" their own Air Witch cancels the green
    part, and their own Earth Witch takes off 5.
    """
    green = WATER * hand.water + QUEEN * hand.queen
    if helpers != "shooter":
        return FIRE_MOST + green
    return FIRE_MOST + (0 if hand.air else green) - EARTH * hand.earth


def shared(amount: int, seats: int, shooter: int, gifts: Sequence[int | None]) -> list[int]:
    """Return who gets how much when *amount* is dealt out once among the others.

    A named gift stands; the rest is shared equally among the others without one, what is left
    over one by one clockwise from the shooter's left.
    """
    others = [(shooter + step) % seats for step in range(1, seats)]
    shares = [0 if gift is None else gift for gift in gifts]
    shares[shooter] = 0
    open_seats = [seat for seat in others if gifts[seat] is None]
    rest = max(0, amount - sum(shares))
    for place, seat in enumerate(open_seats):
        each, over = divmod(rest, len(open_seats))
        shares[seat] = each + (place < over)
    return shares


def after_moon(
    hands: Sequence[Hand],
    shooter: int,
    options: Mapping[str, Any],
    gifts: Sequence[int | None],
) -> list[Worth]:
    """Return every player's worth in a round in which *shooter* took it all."""
    amount = payout(hands[shooter], options["moon_helpers"])
    if options["moon"] == "split":
        shares = shared(amount, len(hands), shooter, gifts)
    else:
        shares = [amount] * len(hands)
    return [
        NOTHING if seat == shooter else _opponent(hand, shares[seat], shooter, options)
        for seat, hand in enumerate(hands)
    ]


def _opponent(hand: Hand, share: int, shooter: int, options: Mapping[str, Any]) -> Worth:
    """Return what another player writes: a share, their own points on top with ``add``.

    The Earth Witch cuts a player's own points as ever; what is received she cuts only under
    ``opponent_earth``, and then once. Received points are mostly those of red cards, so she
    reaches them under ``earth_cuts: red``, too.
    """
    cuts_share = hand.earth and options["moon_helpers"] == "opponent_earth"
    own = NOTHING
    if options["moon"] == "add":
        mine = hand._replace(earth=False) if cuts_share else hand
        own = worth(mine, options["double"], options["earth_order"], options["earth_cuts"])
    received = line(share, msg("{who} took it all", who=Seat(shooter)), "take-it-all")
    if not cuts_share:
        return Worth((*received, *own.lines), share + own.points, own.unused)
    cut = min(EARTH, share)  # with points of their own the share is over 5, so it is enough
    lines = (*received, *own.lines, *line(-cut, EARTH_WITCH, "earth-witch"))
    return Worth(lines, share + own.points - cut, EARTH - cut)


def moon_sums(seats: int, options: Mapping[str, Any]) -> frozenset[int]:
    """Return every sum of points that a round with a moon can have.

    With the default rules (players - 1) x 20, 25 or 30; with ``split`` 20, 25 or 30 (settled).
    """
    chosen = tuple(options[key] for key in KEYS)
    return _moon_sums(seats, chosen, options["earth"] == "total")


@cache
def _moon_sums(seats: int, chosen: tuple[str, ...], total: bool) -> frozenset[int]:
    options = dict(zip(KEYS, chosen, strict=True))
    sums: set[int] = set()
    # Seat 0 is the shooter; the four other cards lie with any of at most four opponents.
    for water, queen, earth, air in product(range(min(seats, 5)), repeat=4):
        hands = [
            Hand(0, False, water == seat, queen == seat, earth == seat, air == seat)
            for seat in range(seats)
        ]
        hands[0] = hands[0]._replace(red=FIRE_CARDS, fire=True)
        if took_all(hands, options["moon_needs"], options["moon_helpers"]) is None:
            continue
        found = after_moon(hands, 0, options, [None] * seats)
        points = sum(part.points for part in found)
        low = points - sum(part.unused for part in found) if total else points
        high = points
        if options["moon"] == "split" and options["moon_helpers"] == "opponent_earth" and earth:
            high = payout(hands[0], options["moon_helpers"])  # she was given nothing to cut
            low = high - EARTH
        sums.update(range(low, high + 1))
    return frozenset(sums)
