# SPDX-License-Identifier: MIT
"""Enemy Anemone: tricks in which no suit comes twice; four hands, anemones that carry over.

>>> [str(line.why) for line in _pile(12, 5)]
['12 cards in the pile', '5 of them are a 3, 5 or 8']
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from companion.engine.colours import Colours
from companion.engine.errors import Problem
from companion.engine.fields import Cards, Choice, Int, SeatRef, Tokens
from companion.engine.game import Finish, Game, Line, Lines, Options, Tie, line
from companion.engine.sheet import Carry, Entry, Mode, Phase, Round, Start, score_phase
from companion.engine.text import msg, nmsg
from companion.games._anemone_checks import (
    check_bonus,
    check_cards,
    check_extras,
    check_points,
    over_supply,
)
from companion.games._anemone_deck import BOXES, EXTRAS_DECK
from companion.games._anemone_meters import (
    BONUS,
    CARDS,
    EXTRAS,
    POINTS,
    rest_of_cards,
    rest_of_count,
    rest_of_points,
)
from companion.games._anemone_options import OPTIONS
from companion.games._anemone_sample import played
from companion.games._anemone_steps import HANDS, setup, steps
from companion.games._anemones import SUPPLY, Award, award, cards, held_cards

TYPED = msg("Points")
FAR = 99_999  # no hand is anywhere near; it only keeps nonsense out

COLOURS = Colours(
    accent=("#0b666d", "#55b9b0"),
    on_accent=("#f5fffb", "#032725"),
    accent_edge=("#063f45", "#2a746e"),
    accent_text=("#0b636a", "#86d9d0"),
    accent_soft=("#d3e8e5", "#1f383c"),
    lid=("#0b666d", "#0b4b51"),
    lid_ink=("#effdf8", "#effdf8"),
    lid_2=("#1c7b81", "#18626a"),
    lid_edge=("#064a50", "#052f34"),
    e1=("#ffe4d8", "#ffe4d8"),
    e2=("#ff9f86", "#ff9f86"),
    e3=("#053d43", "#052f34"),
)

DISCARDS = msg("Count discards too.")
EACH_EXTRA = msg("1 extra each")
ANEMONES = Tokens(
    key="anemones",
    label=msg("Anemones left"),
    help=msg("What they show together before the award: 2 for a +2, 1 for a +1."),
    default=None,
    optional=True,
)
GIVER = SeatRef(
    key="giver",
    label=msg("Who gives an anemone"),
    help=msg("Only if none are left and several players have the most."),
)
GIVES = Choice(
    key="gives",
    label=msg("Which anemone"),
    help=msg("Only if none are left and the giver has both."),
    choices=(("plus1", msg("+1")), ("plus2", msg("+2"))),
    per="table",
    optional=True,
)


def phases(round: Round) -> tuple[Phase, ...]:
    """Ask for the pile and its 3s, 5s and 8s, or for points; and for the anemones left."""
    return _phases(round.seats)


@cache
def _phases(seats: int) -> tuple[Phase, ...]:
    box = BOXES[seats]
    last = (ANEMONES, GIVER, GIVES)
    pile = Int(
        key="cards",
        label=msg("Cards in the pile"),
        ask=lambda who: msg("Cards in {who}'s pile", who=who),
        help=DISCARDS,
        high=box.cards,
    )
    extras = Cards(
        key="extras", label=msg("3s, 5s and 8s in it"), help=EACH_EXTRA, deck=EXTRAS_DECK
    )
    bonus = Int(key="bonus", label=msg("How many 3s, 5s and 8s"), high=box.extras)
    points = Int(key="points", label=msg("Points"), low=-FAR, high=FAR, signed=False)
    return score_phase(
        Mode(
            "cards",
            msg("Cards"),
            (pile, extras, *last),
            (check_cards, check_extras, _check_anemones),
            way=msg("Tap cards"),
            meters=(CARDS, EXTRAS),
            rest=rest_of_cards,
        ),
        Mode(
            "count",
            msg("Count"),
            (pile, bonus, *last),
            (check_cards, check_bonus, _check_anemones),
            way=msg("Count cards"),
            meters=(CARDS, BONUS),
            rest=rest_of_count,
        ),
        Mode(
            "points",
            msg("Points"),
            (points, *last),
            (check_points, _check_anemones),
            way=msg("Type points"),
            meters=(POINTS,),
            rest=rest_of_points,
        ),
    )


def _check_anemones(round: Round, entry: Entry) -> Sequence[Problem]:
    """Ask where the anemones cannot be, or where the table must say who gives one."""
    held = _held(round, entry)
    found = held_cards(held)
    if found > SUPPLY:
        return (over_supply(found),)  # who gives one is not the question then
    if found + round.seats <= SUPPLY:  # enough for everybody: no need to look who is lowest
        return ()
    return _award(round, entry, held).asks


def score(round: Round) -> Lines:
    """Give a point for each card in the pile and one more for each 3, 5 and 8.

    Settled: the printed rank decides, a 2 with a +1 on it is no 3; own discards count for
    their owner (two independent sources); anemones are worth nothing.
    """
    entry = round.entry
    if entry.mode == "points":
        return tuple(line(number, TYPED, "points") for number in entry.column("points"))
    return tuple(
        _pile(*counts) for counts in zip(entry.column("cards"), _extras(entry), strict=True)
    )


@cache
def _pile(size: int, extras: int) -> tuple[Line, ...]:
    return (
        *line(size, nmsg("{n} card in the pile", "{n} cards in the pile", size), "cards"),
        *line(
            extras,
            nmsg("{n} of them is a 3, 5 or 8", "{n} of them are a 3, 5 or 8", extras),
            "extras",
        ),
    )


def _extras(entry: Entry) -> list[int]:
    """Return how many 3s, 5s and 8s each pile has."""
    if entry.mode == "count":
        return entry.column("bonus")
    return list(map(len, entry.column("extras")))


def _points(entry: Entry) -> list[int]:
    """Return what each seat got in this hand."""
    if entry.mode == "points":
        return entry.column("points")
    return list(map(int.__add__, entry.column("cards"), _extras(entry)))


def carry(round: Round, lines: Lines) -> Carry:
    """Hand out the anemones of the hand's end; all of them stay for the next hand."""
    entry = round.entry
    return {"anemones": _award(round, entry, _held(round, entry)).after}


