"""Memory: whose memory the value of an expression may share.

>>> from srctrans.syntax.build import parse_expression
>>> [base_name(parse_expression(text)) for text in ("x[1:].T", "np.reshape(x, (2, 3))", "x + 1.0", "np.exp(x)")]
['x', 'x', None, None]
"""

from __future__ import annotations

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


def base_name(node: Any) -> str | None:
    """The name whose memory the value of an expression may share."""
    if isinstance(node, gast.Name):
        return str(node.id)
    if isinstance(node, gast.Subscript):
        return base_name(node.value)
    if isinstance(node, gast.Attribute) and node.attr in ("T", "mT", "real", "imag", "flat"):
        return base_name(node.value)
    if isinstance(node, gast.Call):
        return _of_call(node)
    return None


def _of_call(node: Any) -> str | None:
    owner = node.func.value if isinstance(node.func, gast.Attribute) else None
    if getattr(node.func, "attr", getattr(node.func, "id", "")) not in VIEW_CALLS:
        return None
    if owner is not None and not (isinstance(owner, gast.Name) and owner.id == "np"):
        return base_name(owner)
    return base_name(node.args[0]) if node.args else None
