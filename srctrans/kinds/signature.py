"""Kinds from text: the signature of a function as Numba writes it.

>>> parse_signature("float64[:], int64, float64[:, 1]")
('float64[:]', 'int64', 'float64[:, 1]')
>>> kind_from_text("float64[:, 1]", "x")
float64[x.shape[0], 1]
"""

from __future__ import annotations

import re

from srctrans.errors import KindError
from srctrans.kinds.kind import ONE, Array, Dim, Kind, Scalar, Static

_DTYPES = dict.fromkeys(("float", "float64", "f8", "double"), "float64")
_DTYPES |= dict.fromkeys(("float32", "f4"), "float32") | dict.fromkeys(("int", "int64", "i8", "intp"), "int64")
_DTYPES |= {"int32": "int32", "bool": "bool", "boolean": "bool", "complex": "complex128", "complex128": "complex128"}


def parse_signature(text: str) -> tuple[str, ...]:
    """The kinds of the arguments, as texts: commas inside of brackets do not split."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    parts = re.split(r",(?![^\[]*\])", text)
    return tuple(p.strip() for p in parts if p.strip())


def kind_from_text(text: str, name: str) -> Kind:
    """The kind that `float64[:, 1]` or `float` writes, for a parameter of that name; raises KindError."""
    found = re.fullmatch(r"\s*(\w+)\s*(?:\[([^\]]*)\])?\s*", text)
    if found is None or found.group(1) not in _DTYPES:
        if text.strip() in ("None", "none"):
            return Static(None)
        raise KindError(
            f"{text!r} is no kind of argument; write for example float64, int64, float64[:] or float64[:, :]"
        )
    dtype = _DTYPES[found.group(1)]
    if found.group(2) is None:
        return Scalar(dtype)
    axes = [a.strip() for a in found.group(2).split(",")] if found.group(2).strip() else []
    texts = [f"len({name})"] if len(axes) == 1 else [f"{name}.shape[{i}]" for i in range(len(axes))]
    if any(a not in (":", "1", "::1") for a in axes):
        raise KindError(f"{text!r}: an axis is written `:` (not of size one) or `1`")
    return Array(dtype, tuple(ONE if a == "1" else Dim(t, True) for a, t in zip(axes, texts)))
