# SPDX-License-Identifier: MIT
"""Witches: a trick game in which fire cards cost points and the lowest total wins.

The rules are told in ``rules/witches.en.md``. The marks in the docstrings say how sure each
one is: settled by several independent sources, likely, or open with a house rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.engine.cards import Card, Suit, deck
from companion.engine.colours import Colours
from companion.engine.fields import Cards, Int, SeatRef, Tokens
from companion.engine.game import Finish, Game, Line, Lines, Options, Setup, Step, line
from companion.engine.sheet import Mode, Pass, Phase, Round, Start, score_phase
from companion.engine.text import Msg, Seat, msg
from companion.games._witches_checks import (
    gifts_add_up,
    hands_of,
    lost_cards,
    lost_counts,
    shooter_of,
    typed_points,
)
from companion.games._witches_meters import (
    BY_CARDS,
    BY_COUNT,
    moment_of,
    rest_of_cards,
    rest_of_count,
)
from companion.games._witches_moon import after_moon
from companion.games._witches_options import OPTIONS
from companion.games._witches_sample import dealt
from companion.games._witches_worth import (
    EARTH_WITCH,
    FIRE_CARDS,
    PYGMY_QUEEN,
    WATER_WITCH,
    Worth,
    worth,
)

COLOURS = Colours(
    accent=("#a8321c", "#ea7f60"),
    on_accent=("#fff7ea", "#2b0b03"),
    accent_edge=("#6f1b0c", "#94432c"),
    accent_text=("#a02f1a", "#ffa58a"),
    accent_soft=("#f7dfd5", "#45271f"),
    lid=("#a8321c", "#6f2415"),
    lid_ink=("#fff1e0", "#fff1e0"),
    lid_2=("#bb482e", "#853423"),
    lid_edge=("#7b2110", "#471409"),
    e1=("#fff0dc", "#fff0dc"),
    e2=("#f9b54a", "#f9b54a"),
    e3=("#6d1c0d", "#47140a"),
)

CARDS_IN_BOX = 60
#: Per number of players: cards dealt (settled), cards passed (settled).
DEALT = {3: 20, 4: 15, 5: 12, 6: 10}
PASSED = {3: 4, 4: 3, 5: 3, 6: 2}
#: Which way the cards are passed, round after round; never a round without (likely).
WAYS = {
    3: ("left", "right"),
    4: ("left", "right", "across"),
    5: ("left", "right"),
    6: ("left", "right", "across"),
}
FAR = 99_999

FIRE_WITCH = msg("Fire Witch")
AIR_WITCH = msg("Air Witch")

#: The cards that count; no other card is ever entered.
DECK = deck(
    (
        *(
            Card(
                id="r11",
                label=FIRE_WITCH,
                suit="fire",
                short="×2",
                rank=11,
                effect=msg("doubles the fire cards, at most to 15"),
                shape="hat",
            )
            if rank == 11
            else Card(id=f"r{rank}", label=msg("red {rank}", rank=rank), suit="fire", rank=rank)
            for rank in range(1, 15)
        ),
        *(
            Card(id=id, label=label, suit=suit, rank=int(id[1:]), effect=effect, shape=shape)
            for id, label, suit, effect, shape in (
                ("g11", WATER_WITCH, "water", msg("5 points"), "hat"),
                ("g12", PYGMY_QUEEN, "water", msg("10 points"), "queen"),
                ("b11", AIR_WITCH, "air", msg("cancels green"), "hat"),
                ("y11", EARTH_WITCH, "earth", msg("takes off up to 5"), "hat"),
            )
        ),
    ),
    (
        Suit(key="fire", label=msg("Fire"), shape="fire", colour="red"),
        Suit(key="water", label=msg("Water"), shape="water", colour="green"),
        Suit(key="air", label=msg("Air"), shape="air", colour="blue"),
        Suit(key="earth", label=msg("Earth"), shape="earth", colour="yellow"),
    ),
)

_WAY = {
    "left": msg("to the left"),
    "right": msg("to the right"),
    "across": msg("across the table"),
}


def phases(round: Round) -> tuple[Phase, ...]:
    """Ask who took which cards, how many, or just the points."""
    return _phases(round.options["moon"] == "split", round.options["earth"] == "total")


@cache
def _phases(split: bool, below_zero: bool) -> tuple[Phase, ...]:
    # The field is always there, so that an entry stays readable when the house rules change.
    gift = Int(
        key="gift",
        label=msg("Dealt out"),
        help=msg("How many points whoever took it all gives this player."),
        high=99,
        optional=True,
        more=not split,
    )
    pile = Cards(
        key="pile",
        label=msg("Cards taken"),
        ask=lambda who: msg("Which cards did {who} take?", who=who),
        deck=DECK,
    )
    red = Tokens(
        key="red",
        label=msg("Fire cards"),
        help=msg("Red cards, without the Fire Witch and the wizards."),
        high=FIRE_CARDS,
    )
    owners = (
        SeatRef(key="fire", label=FIRE_WITCH),
        SeatRef(key="water", label=WATER_WITCH),
        SeatRef(key="queen", label=PYGMY_QUEEN),
        SeatRef(key="earth", label=EARTH_WITCH),
        SeatRef(key="air", label=AIR_WITCH),
    )
    points = Int(key="points", label=msg("Points"), low=-FAR, high=FAR, signed=below_zero)
    moon = SeatRef(key="moon", label=msg("Took it all"))
    return score_phase(
        Mode(
            "cards",
            msg("Cards"),
            (pile, gift),
            (lost_cards(DECK), gifts_add_up),
            way=msg("Tap cards"),
            meters=(BY_CARDS,),
            rest=rest_of_cards(DECK),
        ),
        Mode(
            "count",
            msg("Count"),
            (red, gift, *owners),
            (lost_counts, gifts_add_up),
            way=msg("Count cards"),
            meters=(BY_COUNT,),
            rest=rest_of_count,
        ),
        Mode("points", msg("Points"), (points, moon), (typed_points,), way=msg("Type points")),
    )


def score(round: Round) -> Lines:
    """Give every player's reasons.

    When one player took it all, that player writes 0 and each opponent 20, 25 or 30
    (settled); what ``add``, ``split`` and the helpful witches do then is open.
    """
    entry, options = round.entry, round.options
    if entry.mode == "points":
        return _typed(entry.column("points"), entry.table["moon"], options)
    hands = hands_of(entry)
    shooter = shooter_of(hands, options)
    if shooter is None:
        double, order, cuts = options["double"], options["earth_order"], options["earth_cuts"]
        found = [worth(hand, double, order, cuts) for hand in hands]
    else:
        found = after_moon(hands, shooter, options, entry.column("gift"))
    if options["earth"] == "round":
        return tuple([part.lines for part in found])
    none = options["earth_floor"] == "none"
    return tuple(
        [
            (*part.lines, *_off_total(part, round.totals[seat], none))
            for seat, part in enumerate(found)
        ]
    )


def _typed(points: Sequence[int], moon: int | None, options: Options) -> Lines:
    """Take typed points as they are; the moon only names who took it all."""
    if moon is None or options["moon"] == "off":
        return tuple([line(number, msg("Points"), "points") for number in points])
    why = msg("{who} took it all", who=Seat(moon))
    return tuple([line(number, why, "take-it-all") for number in points])


def _off_total(part: Worth, total: int, below_zero: bool) -> tuple[Line, ...]:
    """Take what the Earth Witch could not use off the total (a published variant).

    That a total stops at 0 is open; the house rule ``earth_floor`` lets it fall below.
    """
    off = part.unused if below_zero else max(0, min(part.unused, total + part.points))
    return line(-off, msg("Earth Witch: the rest off the total"), "earth-total")


def start(round: Round) -> Start:
    """Let the deal go to the left; the player left of the dealer leads (settled)."""
    dealer = round.first.dealer
    return _start(round.seats, dealer if isinstance(dealer, int) else None, round.number - 1)


@cache
def _start(seats: int, first: int | None, before: int) -> Start:
    ways = WAYS[seats]
    passing = Pass(PASSED[seats], ways[before % len(ways)])
    if first is None:
        return Start(passing=passing)
    dealer = (first + before) % seats
    return Start(dealer, (dealer + 1) % seats, passing)


def steps(round: Round) -> tuple[Step, ...]:
    """Say who deals how many, who passes what, and who leads."""
    dealer, starter, passing = round.start
    n = DEALT[round.seats]
    if isinstance(dealer, int):
        deal = msg("{who} deals {n} cards to everyone.", who=Seat(dealer), n=n)
    else:
        deal = msg("Deal {n} cards to everyone.", n=n)
    found = [Step(deal, "deal")]
    if passing is not None:
        found.append(Step(_pass_on(passing), "pass"))
    if isinstance(starter, int):
        lead = msg("{who} leads.", who=Seat(starter))
    else:
        lead = msg("The player left of the dealer leads.")
    return (*found, Step(lead, "lead"))


def _pass_on(passing: Pass) -> Msg:
    if passing.direction == "left":
        return msg("Pass {n} cards to the left.", n=passing.count)
    if passing.direction == "right":
        return msg("Pass {n} cards to the right.", n=passing.count)
    return msg("Pass {n} cards across the table.", n=passing.count)


def finish(seats: int, options: Options) -> Finish:
    """End at a total of 70 or more (settled), or after a fixed number of rounds.

    The lowest total wins (settled); a tie is a shared win (open: nothing was found).
    """
    if options["rounds"]:
        return Finish("low", rounds=options["rounds"])
    return Finish("low", reach=options["end_at"], strictly=options["compare"] == "passes")


def setup(seats: int, options: Options) -> Setup:
    """Say how to start a game for this many players."""
    ways = WAYS[seats]
    facts = {
        "cards_each": DEALT[seats],
        "deck": CARDS_IN_BOX,
        "suits": 4,
        "ranks": [0, 14],
        "pass_count": PASSED[seats],
        "pass_directions": list(ways),
    }
    if options["rounds"]:
        facts["rounds"] = options["rounds"]
    cycle: tuple[Msg, ...] = tuple(_WAY[way] for way in ways)
    return Setup(
        (
            Step(msg("Shuffle all {n} cards.", n=CARDS_IN_BOX), "deal"),
            Step(msg("Deal {n} cards to everyone.", n=DEALT[seats]), "deal"),
            Step(
                msg(
                    "Choose {n} cards and pass them on face down, then pick up what you get.",
                    n=PASSED[seats],
                ),
                "pass",
            ),
            Step(msg("Each round passes another way in turn: {ways}.", ways=cycle), "pass"),
            Step(msg("The player left of the dealer leads any card, fire too."), "lead"),
            Step(msg("Red and green cost points; yellow and blue help."), "witches"),
        ),
        facts,
    )


GAME = Game(
    slug="witches",
    title=msg("Witches"),
    about=msg("Take tricks without the fire cards; the lowest total wins."),
    seats=range(3, 7),
    minutes=45,
    sources=("the publisher's page", "independent reviews", "descriptions of HeartSwitch"),
    bgg_id=145478,
    colours=COLOURS,
    first_role="dealer",
    options=OPTIONS,
    setup=setup,
    phases=phases,
    score=score,
    finish=finish,
    start=start,
    steps=steps,
    moment=lambda round: moment_of(round, score(round)),
    sample=lambda round, dice: dealt(DECK, round.seats, dice),
)
