"""Memory: whose memory the value of an expression may share.

>>> from srctrans.syntax.build import parse_expression
>>> [base_name(parse_expression(text)) for text in ("x[1:].T", "np.reshape(x, (2, 3))", "x + 1.0", "np.exp(x)")]
['x', 'x', None, None]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

# Functions and methods that may give a view of their array, or the array itself.
VIEW_CALLS = frozenset((
    "reshape", "ravel", "transpose", "swapaxes", "squeeze", "asarray", "atleast_1d", "atleast_2d", "expand_dims",
    "moveaxis", "diagonal", "diag", "view", "broadcast_to", "flip", "real", "imag", "fliplr", "flipud", "rollaxis",
    "split", "array_split", "hsplit", "vsplit", "dsplit", "ascontiguousarray", "asfortranarray", "asanyarray",
    "require", "rot90", "atleast_3d", "matrix_transpose", "permute_dims", "broadcast_arrays", "unbroadcast",
    "pop",
))  # fmt: skip


def base_name(node: Any, kinds: Mapping[str, Any] | None = None) -> str | None:
    """The name whose memory the value of an expression may share; with `kinds`, an index that is an array copies."""
    if isinstance(node, gast.Name):
        return str(node.id)
    if isinstance(node, gast.Subscript):
        return None if kinds is not None and gathers(node.slice, kinds) else base_name(node.value, kinds)
    if isinstance(node, gast.Attribute) and node.attr in ("T", "mT", "real", "imag", "flat"):
        return base_name(node.value, kinds)
    if isinstance(node, gast.Call):
        return _of_call(node, kinds)
    return None


def gathers(index: Any, kinds: Mapping[str, Any]) -> bool:
    """Is one of the items of an index an array, so that it chooses a copy?

    >>> from srctrans.kinds import Array, Dim
    >>> from srctrans.syntax.build import parse_expression
    >>> kinds = {"k": Array("int64", (Dim("len(k)", True),)), "i": None}
    >>> [gathers(parse_expression(f"x[{text}]").slice, kinds) for text in ("k", "i, :", "1:, k")]
    [True, False, True]
    """
    items = index.elts if isinstance(index, gast.Tuple) else [index]
    return any(
        isinstance(item, (gast.List, gast.Compare))
        or isinstance(item, gast.Name)
        and bool(getattr(kinds.get(item.id), "rank", 0))
        for item in items
    )


def _of_call(node: Any, kinds: Mapping[str, Any] | None) -> str | None:
    owner = node.func.value if isinstance(node.func, gast.Attribute) else None
    if getattr(node.func, "attr", getattr(node.func, "id", "")) not in VIEW_CALLS:
        return None
    if owner is not None and not (isinstance(owner, gast.Name) and owner.id == "np"):
        return base_name(owner, kinds)
    return base_name(node.args[0], kinds) if node.args else None
