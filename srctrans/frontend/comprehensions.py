"""Comprehensions over structures: one item for each, now. Generator expressions wait for who takes their items.

[w @ h for w in weights]      ──▶   a list of as many values as there are weights
(v * v for v in x)            ──▶   a generator: for v in x: yield v * v
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gast

from srctrans.frontend import generators, heap, hold, joins, liveness, operations, sequences, templates, trials
from srctrans.frontend.state import Frame, NeedsUnrolling, Refusal, State
from srctrans.frontend.values import DictValue, Generated, ListValue, RunTimeLength, Value
from srctrans.kinds.kind import Static
from srctrans.syntax import build

_ITEMS = "items'"


def evaluate(s: State, node: Any) -> Value:
    """A list, dict or set whose iterables have a known number of items."""
    found: list[Any] = []
    before, marked = joins.snapshot(s), trials.mark(s)
    try:
        first = s.evaluate(node.generators[0].iter)
        with _scope(s, _frame(s, node)):
            _generate(s, node, first, list(node.generators), found)
    except NeedsUnrolling:
        if not isinstance(node, gast.ListComp):
            raise
        joins.restore(s, before)
        trials.reset(s, marked)
        return kept_items(s, node, generator(s, _as_generator(node)))
    if isinstance(node, gast.DictComp):
        return DictValue(dict(found))
    if isinstance(node, gast.SetComp):
        return Static(frozenset(found))
    return ListValue(found)


def kept_items(s: State, node: gast.AST, values: Value) -> ListValue:
    """A list of the items of something of run-time length: `[... for v in values]`, `list(values)`."""
    items = ListValue([], hint=s.hint or "items")
    text = "def collected(kept, values):\n    for value in values:\n        kept.append(value)\n"
    hint, s.hint = s.hint, None
    templates.run(s, node, text, [items, values])
    s.hint = hint
    return items


def _as_generator(node: Any) -> Any:
    return gast.copy_location(gast.GeneratorExp(elt=node.elt, generators=node.generators), node)


def generator(s: State, node: gast.GeneratorExp) -> Generated:
    """A generator expression: its first iterable is evaluated now, the rest when its items are taken."""
    frame = _frame(s, node)
    first = node.generators[0]
    frame.vars[_ITEMS] = hold.held(s, s.evaluate(first.iter), "items")
    frame.local_names |= {_ITEMS}
    if s.frame not in s.closed_over:
        s.closed_over.append(s.frame)
    s.closed_over.append(frame)
    made = generators.generated(s, frame, [_loops(node)])
    made.node = node
    return made


def items_now(s: State, node: gast.AST, value: Generated) -> list[Value] | None:
    """The items of a generator over structures, each computed now; None where they are known only at run time."""
    before, marked, problems, found = heap.snapshot(s), trials.mark(s), len(s.problems), None
    try:
        found = generators.collected(s, node, value) if value.node is None else _items_of_expression(s, value)
    except (Refusal, NeedsUnrolling, RunTimeLength):
        pass
    if found is None or len(s.problems) > problems:
        heap.restore(s, before)
        trials.reset(s, marked)
        return None
    return found


def _items_of_expression(s: State, value: Generated) -> list[Value] | None:
    first = value.frame.vars[_ITEMS]
    if not isinstance(first, Generated) and sequences.static_items(s, value.node, first) is None:
        return None
    found: list[Any] = []
    with _scope(s, _frame(s, value.node, value.frame.parent)):
        _generate(s, value.node, first, list(value.node.generators), found)
    return found


def _loops(node: gast.GeneratorExp) -> Any:
    """The loops of a generator expression around `yield item`."""
    body: Any = build.expression(gast.copy_location(gast.Yield(value=node.elt), node.elt))
    gast.copy_location(body, node.elt)
    for position, generator in reversed(list(enumerate(node.generators))):
        for test in reversed(generator.ifs):
            body = gast.copy_location(build.if_(test, [body]), test)
        iterable = generator.iter if position else build.name(_ITEMS)
        body = gast.copy_location(build.for_(generator.target, iterable, [body]), node)
    return body


def _frame(s: State, node: Any, parent: Frame | None = None) -> Frame:
    """The variables of a comprehension are its own, but for those that `:=` assigns."""
    walrus = frozenset(n.target.id for n in gast.walk(node) if isinstance(n, gast.NamedExpr))
    names = liveness.assigned([g.target for g in node.generators])
    parent = parent or s.frame
    frame = Frame(parent.source, [], parent=parent, local_names=frozenset(names))
    frame.nonlocals, frame.depth = walrus, s.frame.depth
    frame.pinned, frame.loops = s.frame.pinned, s.frame.loops
    return frame


@contextmanager
def _scope(s: State, frame: Frame) -> Iterator[None]:
    outer, s.frame = s.frame, frame
    s.stack.append(frame)
    try:
        yield
    finally:
        s.frame = outer
        s.stack.pop()


def _generate(s: State, node: Any, first: Value, iterators: list[Any], found: list[Any]) -> None:
    if not iterators:
        if isinstance(node, gast.DictComp):
            key = operations.static_key(s, node.key)
            found.append((key, heap.item(s, key, s.evaluate(node.value))))
        elif isinstance(node, gast.SetComp):
            found.append(operations.static_key(s, node.elt))
        else:
            found.append(hold.held(s, s.evaluate(node.elt)))
        return
    iterator = iterators[0]
    items = sequences.each(s, iterator.iter, first)
    sequences.take(s, iterator.iter, first)
    if items is None:
        reason = "a dict or set of something of run-time length is not supported"
        s.unroll(node, reason, "fill an array in a loop, or use an array expression")
    for item in items:
        sequences.bind(s, iterator.target, item)
        if all(_truth(s, test) for test in iterator.ifs):
            following = s.evaluate(iterators[1].iter) if len(iterators) > 1 else first
            _generate(s, node, following, iterators[1:], found)


def _truth(s: State, test: gast.AST) -> bool:
    known = operations.truth(s, s.evaluate(test))
    if known is None:
        s.unroll(test, "the test of a comprehension is known only at run time", "write a loop")
    return known
