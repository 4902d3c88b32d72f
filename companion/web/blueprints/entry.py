# SPDX-License-Identifier: MIT
"""Entering, previewing, saving and correcting a round."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("entry", __name__)
