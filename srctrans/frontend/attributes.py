"""Attributes: fields of structures, properties and methods of arrays, members of modules.

x.shape[0]     ──▶     len(x)
p.rate         ──▶     the variable that holds that field
"""

from __future__ import annotations

import types
from typing import Any

import gast
import numpy as np

from srctrans.frontend import classes, objects, optional, resolve, subscripts, texts
from srctrans.frontend.effects import WRITING_METHODS
from srctrans.frontend.state import State
from srctrans.frontend.values import Bound, DictValue, ListValue, Record, Super, TupleValue, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.rules.methods import METHODS
from srctrans.syntax import build


def attribute(s: State, node: gast.Attribute) -> Value:
    """`value.name`."""
    return of_value(s, node, s.evaluate(node.value))


def of_value(s: State, node: gast.Attribute, value: Value) -> Value:
    """The attribute of a value that is evaluated already."""
    value = optional.present(s, value)
    if isinstance(value, Record):
        return objects.get(s, node, value, node.attr)
    if isinstance(value, Super):
        return objects.of_super(s, node, value, node.attr)
    if texts.is_text(value):
        if not hasattr(str, node.attr):
            s.refuse(node, f"a text has no attribute {node.attr}", "check its name")
        return Bound(Static(getattr(str, node.attr)), [value])
    if isinstance(value, Sym):
        return _array_attribute(s, node, value)
    if isinstance(value, Static):
        return _member(s, node, value.value)
    if isinstance(value, (ListValue, DictValue, TupleValue)):
        cls = {ListValue: list, DictValue: dict, TupleValue: tuple}[type(value)]
        if not hasattr(cls, node.attr):
            s.missing(node, AttributeError, f"a {cls.__name__} has no attribute {node.attr}", "check its name")
        return Bound(Static(getattr(cls, node.attr)), [value])
    s.refuse(node, f"the attribute {node.attr} is not supported", "use a function")


def _member(s: State, node: gast.Attribute, owner: Any) -> Value:
    """A member of a module or of another object that is known now; np.pi keeps its name."""
    if not hasattr(owner, node.attr):
        reason = f"{getattr(owner, '__name__', owner)} has no attribute {node.attr}"
        s.missing(node, AttributeError, reason, "check its name")
    found = getattr(owner, node.attr)
    if isinstance(found, float) and getattr(owner, "__name__", "") in ("numpy", "math"):
        short = "np" if owner is np else "math"
        return Sym(build.dotted(f"{short}.{node.attr}"), Scalar("float64"))
    if getattr(owner, "__name__", "").split(".")[0] not in ("numpy", "math", "scipy"):
        space = vars(owner) if isinstance(owner, types.ModuleType) else classes.Attributes(owner)
        s.globals_read.append((space, node.attr, found if space.get(node.attr) is found else None))
    return resolve.from_object(s, node, node.attr, found)


def _array_attribute(s: State, node: gast.Attribute, value: Sym) -> Value:
    name = node.attr
    dims = dims_of(value.kind)
    if name == "shape":
        return TupleValue([_size(s, value, i) for i in range(len(dims))])
    if name == "ndim":
        return constant(len(dims))
    if name == "size":
        if not dims:
            return constant(1)
        return Sym(build.attribute(subscripts.array_atom(s, value).node, "size"), Scalar("int64"))
    if name == "T":
        if len(dims) < 2:
            return value
        assert isinstance(value.kind, Array)
        return Sym(build.attribute(value.node, "T"), Array(value.kind.dtype, dims[::-1]))
    if name == "dtype":
        return Static(np.dtype(value.kind.dtype))  # type: ignore[union-attr]
    if name == "flat":
        return s.apply(node, Static(np.ravel), [value], {})
    if name == "real":
        return value
    if name in METHODS:
        return Bound(Static(METHODS[name]), [value])
    if name in WRITING_METHODS:
        return Bound(Static(getattr(np.ndarray, name)), [value])
    s.refuse(node, f"the attribute {name} of arrays is not supported", "use a function of NumPy")


def _size(s: State, value: Sym, axis: int) -> Sym:
    """The size of an axis as an integer; 1 where it is known to be 1."""
    dim = dims_of(value.kind)[axis]
    if dim.text == "1":
        return constant(1)
    array = subscripts.array_atom(s, value)
    node = build.subscript(build.attribute(array.node, "shape"), build.constant(axis))
    return Sym(node, Scalar("int64"))
