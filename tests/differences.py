"""Central differences over nested structures: what the gradients of programs are held against.

In: a scalar function, its arguments, the positions of the differentiated ones.
Out: their gradients, each in the structure of its argument (dict, list, tuple, NamedTuple, dataclass of
floats and float arrays), by five-point differences in float64. Arguments are copied before every call,
so a function may write its own.

>>> differences(lambda p: p["a"] ** 2 * p["b"][0], ({"a": 3.0, "b": [0.5]},), (0,))[0]["b"][0].round(6)
np.float64(9.0)
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np


def leaves(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The numbers and arrays in a nested structure, each with its place: `["w"][0]`, `.rate`."""
    children = _children(tree)
    if children is None:
        yield path, tree
        return
    for step, child in children:
        yield from leaves(child, path + step)


def rebuild(tree: Any, new: Iterator[Any]) -> Any:
    """A structure like `tree` with its leaves taken, in order, from `new`."""
    children = _children(tree)
    if children is None:
        return next(new)
    values = [rebuild(child, new) for _, child in children]
    if isinstance(tree, dict):
        return dict(zip(tree, values))
    if dataclasses.is_dataclass(tree):
        names = [f.name for f in dataclasses.fields(tree)]
        return type(tree)(**dict(zip(names, values)))
    return type(tree)(*values) if hasattr(tree, "_fields") else type(tree)(values)


def differences(
    f: Callable[..., Any], args: Sequence[Any], positions: Sequence[int], step: float = 1e-4
) -> tuple[Any, ...]:
    """The gradients of `f` at `args` for each of `positions`."""
    return tuple(_of_argument(f, args, position, step) for position in positions)


def directional(
    f: Callable[..., Any], args: Sequence[Any], positions: Sequence[int], tangents: Sequence[Any],
    step: float = 1e-4,
) -> float:  # fmt: skip
    """The derivative of `f` at `args` along `tangents`, one for each of `positions`."""

    def moved(t: float) -> float:
        shifted = list(args)
        for position, tangent in zip(positions, tangents):
            pairs = zip(leaves(args[position]), leaves(tangent))
            new = (np.asarray(x, float)[()] + t * np.asarray(d, float)[()] for (_, x), (_, d) in pairs)
            shifted[position] = rebuild(args[position], new)
        return _value(f, shifted)

    return _five_points(moved, step)


def random_like(tree: Any, rng: np.random.Generator) -> Any:
    """A direction for `tree`: normal numbers in its structure, shapes and float dtypes."""

    def draw(x: Any) -> Any:
        d = rng.normal(size=np.shape(x))
        return d.astype(x.dtype) if isinstance(x, (np.ndarray, np.generic)) else float(d)

    return rebuild(tree, (draw(x) for _, x in leaves(tree)))


def inner(a: Any, b: Any) -> float:
    """The sum of the products of the leaves of two structures."""
    pairs = zip(leaves(a), leaves(b), strict=True)
    return float(sum(np.sum(np.asarray(x, float) * np.asarray(y, float)) for (_, x), (_, y) in pairs))


def size(a: Any) -> float:
    """The largest absolute value among all leaves (0 for none)."""
    return max((float(np.max(np.abs(x), initial=0.0)) for _, x in leaves(a)), default=0.0)


def assert_same(got: Any, want: Any, rtol: float, atol: float | None = None, like: Any = None) -> None:
    """`got` has the structure and shapes of `want`, and its numbers within `rtol`.

    `atol` is by default `rtol` times a tenth of the largest number of `want`.
    `like`, where given, is the argument whose containers and float dtypes a gradient must have.
    """
    slack = 0.1 * rtol * max(size(want), 1e-3) if atol is None else atol
    if like is not None:
        _assert_structure(got, like, "")
    for (place, x), (_, y) in zip(leaves(got), leaves(want), strict=True):
        assert np.shape(x) == np.shape(y), f"shape {np.shape(x)} for {np.shape(y)} at {place or 'the value'}"
        np.testing.assert_allclose(x, y, rtol=rtol, atol=slack, err_msg=f"at {place or 'the value'}")


def _children(tree: Any) -> list[tuple[str, Any]] | None:
    """The parts of a container, each with the step that leads to it; None for a leaf."""
    if isinstance(tree, dict):
        return [(f"[{key!r}]", value) for key, value in tree.items()]
    if isinstance(tree, (list, tuple)):
        return [(f"[{i}]", value) for i, value in enumerate(tree)]
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        return [(f".{f.name}", getattr(tree, f.name)) for f in dataclasses.fields(tree)]
    return None


def _assert_structure(got: Any, like: Any, place: str) -> None:
    where = f"at {place or 'the gradient'}"
    inside = _children(like)
    if inside is None:
        if isinstance(like, np.ndarray):
            dtype = np.asarray(got).dtype
            assert dtype == like.dtype, f"{dtype} for an argument of {like.dtype} {where}"
        return
    assert type(got) is type(like), f"a {type(got).__name__} for a {type(like).__name__} {where}"
    got_inside = _children(got) or []
    assert [s for s, _ in got_inside] == [s for s, _ in inside], f"other parts {where}"
    for (step, a), (_, b) in zip(got_inside, inside):
        _assert_structure(a, b, place + step)


def _of_argument(f: Callable[..., Any], args: Sequence[Any], position: int, step: float) -> Any:
    """The gradient for one argument: each element of each leaf is moved in turn."""
    whole = args[position]
    old = [np.asarray(x, float) for _, x in leaves(whole)]
    is_array = [isinstance(x, np.ndarray) for _, x in leaves(whole)]
    found = []
    for k, leaf in enumerate(old):
        g = np.zeros(leaf.shape)
        for index in np.ndindex(leaf.shape):
            h = step * max(1.0, abs(float(leaf[index])))

            def moved(t: float, k: int = k, index: tuple[int, ...] = index) -> float:
                new = [x.copy() for x in old]
                new[k][index] += t
                typed = (n if arrays else float(n) for n, arrays in zip(new, is_array))
                return _value(f, [*args[:position], rebuild(whole, typed), *args[position + 1 :]])

            g[index] = _five_points(moved, h)
        found.append(g[()])
    return rebuild(whole, iter(found))


def _five_points(g: Callable[[float], float], h: float) -> float:
    return (8.0 * (g(h) - g(-h)) - (g(2.0 * h) - g(-2.0 * h))) / (12.0 * h)


def _value(f: Callable[..., Any], args: Sequence[Any]) -> float:
    return float(f(*copy.deepcopy(tuple(args))))
