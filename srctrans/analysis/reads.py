"""What an expression reads: names for their value, names for their shape only, elements of arrays.

>>> from srctrans.syntax.build import parse_expression
>>> sorted(value_names(parse_expression("x[i] * np.zeros_like(y) / z.shape[0]")))
['i', 'x']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

_SHAPE_ATTRIBUTES = frozenset(("shape", "size", "ndim", "dtype"))
_SHAPE_CALLS = frozenset(("len", "zeros_like", "ones_like", "empty_like", "shape", "size", "ndim"))


def value_names(node: Any) -> set[str]:
    """The names whose value (not only the shape) an expression reads."""
    found: set[str] = set()
    _collect(node, found, None)
    return found


def shape_names(node: Any) -> set[str]:
    """The names of which an expression reads the shape."""
    found: set[str] = set()
    _collect(node, set(), found)
    return found


def _collect(node: Any, values: set[str], shapes: set[str] | None) -> None:
    if isinstance(node, gast.Name):
        values.add(node.id)
        return
    if isinstance(node, gast.Attribute) and node.attr in _SHAPE_ATTRIBUTES and isinstance(node.value, gast.Name):
        if shapes is not None:
            shapes.add(node.value.id)
        return
    if (
        isinstance(node, gast.Call)
        and callee(node) in _SHAPE_CALLS
        and node.args
        and isinstance(node.args[0], gast.Name)
    ):
        if shapes is not None:
            shapes.add(node.args[0].id)
        for other in node.args[1:]:
            _collect(other, values, shapes)
        return
    for child in gast.iter_child_nodes(node):
        _collect(child, values, shapes)


def has_effect(node: Any) -> bool:
    """Does an expression do more than give a value: take a kept value from its list, add into an array?"""
    return any(isinstance(n, gast.Call) and (callee(n) == "pop" or bool(added_arrays(n))) for n in gast.walk(node))


def added_arrays(node: Any) -> set[str]:
    """The arrays that a call of a generated function adds into: those that it is given by keyword.

    >>> from srctrans.syntax.build import parse_expression
    >>> added_arrays(parse_expression("total_vjp(c, n, value_bar, c_bar=c_bar)"))
    {'c_bar'}
    """
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
        return {k.value.id for k in node.keywords if isinstance(k.value, gast.Name)}
    return set()


def callee(node: gast.Call) -> str:
    """The last part of the name of the function that is called."""
    function = node.func
    return function.attr if isinstance(function, gast.Attribute) else getattr(function, "id", "")


def loads(node: Any) -> Iterator[gast.Subscript]:
    """The subscripts of arrays in an expression (not those of a shape)."""
    for inner in gast.walk(node):
        if isinstance(inner, gast.Subscript) and isinstance(inner.value, gast.Name):
            yield inner
