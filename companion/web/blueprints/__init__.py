# SPDX-License-Identifier: MIT
"""The pages, one blueprint per subject."""

from __future__ import annotations

from flask import Flask

from companion.web.blueprints import entry, home, lookup, options, people, start, table


def register(app: Flask) -> None:
    """Register every page."""
    for module in (home, start, table, options, entry, lookup, people):
        app.register_blueprint(module.blueprint)
