# SPDX-License-Identifier: MIT
"""Looks the engine's sentences up in the catalogues, and writes numbers as a language does.

English is the source; a sentence that a language lacks is shown in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from pathlib import Path

from babel.numbers import format_decimal

from companion.engine.text import Translate, english

#: English first, then in the order in which the app offers them.
LANGUAGES = ("en", "nl", "de", "fy")
LOCALES = Path(__file__).parent / "locales"


@cache
def translator(language: str) -> Translate:
    """Return the look-up of one of `LANGUAGES`."""
    if language == "en":
        return english
    catalogue = gettext.translation("messages", LOCALES, [language], fallback=True)

    def translate(one: str, many: str | None, n: int) -> str:
        if not one:
            return ""  # the catalogue keeps its own head under the empty text
        if many is None:
            return catalogue.gettext(one)
        return catalogue.ngettext(one, many, n)

    return translate


@cache
def numbers(language: str) -> Callable[[Decimal], str]:
    """Return what writes decimal numbers in one of `LANGUAGES`, every decimal kept.

    >>> numbers("nl")(Decimal("-2.50"))
    '−2,50'
    """

    def number(value: Decimal) -> str:
        exponent = value.as_tuple().exponent
        places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        text = format_decimal(value, "0." + "0" * places if places else "0", language)
        return text.replace("-", "−")

    return number
