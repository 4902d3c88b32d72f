# SPDX-License-Identifier: MIT
"""A running table, its result, its game page and its reasons."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("table", __name__)
