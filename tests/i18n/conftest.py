# SPDX-License-Identifier: MIT
"""The app and its tables, as in the tests of the pages."""

from __future__ import annotations

from tests.web.conftest import app, client, empty_database, opened

__all__ = ["app", "client", "empty_database", "opened"]
