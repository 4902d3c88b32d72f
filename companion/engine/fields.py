# SPDX-License-Identifier: MIT
"""The closed set of things that a table can be asked.

Forms, checks, options, match files and test data all come from these kinds. A game uses
them; it never makes a new one. Every field turns a raw value (from a form, a match file or
the log) into a plain value with `parse`, and back with `dump`.

>>> Int(key="points", label=msg("Points"), decimals=1).parse("12,5", 3)
125
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as part
from typing import Any, ClassVar, Literal

from companion.engine.cards import Deck
from companion.engine.errors import BadValue
from companion.engine.figures import blank, too_high, too_low, whole
from companion.engine.text import Msg, Seat, msg

Scope = Literal["seat", "table"]

NEEDED = msg("A number is needed.")
_WHO = msg("Pick a player.")
_LONGEST = 60


@dataclass(frozen=True, kw_only=True)
class Field:
    """One question.

    Attributes:
        key: its name in match files and forms.
        label: its name on the screen.
        per: asked of every ``seat``, or once of the ``table``.
        help: one plain sentence that explains it.
        more: an option that stands behind "more house rules".
        ask: the label as a question to one player, where the label alone does not say whose.
    """

    key: str
    label: Msg
    per: Scope = "seat"
    help: Msg | None = None
    more: bool = False
    ask: Callable[[Seat], Msg] | None = None
    widget: ClassVar[str] = "text"

    def parse(self, raw: Any, seats: int) -> Any:
        """Return the field's value for a raw one.

        Args:
            raw: from a form (text), a match file or the log (plain JSON values).
            seats: how many players there are.

        Raises:
            BadValue: the raw value does not fit; its ``text`` says why.
        """
        raise NotImplementedError

    def blank(self) -> Any:
        """Return the value of an untouched field, or raise BadValue where one is needed."""
        return None

    def dump(self, value: Any) -> Any:
        """Return the plain JSON value that `parse` reads back as *value*."""
        return value


@dataclass(frozen=True, kw_only=True)
class Int(Field):
    """A number; with *decimals* kept as a whole number of tenths or hundredths.

    Without a *default* it must be given, unless it is *optional* (None then means that
    nobody said anything). *low* and *high* are in the unit that the value is kept in. *signed*
    offers a minus; without it that goes by *low*.
    """

    low: int = 0
    high: int = 999
    default: int | None = None
    optional: bool = False
    decimals: int = 0
    signed: bool | None = None
    widget: ClassVar[str] = "number"

    def parse(self, raw: Any, seats: int) -> int | None:
        """Return the number, or what an untouched field means when there is none."""
        if type(raw) is int and not self.decimals:  # the common case, on every replay
            value = raw
        elif blank(raw):
            return self.blank()
        else:
            value = whole(raw, self.decimals)
        return _within(value, self.low, self.high, self.decimals)

    def blank(self) -> int | None:
        """Return the default; None where the number is optional."""
        if self.default is None and not self.optional:
            raise BadValue(NEEDED)
        return self.default

    def dump(self, value: Any) -> Any:
        """Return the number as people write it."""
        return value if not self.decimals or value is None else value / 10**self.decimals


def _within(value: int, low: int, high: int, decimals: int) -> int:
    if value < low:
        raise BadValue(too_low(low, decimals))
    if value > high:
        raise BadValue(too_high(high, decimals))
    return value


@dataclass(frozen=True, kw_only=True)
class Tokens(Int):
    """A small counter with plus and minus; untouched it is 0.

    What each counted thing is worth can be drawn beside it: *value* times the symbol *pip*.
    """

    high: int = 99
    default: int | None = 0
    pip: str = ""
    value: int = 0
    widget: ClassVar[str] = "stepper"


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """Yes or no."""

    default: bool = False
    widget: ClassVar[str] = "toggle"
    _words: ClassVar[Mapping[str, bool]] = {
        **dict.fromkeys(("y", "yes", "on", "true", "1"), True),
        **dict.fromkeys(("n", "no", "off", "false", "0", ""), False),
    }

    def parse(self, raw: Any, seats: int) -> bool:
        """Accept a JSON boolean or a word."""
        if raw is None:
            return self.default
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, str) and raw.strip().lower() in self._words:
            return self._words[raw.strip().lower()]
        raise BadValue(msg("Yes or no."))

    def blank(self) -> bool:
        """Return the default."""
        return self.default


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    """One of a few named answers; the first is the default, unless it is *optional*."""

    choices: tuple[tuple[str, Msg], ...] = ()
    optional: bool = False
    widget: ClassVar[str] = "radio"

    def parse(self, raw: Any, seats: int) -> str | None:
        """Return the chosen key."""
        if blank(raw):
            return self.blank()
        if type(raw) is int:  # a match file may write 7 for the answer "7"
            raw = str(raw)
        if isinstance(raw, str) and any(raw == key for key, _ in self.choices):
            return raw
        names = ", ".join(key for key, _ in self.choices)
        raise BadValue(msg("Pick one of the answers: {names}.", names=names))

    def blank(self) -> str | None:
        """Return the first answer; None where it is optional."""
        return None if self.optional else self.choices[0][0]


@dataclass(frozen=True, kw_only=True)
class SeatRef(Field):
    """A player, or nobody."""

    per: Scope = "table"
    widget: ClassVar[str] = "seats"

    def parse(self, raw: Any, seats: int) -> int | None:
        """Return the seat, counted from 0, or None for nobody."""
        if raw is None or blank(raw) or raw == "none":
            return None
        if not isinstance(raw, int | str) or isinstance(raw, bool):
            raise BadValue(_WHO)
        seat = whole(raw)
        if not 0 <= seat < seats:
            raise BadValue(msg("There is no seat {number}.", number=seat))
        return seat


@dataclass(frozen=True, kw_only=True)
class Cards(Field):
    """A pile of cards from a deck; every physical card can lie in one pile only.

    A pile is written as ids parted by blanks, as a list of ids, or as an object
    id -> count; its value is the last of these.
    """

    deck: Deck = part(default_factory=Deck)
    widget: ClassVar[str] = "cards"

    def parse(self, raw: Any, seats: int) -> dict[str, int]:
        """Return how many of each card lie in the pile."""
        known = self.deck.by_id
        counts = _counted(raw)
        for id, count in counts.items():
            if id not in known:
                raise BadValue(msg("There is no card {id}.", id=id[:_LONGEST]))
            if count > known[id].copies:
                raise BadValue(_too_many(known[id].label, count, known[id].copies))
        return counts

    def blank(self) -> dict[str, int]:
        """Return no cards."""
        return {}

    def dump(self, value: Mapping[str, int]) -> dict[str, int]:
        """Return the counts."""
        return dict(value)


def _too_many(label: Msg, count: int, copies: int) -> Msg:
    return msg("{card}: {count} of {copies} cards.", card=label, count=count, copies=copies)


def _counted(raw: Any) -> dict[str, int]:
    """Return id -> count for any of the three ways to write a pile."""
    if raw is None:
        return {}
    if isinstance(raw, Mapping):
        return {str(id): n for id, count in raw.items() if (n := _count(count))}
    ids: Iterable[Any]
    if isinstance(raw, str):
        ids = raw.replace(",", " ").split()
    elif isinstance(raw, list | tuple):
        ids = raw
    else:
        raise BadValue(msg("A list of cards is needed."))
    counts: dict[str, int] = {}
    for id in ids:
        if not isinstance(id, str | int) or isinstance(id, bool):
            raise BadValue(msg("A list of cards is needed."))
        counts[str(id)] = counts.get(str(id), 0) + 1
    return counts


def _count(raw: Any) -> int:
    """Return one card's count; an untouched box of a form is 0."""
    if type(raw) is int and raw >= 0:  # the common case, on every replay
        return raw
    if blank(raw):
        return 0
    count = whole(raw)
    if count < 0:
        raise BadValue(too_low(0))
    return count


