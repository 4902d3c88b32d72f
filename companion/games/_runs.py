# SPDX-License-Identifier: MIT
"""The best use of wild cards over four colours of numbers; used by TEN.

A *run* is consecutive numbers of one colour, with any start and no step from 9 to 1; a single
card is a run of one. Each colour counts its best run only, one point a card, and a run from 1 to
9 earns the bonus as well. A numbered wild is its number in any colour, a coloured wild any number
of its colour, the full wild anything; each serves once, or not at all.

>>> hand = {"blue": [1, 2, 3, 5, 7]}
>>> run, = best(hand, {"blue": 1}, [6], full=0, bonus=1).runs
>>> run.colour, run.low, run.high, [wild.card for wild in run.wilds]
('blue', 1, 7, ['b#', 'w6'])

**Which of several equal ways.** The order is part of the public match format, so that the same
hand is shown alike everywhere: the most points; then

1. the fewest wilds used (a wild that adds nothing stays in the hand);
2. the run lengths, compared from the longest down;
3. the longer run for red, then blue, then orange, then green;
4. the lowest start for red, then blue, then orange, then green.

>>> def lengths(best):
...     return [(run.colour, run.length) for run in best.runs]
>>> lengths(best({}, {}, [], full=1, bonus=1))
[('red', 1)]
>>> lengths(best({"red": [1, 2], "green": [1, 2, 3]}, {}, [], full=1, bonus=1))
[('red', 2), ('green', 4)]
>>> best({"red": [2, 3, 8, 9]}, {}, [], full=0, bonus=1).runs[0].low
2

That names the runs. Which wild fills which gap is then read off gap by gap, colours in the order
above and numbers upwards: each gap takes the numbered wild of its number, else a wild of its
colour, else a full wild; it passes over one only if the gaps after it could not be filled without.
So an earlier colour comes first where two want the same numbered wild, and within a colour the
coloured wilds lie in lower gaps than the full one.

>>> def cards(best):
...     return [(wild.colour, wild.number, wild.card) for run in best.runs for wild in run.wilds]
>>> cards(best({"red": [4, 6], "blue": [4, 6]}, {"blue": 1}, [5], full=0, bonus=1))
[('red', 5, 'w5'), ('blue', 5, 'b#')]
>>> cards(best({"red": [4, 6], "blue": [4, 6]}, {"red": 1}, [5], full=0, bonus=1))
[('red', 5, 'r#'), ('blue', 5, 'w5')]

Hands that no deck can deal (several full wilds, a numbered wild twice) are solved just the same.
The search itself is told in `_run_search`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.games._run_search import TOP, can_fill, choose

COLOURS = ("red", "blue", "orange", "green")


class Wild(NamedTuple):
    """Which number of which colour a wild card stands for; *card* as in ``w6``, ``r#``, ``w#``."""

    colour: str
    number: int
    card: str


class Run(NamedTuple):
    """The run that counts in a colour, and the wilds in it, numbers upwards."""

    colour: str
    low: int
    high: int
    wilds: tuple[Wild, ...]

    @property
    def length(self) -> int:
        """The cards in the run."""
        return self.high - self.low + 1


class Best(NamedTuple):
    """The best way: one run for each colour that has any, in the order of COLOURS."""

    runs: tuple[Run, ...]

    @property
    def length(self) -> int:
        """The cards in all runs together: the points without any bonus."""
        return sum(run.length for run in self.runs)

    def points(self, bonus: int) -> int:
        """The points, with *bonus* for each run from 1 to 9."""
        return self.length + bonus * sum(run.length == TOP for run in self.runs)


@dataclass(slots=True)
class _Wilds:
    """The wilds still in the hand: per colour, per number, and full ones."""

    owns: list[int]
    copies: list[int]
    full: int


def best(
    natural: Mapping[str, Iterable[int] | int],
    own: Mapping[str, int],
    numbered: Sequence[int],
    full: int,
    bonus: int,
) -> Best:
    """Return the best way to use all wild cards of a hand (exact, pure).

    Args:
        natural: Per colour its number cards: the numbers (1 to 9, copies allowed), or a bit mask
            where bit 0 is a 1. A colour may be left out.
        own: Per colour how many coloured wilds.
        numbered: The numbered wilds by their numbers.
        full: How many full wilds.
        bonus: What a run from 1 to 9 earns besides its nine points; not negative.

    Raises:
        ValueError: for an unknown colour, a number outside 1 to 9 or a negative count.
    """
    if full < 0 or bonus < 0:
        raise ValueError("full and bonus are not negative")
    wilds = _Wilds(_owns(own), [0] * TOP, min(full, TOP * len(COLOURS)))
    for number in numbered:
        wilds.copies[_bit(number)] += 1
    masks = _masks(natural)
    windows = choose(masks, wilds.owns, wilds.copies, wilds.full, bonus)
    gaps = [_mask(*window) & ~mask for window, mask in zip(windows, masks, strict=True)]
    runs = (
        Run(colour, low, high, _fill(place, gaps, wilds))
        for place, (colour, (low, high)) in enumerate(zip(COLOURS, windows, strict=True))
    )
    return Best(tuple(run for run in runs if run.low))


def _bit(number: int) -> int:
    if not 1 <= number <= TOP:
        raise ValueError(f"no such number: {number}")
    return number - 1


def _masks(natural: Mapping[str, Iterable[int] | int]) -> list[int]:
    """Return the colours' number cards as bit masks, in the order of COLOURS."""
    masks = [0] * len(COLOURS)
    for colour, held in natural.items():
        place = _place(colour)
        if isinstance(held, int):
            if not 0 <= held < 1 << TOP:
                raise ValueError(f"no such numbers: {held}")
            masks[place] = held
        else:
            for number in held:
                masks[place] |= 1 << _bit(number)
    return masks


def _owns(own: Mapping[str, int]) -> list[int]:
    """Return the counts of coloured wilds, in the order of COLOURS."""
    owns = [0] * len(COLOURS)
    for colour, count in own.items():
        if count < 0:
            raise ValueError("counts are not negative")
        owns[_place(colour)] = count
    return owns


def _mask(low: int, high: int) -> int:
    return (1 << high) - (1 << low - 1) if low else 0


def _place(colour: str) -> int:
    if colour not in COLOURS:
        raise ValueError(f"no such colour: {colour}")
    return COLOURS.index(colour)


def _fill(place: int, gaps: list[int], wilds: _Wilds) -> tuple[Wild, ...]:
    """Take one colour's gaps off, upwards, each with its wild; they can all be filled before."""
    colour = COLOURS[place]
    filled = []
    while gaps[place]:
        bit = gaps[place] & -gaps[place]
        number = bit.bit_length()
        gaps[place] -= bit
        if _spare(number, gaps, wilds):
            wilds.copies[number - 1] -= 1
            card = f"w{number}"
        elif wilds.owns[place]:
            wilds.owns[place] -= 1
            card = f"{colour[0]}#"
        else:
            wilds.full -= 1
            card = "w#"
        filled.append(Wild(colour, number, card))
    return tuple(filled)


def _spare(number: int, gaps: list[int], wilds: _Wilds) -> bool:
    """Return whether the gaps can be filled without one numbered wild of that number."""
    held = wilds.copies[number - 1]
    if held == 0:
        return False
    if held > sum(mask >> (number - 1) & 1 for mask in gaps):
        return True
    copies = [*wilds.copies]
    copies[number - 1] -= 1
    return can_fill(gaps, wilds.owns, copies, wilds.full)
