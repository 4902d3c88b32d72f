# SPDX-License-Identifier: MIT
"""Line charts as SVG from the server: running totals of a game, places of a player.

Each line has its own colour and its own marker, and its name at its end instead of a legend.
A table with the same numbers always stands beside a chart, so a chart is one image to a screen
reader.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from companion.web.pictures import Disc, mark, shortened

LEFT, TOP, BOTTOM = 34, 12, 26
"""Room for the numbers at the side, above the highest line, and for the rounds below."""

NAME_START, LETTER, NAME_GAP = 20, 8, 17
"""Where a name begins after the last marker, room per letter, least distance of two names."""

LONGEST_NAME = 8
MOST_GRID_LINES = 5

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class _Frame:
    """The drawing area and the values at its corners."""

    width: int
    height: int
    rounds: int
    low: int
    high: int
    step: int
    right: float

    def x(self, number: int) -> float:
        """Return where round *number* stands; 0 is the start."""
        return LEFT + (self.right - LEFT) * number / self.rounds

    def y(self, value: float) -> float:
        """Return how far down *value* lies."""
        room = self.height - TOP - BOTTOM
        return self.height - BOTTOM - room * (value - self.low) / (self.high - self.low)


def chart(
    series: Sequence[Sequence[int]],
    players: Sequence[Disc],
    limit: int | None = None,
    label: str = "",
    limit_label: str = "",
    width: int = 326,
    height: int = 216,
    changed: Collection[tuple[int, int]] = (),
) -> Markup:
    """Return the running totals, one line per player; nothing before the first round.

    *series* holds each player's points per round, below zero too. *limit* is the total that ends
    the game, drawn as a dashed line with *limit_label*. *label* is what a screen reader says.
    *changed* are (round, seat) whose points were corrected: a dotted ring lies around their marker.
    """
    rounds = len(series[0]) if series else 0
    if not rounds:
        return Markup("")
    totals = [[0, *accumulate(points)] for points in series]
    height = max(height, len(players) * NAME_GAP + TOP + BOTTOM)
    longest = max(len(shortened(player.name, LONGEST_NAME)) for player in players)
    right = width - NAME_START - LETTER * longest
    frame = _frame(totals, limit, width, height, right)
    drawn = _grid(frame)
    if limit is not None:
        drawn += Markup(
            '<path class="limit" d="M{} {:.1f}H{}"/>'
            '<text class="ax lim" x="{}" y="{:.1f}">{}</text>'
        ).format(
            LEFT,
            frame.y(limit),
            frame.right,
            LEFT + 4,
            frame.y(limit) - 5,
            limit_label or str(limit),
        )
    names = _name_places([frame.y(line[-1]) for line in totals], height - BOTTOM + 4)
    for number, (line, player) in enumerate(zip(totals, players, strict=True)):
        rings = [round for round, seat in changed if seat == number and round <= rounds]
        drawn += _line(frame, number, line, player, names[number], rings)
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" width="{}" height="{}" role="img"'
        ' aria-label="{}">{}</svg>'
    ).format(width, height, width, height, label or _spoken(totals, players), drawn)


def spark(values: Sequence[int], label: str = "", width: int = 150, height: int = 52) -> Markup:
    """Return a player's places over the last games, 1 on top; a win is a larger dot."""
    if not values:
        return Markup("")
    lowest = max(*values, 2)
    across = (width - 16) / max(len(values) - 1, 1)
    points = [
        (8 + across * number, 8 + (height - 16) * (place - 1) / (lowest - 1), place)
        for number, place in enumerate(values)
    ]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
    dots = Markup("").join(
        Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{}"/>').format(
            "win" if place == 1 else "pt", x, y, 5 if place == 1 else 3
        )
        for x, y, place in points
    )
    return Markup(
        '<svg class="spark" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img"'
        ' aria-label="{2}"><path class="grid" d="M4 8H{3}"/><path class="l" d="{4}"/>{5}</svg>'
    ).format(width, height, label or ", ".join(map(str, values)), width - 4, path, dots)


def _frame(
    totals: Sequence[Sequence[int]], limit: int | None, width: int, height: int, right: float
) -> _Frame:
    """Return a frame whose lowest and highest values are whole grid steps around all totals."""
    values = [value for line in totals for value in line]
    if limit is not None:
        values.append(limit)
    low, high = min(values), max(values)
    step = _step(high - low)
    low_line = low // step * step
    high_line = max(-(-high // step) * step, low_line + step)
    return _Frame(width, height, len(totals[0]) - 1, low_line, high_line, step, right)


def _step(span: int) -> int:
    """Return the distance of the grid lines: 1, 2, 5, 10, 20, 50… so that few are needed."""
    step = 1
    while True:
        for times in (1, 2, 5):
            if span <= step * times * MOST_GRID_LINES:
                return step * times
        step *= 10


def _grid(frame: _Frame) -> Markup:
    lines = [
        Markup(
            '<path class="{}" d="M{} {:.1f}H{}"/>'
            '<text class="ax" x="{}" y="{:.1f}" text-anchor="end">{}</text>'
        ).format(
            "grid" if value else "grid zero",
            LEFT,
            frame.y(value),
            frame.right,
            LEFT - 6,
            frame.y(value) + 5,
            str(value).replace("-", MINUS),
        )
        for value in range(frame.low, frame.high + 1, frame.step)
    ]
    # Many rounds: only every second, fifth or tenth keeps its number, or they would touch.
    every = _step(max(frame.rounds * 2 - 10, 1)) if frame.rounds > 10 else 1
    rounds = [
        Markup('<text class="ax" x="{:.1f}" y="{}" text-anchor="middle">{}</text>').format(
            frame.x(number), frame.height - 5, number
        )
        for number in range(1, frame.rounds + 1)
        if number % every == 0 or number == 1
    ]
    return Markup("").join(lines + rounds)


def _line(
    frame: _Frame,
    number: int,
    line: Sequence[int],
    player: Disc,
    name_y: float,
    rings: Sequence[int],
) -> Markup:
    points = [(frame.x(place), frame.y(value)) for place, value in enumerate(line)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    marks = Markup("").join(mark(number, x, y) for x, y in points[1:])
    for round in sorted(rings):
        marks += Markup('<circle class="chg" cx="{:.1f}" cy="{:.1f}" r="9"/>').format(
            *points[round]
        )
    x, y = points[-1]
    lead = Markup("")
    if abs(name_y - y) > 3:
        lead = Markup('<path class="lead p{}" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>').format(
            player.colour, x + 8, y, x + 15, name_y
        )
    return Markup(
        '<g class="line p{0}"><path d="{1}"/>{2}</g>{3}'
        '<text class="end p{0}" x="{4:.1f}" y="{5:.1f}">{6}</text>'
    ).format(
        player.colour,
        path,
        marks,
        lead,
        x + 18,
        name_y + 5.5,
        shortened(player.name, LONGEST_NAME),
    )


def _name_places(ends: Sequence[float], lowest: float) -> list[float]:
    """Return a height for each name: as near to its line's end as the other names allow."""
    order = sorted(range(len(ends)), key=lambda number: ends[number])
    places = [0.0] * len(ends)
    previous = -NAME_GAP * 1.0
    for number in order:
        previous = places[number] = max(ends[number], previous + NAME_GAP)
    ceiling = lowest
    for number in reversed(order):
        places[number] = min(places[number], ceiling)
        ceiling = places[number] - NAME_GAP
    return places


def _spoken(totals: Sequence[Sequence[int]], players: Sequence[Disc]) -> str:
    return ", ".join(
        f"{player.name} {line[-1]}" for player, line in zip(players, totals, strict=True)
    )
