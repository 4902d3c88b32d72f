# SPDX-License-Identifier: MIT
"""Witches: what one player's tricks are worth, with the house rules on the witches.

>>> worth(Hand(red=8, fire=True, earth=True)).points
10
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from companion.engine.game import Line, line
from companion.engine.text import Msg, msg, nmsg

FIRE_CARDS = 13  # red 1-14 without the Fire Witch, red 11
FIRE_MOST = 15
WATER, QUEEN, EARTH = 5, 10, 5

WATER_WITCH = msg("Water Witch")
PYGMY_QUEEN = msg("Pygmy Queen")
EARTH_WITCH = msg("Earth Witch")


class Hand(NamedTuple):
    """What counts of the cards that one player took.

    Attributes:
        red: ordinary red cards; neither the Fire Witch nor a wizard is one.
        fire: the Fire Witch, red 11.
        water: the Water Witch, green 11.
        queen: the Pygmy Queen, green 12.
        earth: the Earth Witch, yellow 11.
        air: the Air Witch, blue 11.
    """

    red: int = 0
    fire: bool = False
    water: bool = False
    queen: bool = False
    earth: bool = False
    air: bool = False


class Worth(NamedTuple):
    """A player's reasons, their sum, and what the Earth Witch could not take off."""

    lines: tuple[Line, ...] = ()
    points: int = 0
    unused: int = 0


NOTHING = Worth()


@cache
def worth(
    hand: Hand, double: str = "red", earth_order: str = "last", earth_cuts: str = "round"
) -> Worth:
    """Return what a hand is worth in a round in which nobody takes it all.

    Args:
        hand: what the player took.
        double: what the Fire Witch doubles: ``red``, or ``all`` points.
        earth_order: whether the Earth Witch takes off ``last`` or ``before_doubling``.
        earth_cuts: what she takes off: points of the ``round``, or only ``red`` ones.

    Fire cards are 1 each; the Fire Witch doubles them to at most 15; Water Witch 5, Pygmy
    Queen 10, both cancelled by the Air Witch; the Earth Witch takes off up to 5, never below 0
    (settled: several independent sources agree). That she comes last is likely; no source
    prints an order.
    """
    first, second = line(hand.red, _fire_cards(hand.red), "fire-cards"), _green(hand)
    red, green = hand.red, sum(part.points for part in second)
    early = hand.earth and earth_order == "before_doubling"
    cut = min(EARTH, red if earth_cuts == "red" else red + green) if early else 0
    # Before doubling she takes red points first: those are the ones that would be doubled.
    spared = max(0, red - cut)
    doubling = _doubling(hand, spared, green - (cut - (red - spared)), double)
    if early:
        lines = (*first, *second, *_earth(cut), *doubling)
    else:
        whole = red + green + sum(extra.points for extra in doubling)
        # Of doubled points, those are red that the red cards alone would have become.
        alone = min(FIRE_MOST, 2 * red) if hand.fire else red
        cut = min(EARTH, alone if earth_cuts == "red" else whole) if hand.earth else 0
        middle = (*second, *doubling) if double == "all" else (*doubling, *second)
        lines = (*first, *middle, *_earth(cut))
    points = sum(part.points for part in lines)
    return Worth(lines, points, EARTH - cut if hand.earth else 0)


def _fire_cards(red: int) -> Msg:
    return nmsg("{n} fire card", "{n} fire cards", red)


def _green(hand: Hand) -> tuple[Line, ...]:
    """Return the green cards that stand; the Air Witch cancels one or both of them."""
    if hand.air:
        return ()
    water = line(WATER * hand.water, WATER_WITCH, "water-witch")
    return (*water, *line(QUEEN * hand.queen, PYGMY_QUEEN, "pygmy-queen"))


def _earth(cut: int) -> tuple[Line, ...]:
    return line(-cut, EARTH_WITCH, "earth-witch")


def _doubling(hand: Hand, red: int, green: int, double: str) -> tuple[Line, ...]:
    """Return what the Fire Witch adds; with ``all`` the limit of 15 can also take off."""
    if not hand.fire:
        return ()
    base = red + green if double == "all" else red
    extra = min(FIRE_MOST, 2 * base) - base
    if double == "all":
        held = msg("Fire Witch: all points doubled, at most 15")
        why = held if 2 * base > FIRE_MOST else msg("Fire Witch: all points doubled")
    else:
        held = msg("Fire Witch: doubled, at most 15")
        why = held if 2 * base > FIRE_MOST else msg("Fire Witch: doubled")
    return line(extra, why, "fire-witch")
