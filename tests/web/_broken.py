# SPDX-License-Identifier: MIT
"""A table that a later version wrote, and this one cannot read."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select, update

from companion.persistence.models import Match
from companion.persistence.unit import writing
from companion.web.database import db


def break_log(app: Flask, code: str, game: str = "from_tomorrow") -> None:
    """Put a table under a game that this version does not have, or whose rules are others.

    Its log itself is sealed; the row that names the game is not.
    """
    with app.app_context():
        with writing(db) as session:
            session.execute(update(Match).where(Match.code == code).values(game=game))
        assert db.session.scalar(select(Match.game).where(Match.code == code)) == game
        db.session.remove()
