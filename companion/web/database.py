# SPDX-License-Identifier: MIT
"""Flask-SQLAlchemy's handle: a session for every request, over the store's own tables."""

from __future__ import annotations

from flask import Flask
from flask_sqlalchemy import SQLAlchemy

from companion.persistence.base import Base
from companion.persistence.engine import configure_engine


class Database(SQLAlchemy):
    """Flask-SQLAlchemy, whose engines begin transactions as the store needs it."""

    def init_app(self, app: Flask) -> None:
        """Register with *app* and configure its engines."""
        super().init_app(app)
        with app.app_context():
            for engine in self.engines.values():
                configure_engine(engine)


db = Database(model_class=Base, engine_options={"pool_pre_ping": True})
