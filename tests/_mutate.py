# SPDX-License-Identifier: MIT
r"""Small mistakes in a source: a `<` that should be `<=`, a 7 for an 8, a line left out.

>>> for mutant in mutants("def most(a, b):\n    return a if a > b else b\n"):
...     print(mutant)
line 2: return a if a > b else b -> return None
line 2: a > b -> a >= b
line 2: a > b -> a < b

Words are no logic: texts, labels, help, colours and sources stay as they are, and so do the
random rounds that a game plays as its sample.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

_SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.Add,),
    ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}

#: Keyword arguments that hold words or looks, or that change nothing when they are true.
_WORDS = {
    *("label", "help", "title", "about", "sources", "minutes", "bgg_id", "version", "more"),
    *("short", "rank", "effect", "shape", "colour", "strict", "maxsize"),
}
_LOOKS = {"Colours", "Suit"}  # calls that only say how something looks
_SAMPLE = ("sample", "_sample")

Put = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One mistake: where, and what stands there instead."""

    line: int
    before: str
    after: str

    def __str__(self) -> str:
        """Return it as a line to read."""
        return f"line {self.line}: {self.before} -> {self.after}"


def mutants(source: str) -> list[Mutant]:
    """Return every mistake that can be made in a source, in its order."""
    return [
        Mutant(getattr(node, "lineno", 0), _short(node), _short(new))
        for node, new, _ in _places(ast.parse(source))
    ]


def mutated(source: str, index: int) -> ast.Module:
    """Return the source with mistake number *index* in it."""
    tree = ast.parse(source)
    for count, (_, new, put) in enumerate(_places(tree)):
        if count == index:
            put(ast.fix_missing_locations(new))
            return tree
    raise IndexError(index)


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, Put]]:
    """Yield (what stands there, what could stand there, how to put it there)."""
    for name, value in ast.iter_fields(node):
        if _is_words(node, name):
            continue
        children: list[tuple[object, Put]] = [(value, partial(setattr, node, name))]
        if isinstance(value, list):
            children = [(child, partial(value.__setitem__, i)) for i, child in enumerate(value)]
        for child, put in children:
            if isinstance(child, ast.AST) and not _is_left_alone(child):
                for new in _instead(child):
                    yield child, ast.copy_location(new, child), put
                if _is_condition(node, name, child):
                    yield child, ast.copy_location(ast.UnaryOp(ast.Not(), child), child), put  # type: ignore[arg-type] # a condition is an expression
                yield from _places(child)


def _is_words(node: ast.AST, name: str) -> bool:
    """Tell whether a field of a node holds words, types or decorators."""
    if name in ("decorator_list", "annotation", "returns", "bases", "type_comment"):
        return True
    return isinstance(node, ast.keyword) and node.arg in _WORDS


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _LOOKS
        case ast.FunctionDef(name=name):
            return name.startswith(_SAMPLE)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom():
            return True
    return False


def _is_condition(node: ast.AST, name: str, child: ast.AST) -> bool:
    """Tell whether a child decides something and is no comparison, which is swapped already."""
    decides = (isinstance(node, ast.If | ast.IfExp | ast.While) and name == "test") or (
        isinstance(node, ast.comprehension) and name == "ifs"
    )
    return decides and isinstance(child, ast.Name | ast.Call | ast.Attribute | ast.Subscript)


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what could stand in a node's place."""
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                for other in _SWAPPED.get(type(op), ()):
                    new = copy.copy(node)
                    new.ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]  # type: ignore[list-item] # comparisons swap with comparisons
                    yield new
        case ast.BinOp(left=ast.Constant(value=str())):
            return
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp():
            for other in _SWAPPED.get(type(node.op), ()):
                changed: ast.AST = copy.copy(node)
                setattr(changed, "op", other())  # noqa: B010 - three classes with one field
                yield changed
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            yield operand
        case ast.Constant(value=bool(truth)):
            yield ast.Constant(not truth)
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            yield ast.Pass()
        case ast.Raise() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Name(id=name) if name in _NAMES:
            yield ast.Name(_NAMES[name], ast.Load())


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
