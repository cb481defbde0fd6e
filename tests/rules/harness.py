"""Runs a rule: symbols in, source out, the source executed on arrays, central differences beside it."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from srctrans.kinds import Array, Dim, Scalar
from srctrans.kinds.infer import call_kind
from srctrans.kinds.of_value import kind_of
from srctrans.kinds.symbol import Sym, lift
from srctrans.rules import pullback, pushforward

from .domain import Fixed


def unbroadcast(value, shape):
    """What generated code carries for sizes that are known only when it runs."""
    value = np.asarray(value)
    lead = value.ndim - len(shape)
    axes = tuple(range(lead)) + tuple(
        i + lead for i, n in enumerate(shape) if n == 1 and value.shape[i + lead] != 1
    )
    return np.sum(value, axis=axes, keepdims=True).reshape(shape) if axes else value


@dataclass
class Prepared:
    """A call with symbols for its operands."""

    function: Any
    args: list
    kwargs: dict
    values: dict  # name -> value of each operand
    active: dict  # name -> symbol of each operand that is differentiated
    result: Sym
    y: Any
    step: float

    def with_values(self, values):
        return self.function(*_fill(self.args, values), **_fill(self.kwargs, values))


def prepare(case, dtype="float64", unknown=False):
    values, active = {}, {}

    def symbol(value):
        if isinstance(value, (tuple, list)):
            return type(value)(map(symbol, value))
        varied = not isinstance(value, Fixed)
        value = value if varied else value.value
        if not isinstance(value, (np.ndarray, float)) or isinstance(value, float) and np.isinf(value):
            return value
        if isinstance(value, np.ndarray) and value.dtype == np.float64:
            value = value.astype(dtype)
        elif isinstance(value, float) and dtype != "float64":
            value = np.dtype(dtype).type(value)
        name = f"x{len(values)}"
        made = Sym.name(name, _unknown(kind_of(value, name)) if unknown else kind_of(value, name))
        values[name] = value
        if varied:
            active[name] = made
        return made

    args = [symbol(a) for a in case.args]
    kwargs = {k: symbol(v) for k, v in case.kwargs.items()}
    y = case.function(*_fill(args, values), **_fill(kwargs, values))
    result = Sym.name("y", _result_kind(case, args, kwargs, y))
    return Prepared(case.function, args, kwargs, values, active, result, y, case.step)


def _unknown(kind):
    """The same kind, not knowing which sizes are 1."""
    return (
        Array(kind.dtype, tuple(Dim(f"{d.text}", False) for d in kind.dims))
        if isinstance(kind, Array)
        else kind
    )


def _result_kind(case, args, kwargs, y):
    if case.function.__module__ in ("math", "builtins"):
        return Scalar("float64")
    try:
        found = call_kind(case.function, _kinds(args), _kinds(kwargs))
    except Exception:  # Sizes that are numbers: the frontend has its own way.
        return kind_of(y, "y")
    return found if found.dtype == str(np.asarray(y).dtype) else kind_of(y, "y")


def _kinds(value):
    if isinstance(value, dict):
        return {k: _kinds(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(map(_kinds, value))
    return value.kind if isinstance(value, Sym) else value


def _fill(value, values):
    """The arguments with values for symbols."""
    if isinstance(value, dict):
        return {k: _fill(v, values) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(_fill(v, values) for v in value)
    return values[repr(value)] if isinstance(value, Sym) else value


def run(text, p, **more):
    """The value of generated text."""
    names = {"np": np, "math": math, "unbroadcast": unbroadcast, "y": p.y, **p.values, **more}
    with np.errstate(all="ignore"):
        return eval(text, names)


def adjoints(p, rng):
    """Adjoints of the result as rules may meet them: whole, one number, a literal, one row."""
    dtype = p.y.dtype if isinstance(p.y, np.ndarray) else getattr(p.y, "dtype", np.dtype("float64"))
    shape = np.shape(p.y)
    scalar = rng.normal()
    yield "number", Sym.name("g", Scalar(str(dtype))), dtype.type(scalar)
    yield "literal", lift(-1.5), -1.5
    if shape:
        yield "whole", Sym.name("g", p.result.kind), rng.normal(size=shape).astype(dtype)
    if len(shape) > 1 and shape[-1] > 1:
        yield (
            "row",
            Sym.name("g", Array(str(dtype), p.result.kind.dims[1:])),
            rng.normal(size=shape[1:]).astype(dtype),
        )


def pulled(p, symbol, value):
    """The adjoint of each operand: name -> (text, value)."""
    found = {name: ("0.0", 0.0) for name in p.active}
    for operand, contribution in pullback(p.function, p.result, p.args, p.kwargs, symbol):
        name = repr(operand)
        if name not in p.active:
            continue
        text = repr(contribution)
        got = run(text, p, g=value)
        shape = np.shape(p.values[name])
        assert np.broadcast_shapes(np.shape(got), shape) == shape, (
            f"{text} has shape {np.shape(got)}, not {shape}"
        )
        assert contribution.ndim == np.ndim(got), (
            f"{text} is known as {contribution.kind}, has shape {np.shape(got)}"
        )
        before = found[name]
        found[name] = (f"{before[0]} + {text}", before[1] + got) if before[0] != "0.0" else (text, got)
    return found


def pushed(p, tangents, scalars=False):
    """The tangent of the result: (text, value); `scalars` if all tangents are numbers."""
    kinds = {n: Scalar("float64") if scalars else p.active[n].kind for n in tangents}
    symbols = {n: Sym.name(f"{n}_dot", kind) for n, kind in kinds.items()}
    made = pushforward(
        p.function, p.result, p.args, p.kwargs, {id(p.active[n]): s for n, s in symbols.items()}
    )
    if made is None:
        return "0.0", 0.0
    text = repr(made)
    return text, run(text, p, **{f"{n}_dot": v for n, v in tangents.items()})


def directional(p, tangents):
    """The derivative of the result in a direction, by central differences."""
    h = p.step

    def at(t):
        with np.errstate(all="ignore"):
            moved = {n: v + t * tangents[n] if n in tangents else v for n, v in p.values.items()}
            return np.asarray(p.with_values(moved), dtype="float64")

    return (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12.0 * h)


def gradient(p, name, adjoint):
    """The adjoint of one operand by differences, element by element."""
    x = p.values[name]
    result = np.zeros(np.shape(x))
    for i in np.ndindex(result.shape):
        direction = np.zeros(result.shape)
        direction[i] = 1.0
        step = direction if np.shape(x) else 1.0
        result[i] = np.sum(np.broadcast_to(adjoint, np.shape(p.y)) * directional(p, {name: step}))
    return result
