"""The domain of a rule: calls on which it is checked, written as the call itself.

    case(np.sum, normal(3, 4), axis=0)

Arrays and floats of a case are differentiated, all at once and each alone;
`fixed(...)` are arrays that are not, and whatever else stands there is static.
"""

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np


@dataclass
class Fixed:
    """An operand that does not vary."""

    value: Any


@dataclass
class Case:
    function: Callable
    args: tuple
    kwargs: dict
    float32: bool = True
    spread: bool = True  # may the sizes of its axes be unknown at transformation time?
    step: float = 1e-5  # of the central differences
    label: str = field(default="")

    def __str__(self):
        return self.label


CASES: list[Case] = []


def case(function, *args, float32=True, spread=False, step=1e-5, **kwargs):
    """Add a call to the domain of `function`."""
    name = f"{'math.' if function.__module__ == 'math' else ''}{function.__name__}"
    inside = [_text(a) for a in args] + [f"{k}={_text(v)}" for k, v in kwargs.items()]
    CASES.append(Case(function, args, kwargs, float32, spread, step, f"{name}({','.join(inside)})"))


def _text(value):
    if isinstance(value, Fixed):
        return f"fixed:{_text(value.value)}"
    if isinstance(value, np.ndarray):
        return "x".join(map(str, value.shape)) or "0d"
    if isinstance(value, (tuple, list)):
        return "[" + ",".join(map(_text, value)) + "]"
    return getattr(value, "__name__", None) or str(value).replace(" ", "")


_rng = np.random.default_rng(7)


def normal(*shape):
    """Numbers of both signs, none close to 0 and no two close to each other."""
    return between(0.3, 1.7, *shape) * _rng.choice([-1.0, 1.0], size=shape)


def positive(*shape):
    return between(0.4, 1.6, *shape)


def between(low, high, *shape):
    """Numbers that are well apart, in any order."""
    n = int(np.prod(shape))
    steps = (np.arange(n) + _rng.uniform(0.25, 0.75, n)) / max(n, 1)
    return low + (high - low) * _rng.permutation(steps).reshape(shape)


def fixed(value):
    return Fixed(value)
