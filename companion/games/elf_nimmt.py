# SPDX-License-Identifier: MIT
"""11 nimmt!: get rid of your cards; every bull head left in your hand costs a point.

>>> [str(part.why) for part in _hand(("12", "71", "48"), "7")]
['1 head each: 12, 48', '3 heads: 71']
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from random import Random
from typing import Any

from companion.engine.colours import Colours
from companion.engine.fields import Cards, Choice, Int, Tokens
from companion.engine.game import Finish, Game, Line, Lines, Options, Setup, Step, line
from companion.engine.sheet import Mode, Nothing, Phase, Round, Start, score_phase
from companion.engine.text import Msg, Seat, msg, nmsg
from companion.games._bull_checks import check_colours, check_hands, check_points
from companion.games._bull_heads import COLOUR_HEADS, DECK, box, loosest

DEALT, BULLS = 10, 10

COLOURS = Colours(
    accent=("#dca038", "#f0bf55"),
    on_accent=("#2b1c06", "#2b1c06"),
    accent_edge=("#99690f", "#a1751d"),
    accent_text=("#7c5005", "#f0c773"),
    accent_soft=("#f7e8c9", "#41331c"),
    lid=("#dfa641", "#70500f"),
    lid_ink=("#2b1c06", "#fff2d6"),
    lid_2=("#d0932a", "#86621b"),
    lid_edge=("#a9751a", "#473106"),
    e1=("#fff6e3", "#fff6e3"),
    e2=("#6b3f12", "#f2c66a"),
    e3=("#3a2108", "#3a2108"),
)

OPTIONS = (
    Choice(
        key="starter",
        label=msg("Who starts the next round"),
        help=msg("Whose heads decide it: the most in the round just played, or in total."),
        choices=(("round", msg("most heads in the round")), ("total", msg("most heads in total"))),
    ),
    Int(
        key="rounds",
        label=msg("Number of rounds"),
        help=msg("The game ends after so many rounds; 0 plays as many as there are players."),
        default=0,
    ),
    Choice(
        key="card_three",
        label=msg("Heads on card 3"),
        help=msg("Look at your card 3: sources disagree on how many heads it has."),
        choices=(("7", msg("7 heads")), ("5", msg("5 heads"))),
        more=True,
    ),
)


OUT = Nothing(lambda who: msg("{who} is out", who=who), msg("Out"), only=True)


def _hand_of(who: Seat) -> Msg:
    return msg("Cards left in {who}'s hand", who=who)


def phases(round: Round) -> tuple[Phase, ...]:
    """Ask for the cards left in each hand, for their colours, or for the heads."""
    return _phases(round.options["card_three"])


@cache
def _phases(card_three: str) -> tuple[Phase, ...]:
    cards_of = box(card_three)
    hand = Cards(
        key="hand",
        label=msg("Cards left"),
        ask=_hand_of,
        deck=cards_of.deck,
    )
    colours = tuple(
        Tokens(
            key=key,
            label=label,
            help=nmsg("{n} head each", "{n} heads each", COLOUR_HEADS[key]),
            high=loosest(key),
            pip="bull",
            value=COLOUR_HEADS[key],
        )
        for key, label in (
            ("white", msg("White")),
            ("yellow", msg("Yellow")),
            ("blue", msg("Blue")),
            ("black", msg("Black")),
        )
    )
    points = Int(key="points", label=msg("Bull heads"), low=-99_999, high=99_999, signed=False)
    cards = Int(
        key="cards",
        label=msg("Cards left"),
        help=msg("Only to check the heads; may stay empty."),
        high=DECK,
        optional=True,
        more=True,
    )
    return score_phase(
        Mode("cards", msg("Cards"), (hand,), (check_hands,), way=msg("Tap cards"), nothing=OUT),
        Mode(
            "colours",
            msg("Colours"),
            colours,
            (partial(check_colours, cards_of),),
            way=msg("By colour"),
            nothing=OUT,
            ask=_hand_of,
        ),
        Mode(
            "points",
            msg("Bull heads"),
            (points, cards),
            (partial(check_points, cards_of),),
            way=msg("Type heads"),
        ),
    )


def score(round: Round) -> Lines:
    """Count the heads left in each hand, a line for each colour of card (settled)."""
    entry = round.entry
    if entry.mode == "points":
        return tuple(
            line(points, nmsg("{n} bull head left", "{n} bull heads left", points), "hands")
            for points in entry.column("points")
        )
    if entry.mode == "colours":
        return tuple(_coloured(*(row[colour] for colour in COLOUR_HEADS)) for row in entry.seats)
    card_three = round.options["card_three"]
    return tuple(_hand(tuple(hand), card_three) for hand in entry.column("hand"))


@lru_cache(maxsize=4096)  # a match is replayed often, and its hands stay the same
def _hand(hand: tuple[str, ...], card_three: str) -> tuple[Line, ...]:
    heads = box(card_three).heads
    lines = []
    numbers = sorted(map(int, hand))
    for value in COLOUR_HEADS.values():
        cards = tuple(number for number in numbers if heads[str(number)] == value)
        if cards:
            lines.append(Line(value * len(cards), _cards_with(value, cards), "heads"))
    return tuple(lines)


def _cards_with(value: int, cards: tuple[int, ...]) -> Msg:
    if value == 1:
        return nmsg("1 head: {cards}", "1 head each: {cards}", len(cards), cards=cards)
    return nmsg(
        "{heads} heads: {cards}",
        "{heads} heads each: {cards}",
        len(cards),
        heads=value,
        cards=cards,
    )


@lru_cache(maxsize=4096)
def _coloured(white: int, yellow: int, blue: int, black: int) -> tuple[Line, ...]:
    whys = (
        nmsg("{n} white card", "{n} white cards", white),
        nmsg("{n} yellow card", "{n} yellow cards", yellow),
        nmsg("{n} blue card", "{n} blue cards", blue),
        nmsg("{n} black card", "{n} black cards", black),
    )
    parts = zip((white, yellow, blue, black), COLOUR_HEADS.values(), whys, strict=True)
    return tuple(Line(cards * heads, why, "heads") for cards, heads, why in parts if cards)


def start(round: Round) -> Start:
    """Let the player with the most heads start; equals choose (one source, nothing against it).

    Whether the heads of the round or of the whole game count is not told: the table's option.
    """
    if not round.last:
        return Start(starter=round.first.starter)
    heads = round.totals if round.options["starter"] == "total" else round.last
    most = max(heads)
    seats = tuple(seat for seat, count in enumerate(heads) if count == most)
    return Start(starter=seats[0] if len(seats) == 1 else seats)


def steps(round: Round) -> tuple[Step, ...]:
    """Say what to shuffle, deal and lay out, and who starts."""
    return (*_DEAL, _starts(round.start.starter))


_DEAL = (
    Step(msg("Shuffle all {deck} cards and deal {dealt} to each.", deck=DECK, dealt=DEALT), "deal"),
    Step(msg("Turn up one card as the first stack."), "deal"),
    Step(msg("Lay all {bulls} bull cards in the middle.", bulls=BULLS), "bull-cards"),
)


def _starts(starter: int | tuple[int, ...] | None) -> Step:
    if starter is None:
        return Step(msg("The youngest player starts."), "starter")
    if isinstance(starter, tuple):
        return Step(msg("{who}: choose who starts.", who=tuple(map(Seat, starter))), "starter")
    return Step(msg("{who} starts.", who=Seat(starter)), "starter")


def sample(round: Round, dice: Random) -> dict[str, Any]:
    """Leave one player without cards and everybody else with one to nine."""
    heads = box(round.options["card_three"]).heads
    cards = dice.sample(sorted(heads, key=int), 9 * round.seats)
    hands = [cards[9 * seat : 9 * seat + dice.randint(1, 9)] for seat in range(round.seats)]
    hands[dice.randrange(round.seats)] = []
    if dice.random() < 0.5:
        return {"mode": "cards", "seats": [{"hand": hand} for hand in hands]}
    rows = [{"points": sum(heads[card] for card in hand), "cards": len(hand)} for hand in hands]
    return {"mode": "points", "seats": rows}


def finish(seats: int, options: Options) -> Finish:
    """End after as many rounds as players; the fewest heads win, equals share (settled)."""
    return Finish("low", rounds=options["rounds"] or seats)


def setup(seats: int, options: Options) -> Setup:
    """Deal ten cards each, open one stack, lay out the bull cards (settled)."""
    pile = DECK - DEALT * seats - 1
    rounds = options["rounds"] or seats
    return Setup(
        (
            *_DEAL[:2],
            Step(msg("The other {pile} cards are the draw pile.", pile=pile), "deal"),
            _DEAL[2],
            _starts(None),
            Step(
                nmsg(
                    "Play {n} round; the fewest heads win.",
                    "Play {n} rounds; the fewest heads win.",
                    rounds,
                ),
                "end",
            ),
        ),
        {
            "cards_each": DEALT,
            "deck": DECK,
            "ranks": [1, DECK],
            "draw_pile": pile,
            "supply": BULLS,
            "rounds": rounds,
        },
    )


GAME = Game(
    slug="elf_nimmt",
    title=msg("11 nimmt!"),
    about=msg("Get rid of your cards; the fewest bull heads win."),
    seats=range(2, 8),
    minutes=30,
    sources=("Amigo 2010, designed by Wolfgang Kramer", "published reviews"),
    bgg_id=63706,
    colours=COLOURS,
    first_role="starter",
    options=OPTIONS,
    setup=setup,
    phases=phases,
    score=score,
    finish=finish,
    start=start,
    steps=steps,
    sample=sample,
)
