# SPDX-License-Identifier: MIT
"""What cannot be true, or is unusual, about the hands left in a round of 11 nimmt!."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.errors import Problem, ask
from companion.engine.sheet import Entry, Round
from companion.engine.text import Msg, Seat, msg, nmsg
from companion.games._bull_heads import COLOUR_HEADS, DECK, Box, loosest


def check_hands(round: Round, entry: Entry) -> Iterable[Problem]:
    """Yield what is unusual about the cards left in the hands."""
    sizes = [len(hand) for hand in entry.column("hand")]
    yield from _one_is_out([size == 0 for size in sizes])
    yield from _one_lies_open(sum(sizes))


def check_colours(box: Box, round: Round, entry: Entry) -> Iterable[Problem]:
    """Yield more cards of a colour than the box holds, and what is unusual."""
    for colour, held in box.held.items():
        column = entry.column(colour)
        count, most = sum(column), loosest(colour)
        if count > held:
            owner = max(seat for seat, cards in enumerate(column) if cards)
            problem = Problem(_over(colour, count, held), colour, owner)
            # Which colour card 3 has is an open question: nobody is stopped by it.
            yield problem if count > most else problem._replace(severity="ask")
    sizes = [sum(row[colour] for colour in COLOUR_HEADS) for row in entry.seats]
    yield from _one_is_out([size == 0 for size in sizes])
    yield from _one_lies_open(sum(sizes))


def _over(colour: str, count: int, held: int) -> Msg:
    if colour == "white":
        return msg("{count} white cards, but the box has {held}.", count=count, held=held)
    if colour == "yellow":
        return msg("{count} yellow cards, but the box has {held}.", count=count, held=held)
    if colour == "blue":
        return msg("{count} blue cards, but the box has {held}.", count=count, held=held)
    return msg("{count} black cards, but the box has {held}.", count=count, held=held)


def check_points(box: Box, round: Round, entry: Entry) -> Iterable[Problem]:
    """Yield heads that the cards left cannot have; typed numbers only ask."""
    for seat, row in enumerate(entry.seats):
        points, cards = row["points"], row["cards"]
        if points < 0:
            yield ask(msg("Nobody can have fewer than 0 heads."), "points", seat)
        elif cards is not None:
            yield from _check_typed(box, seat, points, cards)
    yield from _one_is_out(
        [(row["points"] if row["cards"] is None else row["cards"]) == 0 for row in entry.seats]
    )
    yield from _one_lies_open(sum(cards or 0 for cards in entry.column("cards")))
    heads, most = sum(entry.column("points")), box.most[DECK] - 1
    if heads > most:
        text = msg("{heads} heads in all hands, but at most {most} can be.", heads=heads, most=most)
        yield ask(text, "points")


def _check_typed(box: Box, seat: int, points: int, cards: int) -> Iterable[Problem]:
    """Ask about heads that so many cards cannot have: each has 1, 3, 5 or 7."""
    if points < cards:
        text = nmsg(
            "{heads} heads are too few for {n} card.",
            "{heads} heads are too few for {n} cards.",
            cards,
            heads=points,
        )
        yield ask(text, "points", seat)
    if points > box.most[cards]:
        text = nmsg(
            "{heads} heads are too many for {n} card.",
            "{heads} heads are too many for {n} cards.",
            cards,
            heads=points,
        )
        yield ask(text, "points", seat)
    if (points - cards) % 2:
        text = msg(
            "Every card has an odd number of heads: {cards} and {heads} are not both even or "
            "both odd.",
            cards=cards,
            heads=points,
        )
        yield ask(text, "cards", seat)


def _one_is_out(out: Sequence[bool]) -> Iterable[Problem]:
    """Ask unless exactly one player has no cards: that ends the round (settled)."""
    if sum(out) == 1:
        return
    who = tuple(Seat(seat) for seat, empty in enumerate(out) if empty)
    if who:
        yield ask(msg("Without cards: {who}. Only one player can go out.", who=who))
    else:
        yield ask(msg("Everybody has cards left. Did you end the round early?"))


def _one_lies_open(cards: int) -> Iterable[Problem]:
    """Ask about hands that leave no card on the table: whoever went out laid one there."""
    if cards >= DECK:
        text = msg("{cards} cards in all hands, but one at least lies on the table.", cards=cards)
        yield ask(text)
