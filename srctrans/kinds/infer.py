"""The kind of the result of a NumPy function, mostly by calling it on arrays of ones and looking.

Each axis gets a size of its own (a prime), so that the shape of what comes
back tells which axis went where.

>>> import numpy as np
>>> from srctrans.kinds import Array, Dim
>>> n, m = Dim("len(x)", True), Dim("x.shape[1]", True)
>>> call_kind(np.sum, [Array("float64", (n, m))], {"axis": 0})
float64[x.shape[1]]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from srctrans.kinds.broadcast import broadcast, dims_of
from srctrans.kinds.kind import ONE, Array, Dim, Kind, ListKind, Scalar, Static, TupleKind

_PRIMES = (17, 37, 59, 83, 107, 131, 157, 181, 211)
# From large to small, so that the smaller of two sizes is the other one.
_OTHERS = (31, 29, 23, 19, 13, 11, 7, 5, 3)
_WEAK = {"float64": 1.0, "int64": 1, "bool": True, "complex128": 1.0 + 0j}


def call_kind(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Kind:
    """The kind of `function(*args, **kwargs)`; args are kinds, anything else stands for itself."""
    if _is_elementwise(function) and not kwargs:
        return elementwise_kind(function, tuple(args))
    if function in _PRODUCTS and len(args) == 2 and not kwargs:
        return product_kind(function, args[0], args[1])
    return _look(function, args, kwargs)


def _is_elementwise(function: Callable[..., Any]) -> bool:
    return isinstance(function, np.ufunc) and function.signature is None or function is np.where


def elementwise_kind(function: Callable[..., Any], kinds: tuple[Kind, ...]) -> Kind:
    """The kind of an elementwise function (a ufunc or one that acts like one) of these operands."""
    dims = broadcast(*map(dims_of, kinds))
    dtype = _elementwise_dtype(function, tuple(_flat(k) for k in kinds))
    return Array(dtype, dims) if dims else Scalar(dtype)


def _flat(kind: Kind) -> tuple[str, bool]:
    if isinstance(kind, (Array, Scalar)):
        return kind.dtype, isinstance(kind, Array) and kind.rank > 0
    if isinstance(kind, (bool, int, float)):
        return {bool: "bool", int: "int64", float: "float64"}[type(kind)], False
    raise TypeError(f"a {kind} in an elementwise operation")


@lru_cache(None)
def _elementwise_dtype(function: Callable[..., Any], flat: tuple[tuple[str, bool], ...]) -> str:
    samples = [np.ones(1, d) if array else _WEAK.get(d, np.dtype(d).type(1)) for d, array in flat]
    with np.errstate(all="ignore"):
        return str(np.asarray(function(*samples)).dtype)


_PRODUCTS = (np.matmul, np.dot)


def product_kind(function: Callable[..., Any], a: Kind, b: Kind) -> Kind:
    """`a @ b` and `np.dot(a, b)` by their definition."""
    left, right = dims_of(a), dims_of(b)
    dtype = _elementwise_dtype(np.multiply, (_flat(a), _flat(b)))
    if not left or not right:
        if function is np.matmul:
            raise TypeError("matmul: a scalar operand; use * instead")
        dims = broadcast(left, right)
    elif function is np.dot and len(right) > 1:
        dims = left[:-1] + right[:-2] + right[-1:]
    elif function is np.dot:
        dims = left[:-1]
    else:
        batch = broadcast(left[:-2], right[:-2])
        dims = batch + left[-2:-1] + (right[-1:] if len(right) > 1 else ())
    return Array(dtype, dims) if dims else Scalar(dtype)


class Sizes:
    """Sizes for sample arrays, one prime for each dim, and the way back from a size to its dim."""

    def __init__(self, same: bool = False, primes: tuple[int, ...] = _PRIMES) -> None:
        self.by_text: dict[str, int] = {"1": 1}
        self.by_size: dict[int, Dim] = {1: ONE}
        self.same, self.primes = same, primes

    def of(self, dim: Dim) -> int:
        if self.same and dim != ONE:
            return 3
        if dim.text not in self.by_text:
            size = self.primes[len(self.by_text) - 1]
            self.by_text[dim.text], self.by_size[size] = size, dim
        return self.by_text[dim.text]

    def sample(self, kind: Any) -> Any:
        """A value of that kind; what is not a kind stands for itself."""
        if isinstance(kind, Array):
            return np.ones([self.of(d) for d in kind.dims], kind.dtype)
        if isinstance(kind, Scalar):
            return _WEAK.get(kind.dtype, np.dtype(kind.dtype).type(1))
        if isinstance(kind, Static):
            return kind.value
        if isinstance(kind, TupleKind):
            return tuple(map(self.sample, kind.items))
        if isinstance(kind, ListKind):
            return list(map(self.sample, kind.items))
        if isinstance(kind, (tuple, list)):
            return type(kind)(map(self.sample, kind))
        return kind


def _look(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Kind:
    label = getattr(function, "__name__", "f")
    for sizes in (Sizes(), Sizes(same=True)):
        try:
            with np.errstate(all="ignore"):
                value = function(*map(sizes.sample, args), **{k: sizes.sample(v) for k, v in kwargs.items()})
        except (ValueError, IndexError):
            if sizes.same:
                raise
            continue
        known = {} if sizes.same or _has_sizes(args, kwargs) else sizes.by_size
        if known and isinstance(value, np.ndarray) and (len(known) > 2 or not set(value.shape) <= set(known)):
            return _of_two(function, args, kwargs, value, known, f"?{label}({_label(args, kwargs)})")
        return _kind_of_sample(value, known, f"?{label}({_label(args, kwargs)})")
    raise AssertionError


def _of_two(
    function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any], value: Any, known: dict[int, Dim], label: str
) -> Kind:
    """The kind of a result that may depend on several sizes: what two samples agree on.

    A size that is the same for all is a constant: `np.array([a, b])` has two elements; the length of `np.diag(m)`
    is now that of one axis, now that of the other, so it is neither.
    """
    sizes = Sizes(primes=_OTHERS)
    with np.errstate(all="ignore"):
        other = function(*map(sizes.sample, args), **{k: sizes.sample(v) for k, v in kwargs.items()})
    # The value of a number may decide a size: np.arange(0.0, stop, 0.5).
    fixed = not any(isinstance(k, Scalar) for k in [*args, *kwargs.values()])
    dims = []
    for axis, (a, b) in enumerate(zip(value.shape, other.shape)):
        first, second = known.get(a), sizes.by_size.get(b)
        if first is not None and first == second:
            dims.append(first)
        else:
            dims.append(Dim(str(a), a != 1) if a == b and fixed else Dim(f"{label}.shape[{axis}]"))
    return Array(str(value.dtype), tuple(dims))


def _has_sizes(args: list[Any], kwargs: dict[str, Any]) -> bool:
    """May the shape depend on the value of an integer that is not known yet?"""
    flat = list(args) + list(kwargs.values())
    return any(isinstance(k, Scalar) and k.dtype == "int64" for k in flat)


def _label(args: list[Any], kwargs: dict[str, Any]) -> str:
    return ", ".join([repr(a) for a in args] + [f"{k}={v!r}" for k, v in kwargs.items()])


def _kind_of_sample(value: Any, known: dict[int, Dim], label: str) -> Kind:
    if isinstance(value, tuple):
        return TupleKind(tuple(_kind_of_sample(v, known, f"{label}[{i}]") for i, v in enumerate(value)))
    if isinstance(value, list):
        return ListKind(tuple(_kind_of_sample(v, known, f"{label}[{i}]") for i, v in enumerate(value)))
    if isinstance(value, np.ndarray):
        dims = tuple(known.get(s, Dim(f"{label}.shape[{axis}]")) for axis, s in enumerate(value.shape))
        return Array(str(value.dtype), dims)
    if isinstance(value, (bool, int, float, complex, np.generic)):
        return Scalar(str(np.asarray(value).dtype))
    return Static(value)
