"""The operands of one operation in core form, as symbols for the rules."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srctrans.errors import Problem, SourceError
from srctrans.kinds.symbol import Sym, constant, literal
from srctrans.transform.split import kind_of_node


def operands(s: Any, node: Any) -> tuple[list[Any], dict[str, Any]]:
    """Arguments and keywords: names and inactive expressions as symbols, options as values."""
    if isinstance(node, gast.BinOp):
        return [operand(s, node.left), operand(s, node.right)], {}
    if isinstance(node, gast.UnaryOp):
        return [operand(s, node.operand)], {}
    return [operand(s, a) for a in node.args], {k.arg: operand(s, k.value) for k in node.keywords}


def refusing(apply: Any, function: Any, *rest: Any) -> Any:
    """The derivative of a call; a rule that does not cover the call refuses with its reason."""
    try:
        return apply(function, *rest)
    except (NotImplementedError, TypeError) as error:
        name = getattr(function, "__name__", str(function))
        raise SourceError(Problem(f"{name}: {error}", "write it with other functions or arguments")) from None


def operand(s: Any, node: Any) -> Any:
    value = literal(node)
    if isinstance(value, (int, float)):
        return value if isinstance(value, int) else constant(value)
    if isinstance(node, gast.Constant):
        return node.value
    if isinstance(node, (gast.Tuple, gast.List)):
        items = [operand(s, e) for e in node.elts]
        return tuple(items) if isinstance(node, gast.Tuple) else items
    if isinstance(node, gast.Attribute) and isinstance(node.value, gast.Name) and node.value.id == "np":
        found = getattr(np, node.attr)
        return Sym(node, kind_of_node(node, s)) if isinstance(found, float) else found
    return Sym(node, kind_of_node(node, s))
