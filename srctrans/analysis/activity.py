"""Activity: which names depend on the inputs and lead to the results.

In: a block in core form, the kinds of names, which are views of which. Out:
the set of active names. A name is varied if its value depends on an input,
useful if a result depends on it; both are fixed points over the whole block,
which is exact enough since core form assigns each name once. An array and its
views share one fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.kinds.kind import Kind, TupleKind, is_float
from srctrans.rules import is_inactive
from srctrans.rules.functions import function_of
from srctrans.syntax.core import assigned_name, statements_of, stored_array

_SHAPE = frozenset(("shape", "size", "ndim", "dtype"))


@dataclass
class Activity:
    """The names that carry derivatives."""

    varied: set[str]
    active: set[str]


def analyse(
    block: list[Any], kinds: dict[str, Kind], views: dict[str, str], inputs: Iterable[str], results: Iterable[str]
) -> Activity:
    edges = _edges(block, kinds, views)
    varied = _reach({views.get(n, n) for n in inputs}, edges, forward=True)
    useful = _reach({views.get(n, n) for n in results}, edges, forward=False)
    both = varied & useful
    return Activity(_with_views(varied, views), _with_views(both, views))


def _with_views(names: set[str], views: dict[str, str]) -> set[str]:
    return names | {view for view, base in views.items() if base in names}


def _edges(block: list[Any], kinds: dict[str, Kind], views: dict[str, str]) -> set[tuple[str, str]]:
    """Pairs (from, to) of names, arrays standing for their base."""
    edges: set[tuple[str, str]] = set()
    for statement in statements_of(block):
        target = _target(statement)
        if target is None or not carries(kinds.get(target)):
            continue
        to = views.get(target, target)
        for name in differentiable_reads(statement.value):
            if carries(kinds.get(name)):
                edges.add((views.get(name, name), to))
    return edges


def carries(kind: Kind | None) -> bool:
    """May a derivative pass through a value of this kind? Also through several results of a call."""
    return is_float(kind) or isinstance(kind, TupleKind) and any(map(is_float, kind.items))


def _target(statement: Any) -> str | None:
    store = stored_array(statement)
    return store.value.id if store is not None else assigned_name(statement)


def _reach(start: set[str], edges: set[tuple[str, str]], forward: bool) -> set[str]:
    following: dict[str, list[str]] = {}
    for a, b in edges:
        following.setdefault(a if forward else b, []).append(b if forward else a)
    found, stack = set(start), list(start)
    while stack:
        for name in following.get(stack.pop(), ()):
            if name not in found:
                found.add(name)
                stack.append(name)
    return found


def differentiable_reads(node: Any) -> set[str]:
    """The names through which a derivative may pass into the value of an expression."""
    found: set[str] = set()
    _collect(node, found)
    return found


def _collect(node: Any, found: set[str]) -> None:
    if isinstance(node, gast.Name):
        found.add(node.id)
    elif isinstance(node, gast.Attribute):
        if node.attr not in _SHAPE:
            _collect(node.value, found)
    elif isinstance(node, gast.Subscript):
        _collect(node.value, found)
    elif isinstance(node, gast.Call):
        function = function_of(node)
        if function is not len and not is_inactive(function):
            for arg in list(node.args) + [k.value for k in node.keywords]:
                _collect(arg, found)
    elif isinstance(node, (gast.Compare, gast.BoolOp)):
        return
    elif isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
        return
    else:
        for child in gast.iter_child_nodes(node):
            _collect(child, found)
