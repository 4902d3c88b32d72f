# SPDX-License-Identifier: MIT
"""Enemy Anemone's house rules: where its one leaflet is silent, or can be read in two ways."""

from __future__ import annotations

from companion.engine.fields import Choice, Flag
from companion.engine.text import msg

OPTIONS = (
    Choice(
        key="lowest",
        label=msg("Lowest and highest score"),
        help=msg("What decides who gets an anemone after a hand, and who starts the next one."),
        choices=(("total", msg("the running total")), ("hand", msg("this hand alone"))),
    ),
    Choice(
        key="lowest_tie",
        label=msg("Several lowest scores"),
        help=msg("Who gets an anemone after a hand when several players are lowest."),
        choices=(("each", msg("each of them")), ("nobody", msg("nobody"))),
    ),
    Choice(
        key="tie",
        label=msg("A tie at the end goes to"),
        help=msg("How anemones are compared when totals are equal after the last hand."),
        choices=(("cards", msg("most anemone cards")), ("value", msg("highest anemone value"))),
    ),
    Flag(
        key="last",
        label=msg("Anemone after the last hand"),
        help=msg("Whether the lowest score gets an anemone after hand 4 too; it can decide a tie."),
        default=True,
    ),
    Choice(
        key="six_award",
        label=msg("+2 and +1 with 6 players"),
        help=msg("Where the lowest gets a +2 and the second lowest a +1."),
        choices=(("trick", msg("in every trick")), ("hand", msg("after every hand"))),
        more=True,
    ),
    Choice(
        key="start_tie",
        label=msg("Several highest scores"),
        help=msg("Who starts the next hand when several players are highest."),
        choices=(
            ("ask", msg("the table chooses")),
            ("clockwise", msg("the nearest clockwise from the last one who started")),
        ),
        more=True,
    ),
    Choice(
        key="shortage_face",
        label=msg("An anemone from another player"),
        help=msg("Which side is up when a player must hand one over because none are left."),
        choices=(("as_held", msg("as it was")), ("as_due", msg("the side that is due"))),
        more=True,
    ),
    Choice(
        key="six_plus",
        label=msg("+2 for a player with a +1"),
        help=msg("What the lowest card of a trick with 6 players gets if its player has a +1."),
        choices=(("separate", msg("another card with +2")), ("flip", msg("only turns the +1"))),
        more=True,
    ),
    Choice(
        key="spent_return",
        label=msg("Spent anemones go back"),
        help=msg("Whether they are in the middle before or after the lowest card gets its own."),
        choices=(("before", msg("before the award")), ("after", msg("after the award"))),
        more=True,
    ),
    Choice(
        key="sole_card",
        label=msg("Only one card in a trick"),
        help=msg("What its player gets when everybody else had to discard."),
        choices=(
            ("both", msg("the card and an anemone")),
            ("no_anemone", msg("the card alone")),
        ),
        more=True,
    ),
    Choice(
        key="two_discard",
        label=msg("A discard with 2 players"),
        help=msg("Whether it is one of the four cards of the trick."),
        choices=(("counts", msg("counts as one of four")), ("free", msg("does not count"))),
        more=True,
    ),
)
