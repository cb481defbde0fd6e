"""Lengths: the size of an axis that an integer expression stands for.

n = len(x)             n is the size of x
np.zeros(n - 1)        of size n - 1
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.kinds.kind import Array, Dim, Kind


def size_of(node: Any, kinds: dict[str, Kind], sizes: dict[str, Dim]) -> Dim | None:
    """The size, or None where the expression tells of none; `sizes`: what integer variables hold."""
    if isinstance(node, gast.Name):
        return sizes.get(node.id, Dim(node.id))
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name) and node.func.id == "len":
        return _axis(kinds, node.args[0], 0)
    if isinstance(node, gast.Subscript) and isinstance(node.value, gast.Attribute) and node.value.attr == "shape":
        return _axis(kinds, node.value.value, node.slice.value) if isinstance(node.slice, gast.Constant) else None
    if isinstance(node, gast.Attribute) and node.attr == "size" and isinstance(node.value, gast.Name):
        kind = kinds.get(node.value.id)
        return kind.dims[0] if isinstance(kind, Array) and kind.rank == 1 else None
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Sub) and isinstance(node.right, gast.Constant):
        left = size_of(node.left, kinds, sizes)
        return (
            None
            if left is None or not left.text.isidentifier() and "-" in left.text
            else Dim(f"{left.text} - {node.right.value}")
        )
    return None


def _axis(kinds: dict[str, Kind], node: Any, axis: int) -> Dim | None:
    kind = kinds.get(node.id) if isinstance(node, gast.Name) else None
    return kind.dims[axis] if isinstance(kind, Array) else None
