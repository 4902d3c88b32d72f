# SPDX-License-Identifier: MIT
"""Benchmark: the best use of wild cards against an independent exact solver.

    python tests/bench/bench_runs.py [--quick] [--seed N]

Plays random legal hands of TEN (a tenth of them with all nine numbered wilds) and prints median
and worst time of `companion.games._runs` and of a mixed-integer program for HiGHS (the `bench`
extra), both on the same hands. The status is 1 if a limit below is missed or the totals differ.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.games._runs import best
from tests.bench._milp import solve
from tests.games._brute_runs import Hand
from tests.games._hands import legal_hand

MEDIAN_MS = 1.0
WORST_MS = 20.0
TIMES_FASTER = 50.0
HANDS, QUICK_HANDS = 1000, 100
SIZES = (5, 60)
BONUS = 1


def main() -> int:
    """Run the benchmark, print its table and return the status."""
    options = argparse.ArgumentParser(description="best use of wild cards, timed")
    options.add_argument("--quick", action="store_true", help=f"only {QUICK_HANDS} hands")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    dice = random.Random(chosen.seed)
    hands = [
        legal_hand(dice, dice.randint(*SIZES), all_numbered=turn % 10 == 0)
        for turn in range(QUICK_HANDS if chosen.quick else HANDS)
    ]
    ours, points = timed(lambda hand: best(*hand, BONUS).points(BONUS), hands)
    theirs, totals = timed(lambda hand: solve(*hand, BONUS), hands)
    return report(chosen.seed, ours, theirs, different=sum(map(int.__ne__, points, totals)))


def timed(answer: Callable[[Hand], int], hands: list[Hand]) -> tuple[list[float], list[int]]:
    """Return the milliseconds that each hand took, and the answers."""
    times, answers = [], []
    for hand in hands:
        start = time.perf_counter()
        answers.append(answer(hand))
        times.append((time.perf_counter() - start) * 1000)
    return times, answers


def report(seed: int, ours: list[float], theirs: list[float], different: int) -> int:
    """Print the table and return 0, or 1 if a limit is missed."""
    faster = median(theirs) / median(ours)
    print(f"{len(ours)} hands, seed {seed}, {SIZES[0]} to {SIZES[1]} cards, one in ten with all")
    print("nine numbered wilds")
    print(f"Python {platform.python_version()}, {platform.platform()}, {platform.machine()}")
    print()
    print(f"{'':24}{'median ms':>12}{'worst ms':>12}")
    print(f"{'companion.games._runs':24}{median(ours):12.3f}{max(ours):12.3f}")
    print(f"{'HiGHS (scipy milp)':24}{median(theirs):12.3f}{max(theirs):12.3f}")
    print(f"{'limits':24}{MEDIAN_MS:12.3f}{WORST_MS:12.3f}")
    print()
    print(f"{faster:.0f} times faster at the median (limit {TIMES_FASTER:.0f})")
    print(f"{different} different totals")
    kept = (
        median(ours) <= MEDIAN_MS
        and max(ours) <= WORST_MS
        and faster >= TIMES_FASTER
        and not different
    )
    print("all limits kept" if kept else "A LIMIT IS MISSED")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
