# SPDX-License-Identifier: MIT
"""Looks the engine's sentences up in the catalogues.

English is the source; a sentence that a language lacks is shown in English.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

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
