"""Checking a gradient against central differences, element by element.

>>> check_grads(lambda x: x**3, (2.0,))
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from srctrans.api.arguments import names_of
from srctrans.api.gradient import Gradient


def check_grads(
    f: Callable[..., Any], args: tuple[Any, ...], argnums: Any = 0, rtol: float = 1e-5, atol: float = 1e-7
) -> None:
    """Raise AssertionError naming the argument and the element whose derivative is off."""
    faults = list(differing(f, args, argnums, rtol, atol))
    if faults:
        raise AssertionError("\n".join(faults))


def differing(
    f: Callable[..., Any], args: tuple[Any, ...], argnums: Any = 0, rtol: float = 1e-5, atol: float = 1e-7
) -> Iterator[str]:
    """A line for each element of a gradient that disagrees with differences."""
    gradient = Gradient(f, "grad", argnums, False, None)
    names, single = names_of(gradient.__signature__, argnums)
    got = gradient(*args)
    positions = [list(gradient.__signature__.parameters).index(n) for n in names]
    call = getattr(f, "py_func", f)
    for name, position, found in zip(names, positions, (got,) if single else got):
        for place, value in _elements(found, ""):
            want = _difference(call, args, position, place)
            if not np.isclose(value, want, rtol=rtol, atol=atol, equal_nan=True):
                yield f"{name}{place}: the gradient is {float(value)!r}, differences give {want!r}"


def _elements(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, np.ndarray):
        for index in np.ndindex(value.shape):
            yield f"{place}[{', '.join(map(str, index))}]" if index else place, value[index]
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _elements(item, f"{place}[{key!r}]")
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for key in value._fields:
            yield from _elements(getattr(value, key), f"{place}.{key}")
    elif isinstance(value, (tuple, list)):
        for i, item in enumerate(value):
            yield from _elements(item, f"{place}[{i}]")
    elif is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            yield from _elements(getattr(value, f.name), f"{place}.{f.name}")
    elif isinstance(value, (int, float, np.number)):
        yield place, value


def _difference(f: Callable[..., Any], args: tuple[Any, ...], position: int, place: str) -> float:
    """A central difference with respect to one element."""
    values = []
    for sign in (1.0, -1.0):
        shifted = list(copy.deepcopy(args))
        scope = {"x": shifted[position]}
        if isinstance(scope["x"], np.ndarray) and not place:
            place = "[()]"
        h = 1e-6 * max(1.0, abs(float(eval(f"x{place}", {}, scope))))  # noqa: S307 (a place that was made above)
        exec(f"x{place} = x{place} + {sign * h!r}" if place else f"x = x + {sign * h!r}", {}, scope)
        shifted[position] = scope["x"]
        values.append(float(f(*shifted)))
    return (values[0] - values[1]) / (2 * h)
