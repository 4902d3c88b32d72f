# SPDX-License-Identifier: MIT
"""The search behind `_runs`: which window of numbers each colour's run covers.

Every point and every tie-break is a sum over the colours, so a choice of windows (low to high, one
or none per colour) is worth one whole number, and the largest number is the answer. A choice can
be filled exactly if, for every group of colours, the gaps that numbered wilds and the colours' own
wilds leave open are not more than the full wilds (Hall's marriage theorem; coloured wilds never
leave their colour). The search goes through the colours with the fewest useful windows first and
gives up a branch when even an upper bound, which counts the shared wilds without asking their
numbers, does not beat the best way found so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

TOP = 9

# One tie-break a digit, so that a sum of numbers compares like the list of rules above. The sum
# of a digit over four colours never reaches the next unit: a start and a length have one decimal
# digit per colour, four lengths are compared from the longest down by a sum of powers of five, and
# there are 36 gaps at most.
_DIGITS = (1000, 100, 10, 1)
_START = 1
_COLOUR = 2**14 * _START
_LENGTHS = 2**14 * _COLOUR
_WILD = 2**23 * _LENGTHS
_POINT = 2**6 * _WILD

# A window in any colour: its worth but for the bonus and the colour's digits; what to multiply
# these by; its gaps; low and high.
_Candidate: TypeAlias = tuple[int, int, int, int, int]

_ALL_WINDOWS: list[_Candidate] = [
    (
        length * _POINT + 5**length * _LENGTHS,
        length * _COLOUR - low * _START,
        (1 << low + length - 1) - (1 << low - 1),
        low,
        low + length - 1,
    )
    for length in range(1, TOP + 1)
    for low in range(1, TOP + 2 - length)
]

# A number's bit, repeated once per plane; plane k holds the numbers that k colours or more lack.
_PLANES = 1 | 1 << TOP | 1 << 2 * TOP | 1 << 3 * TOP


class _Wilds(NamedTuple):
    """The wilds that colours share, seen from what the colours lack."""

    free: int  # numbers with a numbered wild for every colour that lacks them
    scarce: int  # numbers with some, yet fewer
    planes: int  # the scarce ones: bit n of plane k if there are k or more of number n
    supply: int  # all that are scarce: numbered and full
    full: int


# A window to choose in a colour: its worth; the gaps over what is free and the colour's own wilds
# (negative if those are too many); the gaps whose numbered wilds are scarce; low and high.
_Window: TypeAlias = tuple[int, int, int, int, int]

# For each group of colours chosen so far: gaps as above, and the planes of scarce numbers.
_Groups: TypeAlias = list[tuple[int, int]]

_NO_COLOURS: _Groups = [(0, 0)]


def choose(
    masks: Sequence[int], owns: Sequence[int], copies: Sequence[int], full: int, bonus: int
) -> list[tuple[int, int]]:
    """Return per colour the low and high of its best run, or 0 and 0 for none.

    Args:
        masks: Per colour its number cards; bit 0 is a 1.
        owns: Per colour its coloured wilds.
        copies: Per number, from 1 upwards, its numbered wilds.
        full: The full wilds.
        bonus: What a run from 1 to 9 earns besides its nine points.
    """
    wilds = _share(masks, copies, full)
    windows = [_windows(place, masks[place], owns[place], wilds, bonus) for place in range(4)]
    return [(low, high) for *_, low, high in _search(windows, wilds)]


def _share(masks: Sequence[int], copies: Sequence[int], full: int) -> _Wilds:
    """Sort the numbered wilds into those that nobody contests and the scarce ones."""
    free = scarce = planes = count = 0
    for place, held in enumerate(copies):
        if held:
            bit = 1 << place
            if held >= sum(not mask & bit for mask in masks):
                free |= bit
            else:
                scarce |= bit
                count += held
                for plane in range(held):
                    planes |= bit << plane * TOP
    return _Wilds(free, scarce, planes, count + full, full)


@cache
def _candidates(mask: int) -> tuple[_Candidate, ...]:
    """Return the windows that may be best for a colour that holds these numbers.

    The worthiest comes first, the one without any gap last. A window is left out where a worthier
    one has no other gaps.
    """
    found = [(0, 0, 0, 0, 0)]
    for worth, digits, window, low, high in _ALL_WINDOWS:
        gaps = window & ~mask
        found.append((worth - gaps.bit_count() * _WILD, digits, gaps, low, high))
    found.sort(reverse=True)
    kept: list[_Candidate] = []
    for candidate in found:
        others = ~candidate[2]
        for worthier in kept:
            if not worthier[2] & others:
                break
        else:
            kept.append(candidate)
            if not candidate[2]:
                break
    return tuple(kept)


def _windows(place: int, mask: int, own: int, wilds: _Wilds, bonus: int) -> list[_Window]:
    """Return a colour's useful windows, the worthiest first (no run at all is worth 0).

    A window is left out where its colour alone cannot fill it, or where a worthier one asks for
    no more.
    """
    kept: list[_Window] = []
    asks: list[tuple[int, int]] = []
    digit = _DIGITS[place]
    for worth, digits, gaps, low, high in _candidates(mask):
        asked = gaps & ~wilds.free
        scarce = asked & wilds.scarce
        need = asked.bit_count() - own
        others = need - scarce.bit_count()
        if others > wilds.full:
            continue
        for less, fewer in asks:
            if fewer <= others and not less & ~scarce:
                break
        else:
            asks.append((scarce, others))
            extra = bonus * _POINT if high - low == TOP - 1 else 0
            kept.append((worth + digits * digit + extra, need, scarce, low, high))
            if others == -own and not scarce:
                break
    return kept


def _join(groups: _Groups, need: int, scarce: int, wilds: _Wilds) -> _Groups | None:
    """Return the groups of colours that a further colour makes, or None if one cannot be filled."""
    joined: _Groups = []
    repeated = scarce * _PLANES
    for gaps, planes in groups:
        # Each number that the colour lacks rises to the plane above those it already reached.
        risen = planes | scarce | (planes & repeated) << TOP
        if gaps + need - (risen & wilds.planes).bit_count() > wilds.full:
            return None
        joined.append((gaps + need, risen))
    return joined


def _search(windows: Sequence[Sequence[_Window]], wilds: _Wilds) -> list[_Window]:
    """Return the worthiest windows that can be filled together, in the order of COLOURS."""
    order = sorted(range(len(windows)), key=lambda place: len(windows[place]))
    colours = [windows[place] for place in order]
    bounds = _bounds(colours, wilds.supply)
    best_worth = -1
    best_path: tuple[_Window, ...] = ()

    def descend(worth: int, left: int, groups: _Groups, path: tuple[_Window, ...]) -> None:
        nonlocal best_worth, best_path
        depth = len(path)
        if depth == len(colours):
            best_worth, best_path = worth, path
            return
        bound = bounds[depth + 1]
        hopes = []
        for window in colours[depth]:
            rest = left - window[1] if window[1] > 0 else left
            if rest >= 0 and worth + window[0] + bound[rest] > best_worth:
                hopes.append((worth + window[0] + bound[rest], rest, window))
        hopes.sort(reverse=True)
        for hope, rest, window in hopes:
            if hope <= best_worth:
                return
            joined = _join(groups, window[1], window[2], wilds)
            if joined is not None:
                descend(worth + window[0], rest, groups + joined, (*path, window))

    descend(0, wilds.supply, _NO_COLOURS, ())
    return [best_path[order.index(place)] for place in range(len(windows))]


def _bounds(colours: Sequence[Sequence[_Window]], count: int) -> list[list[int]]:
    """Return what the colours from each one on are worth at most, by shared wilds left.

    The wilds are only counted here, as if each stood for any number.
    """
    bounds = [[0] * (count + 1)]
    for windows in reversed(colours):
        # Worthiest first, so the first window of each need is the one to keep.
        cheapest: dict[int, int] = {}
        for worth, need, *_ in windows:
            cheapest.setdefault(max(need, 0), worth)
        after = bounds[0]
        bounds.insert(
            0,
            [
                max(worth + after[left - need] for need, worth in cheapest.items() if need <= left)
                for left in range(count + 1)
            ],
        )
    return bounds


def can_fill(gaps: Sequence[int], owns: Sequence[int], copies: Sequence[int], full: int) -> bool:
    """Return whether the wilds can fill the gaps (bit masks, one per colour), all of them.

    Args:
        gaps: Per colour the gaps.
        owns: Per colour its coloured wilds.
        copies: Per number, from 1 upwards, its numbered wilds.
        full: The full wilds.
    """
    planes = 0
    for place, held in enumerate(copies):
        for plane in range(min(held, len(gaps))):
            planes |= 1 << place << plane * TOP
    wilds = _Wilds(0, 0, planes, 0, full)
    groups = _NO_COLOURS
    for mask, held in zip(gaps, owns, strict=True):
        joined = _join(groups, mask.bit_count() - held, mask, wilds)
        if joined is None:
            return False
        groups = groups + joined
    return True
