"""Names: what a name of the user's function points to.

Local variables are values; names of modules, functions and data outside of the
function are looked up where Python would: enclosing calls, closure, globals,
builtins. Data from outside is noted, so that a later change is seen.

In: a name. Out: its value.

    RATE         ──▶     a constant of the generated module, with the number that it has now
    np, range    ──▶     the object itself
"""

from __future__ import annotations

import builtins
import types
from typing import Any

import gast
import numpy as np

from srctrans.frontend import classes
from srctrans.frontend.state import Frame, Refusal, State
from srctrans.frontend.values import POISON, Bound, DictValue, ListValue, Record, TupleValue, Value
from srctrans.kinds.kind import Static
from srctrans.kinds.of_value import kind_of
from srctrans.kinds.symbol import Sym, constant


def lookup(s: State, node: gast.Name) -> Value:
    """The value of a name."""
    frame: Frame | None = s.frame
    while frame is not None:
        if node.id in frame.vars:
            value = frame.vars[node.id]
            if value is POISON:
                raise Refusal(None)
            return value
        if node.id in frame.local_names:
            s.refuse(node, f"{node.id} may be used before it has a value", f"give {node.id} a value first")
        source = frame.source
        frame = frame.parent
    return _outside(s, node, source)


def _outside(s: State, node: gast.Name, source: Any) -> Value:
    for names in (source.closure, source.namespace):
        if node.id in names:
            s.globals_read.append((names, node.id, names[node.id]))
            return from_object(s, node, node.id, names[node.id])
    if hasattr(builtins, node.id):
        return Static(getattr(builtins, node.id))
    s.refuse(node, f"the name {node.id} is not defined", "define it before the function is differentiated")


def from_object(s: State, node: gast.AST, hint: str, value: Any) -> Value:
    """Data from outside of the function: a named constant of the generated module."""
    if classes.is_object(value):
        return _instance(s, hint, value)
    if isinstance(value, types.MethodType) and (isinstance(value.__self__, type) or classes.is_object(value.__self__)):
        return Bound(Static(value.__func__), [from_object(s, node, hint, value.__self__)])
    if isinstance(value, (bool, str, bytes, type(None), types.ModuleType, type, types.FunctionType)) or callable(value):
        return Static(value)
    if isinstance(value, (np.ndarray, np.generic, float, int)):
        return _named_constant(s, hint, value)
    if isinstance(value, (dict, list)):
        return _container(s, node, hint, value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = {k: from_object(s, node, f"{hint}_{k}", getattr(value, k)) for k in value._fields}
        return Record(type(value), fields)
    if isinstance(value, tuple):
        return TupleValue([from_object(s, node, f"{hint}_{i}", v) for i, v in enumerate(value)])
    return Static(value)


def default(s: State, node: gast.AST, name: str, value: Any) -> Value:
    """The default of a parameter or a field: a number stays a number, other data becomes a named constant."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return constant(value)
    return from_object(s, node, name, value)


def _container(s: State, node: gast.AST, hint: str, value: Any) -> Value:
    """A list or dict from outside: one cell for one object, wherever it is reached from."""
    if id(value) not in s.outside:
        cell: Any = ListValue([], outside=hint) if isinstance(value, list) else DictValue({}, outside=hint)
        s.outside[id(value)] = value, cell
        if isinstance(value, list):
            cell.items[:] = [from_object(s, node, f"{hint}_{i}", v) for i, v in enumerate(value)]
        else:
            cell.items.update({k: from_object(s, node, f"{hint}_{k}", v) for k, v in value.items()})
    return s.outside[id(value)][1]


def _instance(s: State, hint: str, value: Any) -> Value:
    """An object of a class of the user's: its fields are read when they are asked for."""
    if id(value) not in s.outside:
        attributes = classes.Attributes(value)
        s.outside[id(value)] = value, Record(type(value), {}, attributes, outside=hint)
    return s.outside[id(value)][1]


def _fresh_outside(s: State, hint: str) -> str:
    """A name that is no variable of the functions under way either."""
    name = s.fresh(hint)
    outer = s.outer
    while outer is not None:
        if name in outer.taken:
            return _fresh_outside(s, hint)
        outer = outer.outer
    return name


def _named_constant(s: State, hint: str, value: Any) -> Value:
    hint = hint if hint.isidentifier() else "data"
    for name, known in s.constants.items():
        if known is value and (name == hint or name.startswith(f"{hint}_")):
            return Sym.name(name, s.kinds[name])
    name = _fresh_outside(s, hint)
    s.constants[name] = value
    s.kinds[name] = kind_of(value, name)
    if isinstance(value, int):
        s.known[name] = value
    return Sym.name(name, s.kinds[name])
