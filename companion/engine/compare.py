# SPDX-License-Identifier: MIT
"""What a change does to a match: shown before a correction is saved, and in its history."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.replay import Match
from companion.engine.sheet import Start


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference of two states of one match; pairs are (from, to).

    Attributes:
        points: per round number, the seats whose points differ.
        totals: the seats whose total differs.
        ranks: the seats whose place differs.
        start: who does what next, if that differs.
        winners: who has won, if that differs; empty while the game runs.
    """

    points: dict[int, dict[int, tuple[int, int]]]
    totals: dict[int, tuple[int, int]]
    ranks: dict[int, tuple[int, int]]
    start: tuple[Start, Start] | None
    winners: tuple[tuple[int, ...], tuple[int, ...]] | None

    def __bool__(self) -> bool:
        """Tell whether anything differs."""
        return bool(self.points or self.totals or self.ranks or self.start or self.winners)


def compare(before: Match, after: Match) -> Effect:
    """Return what *after* has otherwise than *before*, for the rounds that both have."""
    points = {}
    for old, new in zip(before.rounds, after.rounds, strict=False):
        if changed := _changed(old.points, new.points):
            points[old.number] = changed
    return Effect(
        points,
        _changed(before.totals, after.totals),
        _changed(before.ranks, after.ranks),
        None if before.next.start == after.next.start else (before.next.start, after.next.start),
        None if before.winners == after.winners else (before.winners, after.winners),
    )


def _changed(old: tuple[int, ...], new: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    return {
        seat: pair for seat, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]
    }
