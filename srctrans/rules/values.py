"""What rules ask of the values of their operands: literal numbers, typed constants, safe divisors.

>>> known(2.0), nonzero(0.0), half(np.float64(3.0))
(2.0, 1.0, 0.5)
"""
from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from srctrans.kinds.kind import Array
from srctrans.kinds.symbol import Sym, call


def known(value: Any) -> Any:
    """The number, where it is known at transformation time, or None."""
    if isinstance(value, Sym):
        return value.value
    return value if isinstance(value, (int, float)) else None


def whole_number(value: Any) -> int:
    """An integer that has to be known at transformation time: an axis, a diagonal."""
    found = known(value)
    if found is None or found != int(found):
        unsupported(f"{value} must be an integer that is known at transformation time")
    return int(found)


def whole_numbers(value: Any) -> Any:
    """The same of an axis or of several."""
    return tuple(map(whole_number, value)) if isinstance(value, (tuple, list)) else whole_number(value)


def nonzero(x: Any) -> Any:
    """`x`, and 1 where it is 0: what can be divided by, or have its logarithm taken.

    Where a length is 0 the components divided by it are 0 too, which makes the derivative there 0.
    """
    return x + (x == 0.0)


def half(like: Any) -> Any:
    """One half in the dtype of `like`."""
    return typed(0.5, like)


def typed(value: Any, like: Any) -> Any:
    """A literal number in the dtype of `like`, where it will meet only bools, which would make it float64."""
    if isinstance(like, Sym) and like.dtype == np.float32 and known(value) is not None:
        return call(np.float32, float(known(value)))
    return value


def dtype_keyword(like: Any) -> dict[str, Any]:
    """`dtype=` for a new array beside `like`, where it is not the default."""
    dtype = np.dtype(like.dtype)
    return {} if dtype == np.float64 else {"dtype": dtype}


def is_array(value: Any) -> bool:
    return isinstance(value.kind, Array) if isinstance(value, Sym) else bool(np.ndim(value))


def unsupported(reason: str) -> NoReturn:
    """Refuse a call whose derivative a rule does not give; who applies the rule adds the place."""
    raise NotImplementedError(reason)
