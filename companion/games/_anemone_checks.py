# SPDX-License-Identifier: MIT
"""What a hand of Enemy Anemone must add up to.

Every card in play ends in somebody's pile, so more than all of them cannot be true; fewer may
lie under the sofa, and only asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from companion.engine.cards import Card
from companion.engine.errors import Problem, ask
from companion.engine.sheet import Entry, Round
from companion.engine.text import Msg, msg, nmsg
from companion.games._anemone_deck import BOXES, EXTRAS_DECK, SUITS, Box
from companion.games._anemones import SUPPLY

_NAMED_AT_MOST = 3  # more missing cards than this are counted, not listed


def check_cards(round: Round, entry: Entry) -> Iterator[Problem]:
    """Refuse more cards than are in play; ask where there are fewer."""
    found, whole = sum(entry.column("cards")), BOXES[round.seats].cards
    if found > whole:
        yield Problem(_cards_over(found, whole), "cards")
    elif found < whole:
        yield ask(_cards_under(found, whole), "cards")


def check_bonus(round: Round, entry: Entry) -> Iterator[Problem]:
    """Refuse more 3s, 5s and 8s than are in play, or than the pile has cards."""
    counts = entry.column("bonus")
    yield from _over_the_pile(entry, counts, "bonus")
    found, whole = sum(counts), BOXES[round.seats].extras
    if found > whole:
        yield Problem(_extras_over(found, whole), "bonus")
    elif found < whole:
        yield ask(_extras_under(found, whole), "bonus")


def check_extras(round: Round, entry: Entry) -> Iterator[Problem]:
    """Refuse more 3s, 5s and 8s than the pile has cards, and more suits than are in play.

    Which suits a table took out of the six nobody asks; their number is settled.
    """
    piles = entry.column("extras")
    yield from _over_the_pile(entry, [len(pile) for pile in piles], "extras")
    box = BOXES[round.seats]
    taken = set().union(*piles)
    seen = tuple(suit for suit in SUITS if any(card.startswith(suit.key) for card in taken))
    if len(seen) > box.suits:
        yield Problem(_suits_over(tuple(suit.label for suit in seen), box.suits), "extras")
        return
    missing = box.extras - len(taken)
    if not missing:
        return
    lost = lost_extras(box, taken)
    if lost and missing <= _NAMED_AT_MOST:
        yield ask(msg("Nobody has {cards}.", cards=tuple(card.label for card in lost)), "extras")
    else:
        yield ask(_extras_under(len(taken), box.extras), "extras")


def lost_extras(box: Box, taken: Set[str]) -> tuple[Card, ...]:
    """Return the 3s, 5s and 8s that nobody has; none where a suit in play cannot be known."""
    seen = {card.suit for card in EXTRAS_DECK.cards if card.id in taken}
    suits = {suit.key for suit in SUITS} if box.suits == len(SUITS) else seen
    if len(suits) != box.suits:
        return ()
    return tuple(card for card in EXTRAS_DECK.cards if card.suit in suits and card.id not in taken)


def check_points(round: Round, entry: Entry) -> Iterator[Problem]:
    """Ask where typed points are not what a hand can give."""
    points = entry.column("points")
    for seat, number in enumerate(points):
        if number < 0:
            yield ask(msg("A hand never costs points."), "points", seat)
    found, whole = sum(points), BOXES[round.seats].points
    if found > whole:
        yield ask(_points_over(found, whole), "points")
    elif found < whole:
        yield ask(_points_under(found, whole), "points")


def over_supply(found: int) -> Problem:
    """Ask about more anemone cards than the box has."""
    text = msg("{found} anemone cards; the box has {whole}.", found=found, whole=SUPPLY)
    return ask(text, "anemones")


def _over_the_pile(entry: Entry, extras: Sequence[int], field: str) -> Iterator[Problem]:
    for seat, (number, size) in enumerate(zip(extras, entry.column("cards"), strict=True)):
        if number > size:
            text = msg("{extras} extras, but only {cards} in the pile.", extras=number, cards=size)
            yield Problem(text, field, seat)


def _cards_over(found: int, whole: int) -> Msg:
    return nmsg(
        "{n} card too many: {found} of {whole}.",
        "{n} cards too many: {found} of {whole}.",
        found - whole,
        found=found,
        whole=whole,
    )


def _cards_under(found: int, whole: int) -> Msg:
    return nmsg(
        "{n} card is missing: {found} of {whole}.",
        "{n} cards are missing: {found} of {whole}.",
        whole - found,
        found=found,
        whole=whole,
    )


def _suits_over(seen: tuple[Msg, ...], whole: int) -> Msg:
    return msg(
        "Cards of {n} suits, but a hand has only {whole}: {suits}.",
        n=len(seen),
        whole=whole,
        suits=seen,
    )


def _extras_over(found: int, whole: int) -> Msg:
    return nmsg(
        "{n} of the 3s, 5s and 8s too many: {found} of {whole}.",
        "{n} of the 3s, 5s and 8s too many: {found} of {whole}.",
        found - whole,
        found=found,
        whole=whole,
    )


def _extras_under(found: int, whole: int) -> Msg:
    return nmsg(
        "{n} of the 3s, 5s and 8s is missing: {found} of {whole}.",
        "{n} of the 3s, 5s and 8s are missing: {found} of {whole}.",
        whole - found,
        found=found,
        whole=whole,
    )


def _points_over(found: int, whole: int) -> Msg:
    return nmsg(
        "{n} point too many: {found} of {whole}.",
        "{n} points too many: {found} of {whole}.",
        found - whole,
        found=found,
        whole=whole,
    )


def _points_under(found: int, whole: int) -> Msg:
    return nmsg(
        "{n} point is missing: {found} of {whole}.",
        "{n} points are missing: {found} of {whole}.",
        whole - found,
        found=found,
        whole=whole,
    )
