# SPDX-License-Identifier: MIT
"""Witches: what can be wrong with an entry, and what is only unusual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.cards import Deck
from companion.engine.errors import Problem, ask
from companion.engine.sheet import Entry, Round
from companion.engine.text import Msg, Seat, msg, nmsg
from companion.games._witches_moon import moon_sums, payout, took_all
from companion.games._witches_worth import EARTH, FIRE_CARDS, Hand

#: The table's fields in ``count``: whose each special card is.
OWNED = ("fire", "water", "queen", "earth", "air")
#: The same cards as a pile names them.
SPECIAL = {"r11": "fire", "g11": "water", "g12": "queen", "y11": "earth", "b11": "air"}

#: A round without a moon adds up to this, for every number of players (settled: every
#: combination enumerated); with ``earth: total`` the Earth Witch always takes her 5.
LEAST, MOST = 8, 35
HIGHEST = 30  # for one player

_LOST = {
    "fire": ask(msg("The Fire Witch has no owner."), "fire"),
    "water": ask(msg("The Water Witch has no owner."), "water"),
    "queen": ask(msg("The Pygmy Queen has no owner."), "queen"),
    "earth": ask(msg("The Earth Witch has no owner."), "earth"),
    "air": ask(msg("The Air Witch has no owner."), "air"),
}
_NO_SPLIT = msg("There are no points to deal out under your house rules.")
_NO_MOON = msg("Nobody takes it all in this round, so there are no points to deal out.")


def hands_of(entry: Entry) -> tuple[Hand, ...]:
    """Return what counts of every player's cards, as entered by cards or by count."""
    if entry.mode == "cards":
        return tuple([_hand(row["pile"]) for row in entry.seats])
    table = entry.table
    fire, water, queen = table["fire"], table["water"], table["queen"]
    earth, air = table["earth"], table["air"]
    return tuple(
        [
            Hand(row["red"], seat == fire, seat == water, seat == queen, seat == earth, seat == air)
            for seat, row in enumerate(entry.seats)
        ]
    )


def _hand(pile: Mapping[str, int]) -> Hand:
    special = [id in pile for id in SPECIAL]
    return Hand(len(pile) - sum(special), *special)


def lost_cards(deck: Deck) -> Any:
    """Return the check of ``cards``: whether every card of the deck lies in a pile."""

    def check(round: Round, entry: Entry) -> Sequence[Problem]:
        owned = {id for row in entry.seats for id in row["pile"]}
        if len(owned) == len(deck.cards):
            return ()
        lost = [card for card in deck.cards if card.id not in owned]
        reds = tuple(card.label for card in lost if card.id not in SPECIAL)
        problems = [
            _LOST[SPECIAL[card.id]]._replace(field="pile") for card in lost if card.id in SPECIAL
        ]
        return [*_lost_reds(len(reds), reds), *problems]

    return check


def _lost_reds(n: int, cards: tuple[Msg, ...]) -> list[Problem]:
    if not n:
        return []
    text = nmsg(
        "{n} fire card has no owner: {cards}.",
        "{n} fire cards have no owner: {cards}.",
        n,
        cards=cards,
    )
    return [ask(text, "pile")]


def lost_counts(round: Round, entry: Entry) -> Sequence[Problem]:
    """Refuse more than 13 ordinary red cards; ask about fewer, and about unowned cards."""
    table = entry.table
    problems = [_LOST[key] for key in OWNED if table[key] is None]
    n = sum([row["red"] for row in entry.seats])
    if n == FIRE_CARDS:
        return problems
    if n > FIRE_CARDS:
        text = msg("{n} fire cards, but there are 13 without the Fire Witch.", n=n)
        return [Problem(text, "red")]
    lost = nmsg("{n} fire card has no owner.", "{n} fire cards have no owner.", FIRE_CARDS - n)
    return [ask(lost, "red"), *problems]


def gifts_add_up(round: Round, entry: Entry) -> Sequence[Problem]:
    """Ask where what the shooter dealt out is not what they had to deal out.

    The gifts stand as entered all the same: they are what the players wrote down.
    """
    gifts = [row["gift"] for row in entry.seats]
    if gifts.count(None) == len(gifts):
        return ()
    if round.options["moon"] != "split":
        return (ask(_NO_SPLIT, "gift"),)
    hands = hands_of(entry)
    shooter = shooter_of(hands, round.options)
    if shooter is None:
        return (ask(_NO_MOON, "gift"),)
    problems = []
    if gifts[shooter]:
        text = msg("{who} took it all and gets none of the points.", who=Seat(shooter))
        problems.append(ask(text, "gift", shooter))
    gifts[shooter] = 0
    given = sum(gift or 0 for gift in gifts)
    due = payout(hands[shooter], round.options["moon_helpers"])
    if given > due or (given < due and None not in gifts):
        text = msg("{given} points are dealt out, but it should be {due}.", given=given, due=due)
        problems.append(ask(text, "gift"))
    return problems


def shooter_of(hands: Sequence[Hand], options: Mapping[str, Any]) -> int | None:
    """Return who took it all, under this table's rules."""
    if options["moon"] == "off":
        return None
    return took_all(hands, options["moon_needs"], options["moon_helpers"])


def typed_points(round: Round, entry: Entry) -> Sequence[Problem]:
    """Ask about points that no round can give: one player's, and the sum."""
    points, options, moon = entry.column("points"), round.options, entry.table["moon"]
    off = EARTH if options["earth"] == "total" else 0
    problems = [
        ask(_out_of_range(-off), "points", seat)
        for seat, number in enumerate(points)
        if not -off <= number <= HIGHEST
    ]
    n = sum(points)
    if moon is not None and options["moon"] == "off":
        problems.append(ask(msg("Your house rules do not have taking it all."), "moon"))
        moon = None
    if moon is None:
        if not LEAST <= n <= MOST - off:
            text = msg(
                "{n} points in all; a round in which nobody takes it all has {low} to {high}.",
                n=n,
                low=LEAST,
                high=MOST - off,
            )
            problems.append(ask(text, "points"))
        return problems
    if points[moon]:
        text = msg("{who} took it all and writes 0.", who=Seat(moon))
        problems.append(ask(text, "points", moon))
    if n not in (sums := moon_sums(round.seats, options)):
        text = msg(
            "{n} points in all; when {who} takes it all there are {sums}.",
            n=n,
            who=Seat(moon),
            sums=tuple(sorted(sums)),
        )
        problems.append(ask(text, "points"))
    others = {number for seat, number in enumerate(points) if seat != moon}
    if not problems and len(others) > 1 and _same_for_all(options):
        text = msg("When {who} takes it all, the others all write the same.", who=Seat(moon))
        problems.append(ask(text, "points"))
    return problems


def _same_for_all(options: Mapping[str, Any]) -> bool:
    """Tell whether every opponent writes the same after a moon, under this table's rules."""
    return bool(options["moon"] == "flat" and options["moon_helpers"] != "opponent_earth")


def _out_of_range(low: int) -> Msg:
    return msg("A round gives {low} to {high} points.", low=low, high=HIGHEST)
