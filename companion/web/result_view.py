# SPDX-License-Identifier: MIT
"""How a game ended: who has won, by how much, and what broke a tie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.game import Tie
from companion.services.solo import place_among
from companion.services.tables import Table
from companion.web import phrases, summary
from companion.web.pictures import Disc
from companion.web.table_view import PadRow, TableView

Values = Sequence[int | None]


@dataclass(frozen=True)
class Parted:
    """A tie-break that parted players who were level: which, and everybody's number in it."""

    tie: Tie
    values: dict[int, int]


@dataclass(frozen=True)
class Alone:
    """One line of the games played alone: the place, whose, when, and how many points."""

    place: int
    disc: Disc
    day: str
    points: str
    this: bool


class ResultView(TableView):
    """A table whose game is over.

    Args:
        table: over.
        before: the games alone that it is measured by, if it was one.
    """

    def __init__(self, table: Table, before: Sequence[Table] = ()) -> None:
        super().__init__(table)
        self.before = list(before)

    @property
    def solo(self) -> bool:
        """Whether somebody played alone, against nobody."""
        return self.match.seats == 1

    def headline(self) -> str:
        """Say who has won."""
        won = [self.table.names[seat] for seat in self.match.winners]
        if self.solo:
            return str(gettext("%(name)s played alone", name=won[0]))
        if len(won) == self.match.seats > 2:
            return str(gettext("All share the win"))
        if len(won) == 1:
            return str(gettext("%(name)s wins", name=won[0]))
        return str(gettext("%(names)s share the win", names=phrases.together(won)))

    def reason(self) -> str:
        """Say with how many points, who was level, and what broke the tie."""
        won = self.match.winners
        points = self.figure(self.match.totals[won[0]])
        level = [self.table.names[seat] for seat in self._equals() if seat not in won]
        if len(won) > 1:
            text = gettext("%(points)s points each.", points=points)
        elif not level:
            text = gettext("%(points)s points.", points=points)
        else:
            names = phrases.together(level)
            text = gettext("%(points)s points, level with %(names)s.", points=points, names=names)
        more = [self._alone_in_words()] if self.solo else self._ties_in_words()
        return " ".join([str(text), *filter(None, more)])

    def pad(self) -> list[PadRow]:
        """Return the final ranking; where a tie was broken, with what broke it."""
        rows = super().pad()
        if self.solo:
            return [replace(row, rank="") for row in rows]
        notes = self._notes()
        return [
            replace(row, sub=", ".join(notes[seat])) if notes[seat] else row
            for seat, row in zip(self.order, rows, strict=True)
        ]

    def alone(self) -> list[Alone]:
        """Return this game and those played alone before it, the best first."""
        tables = [*self.before, self.table]
        lines = [
            Alone(
                place_among(table, tables),
                summary.players(table)[0],
                summary.day(table.opened_at),
                summary.points(table, 0),
                table is self.table,
            )
            for table in tables
        ]
        return sorted(lines, key=lambda line: (line.place, not line.this))

    # --- ties ---

    def broken_ties(self) -> list[Parted]:
        """Return the tie-breaks that parted the winners from others with their total, in order."""
        best = self.match.winners[0]
        return [parted for parted in self._partings(self._equals(), 0) if best in parted.values]

    def _partings(self, group: Sequence[int], at: int) -> Iterator[Parted]:
        """Yield what parts a group of equals from tie-break number *at* on, as the rules do it."""
        for number, tie in enumerate(self.match.finish.ties[at:], start=at):
            values = {
                seat: value for seat in group if (value := self._value(tie, seat)) is not None
            }
            if len(values) < len(group) or len(set(values.values())) < 2:
                continue  # nobody told it, or it is equal as well: the next one decides
            yield Parted(tie, values)
            for value in sorted(set(values.values())):
                yield from self._partings([s for s in group if values[s] == value], number + 1)
            return

    def _notes(self) -> list[list[str]]:
        """Return for every seat what parted it from those with the same total."""
        notes: list[list[str]] = [[] for _ in range(self.match.seats)]
        totals = self.match.totals
        for total in set(totals):
            group = [seat for seat in range(self.match.seats) if totals[seat] == total]
            for parted in self._partings(group, 0) if len(group) > 1 else ():
                what = self.say(parted.tie.label)
                for seat, value in parted.values.items():
                    notes[seat].append(
                        str(gettext("%(what)s: %(number)s", what=what, number=value))
                    )
        return notes

    def _ties_in_words(self) -> list[str]:
        found = [self._tie_in_words(parted) for parted in self.broken_ties()]
        return [*found, *self._still_level()]

    def _tie_in_words(self, parted: Parted) -> str:
        values = ", ".join(
            str(gettext("%(name)s %(number)s", name=self.table.names[seat], number=value))
            for seat in self.order
            if (value := parted.values.get(seat)) is not None
        )
        words = {"what": self.say(parted.tie.label), "values": values}
        if parted.tie.best == "low":
            return str(gettext("%(what)s: %(values)s; fewer is better.", **words))
        return str(gettext("%(what)s: %(values)s.", **words))

    def _still_level(self) -> list[str]:
        """Say why several share the win although the game has tie-breaks."""
        won, ties = self.match.winners, self.match.finish.ties
        if len(won) < 2 or not ties:
            return []
        untold = [
            self.say(tie.label)
            for tie in ties
            if any(self._value(tie, seat) is None for seat in won)
        ]
        if untold:
            text = gettext(
                "Not entered, and could break the tie: %(what)s.", what=", ".join(untold)
            )
            return [str(text)]
        return [str(gettext("They are level in every tie-break too."))]

    def _equals(self) -> list[int]:
        """Return the seats with the winner's total."""
        best = self.match.totals[self.match.winners[0]]
        return [seat for seat, total in enumerate(self.match.totals) if total == best]

    def _value(self, tie: Tie, seat: int) -> int | None:
        """Return what a tie-break looks at: the final state, and the last round's entries."""
        final = self.match.rounds[-1]
        return tie.of(replace(self.match.next, number=final.number, entries=final.entries))[seat]

    # --- alone ---

    def _alone_in_words(self) -> str:
        """Say where a game alone stands among those before it; nothing for the first."""
        if not self.before:
            return ""
        place, games = place_among(self.table, self.before), len(self.before) + 1
        if place > 1:
            return str(
                gettext("Place %(place)d of %(games)d games alone.", place=place, games=games)
            )
        return str(gettext("The best of %(games)d games alone.", games=games))
