# SPDX-License-Identifier: MIT
"""How far a running game is from its end, in words; everything comes from the game's finish.

"Close" is no number of ours: somebody is close to the end when they need no more than what one
of the players has already got in a single round of this very game.
"""

from __future__ import annotations

from flask_babel import gettext, ngettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.replay import Match
from companion.web import phrases
from companion.web.table_view import TableView


def nearest(match: Match) -> tuple[tuple[int, ...], int] | None:
    """Return who is nearest to the total that ends the game, and how much they need.

    None where no total ends it, before the first round, and while everybody is level.
    """
    finish = match.finish
    if finish.reach is None or not match.rounds or match.over:
        return None
    top = max(match.totals)
    seats = tuple(seat for seat, total in enumerate(match.totals) if total == top)
    if len(seats) == match.seats > 1:
        return None
    return seats, finish.reach - top + (1 if finish.strictly else 0)


def is_close(match: Match) -> bool:
    """Tell whether a round such as somebody has already had would end the game."""
    found = nearest(match)
    if found is None:
        return False
    return found[1] <= max(points for done in match.rounds for points in done.points)


def is_last(match: Match) -> bool:
    """Tell whether the round to play now is the last one that the rules or the table set."""
    return not match.over and match.finish.rounds == match.next.number


def to_go(view: TableView) -> str:
    """Say who is nearest to the end and how far that is; nothing while it may be the next round."""
    found = nearest(view.match)
    if found is None or is_close(view.match):
        return ""
    words = _who(view, *found)
    return str(
        ngettext(
            "%(names)s is closest to the end: %(points)s to go.",
            "%(names)s are closest to the end: %(points)s to go.",
            len(found[0]),
            **words,
        )
    )


def warning(view: TableView) -> str:
    """Say that the round to play now is the last, or may be; nothing where neither is so."""
    match, hand = view.match, view.game.unit == "hand"
    if is_last(match):
        if match.next.number == 1:
            return ""
        return str(
            gettext("This is the last hand.") if hand else gettext("This is the last round.")
        )
    found = nearest(match)
    if found is None or not is_close(match):
        return ""
    words = _who(view, *found)
    if hand:
        return str(
            ngettext(
                "This may be the last hand: %(names)s has %(points)s to go.",
                "This may be the last hand: %(names)s have %(points)s to go.",
                len(found[0]),
                **words,
            )
        )
    return str(
        ngettext(
            "This may be the last round: %(names)s has %(points)s to go.",
            "This may be the last round: %(names)s have %(points)s to go.",
            len(found[0]),
            **words,
        )
    )


def _who(view: TableView, seats: tuple[int, ...], need: int) -> dict[str, str]:
    names = phrases.together([view.table.names[seat] for seat in seats])
    return {"names": names, "points": view.figure(need)}
