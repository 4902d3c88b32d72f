# SPDX-License-Identifier: MIT
"""Small drawings for the page: counters, strokes, bars and symbols, as safe SVG.

Pure functions: plain values in, Markup out. Every text that a person may have typed is escaped
here. Nothing carries an inline style, which the content policy forbids: colours come from the
classes ``p1`` to ``p12``, sizes from SVG attributes. Labels (what a screen reader says) are
arguments, because a pure function cannot know the reader's language.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

COLOURS = 12
"""Counter colours in the stylesheet: ``--p1`` to ``--p12``."""

STROKE_STEP = 8
"""Distance between two tally strokes, in the drawing's own units."""

_ROUND = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z"
_SQUARE = "M-4-4h8v8h-8Z"
_DIAMOND = "M0-5.5 5.5 0 0 5.5-5.5 0Z"
_UP, _DOWN = "M0-5 5.5 4h-11Z", "M0 5 5.5-4h-11Z"
_LEFT, _RIGHT = "M-5 0 4-5.5v11Z", "M5 0-4-5.5v11Z"
_CROSS = "M-2-5.5h4V-2h3.5v4H2v3.5h-4V2h-3.5v-4h3.5Z"
MARKS = (
    *(_ROUND, _SQUARE, _DIAMOND, _UP, _DOWN, _CROSS, _LEFT, _RIGHT),
    *(_ROUND, _SQUARE, _DIAMOND, _UP),
)
"""Markers of the lines of a chart, around 0 0; from FIRST_OPEN_MARK on they are only outlined."""

FIRST_OPEN_MARK = 8


@dataclass(frozen=True)
class Disc:
    """A player's wooden counter: name, initial (one or two letters) and colour 1 to 12."""

    name: str
    initial: str
    colour: int


def discs(names: Sequence[str], colours: Sequence[int] | None = None) -> list[Disc]:
    """Return one counter per name.

    *colours* are numbers 1 to 12 in the same order; without them the seats take 1, 2, 3…
    A number outside is folded into the range, so that an old file can never break a page.
    """
    chosen = colours if colours is not None else range(1, len(names) + 1)
    return [
        Disc(name, initial, (colour - 1) % COLOURS + 1)
        for name, initial, colour in zip(names, initials(names), chosen, strict=True)
    ]


def initials(names: Sequence[str]) -> list[str]:
    """Return one letter per name, two where several names begin alike; all are different."""
    letters = [_letters(name) for name in names]
    firsts = [word[0].upper()[:1] for word in letters]
    taken: set[str] = set()
    result: list[str] = []
    for word, first in zip(letters, firsts, strict=True):
        if firsts.count(first) == 1:
            result.append(first)
            continue
        candidates = [first + letter.lower()[:1] for letter in word[1:]]
        candidates += [f"{first}{number}" for number in range(1, len(names) + 1)]
        mark = next(mark for mark in candidates if mark not in taken)
        taken.add(mark)
        result.append(mark)
    return result


def shortened(name: str, most: int) -> str:
    """Return *name*, cut to *most* characters with an ellipsis where it is longer."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def icon(name: str, cls: str = "") -> Markup:
    """Return a line icon of the sprite, hidden from screen readers."""
    return Markup('<svg class="{}" aria-hidden="true"><use href="#i-{}"/></svg>').format(
        _classes("ico", cls), name
    )


def suit(shape: str, cls: str = "") -> Markup:
    """Return a suit's shape of the sprite, hidden from screen readers."""
    return Markup('<svg class="{}" aria-hidden="true"><use href="#s-{}"/></svg>').format(
        _classes("suit", cls), shape
    )


def emblem(drawing: Markup, letters: str = "", cls: str = "") -> Markup:
    """Return a game's emblem around *drawing* (the inside of its SVG file).

    *letters* are shown on a plate at its foot: they tell games apart that share the general
    emblem because they brought none of their own.
    """
    plate = Markup("")
    if letters:
        plate = Markup(
            '<rect class="ep" x="34" y="60" width="60" height="34" rx="9"/>'
            '<text class="el" x="64" y="86">{}</text>'
        ).format(letters)
    return Markup('<svg class="{}" viewBox="0 0 96 96" aria-hidden="true">{}{}</svg>').format(
        _classes("emblem", cls), drawing, plate
    )


