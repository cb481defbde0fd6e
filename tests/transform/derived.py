"""The generated source of a derivative, after it was run against central differences."""

import copy
import inspect

import numpy as np

from srctrans.kinds.of_value import kind_of
from srctrans.pipeline import derive
from tests.differences import assert_same, differences


def source(function, *args, mode="grad", wrt=(0,)):
    """The text of the gradient (or the value and the gradient) of a function; it is right for these arguments."""
    made = _derived(function, args, mode, wrt)
    result = _run(made, args)
    gradient = result[1] if mode == "value_and_grad" else result
    want = differences(function, args, wrt)
    assert_same(gradient, want[0] if len(wrt) == 1 else want, 1e-6)
    if mode == "value_and_grad":
        assert_same(result[0], function(*copy.deepcopy(args)), 1e-12)
    return made.source


def tangent_source(function, *args):
    """The text of the derivative along the first argument; it is right for these arguments."""
    made = _derived(function, args, "jvp", (0,))
    direction = np.linspace(0.5, 1.5, args[0].size) if isinstance(args[0], np.ndarray) else 1.0
    value, tangent = _run(made, args + (direction,))
    assert_same(value, function(*copy.deepcopy(args)), 1e-12)
    assert_same(tangent, np.sum(differences(function, args, (0,))[0] * direction), 1e-6)
    return made.source


def kept(text):
    """How many arrays keep values of the forward sweep for the way back."""
    return sum("_hist = " in line and "append" not in line for line in text.split("\n"))


def lines(text):
    """The lines of a text, without its comments."""
    return [line.strip() for line in text.split("\n") if not line.strip().startswith("#")]


def code(text):
    return "\n".join(lines(text))


def values(*shape):
    """Numbers in [0.5, 1.5) of this shape."""
    return np.random.default_rng(7).uniform(0.5, 1.5, shape)


def _derived(function, args, mode, wrt):
    names = list(inspect.signature(function).parameters)
    kinds = {n: kind_of(a, n) for n, a in zip(names, args)}
    return derive(function, kinds, tuple(names[i] for i in wrt), mode, single=len(wrt) == 1)


def _run(made, args):
    scope = {**made.namespace, **made.data}
    exec(made.source, scope)
    given = copy.deepcopy(args)
    result = scope[made.name](*given)
    for before, after in zip(args, given):
        assert_same(after, before, 0.0, 0.0)
    return result
