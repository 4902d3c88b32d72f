# SPDX-License-Identifier: MIT
"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

import dev

WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(dev.ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (dev.ROOT / "companion").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_a_modules_docstrings_are_true(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))

    assert result.attempted > 0
    assert result.failed == 0