def _held(round: Round, entry: Entry) -> tuple[int, ...]:
    """Return the pips before the award; what nobody entered is as the last round left it."""
    before = round.carry.get("anemones") or (0,) * round.seats
    entered = entry.column("anemones")
    return tuple(old if new is None else new for old, new in zip(before, entered, strict=True))


def _award(round: Round, entry: Entry, held: tuple[int, ...]) -> Award:
    """Give the lowest score of the hand's end its anemone.

    Settled: one +1, with any number of players. Open, hence options: whether "lowest" means
    the total or the hand, what a tie does, whether the last hand has an award, and whether the
    +2 and +1 of six players belong here.
    """
    options = round.options
    if round.number >= HANDS and not options["last"]:
        return Award(held)
    marks = _points(entry)
    if options["lowest"] == "total":
        marks = list(map(int.__add__, marks, round.totals))
    first = round.start.starter
    dues = _dues(
        tuple(marks),
        first if isinstance(first, int) else 0,
        options["lowest_tie"] == "each",
        round.seats == 6 and options["six_award"] == "hand",
    )
    table = entry.table
    return award(held, dues, table["giver"], table["gives"], options["shortage_face"])


@lru_cache(maxsize=512)
def _dues(marks: tuple[int, ...], first: int, each: bool, six: bool) -> tuple[tuple[int, int], ...]:
    """Return who is due how much, the lowest before the second lowest.

    Among equals the order is clockwise from who started the hand: it only matters where the
    supply has too few cards for all of them.
    """
    clockwise = [*range(first, len(marks)), *range(first)]
    dues: list[tuple[int, int]] = []
    scores = sorted(set(marks))
    for mark, due in zip(scores, (2, 1) if six else (1,), strict=False):
        mine = [(seat, due) for seat in clockwise if marks[seat] == mark]
        if each or len(mine) == 1:
            dues += mine
    return tuple(dues)


def start(round: Round) -> Start:
    """Let the highest score start; in hand 1 whom the table named.

    Settled: the highest starts. Open: total or hand, and a tie.
    """
    if round.before is None:
        return round.first
    marks = round.totals if round.options["lowest"] == "total" else round.last
    top = max(marks)
    best = tuple(seat for seat, mark in enumerate(marks) if mark == top)
    last = round.before.starter
    if len(best) == 1:
        return Start(starter=best[0])
    if round.options["start_tie"] == "ask" or not isinstance(last, int):
        return Start(starter=best)
    return Start(starter=min(best, key=lambda seat: (seat - last) % round.seats))


def finish(seats: int, options: Options) -> Finish:
    """End after four hands; the highest total wins, then the most anemones left.

    Settled: four hands, highest, anemones. Open: whether cards or their value count.
    """
    label = msg("Anemones left") if options["tie"] == "cards" else msg("Value of anemones left")
    return Finish("high", rounds=HANDS, ties=(Tie(label, _kept),))


def _kept(round: Round) -> Sequence[int]:
    pips = round.carry["anemones"]
    return [cards(mine) for mine in pips] if round.options["tie"] == "cards" else pips


GAME = Game(
    slug="enemy_anemone",
    title=msg("Enemy Anemone"),
    about=msg("Highest total after four hands wins; never play a suit twice in a trick."),
    seats=range(2, 7),
    minutes=25,
    sources=(
        "Rules text and panel of the game at Board Game Arena, also in French and Korean",
        "Reviews at spacebiff.com and boardgamememo.com, data at tabletopgamesblog.com",
    ),
    colours=COLOURS,
    unit="hand",
    first_role="starter",
    options=OPTIONS,
    opening=(Tokens(key="anemones", label=msg("Anemones held")),),
    setup=setup,
    phases=phases,
    score=score,
    carry=carry,
    finish=finish,
    start=start,
    steps=steps,
    sample=lambda round, dice: played(round.seats, dice),
)
