# SPDX-License-Identifier: MIT
"""What to do at the table in Enemy Anemone: the set-up, and the start of each hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.engine.game import Options, Setup, Step
from companion.engine.sheet import Round
from companion.engine.text import Seat, msg
from companion.games._anemone_deck import BOXES
from companion.games._anemones import SUPPLY

HANDS = 4


def setup(seats: int, options: Options) -> Setup:
    """Say which cards are in play, and who gets and starts what."""
    box = BOXES[seats]
    facts = {
        "cards_each": box.each,
        "deck": box.cards,
        "suits": box.suits,
        "ranks": [box.low, box.high],
        "draw_pile": box.cards - seats * box.each,
        "supply": SUPPLY,
        "rounds": HANDS,
        "points_in_round": box.points,
    }
    return Setup((*_cards_in_play(seats), *_dealing(seats), *_middle(seats, options)), facts)


def _cards_in_play(seats: int) -> Iterator[Step]:
    box = BOXES[seats]
    if box.suits == 6:
        yield Step(msg("Take all 6 suits."), "deck")
    else:
        yield Step(msg("Take any {suits} of the 6 suits.", suits=box.suits), "deck")
    if box.low > 1:
        yield Step(msg("Take out every 1 and every 10: {n} cards stay.", n=box.cards), "deck")


def _middle(seats: int, options: Options) -> Iterator[Step]:
    yield Step(msg("Put the {n} anemones in the middle, with +1 up.", n=SUPPLY), "anemones")
    if seats == 6 and options["six_award"] == "trick":
        text = msg("In a trick the lowest card gets a +2 and the second lowest a +1.")
        yield Step(text, "six")
    elif seats == 6:
        text = msg("After a hand the lowest score gets a +2 and the second lowest a +1.")
        yield Step(text, "six")
    if options["lowest"] == "total":
        text = msg("Choose who leads the first trick; later the highest total starts a hand.")
    else:
        text = msg("Choose who leads the first trick; later the best of the last hand starts.")
    yield Step(text, "start")


def steps(round: Round) -> tuple[Step, ...]:
    """Say what to deal, what stays, and who leads."""
    found = [*_dealing(round.seats)]
    if round.number > 1:
        found.append(Step(msg("Everybody keeps their anemones."), "carry"))
    starter = round.start.starter
    if isinstance(starter, int):
        found.append(Step(msg("{who} leads the first trick.", who=Seat(starter)), "start"))
    elif starter is None:
        found.append(Step(msg("Choose who leads the first trick."), "start"))
    else:
        who = tuple(map(Seat, starter))
        found.append(Step(msg("{who}: choose who starts.", who=who), "start"))
    return tuple(found)


@cache
def _dealing(seats: int) -> tuple[Step, ...]:
    box = BOXES[seats]
    deal = msg(
        "Shuffle all {deck} cards and deal {each} to each player.", deck=box.cards, each=box.each
    )
    rest = box.cards - seats * box.each
    if not rest:
        return (Step(deal, "deck"),)
    return (Step(deal, "deck"), Step(msg("The other {rest} are the draw pile.", rest=rest), "two"))
