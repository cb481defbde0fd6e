"""Comprehensions over structures: one item for each, now. Sums of generator expressions: loops.

[w @ h for w in weights]      ──▶   a list of as many values as there are weights
sum(v * v for v in x)         ──▶   total = 0; for v in x: total += v * v
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gast

from srctrans.frontend import heap, hold, operations, sequences
from srctrans.frontend.state import State
from srctrans.frontend.values import DictValue, ListValue, Range, Value
from srctrans.kinds.symbol import constant
from srctrans.syntax import build

_ITEMS, _TOTAL = "<items>", "<total>"


def evaluate(s: State, node: Any) -> Value:
    """A list, dict or generator expression whose iterables have a known number of items."""
    found: list[Any] = []
    with _scope(s):
        _generate(s, node, list(node.generators), found)
    if isinstance(node, gast.DictComp):
        return DictValue(dict(found))
    return ListValue(found)


def summed(s: State, node: gast.GeneratorExp) -> Value:
    """The sum of a generator expression, by a loop; its list of items where their number is known."""
    first = node.generators[0]
    with _scope(s):
        s.frame.vars[_ITEMS] = hold.held(s, s.evaluate(first.iter), "items")
        first = gast.comprehension(target=first.target, iter=build.name(_ITEMS), ifs=first.ifs, is_async=0)
        gast.copy_location(first.iter, node.generators[0].iter)
        made = gast.GeneratorExp(elt=node.elt, generators=[first, *node.generators[1:]])
        gast.copy_location(made, node)
        items = s.frame.vars[_ITEMS]
        if not isinstance(items, Range) and sequences.static_items(s, first.iter, items) is not None:
            return evaluate(s, made)
        s.frame.vars[_TOTAL] = constant(0)
        s.run([_loop_of(made)])
        total = s.frame.vars[_TOTAL]
    return total


def _loop_of(node: gast.GeneratorExp) -> Any:
    """The loops of a generator expression around `total += item`."""
    body: Any = build.augassign(_TOTAL, "+", node.elt)
    gast.copy_location(body, node.elt)
    gast.copy_location(body.target, node.elt)
    for generator in reversed(node.generators):
        for test in reversed(generator.ifs):
            body = gast.copy_location(build.if_(test, [body]), test)
        body = build.for_(generator.target, generator.iter, [body])
        gast.copy_location(body, node)
    return body


@contextmanager
def _scope(s: State) -> Iterator[None]:
    """The variables of a comprehension are its own."""
    frame, saved = s.frame, dict(s.frame.vars)
    try:
        yield
    finally:
        for name in set(frame.vars) - set(saved):
            del frame.vars[name]
        frame.vars.update(saved)


def _generate(s: State, node: Any, generators: list[Any], found: list[Any]) -> None:
    if not generators:
        if isinstance(node, gast.DictComp):
            key = operations.static_key(s, node.key)
            found.append((key, hold.held(s, s.evaluate(node.value), heap.hint_of(key))))
        else:
            found.append(hold.held(s, s.evaluate(node.elt)))
        return
    generator = generators[0]
    items = sequences.static_items(s, generator.iter, s.evaluate(generator.iter))
    if items is None:
        s.refuse(
            node,
            "a comprehension over something of run-time length is not supported yet",
            "fill an array in a loop, or use an array expression",
        )
    for item in items:
        s.bind(generator.target, item)
        tests = [operations.truth(s, s.evaluate(t)) for t in generator.ifs]
        if any(t is None for t in tests):
            s.refuse(node, "the test of a comprehension is known only at run time", "write a loop")
        if all(tests):
            _generate(s, node, generators[1:], found)
