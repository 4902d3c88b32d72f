# SPDX-License-Identifier: MIT
"""The table from above: who sits where, who deals, who leads, which way cards are passed.

The seat of this phone lies nearest; seats go clockwise as people sit. Seen from above, the
neighbour on the left is the next one clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from companion.web.pictures import Disc, shortened

Passing = Literal["left", "right", "across"]

MOST_SEATS = 7
"""Above this the names would run into each other; the page shows a list instead."""

LONGEST_NAME = 11
CROWDED, CROWDED_NAME, CROWDED_HEIGHT = 6, 8, 222
"""Characters of a name that fit beside a seat; fewer, in a taller drawing, from six seats on.
The label and the lists hold every name whole."""

SEAT_RADIUS = 17


@dataclass(frozen=True)
class _Oval:
    """The table top, and where each seat lies on its rim."""

    width: float
    height: float
    rim_x: float
    rim_y: float
    angles: tuple[float, ...]

    def at(self, angle: float, part: float = 1.0) -> tuple[float, float]:
        """Return the point at *angle*, *part* of the way from the middle to the rim."""
        return (
            self.width / 2 + self.rim_x * part * math.cos(angle),
            self.height / 2 + self.rim_y * part * math.sin(angle),
        )


def ring(
    seats: Sequence[Disc],
    dealer: int | Collection[int] | None = None,
    starter: int | Collection[int] | None = None,
    passing: str | None = None,
    centre: str = "",
    sub: str = "",
    you: int | None = None,
    names: bool = True,
    cls: str = "",
    label: str = "",
    width: int = 250,
    height: int = 172,
) -> Markup | None:
    """Return the drawing, or None where the table has fewer than 2 or more than 7 seats.

    *dealer* and *starter* are seats (several where the table still chooses among equals);
    *passing* is ``left``, ``right``, ``across`` or None; *centre* and *sub* are the words on the
    table; *you* is this phone's seat; *label* is what a screen reader says (it should name
    every seat; without one the names are listed).
    """
    if not 2 <= len(seats) <= MOST_SEATS:
        return None
    if len(seats) >= CROWDED:
        height = max(height, CROWDED_HEIGHT)
    oval = _oval(len(seats), you or 0, width, height, names)
    drawn = Markup(
        '<ellipse class="top-edge" cx="{0}" cy="{1}" rx="{3}" ry="{4}"/>'
        '<ellipse class="top" cx="{0}" cy="{2}" rx="{3}" ry="{4}"/>'
    ).format(width / 2, height / 2 + 4, height / 2, oval.rim_x, oval.rim_y)
    drawn += _arrows(oval, passing)
    if centre:
        down = -2 if sub else 6
        drawn += Markup('<text class="c1" x="{}" y="{}">{}</text>').format(
            width / 2, height / 2 + down, centre
        )
    if sub:
        drawn += Markup('<text class="c2" x="{}" y="{}">{}</text>').format(
            width / 2, height / 2 + 15, sub
        )
    deals, leads = _several(dealer), _several(starter)
    for number, player in enumerate(seats):
        drawn += _seat(oval, number, player, names)
        if number in deals:
            drawn += _puck(oval, number, deals=True)
        if number in leads and number not in deals:
            drawn += _puck(oval, number, deals=False)
    return Markup(
        '<svg class="{}" viewBox="0 0 {} {}" width="{}" height="{}" role="img"'
        ' aria-label="{}">{}</svg>'
    ).format(
        f"ring {cls}".strip(),
        width,
        height,
        width,
        height,
        label or ", ".join(player.name for player in seats),
        drawn,
    )


def _oval(count: int, nearest: int, width: int, height: int, names: bool) -> _Oval:
    return _Oval(
        width=width,
        height=height,
        rim_x=width / 2 - 24,
        rim_y=height / 2 - (32 if names else 24),
        angles=tuple(math.radians(90 + 360 / count * (i - nearest)) for i in range(count)),
    )


def _several(seat: int | Collection[int] | None) -> frozenset[int]:
    if seat is None:
        return frozenset()
    return frozenset([seat]) if isinstance(seat, int) else frozenset(seat)


def _seat(oval: _Oval, number: int, player: Disc, names: bool) -> Markup:
    """Return one counter on the rim, its name above it on the far side and below it else."""
    angle = oval.angles[number]
    x, y = oval.at(angle)
    drawn = Markup(
        '<g class="seat p{0}"><circle class="rim" cx="{1:.1f}" cy="{3:.1f}" r="{4}"/>'
        '<circle class="dk" cx="{1:.1f}" cy="{2:.1f}" r="{4}"/>'
        '<circle class="in" cx="{1:.1f}" cy="{2:.1f}" r="13.5"/>'
        '<text class="i" x="{1:.1f}" y="{5:.1f}">{6}</text></g>'
    ).format(player.colour, x, y, y + 2, SEAT_RADIUS, y + 6, player.initial)
    if names:
        name_y = y - 22 if _far(angle) else y + 32
        crowded = len(oval.angles) >= CROWDED
        short = shortened(player.name, CROWDED_NAME if crowded else LONGEST_NAME)
        # A name is kept inside the drawing; a letter is about eight units wide.
        room = len(short) * 4.2
        name_x = min(max(x, room), max(oval.width - room, room))
        drawn += Markup('<text class="nm" x="{:.1f}" y="{:.1f}">{}</text>').format(
            name_x, name_y, short
        )
    return drawn


def _puck(oval: _Oval, number: int, deals: bool) -> Markup:
    """Return the brass puck of the dealer, or the outlined one of whoever leads."""
    angle = oval.angles[number]
    x, y = oval.at(angle)
    x += 15 if math.cos(angle) < 0.5 else -15
    y += 26 if _far(angle) else 0  # clear of the name above a far seat
    if deals:
        return Markup(
            '<g class="pk"><circle class="pe" cx="{0:.1f}" cy="{1:.1f}" r="10.5"/>'
            '<circle cx="{0:.1f}" cy="{2:.1f}" r="10.5"/>'
            '<use href="#s-deal" x="{3:.1f}" y="{4:.1f}" width="14" height="14"/></g>'
        ).format(x, y - 11, y - 13, x - 7, y - 20)
    return Markup(
        '<g class="pk ld"><circle cx="{0:.1f}" cy="{1:.1f}" r="9.5"/>'
        '<path d="M{2:.1f} {3:.1f}v9l8-4.5Z"/></g>'
    ).format(x, y - 13, x - 3, y - 17.5)


def _far(angle: float) -> bool:
    return math.sin(angle) < -0.2


def _arrows(oval: _Oval, passing: str | None) -> Markup:
    """Return the dotted arrows from everyone to whom their cards go."""
    count = len(oval.angles)
    if passing in ("left", "right"):
        way = 1 if passing == "left" else -1
        return Markup("").join(_along(oval, angle, way) for angle in oval.angles)
    if passing == "across" and count % 2 == 0:
        return Markup("").join(
            _arrow([oval.at(angle, 0.64), oval.at(angle, 0.52)], tip=8, barb=8, spread=2.2)
            for angle in oval.angles
        )
    return Markup("")


def _along(oval: _Oval, angle: float, way: int) -> Markup:
    """Return one arrow along the rim to the neighbour, clear of both counters."""
    step = math.tau / len(oval.angles)
    clear = min(0.30 * step, 28 / ((oval.rim_x + oval.rim_y) / 2))
    start, end = angle + way * clear, angle + way * (step - clear)
    points = [oval.at(start + (end - start) * part / 10, 0.70) for part in range(11)]
    return _arrow(points, tip=7, barb=6, spread=2.3)


def _arrow(points: Sequence[tuple[float, float]], tip: float, barb: float, spread: float) -> Markup:
    (x1, y1), (x2, y2) = points[-2], points[-1]
    aim = math.atan2(y2 - y1, x2 - x1)
    head = [
        (x2 + size * math.cos(aim + turn), y2 + size * math.sin(aim + turn))
        for size, turn in ((tip, 0.0), (barb, spread), (barb, -spread))
    ]
    return Markup('<path class="arrow" d="{}"/><path class="head" d="{}Z"/>').format(
        _path(points), _path(head)
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
