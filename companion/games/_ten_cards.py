# SPDX-License-Identifier: MIT
"""The cards of TEN that can be collected: numbers in four colours, and three kinds of wild.

>>> CARDS.size, str(CARDS.label("b7")), str(CARDS.label("g#"))
(102, 'Blue 7', 'Green wild')
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.cards import Card, Suit, deck
from companion.engine.text import msg
from companion.games._run_search import TOP
from companion.games._runs import COLOURS

#: Each colour's letter in card ids and its name; the order of ids is the order of the runs.
LETTERS = dict(zip("rbog", COLOURS, strict=True))
NAMES = {
    "red": msg("Red"),
    "blue": msg("Blue"),
    "orange": msg("Orange"),
    "green": msg("Green"),
}
SUITS = (
    Suit(key="r", label=NAMES["red"], shape="circle", colour="red"),
    Suit(key="b", label=NAMES["blue"], shape="diamond", colour="blue"),
    Suit(key="o", label=NAMES["orange"], shape="triangle", colour="orange"),
    Suit(key="g", label=NAMES["green"], shape="square", colour="green"),
    Suit(key="w", label=msg("Wild, any colour"), shape="wild", colour="violet"),
)
COLOUR_WILDS = {
    "r": (msg("Red wild"), msg("Any number in red.")),
    "b": (msg("Blue wild"), msg("Any number in blue.")),
    "o": (msg("Orange wild"), msg("Any number in orange.")),
    "g": (msg("Green wild"), msg("Any number in green.")),
}


def _cards() -> Iterator[Card]:
    """Yield what can be collected: 84 numbers (1-6 three times, 7-9 once a colour) and 18 wilds.

    The copies are settled; there are nine numbered wilds, not ten (three sources).
    """
    for letter, colour in LETTERS.items():
        for number in range(1, TOP + 1):
            yield Card(
                id=f"{letter}{number}",
                label=msg("{colour} {number}", colour=NAMES[colour], number=number),
                suit=letter,
                short=str(number),
                rank=number,
                copies=3 if number <= 6 else 1,
            )
        label, effect = COLOUR_WILDS[letter]
        yield Card(
            id=f"{letter}#",
            label=label,
            suit=letter,
            short="#",
            copies=2,
            effect=effect,
            shape="wild",
        )
    for number in range(1, TOP + 1):
        yield Card(
            id=f"w{number}",
            label=msg("Numbered wild {number}", number=number),
            suit="w",
            short=str(number),
            rank=number,
            effect=msg("A {number} in any colour.", number=number),
        )
    effect = msg("Any number in any colour.")
    yield Card(id="w#", label=msg("Full wild"), suit="w", short="#", effect=effect)


CARDS = deck(_cards(), SUITS)
