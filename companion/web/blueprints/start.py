# SPDX-License-Identifier: MIT
"""Opening a table: choose a game, count, seats, house rules, set-up."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("start", __name__)
