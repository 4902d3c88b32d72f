# SPDX-License-Identifier: MIT
"""The reader's language, and sentences of the engine in it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, request
from flask_babel import Babel, get_locale  # type: ignore[import-untyped]  # it ships no types

from companion.engine.text import Msg, render
from companion.i18n.translate import LANGUAGES, numbers, translator

COOKIE = "companion-language"


def init_words(app: Flask) -> None:
    """Choose the language per device: its own choice, else what the browser prefers."""
    Babel(app, locale_selector=choose)
    app.jinja_env.globals.update(say=say, get_locale=get_locale)


def choose() -> str:
    """Return the language of this request."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    # Not best_match: it takes any exact match before "fy" for "fy-NL", so a Frisian browser, which
    # asks for fy-NL, then nl, would get Dutch.
    wanted = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return next((code for code in wanted if code in LANGUAGES), "en")


def language() -> str:
    """Return the language in use."""
    return str(get_locale() or "en").split("_", maxsplit=1)[0]


def say(text: Msg | str, names: Sequence[str] = ()) -> str:
    """Return a sentence in the reader's words; *names* are the players' by seat."""
    if isinstance(text, str):
        return text
    return render(text, names, translator(language()), numbers(language()))
