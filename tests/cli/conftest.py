# SPDX-License-Identifier: MIT
"""A place for a database of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli._store import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Where this test keeps its data: nothing is there yet."""
    return Place(tmp_path)
