# SPDX-License-Identifier: MIT
"""Any game: a score sheet for whatever lies on the table.

One number per player and round, or one per category; the highest or the lowest total wins.

>>> [str(line.why) for line in _categories({"Wood": 4, "Ore": -1})]
['Wood', 'Ore']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from companion.engine.colours import Colours
from companion.engine.errors import Problem
from companion.engine.fields import Choice, Int, Labels, Numbers, Text
from companion.engine.game import Finish, Game, Line, Lines, Options, Setup, Step, line
from companion.engine.sheet import Mode, Phase, Round, Start, score_phase
from companion.engine.text import Seat, msg

FAR = 10**9  # no score is anywhere near; it only keeps nonsense out

COLOURS = Colours(
    accent=("#57346a", "#f0bf55"),
    on_accent=("#fff7ea", "#33210a"),
    accent_edge=("#37204a", "#9d7019"),
    accent_text=("#57346a", "#f0c773"),
    accent_soft=("#ece0ee", "#3f313c"),
    lid=("#57346a", "#462b53"),
    lid_ink=("#fff4e2", "#fff4e2"),
    lid_2=("#694380", "#573868"),
    lid_edge=("#3f2550", "#2c1a35"),
    e1=("#fff0da", "#fff0da"),
    e2=("#f0bf55", "#f0bf55"),
    e3=("#37204a", "#2a1834"),
)


OPTIONS = (
    Text(key="name", label=msg("Name of the game"), help=msg("Shown on top of every screen.")),
    Choice(
        key="best",
        label=msg("Who wins"),
        help=msg("Whether the highest or the lowest total wins."),
        choices=(("high", msg("the highest total")), ("low", msg("the lowest total"))),
    ),
    Int(
        key="rounds",
        label=msg("Number of rounds"),
        help=msg("The game ends after so many rounds; 0 leaves it open."),
        default=0,
    ),
    Int(
        key="target",
        label=msg("Ends at"),
        help=msg(
            "The game ends after a round in which somebody reaches this total; 0 leaves it open."
        ),
        default=0,
        high=FAR,
    ),
    Labels(
        key="categories",
        label=msg("Categories"),
        help=msg(
            "Parts of the score that are entered one by one; without any, one number is asked."
        ),
        more=True,
    ),
    Int(
        key="decimals",
        label=msg("Decimals"),
        help=msg("How many decimals a score may have."),
        default=0,
        high=2,
        more=True,
    ),
    Int(
        key="low",
        label=msg("Lowest score"),
        help=msg("No number entered can be lower; empty sets no limit."),
        low=-FAR,
        high=FAR,
        optional=True,
        more=True,
    ),
    Int(
        key="high",
        label=msg("Highest score"),
        help=msg("No number entered can be higher; empty sets no limit."),
        low=-FAR,
        high=FAR,
        optional=True,
        more=True,
    ),
)


def agree(options: Options) -> tuple[Problem, ...]:
    """Refuse limits between which no number lies: nothing could be entered."""
    low, high = options["low"], options["high"]
    if low is None or high is None or low <= high:
        return ()
    text = msg("The highest score lies below the lowest: {high} and {low}.", high=high, low=low)
    return (Problem(text, "high"),)


def phases(round: Round) -> tuple[Phase, ...]:
    """Ask for points, or for one number per category."""
    o = round.options
    return _phases(tuple(o["categories"]), o["decimals"], o["low"], o["high"])


@cache
def _phases(
    categories: tuple[str, ...], decimals: int, low: int | None, high: int | None
) -> tuple[Phase, ...]:
    unit = 10**decimals
    least = unit * (-FAR if low is None else low)
    most = unit * (FAR if high is None else high)
    points = Int(key="points", label=msg("Points"), low=least, high=most, decimals=decimals)
    typed = Mode("points", msg("Points"), (points,))
    if not categories:
        return score_phase(typed)
    values = Numbers(
        key="values",
        label=msg("Points"),
        labels=categories,
        low=least,
        high=most,
        decimals=decimals,
    )
    return score_phase(Mode("values", msg("Categories"), (values,)), typed)


def score(round: Round) -> Lines:
    """Give what was entered, one line per category."""
    if round.entry.mode == "points":
        points = round.entry.column("points")
        return tuple(line(number, msg("Points"), "points") for number in points)
    return tuple(_categories(values) for values in round.entry.column("values"))


def _categories(values: Mapping[str, int]) -> tuple[Line, ...]:
    named = (
        line(number, msg("{category}", category=name), "categories")
        for name, number in values.items()
    )
    return tuple(part for parts in named for part in parts)


def start(round: Round) -> Start:
    """Let the deal go round clockwise, where the table named a dealer."""
    first = round.first.dealer
    if not isinstance(first, int):
        return Start()
    return Start(dealer=(first + round.number - 1) % round.seats)


def steps(round: Round) -> tuple[Step, ...]:
    """Say who deals, if that is known."""
    dealer = round.start.dealer
    if not isinstance(dealer, int):
        return ()
    return (Step(msg("{who} deals.", who=Seat(dealer)), "dealer"),)


def finish(seats: int, options: Options) -> Finish:
    """End after the rounds or at the target that the table set, whichever comes first."""
    return Finish(
        options["best"],
        rounds=options["rounds"] or None,
        reach=options["target"] * 10 ** options["decimals"] or None,
    )


def sample(round: Round, dice: Random) -> dict[str, Any]:
    """Let everybody score something between -5 and 30, within the table's limits."""
    options = round.options
    low, high = options["low"], options["high"]
    if low is None:
        low = -5 if high is None else min(-5, high)
    if high is None:
        high = max(30, low)
    names, seats = options["categories"], range(round.seats)
    rows: list[dict[str, Any]]
    if names:
        rows = [{"values": [dice.randint(low, high) for _ in names]} for _ in seats]
    else:
        rows = [{"points": dice.randint(low, high)} for _ in seats]
    return {"mode": "values" if names else "points", "seats": rows}


def setup(seats: int, options: Options) -> Setup:
    """Say what the sheet will do; the box knows the rest."""
    steps = (Step(msg("Set the game up as its own rules say."), "points"),)
    return Setup(steps, {"rounds": options["rounds"] or None})


GAME = Game(
    slug="any_game",
    title=msg("Any game"),
    title_option="name",
    about=msg("A score sheet for whatever lies on the table."),
    seats=range(1, 13),
    sources=("our own",),
    colours=COLOURS,
    first_role="dealer",
    options=OPTIONS,
    agree=agree,
    setup=setup,
    phases=phases,
    score=score,
    finish=finish,
    start=start,
    steps=steps,
    sample=sample,
    decimals=lambda options: int(options["decimals"]),
)
