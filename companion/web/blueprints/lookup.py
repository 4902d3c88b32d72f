# SPDX-License-Identifier: MIT
"""Looking things up without a game: set-up by player count, and rules."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("lookup", __name__)
