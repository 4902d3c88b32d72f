# SPDX-License-Identifier: MIT
"""Puts the app together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, current_app
from flask_migrate import Migrate  # type: ignore[import-untyped]  # its stubs are a package more

import companion.games
from companion.engine.registry import Registry
from companion.persistence.paths import default_database_url
from companion.persistence.upgrade import migrations_dir
from companion.web.assets import init_assets
from companion.web.config import defaults, folder, secret_key
from companion.web.database import db
from companion.web.errors import init_errors
from companion.web.security import init_security
from companion.web.visit import init_visits
from companion.web.words import init_words


def create_app(
    settings: Mapping[str, Any] | None = None, registry: Registry | None = None
) -> Flask:
    """Return the app.

    Args:
        settings: Flask's and our own settings, over the defaults; tests give
            ``SQLALCHEMY_DATABASE_URI`` and ``SECRET_KEY`` and so touch no data folder.
        registry: the games; those of the package `companion.games` by default.
    """
    from companion.web import blueprints  # pages ask this module for the games, so they come later

    app = Flask(
        "companion",
        template_folder=str(folder("templates")),
        static_folder=str(folder("static")),
    )
    app.config.from_mapping(defaults())
    app.config.from_mapping(settings or {})
    app.config.setdefault("SQLALCHEMY_DATABASE_URI", default_database_url())
    app.secret_key = app.config.get("SECRET_KEY") or secret_key()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    games = registry or Registry(companion.games)
    app.extensions["companion"] = games
    app.extensions["on_stop"] = []  # what has to end before the server can: open streams
    db.init_app(app)
    Migrate(app, db, directory=str(migrations_dir()))
    init_words(app)
    init_assets(app, games)
    init_security(app)
    init_visits(app)
    init_errors(app)
    blueprints.register(app)
    return app


def games() -> Registry:
    """Return the games of the running app."""
    registry: Registry = current_app.extensions["companion"]
    return registry
