"""Library calls: one expression for a call of a function that has a rule, with the kind of its result.

np.sum(x, axis=0)     ──▶     the same text, of kind float64[x.shape[1]]
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import lists, optional, shapes
from srctrans.frontend.layouts import is_reshape
from srctrans.frontend.state import Refusal, State, as_sym, use
from srctrans.frontend.values import ListValue, Record, TupleValue, Value, children, leaves, parts_of
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.infer import call_kind
from srctrans.kinds.kind import Kind, Scalar, Static, is_float
from srctrans.kinds.symbol import Sym, constant, dotted_name
from srctrans.syntax import build

Arguments = list[Value]


Keywords = dict[str, Value]


def shaped_kind(s: State, node: gast.AST, target: Any, args: Arguments, kwargs: Keywords) -> Kind | None:
    """The kind of a call whose shape is given by numbers, or of a function of math; None for others."""
    if target in shapes.SHAPED:
        return shapes.SHAPED[target](s, args, kwargs)
    if getattr(target, "__module__", "") == "math":
        return Scalar(
            "int64"
            if target in (math.floor, math.ceil, math.trunc)
            else "bool"
            if target.__name__.startswith("is")
            else "float64"
        )
    return None


def canonical(
    s: State, node: gast.AST, target: Any, args: Arguments, kwargs: Keywords
) -> tuple[Any, Arguments, Keywords]:
    """The call in the form that rules are written for."""
    if target in (np.reshape, np.transpose) and len(args) > 2:
        args = [args[0], TupleValue(args[1:])]
    if target is np.where and len(args) == 1:
        target = np.nonzero
    if target is np.array and isinstance(args[0], Sym):
        target = np.copy if not kwargs and len(args) == 1 else target
    return target, args, kwargs


def library(s: State, node: gast.AST, target: Callable[..., Any], args: list[Value], kwargs: dict[str, Value]) -> Sym:
    """A function that has a rule: one expression."""
    args = [optional.present(s, a) for a in args]
    target, args, kwargs = canonical(s, node, target, *_with_arrays(s, node, args, kwargs))
    if target in _JOINING and isinstance(args[0], Sym):
        return _joined_rows(s, node, target, args, kwargs)
    if target not in _OF_SEQUENCES:
        args = [array_of(s, node, a) if _holds_floats(s, a) else a for a in args]
    if target in (np.reshape, np.ravel) and isinstance(args[0], Sym) and is_reshape(args[0].node):
        # Each view of a view has a name: see `layouts`.
        args = [s.atom(args[0]), *args[1:]]
    nodes = [_argument_node(s, node, a) for a in args]
    named = {k: _argument_node(s, node, v) for k, v in kwargs.items()}
    kind = kind_of_call(s, node, target, args, kwargs)
    made = build.call(build.dotted(dotted_name(target)), *nodes, **named)
    s.node_kinds.note(made, kind)
    return Sym(made, kind)


# These take the items of a list or tuple one by one; others take the array that they make.
_OF_SEQUENCES = frozenset(
    (np.array, np.asarray, np.concatenate, np.stack, np.hstack, np.vstack, np.column_stack, np.dstack, np.select)
)


def _holds_floats(s: State, value: Value) -> bool:
    """Is it a list or tuple of numbers that are no sizes?"""
    if not isinstance(value, (ListValue, TupleValue)) or lists.grown(value):
        return False
    found = [as_sym(use(s, v)) for v in leaves(value)]
    return all(v is not None for v in found) and any(is_float(v.kind) for v in found if v is not None)


def _with_arrays(s: State, node: gast.AST, args: Arguments, kwargs: Keywords) -> tuple[Arguments, Keywords]:
    """The arguments with arrays for lists of run-time length."""
    arrays = [_whole(s, node, a) if isinstance(a, ListValue) and a.grows else a for a in args]
    named = {k: _whole(s, node, v) if isinstance(v, ListValue) and v.grows else v for k, v in kwargs.items()}
    return arrays, named


def _whole(s: State, node: gast.AST, cell: ListValue) -> Sym:
    """All items of a list of run-time length as one array."""
    arrays = lists.items_as_arrays(s, cell)
    if isinstance(cell.item, Sym) or isinstance(cell.item, ListValue) and cell.item.grows:
        return arrays[0]
    if not all(isinstance(v, Sym) and not dims_of(v.kind) for v in parts_of(cell.item) or []):
        s.refuse(node, "a list of tuples that hold arrays as one array", "keep each part of the tuples in its own list")
    return library(s, node, np.column_stack, [TupleValue(list(arrays))], {})


_JOINING = frozenset((np.stack, np.vstack, np.hstack, np.concatenate, np.column_stack))


def _joined_rows(s: State, node: gast.AST, target: Any, args: Arguments, kwargs: Keywords) -> Sym:
    """`np.stack(rows)` and the like, where the rows are one array already."""
    rows = args[0]
    assert isinstance(rows, Sym)
    rank = len(dims_of(rows.kind))
    found = args[1] if len(args) > 1 else kwargs.get("axis")
    axis = 0 if found is None else getattr(found, "value", None)
    if rank == 2 and target is np.column_stack or target is np.stack and rank == 2 and axis in (1, -1):
        return library(s, node, np.copy, [rows.T], {})
    if axis == 0 and (target is np.stack or (target, rank) in ((np.vstack, 2), (np.hstack, 1))):
        return library(s, node, np.copy, [rows], {})
    if axis == 0 and rank == 2 and target in (np.concatenate, np.hstack):
        return library(s, node, np.reshape, [library(s, node, np.copy, [rows], {}), constant(-1)], {})
    s.refuse(node, f"{target.__name__} of these rows", "make an array of them, np.array(rows), and reshape it")


def _argument_node(s: State, node: gast.AST, value: Value) -> gast.AST:
    value = use(s, value)
    if isinstance(value, Sym):
        return value.node
    if isinstance(value, (TupleValue, ListValue)):
        make = build.tuple_ if isinstance(value, TupleValue) else build.list_
        return make([_argument_node(s, node, v) for v in value.items])
    if isinstance(value, Static):
        return _static_node(s, node, value.value)
    if isinstance(value, Record) and value.is_tuple:
        return build.tuple_([_argument_node(s, node, v) for v in value.fields.values()])
    s.refuse(node, "this kind of argument is not supported here", "give numbers, arrays or tuples of them")


def _static_node(s: State, node: gast.AST, value: Any) -> gast.AST:
    if value is float or value is int or value is bool:
        return build.name(value.__name__)
    if isinstance(value, np.dtype):
        return build.dotted(f"np.{value.name}")
    if isinstance(value, type) and issubclass(value, np.generic):
        return build.dotted(f"np.{value.__name__}")
    if value is None or isinstance(value, (bool, str)):
        return build.constant(value)
    s.refuse(node, f"{value!r} cannot be an argument of this function", "give numbers, arrays or tuples of them")


def kind_of_call(s: State, node: gast.AST, target: Any, args: list[Value], kwargs: dict[str, Value]) -> Kind:
    """The kind of the result of a library function."""
    shaped = shaped_kind(s, node, target, args, kwargs)
    if shaped is not None:
        return shaped
    try:
        return call_kind(target, [_kind(s, a) for a in args], {k: _kind(s, v) for k, v in kwargs.items()})
    except Refusal:
        raise
    except Exception as error:
        text = str(error).splitlines()[0] if str(error) else type(error).__name__
        s.refuse(node, f"{getattr(target, '__name__', target)}: {text}", "check the arguments of this call")


def _kind(s: State, value: Value) -> Any:
    value = use(s, value)
    if isinstance(value, Sym):
        return value.value if isinstance(value.value, int) else value.kind
    if isinstance(value, Static):
        return value.value
    parts = children(value)
    assert parts is not None
    inner = [_kind(s, p) for p in parts]
    return inner if isinstance(value, ListValue) else tuple(inner)


def array_of(s: State, node: gast.AST, value: Any) -> Sym:
    """Numbers in a list or tuple as an array: `np.array([a, b])`."""
    return library(s, node, np.array, [value], {})
