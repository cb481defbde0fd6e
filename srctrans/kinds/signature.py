"""Kinds from text: the signature of a function as Numba writes it.

>>> parse_signature("float64[:], int64, float64[:, 1]")
('float64[:]', 'int64', 'float64[:, 1]')
>>> kind_from_text("float64[:, 1]", "x")
float64[x.shape[0], 1]
"""

from __future__ import annotations

import re

from srctrans.errors import KindError
from srctrans.kinds.kind import ONE, Array, DataKind, DictKind, Dim, Kind, ListKind, NamedKind, Scalar, Static

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


def text_of(kind: Kind) -> str:
    """A kind as a signature writes it.

    >>> text_of(kind_from_text("float64[:, 1]", "x")), text_of(Static("fast"))
    ('float64[:, 1]', "'fast'")
    """
    if isinstance(kind, Array):
        return f"{kind.dtype}[{', '.join('1' if d == ONE else ':' for d in kind.dims)}]"
    if isinstance(kind, Scalar):
        return kind.dtype
    if isinstance(kind, Static):
        return getattr(kind.value, "__name__", None) or repr(kind.value)
    if isinstance(kind, (DictKind, DataKind, NamedKind)):
        keys = [repr(k) if isinstance(kind, DictKind) else str(k) for k in kind.keys]
        inside = ", ".join(f"{k}: {text_of(v)}" for k, v in zip(keys, kind.items))
        return f"{{{inside}}}" if isinstance(kind, DictKind) else f"{kind.cls.__name__}({inside})"
    inside = ", ".join(map(text_of, kind.items))
    return f"[{inside}]" if isinstance(kind, ListKind) else f"({inside})"


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
