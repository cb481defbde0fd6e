"""Which arguments are differentiated, and whether they can be."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from srctrans.errors import KindError
from srctrans.kinds.kind import Array, Kind, Scalar, Static

ArgNums = int | str | Sequence[int] | Sequence[str]


def names_of(signature: inspect.Signature, argnums: Any) -> tuple[tuple[str, ...], bool]:
    """The names of the differentiated parameters, and whether one alone was asked for. Raises ValueError."""
    names = list(signature.parameters)
    single = isinstance(argnums, (int, str)) and not isinstance(argnums, bool)
    chosen = (argnums,) if single else tuple(argnums)
    found = []
    for item in chosen:
        if isinstance(item, str):
            if item not in names:
                raise ValueError(f"argnums: there is no parameter {item!r}; there are {', '.join(names)}")
            found.append(item)
            continue
        if not isinstance(item, (int, np.integer)) or isinstance(item, bool):
            raise TypeError(f"argnums has to be an int, a name or a tuple of those, not {item!r}")
        if not -len(names) <= item < len(names):
            raise ValueError(f"argnums: {item} is out of range, the function has {len(names)} parameters")
        found.append(names[item])
    if len(set(found)) != len(found):
        raise ValueError("argnums names a parameter twice")
    return tuple(found), single


def check_kind(name: str, kind: Kind) -> None:
    """Raise KindError for an argument that carries no derivative."""
    if isinstance(kind, Array) and kind.dtype[0] in "iub":
        raise KindError(f"the argument {name} is an array of {kind.dtype}: convert it to float to differentiate it")
    if isinstance(kind, (Array, Scalar)) and kind.dtype[0] == "c":
        raise KindError(f"the argument {name} is complex, which is not supported yet")
    if isinstance(kind, (Array, Scalar)):
        return
    if isinstance(kind, Static):
        what = type(kind.value).__name__
        raise KindError(
            f"the argument {name} is of type {what}, which cannot be differentiated; choose others by argnums"
        )
    for item in kind.items:
        if not isinstance(item, Static):
            check_kind(name, item)
