# SPDX-License-Identifier: MIT
"""An independent exact solver for TEN's wild cards: a mixed-integer program for HiGHS.

It knows nothing of `companion.games._runs`. Only the total is optimised, not the order among
equal ways. Used by a test and by the benchmark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.optimize import (  # type: ignore[import-untyped]  # scipy ships no types
    Bounds,
    LinearConstraint,
    milp,
)
from scipy.sparse import csr_array  # type: ignore[import-untyped]  # the same

COLOURS = ("red", "blue", "orange", "green")
NUMBERS = range(1, 10)
WINDOWS = [(low, high) for low in NUMBERS for high in range(low, 10)]
SLOTS = [(colour, number) for colour in COLOURS for number in NUMBERS]

# The columns: which window each colour plays, then which slots (colour and number) a numbered,
# a coloured and a full wild fills.
PLAYED = [(colour, window) for colour in COLOURS for window in WINDOWS]
COLUMNS = len(PLAYED) + 3 * len(SLOTS)


def solve(
    natural: Mapping[str, Iterable[int]],
    own: Mapping[str, int],
    numbered: Sequence[int],
    full: int,
    bonus: int,
) -> int:
    """Return the most points that a hand can score."""
    gain = np.zeros(COLUMNS)
    for column, (_, (low, high)) in enumerate(PLAYED):
        gain[column] = high - low + 1 + (bonus if high - low == 8 else 0)
    rows, limits = _rows(natural, own, numbered, full)
    found = milp(
        -gain,
        constraints=LinearConstraint(rows, ub=np.array(limits, dtype=float)),
        bounds=Bounds(0, 1),
        integrality=np.ones(COLUMNS),
    )
    if not found.success:
        raise RuntimeError(found.message)
    return -round(float(found.fun))


def _rows(
    natural: Mapping[str, Iterable[int]],
    own: Mapping[str, int],
    numbered: Sequence[int],
    full: int,
) -> tuple[csr_array, list[int]]:
    held = {(colour, number) for colour in COLOURS for number in natural.get(colour, ())}
    slot = {place: index for index, place in enumerate(SLOTS)}
    by_number, by_colour, by_full = (len(PLAYED) + len(SLOTS) * kind for kind in range(3))
    entries: list[tuple[int, int, int]] = []
    limits: list[int] = []

    def at_most(limit: int, terms: Iterable[tuple[int, int]]) -> None:
        entries.extend((len(limits), column, factor) for column, factor in terms)
        limits.append(limit)

    for colour in COLOURS:
        at_most(1, [(i, 1) for i, (other, _) in enumerate(PLAYED) if other == colour])
        at_most(own.get(colour, 0), [(by_colour + slot[colour, n], 1) for n in NUMBERS])
    for number in NUMBERS:
        copies = sum(wild == number for wild in numbered)
        at_most(copies, [(by_number + slot[colour, number], 1) for colour in COLOURS])
    at_most(full, [(by_full + index, 1) for index in slot.values()])
    for (colour, number), index in slot.items():
        if (colour, number) not in held:
            covering = [
                (i, 1)
                for i, (other, (low, high)) in enumerate(PLAYED)
                if other == colour and low <= number <= high
            ]
            wilds = [(kind + index, -1) for kind in (by_number, by_colour, by_full)]
            at_most(0, covering + wilds)
    at, columns, factors = zip(*entries, strict=True)
    return csr_array((factors, (at, columns)), shape=(len(limits), COLUMNS)), limits
