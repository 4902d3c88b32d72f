# SPDX-License-Identifier: MIT
"""What a screen reader says once after a save: everybody's points, total and place."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.game import Game
from companion.web import phrases
from companion.web.result_view import ResultView
from companion.web.table_view import TableView

#: What a page's message is called, and how it is said.
KINDS: dict[str, Callable[[Game, int], str]] = {
    "saved": phrases.saved,
    "corrected": phrases.corrected,
    "again": phrases.taken_back,
    "ended": lambda game, number: str(gettext("The game is over")),
}


def announcement(view: TableView, kind: str, number: int) -> str:
    """Return what to say after round *number* was saved, corrected or taken back.

    Args:
        view: the table as it is now.
        kind: one of `KINDS`.
        number: of the round.
    """
    sentences = [f"{KINDS[kind](view.game, number)}."]
    if isinstance(view, ResultView):
        sentences.append(f"{view.headline()}.")
    sentences += [_line(view, seat, number if kind != "again" else 0) for seat in view.order]
    return " ".join(sentences)


def _line(view: TableView, seat: int, number: int) -> str:
    words = {
        "name": view.table.names[seat],
        "total": view.figure(view.match.totals[seat]),
        "place": ordinal(view.match.ranks[seat]),
    }
    if not 1 <= number <= view.last:
        return str(gettext("%(name)s: total %(total)s, %(place)s.", **words))
    points = view.figure(view.match.rounds[number - 1].points[seat])
    return str(gettext("%(name)s %(points)s, total %(total)s, %(place)s.", points=points, **words))


def ordinal(place: int) -> str:
    """Return a place as a word; as a number with a dot beyond the twelfth."""
    words = (
        gettext("first"),
        gettext("second"),
        gettext("third"),
        gettext("fourth"),
        gettext("fifth"),
        gettext("sixth"),
        gettext("seventh"),
        gettext("eighth"),
        gettext("ninth"),
        gettext("tenth"),
        gettext("eleventh"),
        gettext("twelfth"),
    )
    return str(words[place - 1]) if place <= len(words) else f"{place}."
