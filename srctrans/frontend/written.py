"""Arrays that a function that calls itself writes: a call works on a copy and gives it back, the caller takes it over.

    def fill(x, out, k):                        def fill(x, out, k):
        if k < len(x):                              out_2 = np.copy(out)
            out[k] = x[k] ** 2                      if k < len(x):
            fill(x, out, k + 1)         ──▶             out_2[k] = x[k] ** 2
                                                        out_3 = fill(x, out_2, k + 1)
                                                        out_2[:] = out_3
                                                    return out_2

In: a function that is being specialised, or a call of one. Out: what it returns besides, and the stores after a call.
"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srctrans.frontend import library, private, subscripts
from srctrans.frontend.environment import Environment
from srctrans.frontend.specialised import Callee, Path
from srctrans.frontend.state import State, use
from srctrans.frontend.values import Leaf, TupleValue, Value, children, rebuild
from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import Sym


def owned(child: State, node: Any, callee: Callee, environment: Environment) -> dict[str, Sym]:
    """Bind the variables of the written arrays to copies: by the name of the parameter."""
    found = {}
    for path in callee.written:
        leaf = environment.leaves[path]
        whole = use(child, leaf)
        assert isinstance(whole, Sym) and leaf.name is not None
        copy = child.assign(leaf.name, library.library(child, node, np.copy, [whole], {}))
        for variables, name in _variables(child, environment, leaf):
            variables[name] = copy
        found[leaf.name] = copy
    return found


def _variables(child: State, environment: Environment, leaf: Leaf) -> list[tuple[dict[str, Value], str]]:
    """The variables of the function and of those around it that are this value."""
    found = []
    for frame in [child.frame, *environment.frames()]:
        for name, value in frame.vars.items():
            named = isinstance(value, Sym) and getattr(value.node, "id", None) == leaf.name
            if value is leaf or named:
                found.append((frame.vars, name))
    return found


def variables(child: State, environment: Environment) -> set[Path]:
    """The values that variables of the function, or of those around it, are by themselves."""
    return {path for path, leaf in environment.leaves.items() if _variables(child, environment, leaf)}


def paths(child: State, environment: Environment, known: set[Path]) -> list[Path]:
    """Where the arrays come from that the function has written, as far as they are known to be variables."""
    return [path for path, leaf in environment.leaves.items() if leaf.name in child.stored and path in known]


def given_back(child: State, node: Any, result: Value, own: dict[str, Sym]) -> Value:
    """What the function returns, and after it the arrays that it has written."""
    return TupleValue([_without_parts(child, node, result, list(own.values())), *own.values()]) if own else result


def _without_parts(child: State, node: Any, value: Value, own: list[Sym]) -> Value:
    """A result, if each array in it is a written one or shares nothing with those."""
    parts = children(value)
    if parts is not None:
        return rebuild(value, [_without_parts(child, node, p, own) for p in parts])
    if not isinstance(value, Sym) or not isinstance(value.kind, Array) or not isinstance(value.node, gast.Name):
        return value
    found = private.family(child, value.node.id)
    shared = [v for v in own if v.node.id in found]  # type: ignore[attr-defined]
    if not shared or value.node.id == shared[0].node.id:  # type: ignore[attr-defined]
        return value
    if child.learning and len(shared) == 1 and child.base(value.node.id) == value.node.id:
        # Some paths are not known yet: if they give the same array, it is that one.
        return shared[0]
    reason = "a function that calls itself returns one of several arrays that it writes, or a part of one"
    child.refuse(node, reason, "return the array, and take the part after the call")


def taken_over(s: State, node: Any, callee: Callee, operands: dict[str, Sym], found: Value) -> Value:
    """Store what the call gave back; the result of the call itself."""
    assert isinstance(found, TupleValue) and isinstance(callee.result, TupleValue)
    names = [callee.parameters[path] for path in callee.written]
    _check_apart(s, node, names, operands)
    arrays = {}
    for name, inside, value in zip(names, callee.result.items[1:], found.items[1:]):
        assert isinstance(value, Sym) and isinstance(inside, Sym) and isinstance(inside.node, gast.Name)
        s.kinds[value.node.id] = operands[name].kind  # type: ignore[attr-defined]
        same = Sym(value.node, operands[name].kind)
        subscripts.store_into(s, node, operands[name], [subscripts.whole()], same, None)
        arrays[inside.node.id] = operands[name]
    return _with_arrays(callee.result.items[0], found.items[0], arrays)


def _check_apart(s: State, node: Any, names: list[str], operands: dict[str, Sym]) -> None:
    """What a call writes has to be reached by one of its arguments alone."""
    families = {
        name: private.family(s, value.node.id)
        for name, value in operands.items()
        if isinstance(value.kind, Array) and isinstance(value.node, gast.Name)
    }
    for name in names:
        for other, family in families.items():
            if other != name and family & families[name]:
                reason = f"{name} and {other} may share memory, and a function that calls itself writes there"
                s.refuse(node, reason, "hand over the array once, with the range of indices")



def _with_arrays(inside: Value, value: Value, arrays: dict[str, Sym]) -> Value:
    """A result, in which an array that was written is the caller's own."""
    parts, others = children(inside), children(value)
    if parts is not None and others is not None:
        return rebuild(value, [_with_arrays(a, b, arrays) for a, b in zip(parts, others)])
    name = inside.node.id if isinstance(inside, Sym) and isinstance(inside.node, gast.Name) else ""
    return arrays.get(name, value)
