"""The tangent of a function that is linear in some operands: the function itself, of their tangents.

In: the call and the tangents of operands. Out: the same call, where tangents
stand for the operands, and zeros for those that do not vary.

    np.concatenate((x, y))     ──▶     np.concatenate((x_dot, np.zeros_like(y)))
"""
from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import Sym, call_of_kind
from srctrans.rules.registry import Rule
from srctrans.rules.shapes_help import whole
from srctrans.rules.values import typed


def push_linear(
    rule: Rule, function: Any, result: Sym, args: Any, kwargs: dict[str, Any], tangents: dict[int, Sym]
) -> Sym | None:
    """The tangent of `result = function(*args, **kwargs)`; `tangents` by `id` of the operand.

    None if none of the operands in which the function is linear varies.
    """
    used: list[Sym] = []

    def of(value: Any) -> Any:
        if isinstance(value, (tuple, list)):
            return type(value)(map(of, value))
        if isinstance(value, Sym) and id(value) in tangents:
            used.append(value)
            return whole(tangents[id(value)], value)
        if isinstance(value, Sym) and isinstance(value.kind, Array):
            return call_of_kind(value.kind, np.zeros_like, value)
        return typed(0.0, result)

    # The rule's own names of its parameters, since many functions of NumPy do not tell theirs.
    names = list(inspect.signature(rule.adjoint).parameters)[1:]  # type: ignore[arg-type]
    linear = rule.linear or ()
    new = [of(a) if name in linear else a for name, a in zip(names, args)]
    keywords = {k: of(v) if k in linear else v for k, v in kwargs.items()}
    return call_of_kind(result.kind, function, *new, *args[len(new) :], **keywords) if used else None
