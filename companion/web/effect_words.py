# SPDX-License-Identifier: MIT
"""What a correction does to the points, the totals, the places, the next round and the end."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.compare import Effect
from companion.web import phrases
from companion.web.table_view import TableView


def effect_lines(
    view: TableView, effect: Effect, number: int | None = None, decimals: int | None = None
) -> list[str]:
    """Return what a change does, in sentences.

    Args:
        view: the table before it.
        effect: the difference.
        number: of the round that is changed, if it is one.
        decimals: of the points in *effect*; as the table keeps them unless told.
    """
    kept = view.decimals if decimals is None else decimals
    found = list(_points_lines(view, effect, number, kept))
    for seat, (old, new) in effect.totals.items():
        found.append(
            gettext(
                "%(name)s: total %(old)s becomes %(new)s.",
                name=view.table.names[seat],
                old=phrases.figure(old, kept),
                new=phrases.figure(new, kept),
            )
        )
    for seat, places in effect.ranks.items():
        name = view.table.names[seat]
        found.append(
            gettext(
                "%(name)s: place %(old)d becomes %(new)d.", name=name, old=places[0], new=places[1]
            )
        )
    found += _start_lines(view, effect)
    return [str(line) for line in found]


def _points_lines(
    view: TableView, effect: Effect, number: int | None, decimals: int
) -> Iterator[str]:
    for round, seats in effect.points.items():
        for seat, (old, new) in seats.items():
            words = {
                "name": view.table.names[seat],
                "old": phrases.figure(old, decimals),
                "new": phrases.figure(new, decimals),
            }
            if round == number:
                yield gettext("%(name)s: %(old)s becomes %(new)s.", **words)
            else:
                words["round"] = phrases.numbered(view.game, round)
                yield gettext("%(round)s, %(name)s: %(old)s becomes %(new)s.", **words)


def _start_lines(view: TableView, effect: Effect) -> Iterator[str]:
    if effect.winners is not None:
        won = phrases.together([view.table.names[seat] for seat in effect.winners[1]])
        if won:
            yield gettext("The game is over then; the win goes to %(names)s.", names=won)
        else:
            yield gettext("The game is not over then: you play on.")
    if effect.start is None or (effect.winners and effect.winners[1]):
        return
    old, new = effect.start
    if new.dealer != old.dealer and isinstance(new.dealer, int):
        yield gettext("%(name)s deals next.", name=view.table.names[new.dealer])
    if new.starter != old.starter and isinstance(new.starter, int):
        yield gettext("%(name)s starts next.", name=view.table.names[new.starter])
    elif new.starter != old.starter and isinstance(new.starter, tuple):
        names = phrases.together([view.table.names[seat] for seat in new.starter])
        yield gettext("The table chooses who starts next: %(names)s.", names=names)
