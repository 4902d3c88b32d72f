# SPDX-License-Identifier: MIT
"""What browsers are told to refuse, and the token that every form carries."""

from __future__ import annotations

from flask import Flask, Response
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]  # it ships no types

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


def _harden(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        # Scores change under the page: it may be kept for "back", but is asked for anew.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
