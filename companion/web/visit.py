# SPDX-License-Identifier: MIT
"""Who is asking: the device's cookie, and its visitor in the store."""

from __future__ import annotations

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.orm import Session

from companion.services.visitors import Visitor, ensure_visitor, find_visitor, new_secret
from companion.web.config import KEPT
from companion.web.database import db

COOKIE = "companion-device"


def init_visits(app: Flask) -> None:
    """Give every device its secret cookie with the first page that it gets."""
    app.after_request(_give_cookie)


def secret() -> str:
    """Return this device's secret; a fresh one where the cookie is missing or was not ours."""
    if "secret" not in g:
        try:
            known = _signer().loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            known = None
        g.new_cookie = not isinstance(known, str)
        g.secret = known if isinstance(known, str) else new_secret()
    return str(g.secret)


def visitor() -> Visitor | None:
    """Return who is asking, if this device has ever written anything."""
    if "visitor" not in g:
        g.visitor = find_visitor(db.session(), secret())
    found: Visitor | None = g.visitor
    return found


def writer(session: Session) -> Visitor:
    """Return who is asking, inside ``writing``; a new device gets its rows and its group."""
    found = ensure_visitor(session, secret())
    g.visitor = found
    return found


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=COOKIE)


def _give_cookie(response: Response) -> Response:
    if response.mimetype == "text/html" or "secret" in g:
        value = secret()
        if g.new_cookie:
            response.set_cookie(
                COOKIE,
                str(_signer().dumps(value)),
                max_age=KEPT,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure,
            )
    return response
