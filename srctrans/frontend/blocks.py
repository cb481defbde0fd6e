"""Blocks of Python: the walks over them, and the copies that rewriting makes.

In: statements as the user wrote them. Out: statements inside of them, or copies with other blocks, names, places.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.syntax import build

SCOPES = (gast.FunctionDef, gast.Lambda, gast.ClassDef)
LOOPS = (gast.For, gast.While)


@dataclass
class Flags:
    """Names for flags that nothing else in the function has; `inside`: how many `try` and `with` are around.

    reads: how often each name is read.
    """

    taken: set[str]
    reads: Counter[str]
    inside: int = 0

    def fresh(self, hint: str) -> str:
        name, count = hint, 1
        while name in self.taken:
            count += 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        return name


def walk(block: list[Any]) -> Any:
    """The nodes of a block without those of functions defined inside."""
    stack = list(block)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, SCOPES):
            stack.extend(gast.iter_child_nodes(node))


def blocks(node: Any) -> list[list[Any]]:
    """The blocks of a compound statement that is no loop."""
    found = [getattr(node, name) for name in ("body", "orelse", "finalbody") if isinstance(node, gast.stmt)
             and isinstance(getattr(node, name, None), list)]  # fmt: skip
    return found + [h.body for h in getattr(node, "handlers", [])]


def own_nodes(node: Any) -> Any:
    """The statements inside of a compound statement but for those of loops and functions."""
    for block in blocks(node):
        for inner in block:
            yield inner
            if not isinstance(inner, (*LOOPS, *SCOPES)):
                yield from own_nodes(inner)


def in_blocks(node: Any, change: Callable[[list[Any]], list[Any]]) -> Any:
    """A compound statement with its blocks changed; anything else as it is."""
    fields = {n: getattr(node, n) for n in ("body", "orelse", "finalbody") if isinstance(getattr(node, n, None), list)}
    if isinstance(node, (*SCOPES, gast.Match)) or not fields:
        return node
    made = {name: change(inner) for name, inner in fields.items()}
    if made.get("body") == []:
        made["body"] = [build.pass_()]
    handlers = [changed(h, body=change(h.body) or [build.pass_()]) for h in getattr(node, "handlers", [])]
    return changed(node, **made, **({"handlers": handlers} if handlers else {}))


def changed(node: Any, **fields: Any) -> Any:
    """A copy of a node with other fields; the node itself if they are equal."""
    if all(getattr(node, name) == value for name, value in fields.items()):
        return node
    values = {name: getattr(node, name, None) for name in node._fields}
    return gast.copy_location(type(node)(**{**values, **fields}), node)


def at(made: Any, node: Any) -> Any:
    """A statement in the place of another."""
    for inner in gast.walk(made):
        if isinstance(inner, (gast.expr, gast.stmt)) and not getattr(inner, "lineno", None):
            gast.copy_location(inner, node)
    return made


def renamed(node: Any, names: dict[str, str]) -> Any:
    """A copy of a tree with other names."""

    class Rename(gast.NodeTransformer):  # type: ignore[misc]
        def visit_Name(self, inner: Any) -> Any:
            return gast.copy_location(changed(inner, id=names.get(inner.id, inner.id)), inner)

    return Rename().visit(copy.deepcopy(node))


def always_jumps(block: list[Any]) -> bool:
    """Does every way through a block end in a jump?"""
    if not block:
        return False
    last = block[-1]
    if isinstance(last, (gast.Break, gast.Continue, gast.Return, gast.Raise)):
        return True
    return isinstance(last, gast.If) and always_jumps(last.body) and always_jumps(last.orelse)


def any_of(names: list[str]) -> Any:
    nodes = [build.name(n) for n in names]
    return nodes[0] if len(nodes) == 1 else gast.BoolOp(op=gast.Or(), values=nodes)


def reads(block: list[Any]) -> Counter[str]:
    """How often each name is read in a block."""
    names = (n for st in block for n in gast.walk(st) if isinstance(n, gast.Name))
    return Counter(n.id for n in names if not isinstance(n.ctx, gast.Store))
