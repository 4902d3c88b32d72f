# SPDX-License-Identifier: MIT
"""How a game ended: who has won, by how much, and what broke a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types

from companion.engine.game import Tie
from companion.web import phrases
from companion.web.table_view import PadRow, TableView


class ResultView(TableView):
    """A table whose game is over."""

    def winners(self) -> str:
        """Say who has won."""
        won = [self.table.names[seat] for seat in self.match.winners]
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
        return " ".join([str(text), *self._tie_in_words()])

    def pad(self) -> list[PadRow]:
        """Return the final ranking; where a tie was broken, with what broke it."""
        tie = self.deciding_tie()
        if tie is None:
            return super().pad()
        values, equals = self._values(tie), self._equals()
        rows = zip(self.order, super().pad(), strict=True)
        return [
            replace(row, sub=self._of_tie(tie, values[seat])) if seat in equals else row
            for seat, row in rows
        ]

    def deciding_tie(self) -> Tie | None:
        """Return the tie-break that parted the winner from others with the same total."""
        equals = self._equals()
        if len(equals) == len(self.match.winners):
            return None
        for tie in self.match.finish.ties:
            values = [self._values(tie)[seat] for seat in equals]
            if None not in values and len(set(values)) > 1:
                return tie
        return None

    def _tie_in_words(self) -> list[str]:
        tie = self.deciding_tie()
        if tie is None:
            return []
        values, equals = self._values(tie), self._equals()
        parts = [
            str(gettext("%(name)s %(number)s", name=self.table.names[seat], number=values[seat]))
            for seat in self.order
            if seat in equals
        ]
        text = gettext("%(what)s: %(values)s.", what=self.say(tie.label), values=", ".join(parts))
        return [str(text)]

    def _of_tie(self, tie: Tie, value: int | None) -> str:
        return str(gettext("%(what)s: %(number)s", what=self.say(tie.label), number=value))

    def _equals(self) -> list[int]:
        """Return the seats with the winner's total."""
        best = self.match.totals[self.match.winners[0]]
        return [seat for seat, total in enumerate(self.match.totals) if total == best]

    def _values(self, tie: Tie) -> Sequence[int | None]:
        """Return what a tie-break looks at: the final state, and the last round's entries."""
        final = self.match.rounds[-1]
        return tie.of(replace(self.match.next, number=final.number, entries=final.entries))
