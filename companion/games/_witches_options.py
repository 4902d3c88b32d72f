# SPDX-License-Identifier: MIT
"""Witches: the house rules. The first answer of each is the game as most sources tell it."""

from __future__ import annotations

from companion.engine.fields import Choice, Field, Int
from companion.engine.text import msg

OPTIONS: tuple[Field, ...] = (
    Int(
        key="end_at",
        label=msg("The game ends at"),
        help=msg("The game ends after the round in which somebody gets this far."),
        low=10,
        high=500,
        default=70,
    ),
    Choice(
        key="compare",
        label=msg("Exactly there"),
        help=msg("Whether a total of exactly that many points ends the game."),
        choices=(("reaches", msg("ends the game")), ("passes", msg("plays on"))),
    ),
    Choice(
        key="moon",
        label=msg("Take it all"),
        help=msg("What the others write when one player takes every fire card and a green one."),
        choices=(
            ("flat", msg("20, 25 or 30 each")),
            ("add", msg("20, 25 or 30 each, and their own points")),
            ("split", msg("20, 25 or 30 dealt out among them")),
            ("off", msg("nothing special happens")),
        ),
    ),
    Choice(
        key="earth",
        label=msg("Earth Witch"),
        help=msg("Whether what she cannot take off this round comes off your total."),
        choices=(
            ("round", msg("takes off this round only")),
            ("total", msg("takes the rest off your total")),
        ),
    ),
    Int(
        key="rounds",
        label=msg("Number of rounds"),
        help=msg("Play so many rounds instead of up to a total; 0 plays to the total."),
        default=0,
        more=True,
    ),
    Choice(
        key="earth_floor",
        label=msg("Lowest total"),
        help=msg("Whether the Earth Witch can bring a total below 0."),
        choices=(("zero", msg("stops at 0")), ("none", msg("may fall below 0"))),
        more=True,
    ),
    Choice(
        key="earth_order",
        label=msg("Earth Witch with the Fire Witch"),
        help=msg("Whether the Earth Witch takes off after or before the doubling."),
        choices=(
            ("last", msg("doubles first, then takes off")),
            ("before_doubling", msg("takes off first, then doubles")),
        ),
        more=True,
    ),
    Choice(
        key="earth_cuts",
        label=msg("Earth Witch takes off"),
        help=msg("Whether she helps against green points as well."),
        choices=(("round", msg("any points")), ("red", msg("only fire points"))),
        more=True,
    ),
    Choice(
        key="double",
        label=msg("Fire Witch doubles"),
        help=msg("What the Fire Witch doubles, to at most 15."),
        choices=(("red", msg("fire cards")), ("all", msg("all points"))),
        more=True,
    ),
    Choice(
        key="moon_needs",
        label=msg("To take it all you need"),
        help=msg("Whether a green card is needed beside all fire cards."),
        choices=(
            ("red_and_green", msg("all fire cards and a green one")),
            ("red", msg("all fire cards")),
        ),
        more=True,
    ),
    Choice(
        key="moon_helpers",
        label=msg("Earth and Air Witch when somebody takes it all"),
        help=msg("Whether the two helpful witches change what the others write."),
        choices=(
            ("ignored", msg("do nothing")),
            ("shooter", msg("help whoever took it all, so less is passed on")),
            ("opponent_earth", msg("the Earth Witch takes 5 off what her owner gets")),
            ("air_blocks", msg("with the Air Witch nobody takes it all")),
        ),
        more=True,
    ),
)
