# SPDX-License-Identifier: MIT
"""Sentences that name a round by the box's own word, and numbers and names as readers write them.

Whole sentences per word, not sentences with a word put in: another language may need another
article or ending for "hand" than for "round".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from babel.lists import format_list
from flask_babel import (  # type: ignore[import-untyped]  # it ships no types
    format_date,
    format_decimal,
    format_time,
    get_locale,
    gettext,
    ngettext,
)

from companion.engine.figures import shown
from companion.engine.game import Finish, Game

MINUS = "−"


def figure(value: int, decimals: int = 0) -> str:
    """Return points as the reader's language writes them; *value* in the unit kept."""
    pattern = "0." + "0" * decimals if decimals else "0"
    text: str = format_decimal(shown(value, decimals), format=pattern)
    return text.replace("-", MINUS)


def change(value: int, decimals: int = 0) -> str:
    """Return points with their sign, like "+3"."""
    return figure(value, decimals) if value < 0 else f"+{figure(value, decimals)}"


def together(names: Sequence[str]) -> str:
    """Return names as a list in words: "Ada, Ben and Cem"."""
    words: str = format_list(list(names), locale=get_locale() or "en")
    return words.replace(", and ", " and ")


def clock(at: datetime) -> str:
    """Return the time of day, where the server stands; with the date unless it is today's."""
    here = at.astimezone()
    time: str = format_time(here, "short", rebase=False)
    if here.date() == datetime.now(here.tzinfo).date():
        return time
    return moment(at)


def moment(at: datetime) -> str:
    """Return day and time of day, where the server stands."""
    here = at.astimezone()
    day = format_date(here, "medium", rebase=False)
    time = format_time(here, "short", rebase=False)
    return str(gettext("%(day)s, %(time)s", day=day, time=time))


def unit(game: Game) -> str:
    """Return the word alone."""
    return str(gettext("Hand") if game.unit == "hand" else gettext("Round"))


def every(game: Game) -> str:
    """Return the heading of the table of all rounds."""
    return str(gettext("Every hand") if game.unit == "hand" else gettext("Every round"))


def numbered(game: Game, number: int, of: int | None = None) -> str:
    """Return the name of a round, like "Hand 3 of 4"."""
    if of is not None and number <= of:
        if game.unit == "hand":
            return str(gettext("Hand %(number)d of %(of)d", number=number, of=of))
        return str(gettext("Round %(number)d of %(of)d", number=number, of=of))
    if game.unit == "hand":
        return str(gettext("Hand %(number)d", number=number))
    return str(gettext("Round %(number)d", number=number))


def around(game: Game, number: int, of: int | None = None) -> tuple[str, str, str]:
    """Return the name of a round in three: its words before the number, the number, those after.

    >>> "Round 3 of 5".partition("3")
    ('Round ', '3', ' of 5')
    """
    before, shown, after = numbered(game, number, of).partition(str(number))
    return before.strip(), shown, after.strip()


def enter(game: Game, number: int) -> str:
    """Name the way to a round's form."""
    if game.unit == "hand":
        return str(gettext("Enter hand %(number)d", number=number))
    return str(gettext("Enter round %(number)d", number=number))


def save(game: Game, number: int) -> str:
    """Name the saving of a round."""
    if game.unit == "hand":
        return str(gettext("Save hand %(number)d", number=number))
    return str(gettext("Save round %(number)d", number=number))


def fix(game: Game, number: int) -> str:
    """Name the way to the correction of a round."""
    if game.unit == "hand":
        return str(gettext("Fix hand %(number)d", number=number))
    return str(gettext("Fix round %(number)d", number=number))


def undo(game: Game, number: int) -> str:
    """Say what undoing takes back."""
    if game.unit == "hand":
        return str(gettext("Undo hand %(number)d", number=number))
    return str(gettext("Undo round %(number)d", number=number))


def saved(game: Game, number: int) -> str:
    """Say that a round is saved."""
    if game.unit == "hand":
        return str(gettext("Hand %(number)d saved", number=number))
    return str(gettext("Round %(number)d saved", number=number))


def corrected(game: Game, number: int) -> str:
    """Say that a round is corrected."""
    if game.unit == "hand":
        return str(gettext("Hand %(number)d corrected", number=number))
    return str(gettext("Round %(number)d corrected", number=number))


def taken_back(game: Game, number: int) -> str:
    """Say that a round is taken back."""
    if game.unit == "hand":
        return str(gettext("Hand %(number)d taken back", number=number))
    return str(gettext("Round %(number)d taken back", number=number))


def moved_on(game: Game, number: int) -> str:
    """Say that the table has moved on to another round meanwhile."""
    if game.unit == "hand":
        return str(gettext("Nothing changed: the table is at hand %(number)d now.", number=number))
    return str(gettext("Nothing changed: the table is at round %(number)d now.", number=number))


def last(game: Game, points: str) -> str:
    """Say what the last round gave; *points* with their sign."""
    if game.unit == "hand":
        return str(gettext("%(points)s last hand", points=points))
    return str(gettext("%(points)s last round", points=points))


def after(game: Game, played: int) -> str:
    """Say how many rounds were played."""
    if game.unit == "hand":
        return str(ngettext("After %(num)d hand", "After %(num)d hands", played))
    return str(ngettext("After %(num)d round", "After %(num)d rounds", played))


def of_the_round(game: Game) -> str:
    """Name the sum of a round's reasons."""
    if game.unit == "hand":
        return str(gettext("Points for the hand"))
    return str(gettext("Points for the round"))


def ending(game: Game, finish: Finish, decimals: int = 0) -> str:
    """Say who wins and when the game ends."""
    best = gettext("Lowest wins.") if finish.best == "low" else gettext("Highest wins.")
    return " ".join([str(best), *_ends(game, finish, decimals)])


def _ends(game: Game, finish: Finish, decimals: int) -> list[str]:
    found = []
    if finish.rounds is not None and game.unit == "hand":
        found += [ngettext("Ends after %(num)d hand.", "Ends after %(num)d hands.", finish.rounds)]
    elif finish.rounds is not None:
        found += [
            ngettext("Ends after %(num)d round.", "Ends after %(num)d rounds.", finish.rounds)
        ]
    if finish.reach is not None:
        points = figure(finish.reach, decimals)
        if finish.strictly:
            found += [gettext("Ends when someone passes %(points)s.", points=points)]
        else:
            found += [gettext("Ends when someone reaches %(points)s.", points=points)]
    return [str(sentence) for sentence in found] or [str(gettext("Ends when you say so."))]
