# SPDX-License-Identifier: MIT
"""Reading numbers as people and programs write them.

>>> whole("−5"), whole("007"), whole("12.50", 2), whole("12+11+7")
(-5, 7, 1250, 30)
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from companion.engine.errors import BadValue
from companion.engine.text import Msg, msg, nmsg

_TERM = r"\d+(?:[.,]\d+)?"
_WRITTEN = re.compile(rf"[+-]?{_TERM}")
_SUM = re.compile(rf"[+-]?{_TERM}(?:\s*[+-]\s*{_TERM})+")
_TERMS = re.compile(rf"[+-]?\s*{_TERM}")
_DASHES = ("", "-", "–", "—", "−")  # what people type for nothing
_FAR = 10**18
_DIGITS = 20  # more than any score has; a longer number is refused before it is computed
_LONGEST_SUM = 200  # letters: more terms than anybody adds up


def blank(raw: Any) -> bool:
    """Tell whether nothing was entered: no value, no text, or a dash alone."""
    return raw is None or (isinstance(raw, str) and raw.strip() in _DASHES)


def whole(raw: Any, decimals: int = 0) -> int:
    """Return a number as a whole count of its smallest unit.

    Args:
        raw: int, float, Decimal or text; comma and point both part the decimals, and any
            minus sign will do. A text may be a sum, as people write it down: ``12+11-7``.
        decimals: how many decimals the unit has.

    Raises:
        BadValue: not a number, too long, or with more decimals than allowed.
    """
    if type(raw) is int and not decimals and -_FAR < raw < _FAR:
        return raw  # the common case, on every replay
    if isinstance(raw, str):
        terms = _terms(raw)
        if len(terms) > 1:  # each is exact by itself, so the sum of whole numbers is
            return sum(whole(term, decimals) for term in terms)
    value = _decimal(raw)
    if not value.is_finite() or abs(value.adjusted()) > _DIGITS or _digits(value) > _DIGITS:
        raise BadValue(msg("This number is out of reach."))
    scaled = value.scaleb(decimals)
    if scaled != scaled.to_integral_value():
        if not decimals:
            raise BadValue(msg("A whole number is needed."))
        raise BadValue(nmsg("At most {n} decimal place.", "At most {n} decimal places.", decimals))
    return int(scaled)


def _terms(text: str) -> list[str]:
    """Return the terms of a written sum, each with its sign; of anything else the text alone."""
    written = _plain(text)
    if len(written) > _LONGEST_SUM or not _SUM.fullmatch(written):
        return [text]
    return ["".join(term.split()) for term in _TERMS.findall(written)]


def _plain(text: str) -> str:
    """Return what was typed with plain minus signs."""
    return text.strip().replace("−", "-").replace("–", "-")


def _digits(value: Decimal) -> int:
    # More digits than a Decimal computes with would be rounded away unseen.
    return len(value.as_tuple().digits)


def _decimal(raw: Any) -> Decimal:
    if isinstance(raw, bool) or not isinstance(raw, int | float | Decimal | str):
        raise BadValue(msg("A number is needed."))
    if isinstance(raw, int):
        if abs(raw) >= 10**_DIGITS:
            raise BadValue(msg("This number is out of reach."))
        return Decimal(raw)
    if not isinstance(raw, str):
        return Decimal(str(raw))
    written = _plain(raw)
    if not _WRITTEN.fullmatch(written):
        raise BadValue(msg("A number is needed."))
    if len(written) > _DIGITS:
        raise BadValue(msg("This number is out of reach."))
    return Decimal(written.replace(",", "."))


def shown(value: int, decimals: int = 0) -> int | Decimal:
    """Return a kept number as people write it."""
    return Decimal(value).scaleb(-decimals) if decimals else value


def too_low(low: int, decimals: int = 0) -> Msg:
    """Say that a number lies below its limit."""
    return msg("At least {low}.", low=shown(low, decimals))


def too_high(high: int, decimals: int = 0) -> Msg:
    """Say that a number lies above its limit."""
    return msg("At most {high}.", high=shown(high, decimals))
