"""Kinds before the first call: from annotations, or from how the parameters are used.

def f(x, n):                      x is indexed by one index: float64[:]
    for i in range(n):            n bounds a range: int64
        s += x[i]
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import gast

from srctrans.errors import KindError, Problem, SourceError
from srctrans.kinds.kind import Kind
from srctrans.kinds.of_value import kind_of
from srctrans.kinds.signature import kind_from_text
from srctrans.syntax.source import place, python_function, read

_OF_ARRAYS = ("len", "sum", "mean", "dot", "max", "min", "prod", "enumerate", "zip", "size", "shape", "copy")


def guessed_kinds(function: Callable[..., Any], wrt: tuple[str, ...]) -> dict[str, Kind]:
    """A kind for each parameter; raises SourceError for one that nothing tells of."""
    source = read(function)
    parameters = inspect.signature(python_function(function)).parameters
    return {name: _kind(source, name, p, name in wrt) for name, p in parameters.items()}


def _kind(source: Any, name: str, parameter: Any, differentiated: bool) -> Kind:
    note = parameter.annotation
    if note is not parameter.empty:
        text = note if isinstance(note, str) else getattr(note, "__name__", "")
        try:
            return kind_from_text(text, name)
        except KindError:
            pass
    if parameter.default is not parameter.empty and not differentiated:
        return kind_of(parameter.default, name)
    return kind_from_text(_by_use(source, name), name)


def _by_use(source: Any, name: str) -> str:
    rank, integer = 0, False
    for node in gast.walk(source.tree):
        if isinstance(node, gast.Subscript) and _is(node.value, name):
            if isinstance(node.slice, gast.Constant) and isinstance(node.slice.value, str):
                reason = f"what {name} holds is not known before the first call"
                raise SourceError(Problem(reason, "call the gradient, or use specialise(*args)", place(source, node)))
            rank = max(rank, len(node.slice.elts) if isinstance(node.slice, gast.Tuple) else 1)
        elif isinstance(node, gast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            mine = any(_is(a, name) for a in node.args)
            if mine and called == "range":
                integer = True
            elif mine and called in _OF_ARRAYS:
                rank = max(rank, 1)
        elif isinstance(node, gast.For) and _is(node.iter, name):
            rank = max(rank, 1)
        elif isinstance(node, gast.Attribute) and _is(node.value, name) and node.attr in _OF_ARRAYS:
            rank = max(rank, 1)
        elif isinstance(node, gast.BinOp) and isinstance(node.op, gast.MatMult):
            if _is(node.left, name):
                rank = max(rank, 2)
            elif _is(node.right, name):
                rank = max(rank, 1)
    if rank:
        return f"float64[{', '.join(':' * rank)}]"
    return "int64" if integer else "float64"


def _is(node: Any, name: str) -> bool:
    return isinstance(node, gast.Name) and node.id == name
