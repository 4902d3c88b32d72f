# SPDX-License-Identifier: MIT
"""How long it takes to replay a match of 100 rounds with 6 players, for every game that can.

    python -m tests.bench.bench_replay [--runs 50] [--seed 1]

Every page and every correction replays the whole match. The limit is on the median; the worst
run is printed beside it, since another program may have had the processor. Exit status 1 when
a game misses the limit, a round does not score, or a game has no rounds made up for it.
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
from typing import Any

import companion.games
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.replay import play
from companion.engine.setting import Setting, read_setting

LIMIT_MS = 5.0
ROUNDS, PLAYERS = 100, 6
RUNS = 50
ONE_ROUND = ("tien",)  # games that are a single round have nothing to replay

Made = dict[str, Any]


def parts(dice: random.Random, whole: int) -> list[int]:
    """Return *whole* parted among the players at random."""
    seats = [dice.randrange(PLAYERS) for _ in range(whole)]
    return [seats.count(seat) for seat in range(PLAYERS)]


def witches_count(dice: random.Random) -> Made:
    """Return the 13 fire cards and the five special cards with anybody."""
    table = {key: dice.randrange(PLAYERS) for key in ("fire", "water", "queen", "earth", "air")}
    return {"mode": "count", "seats": [{"red": n} for n in parts(dice, 13)], "table": table}


def witches_cards(dice: random.Random) -> Made:
    """Return the 18 cards that count with anybody."""
    ids = [*(f"r{n}" for n in range(1, 15)), "g11", "g12", "y11", "b11"]
    owners = {id: dice.randrange(PLAYERS) for id in ids}
    piles = [[id for id in ids if owners[id] == seat] for seat in range(PLAYERS)]
    return {"mode": "cards", "seats": [{"pile": pile} for pile in piles]}


def anemone_count(dice: random.Random) -> Made:
    """Return the 48 cards with anybody, and their 18 extras among them."""
    bonus = parts(dice, 18)
    others = parts(dice, 30)
    rows = [
        {"cards": n + more, "bonus": more, "anemones": seat % 2}
        for seat, (n, more) in enumerate(zip(others, bonus, strict=True))
    ]
    return {"mode": "count", "seats": rows}


def nimmt_cards(dice: random.Random) -> Made:
    """Return some cards left in every hand but one."""
    ids = dice.sample(range(1, 101), 20)
    hands = [[], *(ids[seat * 4 : seat * 4 + 4] for seat in range(PLAYERS - 1))]
    return {"mode": "cards", "seats": [{"hand": [str(id) for id in hand]} for hand in hands]}


def nimmt_colours(dice: random.Random) -> Made:
    """Return some cards by colour in every hand but one."""
    most = {"white": 4, "yellow": 2, "blue": 1, "black": 0}
    rows = [{colour: dice.randint(0, n) for colour, n in most.items()} for _ in range(PLAYERS)]
    rows[0] = dict.fromkeys(most, 0)
    rows[1]["black"] = 1
    return {"mode": "colours", "seats": rows}


def any_points(dice: random.Random) -> Made:
    """Return one number per player."""
    points = [{"points": dice.randrange(100)} for _ in range(PLAYERS)]
    return {"mode": "points", "seats": points}


MADE_UP: dict[str, tuple[Callable[[random.Random], Made], ...]] = {
    "any_game": (any_points,),
    "elf_nimmt": (nimmt_cards, nimmt_colours),
    "enemy_anemone": (anemone_count,),
    "witches": (witches_cards, witches_count),
}


def main() -> int:
    """Run the benchmark, print its table and return the status."""
    options = argparse.ArgumentParser(description="replaying a long match, timed")
    options.add_argument("--runs", type=int, default=RUNS)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    print(f"{ROUNDS} rounds, {PLAYERS} players, {chosen.runs} runs, seed {chosen.seed}")
    print(f"Python {platform.python_version()}, {platform.platform()}, {_processor()}")
    print()
    print(f"{'':28}{'median ms':>12}{'worst ms':>12}")
    kept = True
    for game in Registry(companion.games):
        if game.slug in ONE_ROUND:
            continue
        if game.slug not in MADE_UP:
            print(f"{game.slug:28}has no rounds made up for it")
            kept = False
        for make in MADE_UP.get(game.slug, ()):
            times = timed(game, make, chosen.runs, random.Random(chosen.seed))
            print(f"{make.__name__:28}{median(times):12.2f}{max(times):12.2f}")
            kept = kept and median(times) <= LIMIT_MS
    print(f"{'limit':28}{LIMIT_MS:12.2f}")
    print("the limit is kept" if kept else "THE LIMIT IS MISSED")
    return 0 if kept else 1


def timed(
    game: Game, make: Callable[[random.Random], Made], runs: int, dice: random.Random
) -> list[float]:
    """Return the milliseconds that each replay of the same match took."""
    setting = _setting(game)
    rounds = [{"score": make(dice)} for _ in range(ROUNDS)]
    match = play(game, setting, rounds)
    if len(match.rounds) != ROUNDS:
        raise SystemExit(f"{make.__name__}: {[str(p.text) for p in match.problems]}")
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        play(game, setting, rounds)
        times.append((time.perf_counter() - start) * 1000)
    return times


def _setting(game: Game) -> Setting:
    # A game that can end after a fixed number of rounds does so after all of these.
    longer = {"rounds": ROUNDS} if any(f.key == "rounds" for f in game.options) else {}
    setting, problems = read_setting(game, PLAYERS, {"options": longer, "dealer": 0, "starter": 0})
    if setting is None:
        raise SystemExit(f"{game.slug}: {[str(p.text) for p in problems]}")
    return setting


def _processor() -> str:
    """Return the processor's name where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.processor()


if __name__ == "__main__":
    sys.exit(main())