def tally(count: int, of: int | None = None, label: str = "") -> Markup:
    """Return score-pad strokes: four uprights and a slash; strokes still to come are faint."""
    total = max(of or count, count)
    strokes = []
    for stroke in range(total):
        kind = "on" if stroke < count else "off"
        x = 4 + stroke * STROKE_STEP
        if stroke % 5 == 4:
            path = f"M{x - 35} 21C{x - 24} 17 {x - 12} 12 {x - 1} 7"
        else:
            # A hand never draws two strokes alike: lean each one a little, always the same way.
            lean = (stroke * 7) % 3 - 1
            path = (
                f"M{x + lean * 0.5} 4c{lean * 0.4:.1f} 7 {-lean * 0.6:.1f} 13 {lean * 0.3:.1f} 20"
            )
        strokes.append(Markup('<path class="{}" d="{}"/>').format(kind, path))
    width = max(total, 1) * STROKE_STEP + 4
    return Markup(
        '<svg class="tally" viewBox="0 0 {} 28" width="{}" height="28" role="img"'
        ' aria-label="{}">{}</svg>'
    ).format(width, width, label or _of(count, total), Markup("").join(strokes))


def bar(parts: Sequence[tuple[Disc, int]], whole: int, gap: float = 0.5) -> Markup:
    """Return the conservation bar: who holds how much of *whole*, hidden from screen readers.

    The same numbers must stand beside it in words. Amounts below zero take no room; amounts
    over the whole fill the bar and no more. *gap* is the white line between parts, in percent.
    """
    shown = [(player, max(0, amount)) for player, amount in parts]
    scale = max(whole, sum(amount for _, amount in shown), 1)
    drawn = Markup("")
    start = 0.0
    for player, amount in shown:
        share_of = amount * 100 / scale
        if not amount:
            continue
        drawn += Markup(
            '<g class="p{}"><rect x="{:.2f}%" width="{:.2f}%" height="100%"/>'
            '<rect class="gap" x="{:.2f}%" width="{}%" height="100%"/>'
        ).format(player.colour, start, share_of, start + share_of - gap, gap)
        if share_of >= 6:
            drawn += Markup('<text x="{:.2f}%" y="13.5">{}</text>').format(
                start + share_of / 2, player.initial
            )
        drawn += Markup("</g>")
        start += share_of
    return Markup('<svg class="bar" aria-hidden="true">{}</svg>').format(drawn)


def share(part: int, whole: int, colour: int) -> Markup:
    """Return the thin line that shows how much of *whole* (the end of the game) is reached."""
    percent = min(100.0, max(0.0, part * 100 / whole)) if whole > 0 else 0.0
    return Markup(
        '<svg class="lim p{}" aria-hidden="true"><rect width="{:.1f}%" height="100%"/></svg>'
    ).format(colour, percent)


def mark(number: int, x: float, y: float) -> Markup:
    """Return the marker of the line *number* (from 0): twelve shapes, so that no two are alike."""
    kind = "open" if number % len(MARKS) >= FIRST_OPEN_MARK else "full"
    return Markup('<path class="{}" transform="translate({:.1f} {:.1f})" d="{}"/>').format(
        kind, x, y, MARKS[number % len(MARKS)]
    )


def _letters(name: str) -> str:
    """Return the letters and digits of *name*; any sign it has if there are none."""
    word = unicodedata.normalize("NFC", name)
    return "".join(sign for sign in word if sign.isalnum()) or word.strip()[:1] or "?"


def _classes(*names: str) -> str:
    return " ".join(name for name in names if name)


def _of(count: int, total: int) -> str:
    return str(count) if count == total else f"{count}/{total}"
