# SPDX-License-Identifier: MIT
"""Witches: what must be with somebody while a sheet is filled in, and the round's great moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.cards import Deck
from companion.engine.game import Lines, Moment
from companion.engine.sheet import Entry, Meter, Rest, Round
from companion.engine.text import Msg, Seat, msg
from companion.games._witches_checks import OWNED, hands_of, shooter_of
from companion.games._witches_moon import payout
from companion.games._witches_worth import FIRE_CARDS, FIRE_MOST, QUEEN, WATER, Hand

#: 13 ordinary red cards, the Water Witch and the Pygmy Queen: what can cost points before the
#: other witches change it.
FIRE_POINTS = FIRE_CARDS + WATER + QUEEN

OWNED_BY_ALL = msg("Every card has an owner.")


def _fire_points(round: Round, entry: Entry) -> list[int]:
    return [hand.red + WATER * hand.water + QUEEN * hand.queen for hand in hands_of(entry)]


BY_CARDS = Meter(
    label=msg("Fire points"),
    told=lambda amount: msg("{amount} fire points placed", amount=amount),
    whole=lambda round: FIRE_POINTS,
    placed=_fire_points,
    full=OWNED_BY_ALL,
)
BY_COUNT = Meter(
    label=msg("Fire cards"),
    told=lambda amount: msg("{amount} fire cards placed", amount=amount),
    whole=lambda round: FIRE_CARDS,
    placed=lambda round, entry: entry.column("red"),
    full=OWNED_BY_ALL,
)


def rest_of_cards(deck: Deck) -> Callable[[Round, Entry, int], Rest | None]:
    """Return what gives a player every card that nobody has."""

    def rest(round: Round, entry: Entry, seat: int) -> Rest | None:
        owned = {id for row in entry.seats for id in row["pile"]}
        lost = {card.id: 1 for card in deck.cards if card.id not in owned}
        return Rest({"pile": {**entry.seats[seat]["pile"], **lost}}) if lost else None

    return rest


def rest_of_count(round: Round, entry: Entry, seat: int) -> Rest | None:
    """Give a player the missing fire cards, and every witch without an owner."""
    missing = FIRE_CARDS - sum(entry.column("red"))
    unowned = {key: seat for key in OWNED if entry.table[key] is None}
    if missing <= 0 and not unowned:
        return None
    return Rest({"red": entry.seats[seat]["red"] + max(0, missing)}, unowned)


def moment_of(round: Round, lines: Lines) -> Moment | None:
    """Return that one player took it all, if one did."""
    entry = round.entry
    by_points = entry.mode == "points"
    hands = None if by_points else hands_of(entry)
    seat = entry.table["moon"] if hands is None else shooter_of(hands, round.options)
    if seat is None or round.options["moon"] == "off":
        return None
    title = msg("{who} took it all!", who=Seat(seat))
    received = {
        sum(line.points for line in mine if line.rule == "take-it-all")
        for other, mine in enumerate(lines)
        if other != seat
    }
    told = msg("The others share the points")
    if len(received) == 1:
        told = msg("{n} each for the others", n=received.pop())
    hand = hands[seat] if hands else None
    return Moment(seat, title, told, _how(hand, Seat(seat), round.options))


def _how(hand: Hand | None, who: Seat, options: Mapping[str, Any]) -> Msg:
    """Say where the points come from, where it is no more than fire and green."""
    plain = msg("{who} writes 0.", who=who)
    if hand is None or payout(hand, options["moon_helpers"]) != payout(hand, "ignored"):
        return plain
    if hand.water and hand.queen:
        green = msg("15 fire + 5 Water Witch + 10 Pygmy Queen. {who} writes 0.", who=who)
    elif hand.water:
        green = msg("15 fire + 5 Water Witch. {who} writes 0.", who=who)
    elif hand.queen:
        green = msg("15 fire + 10 Pygmy Queen. {who} writes 0.", who=who)
    else:
        green = msg("{fire} fire. {who} writes 0.", fire=FIRE_MOST, who=who)
    return green
