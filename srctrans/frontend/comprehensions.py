"""Comprehensions over structures: one item for each, now.

[w @ h for w in weights]    ──▶   a list of as many values as there are weights
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend.hold import held
from srctrans.frontend.state import State
from srctrans.frontend.values import DictValue, ListValue, Value


def evaluate(s: State, node: Any) -> Value:
    """A list, dict or generator expression whose iterables have a known number of items."""
    found: list[Any] = []
    saved = dict(s.frame.vars)
    _generate(s, node, list(node.generators), found)
    for name in set(s.frame.vars) - set(saved):
        del s.frame.vars[name]
    s.frame.vars.update(saved)
    if isinstance(node, gast.DictComp):
        return DictValue(dict(found))
    return ListValue(found)


def _generate(s: State, node: Any, generators: list[Any], found: list[Any]) -> None:
    from srctrans.frontend import expressions, loops, statements

    if not generators:
        if isinstance(node, gast.DictComp):
            key = expressions.static_key(s, node.key)
            found.append((key, held(s, expressions.evaluate(s, node.value), expressions.hint_of(key))))
        else:
            found.append(held(s, expressions.evaluate(s, node.elt)))
        return
    generator = generators[0]
    items = loops.static_items(s, generator.iter, expressions.evaluate(s, generator.iter))
    if items is None:
        s.refuse(
            node,
            "a comprehension over something of run-time length is not supported yet",
            "fill an array in a loop, or use an array expression",
        )
    for item in items:
        statements.bind(s, generator.target, item)
        tests = [expressions.truth(s, expressions.evaluate(s, t)) for t in generator.ifs]
        if any(t is None for t in tests):
            s.refuse(node, "the test of a comprehension is known only at run time", "write a loop")
        if all(tests):
            _generate(s, node, generators[1:], found)
