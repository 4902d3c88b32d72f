# SPDX-License-Identifier: MIT
"""Tables of this group: the home page, the history, settings, and a group's link."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("home", __name__)
