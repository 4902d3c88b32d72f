# SPDX-License-Identifier: MIT
"""Small modules, small functions, and a docstring for everything that others call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(source: str) -> Iterator[Function]:
    yield from (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def length(function: Function) -> int:
    """Return how many lines a function has without its docstring."""
    docstring = ast.get_docstring(function, clean=False)
    lines = (function.end_lineno or 0) - function.lineno + 1
    return lines - (docstring.count("\n") + 1 if docstring else 0)


def public(source: str) -> Iterator[tuple[str, str | None]]:
    """Yield name and docstring of the module and of every public class and function in it."""
    tree = ast.parse(source)
    yield "module", ast.get_docstring(tree)
    for node in tree.body:
        if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
            continue
        yield node.name, ast.get_docstring(node)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function) and not inner.name.startswith("_"):
                    yield f"{node.name}.{inner.name}", ast.get_docstring(inner)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {name(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}

    assert {file: lines for file, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    long = [
        f"{name(path)}: {function.name} has {length(function)} lines"
        for path in MODULES
        for function in functions(path.read_text("utf-8"))
        if length(function) > LONGEST_FUNCTION
    ]

    assert long == []


def test_everything_public_says_what_it_does() -> None:
    silent = [
        f"{name(path)}: {what}"
        for path in MODULES
        if path != ROOT / "companion" / "__init__.py"  # stays empty
        for what, docstring in public(path.read_text("utf-8"))
        if not docstring
    ]

    assert silent == []


def test_the_limits_are_measured_and_not_only_declared() -> None:
    source = "def f():\n" + "    x = 1\n" * 60 + "\n\nclass A:\n    def b(self):\n        pass\n"
    documented = 'def f():\n    """One.\n\n    Two.\n    """\n    return 1\n'

    assert [length(function) for function in functions(source)] == [61, 2]
    assert [length(function) for function in functions(documented)] == [2]
    assert dict(public(source)) == {"module": None, "f": None, "A": None, "A.b": None}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_an_exception_to_a_rule_gives_its_reason_on_its_line(path: Path) -> None:
    bare = [
        line.strip()
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"# (noqa|type: ignore)", line)
        and not re.search(r"# noqa: [A-Z0-9, ]+[-#] \w|# type: ignore\[[a-z, -]+\] +# \w", line)
    ]

    assert bare == []