@dataclass(frozen=True, kw_only=True)
class Labels(Field):
    """A list of names, each used once."""

    per: Scope = "table"
    most: int = 12
    widget: ClassVar[str] = "lines"

    def parse(self, raw: Any, seats: int) -> list[str]:
        """Accept a list, or text with one name a line."""
        lines = raw.splitlines() if isinstance(raw, str) else [] if raw is None else raw
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise BadValue(msg("A list of names is needed."))
        names = [line.strip() for line in lines if line.strip()]
        if len(names) > self.most or len(set(names)) != len(names):
            raise BadValue(msg("At most {most} names, all different.", most=self.most))
        if any(len(name) > _LONGEST for name in names):
            raise BadValue(msg("At most {most} letters.", most=_LONGEST))
        return names

    def blank(self) -> list[str]:
        """Return no names."""
        return []


@dataclass(frozen=True, kw_only=True)
class Numbers(Field):
    """One number per name of a list, like the categories of a score pad."""

    labels: tuple[str, ...] = ()
    low: int = 0
    high: int = 999
    decimals: int = 0
    widget: ClassVar[str] = "numbers"

    def parse(self, raw: Any, seats: int) -> dict[str, int]:
        """Accept an object name -> number, or a list in the order of the names."""
        if isinstance(raw, list):
            if len(raw) > len(self.labels):
                raise BadValue(msg("At most {most} numbers.", most=len(self.labels)))
            raw = dict(zip(self.labels, raw, strict=False))
        if not isinstance(raw, Mapping):
            raise BadValue(NEEDED)
        for name in raw:
            if name not in self.labels:
                raise BadValue(msg("There is no category {name}.", name=str(name)[:_LONGEST]))
        return {name: self._cell(name, raw.get(name)) for name in self.labels}

    def _cell(self, name: str, raw: Any) -> int:
        try:
            if blank(raw):
                raise BadValue(NEEDED)
            return _within(whole(raw, self.decimals), self.low, self.high, self.decimals)
        except BadValue as bad:
            raise BadValue(msg("{name}: {why}", name=name, why=bad.text)) from None

    def blank(self) -> dict[str, int]:
        """Refuse: every category wants its number."""
        raise BadValue(NEEDED)

    def dump(self, value: Mapping[str, int]) -> dict[str, Any]:
        """Return the numbers as people write them."""
        return {
            name: number / 10**self.decimals if self.decimals else number
            for name, number in value.items()
        }


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """A short text, like a name."""

    per: Scope = "table"
    most: int = _LONGEST
    widget: ClassVar[str] = "text"

    def parse(self, raw: Any, seats: int) -> str:
        """Return the text without blanks around it."""
        if raw is None:
            return ""
        if not isinstance(raw, str):
            raise BadValue(msg("A text is needed."))
        if len(raw.strip()) > self.most:
            raise BadValue(msg("At most {most} letters.", most=self.most))
        return raw.strip()

    def blank(self) -> str:
        """Return no text."""
        return ""
