# SPDX-License-Identifier: MIT
"""What browsers are told to refuse, and the token that every form carries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]  # it ships no types

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: Nothing from elsewhere, nothing inline: a page can only do what our own files do.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # A table's address is a secret of its group: it must not leave with a link to elsewhere.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

csrf = CSRFProtect()


def init_security(app: Flask) -> None:
    """Protect every form, and send the headers with every answer."""
    csrf.init_app(app)
    app.after_request(_harden)
    app.wsgi_app = _without_nonsense_host(app.wsgi_app)  # type: ignore[method-assign,assignment]  # Flask's own way


def _harden(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        # Scores change under the page: it may be kept for "back", but is asked for anew.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _without_nonsense_host(answer: WSGIApplication) -> WSGIApplication:
    """Take a Host header away that is no name at all: Flask could not even show an error page."""

    def wrapped(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if not _is_name(environ.get("HTTP_HOST", "")):
            del environ["HTTP_HOST"]
        return answer(environ, start)

    return wrapped


def _is_name(host: str) -> bool:
    try:
        host.encode("idna").decode("idna")
    except UnicodeError:
        return False
    return True
