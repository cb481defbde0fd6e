"""What Python's library makes of iterables, written as generators in Python: filter, chain, accumulate, product.

In: the evaluated arguments. Out: a generator (see `generators`), or an iterable whose items are known by index.

    for i, j in combinations(range(n), 2): ...     ──▶     for i in range(n): for j in range(i + 1, n): ...
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srctrans.frontend import heap, library, operations, sequences, templates
from srctrans.frontend.cursor import Cursor
from srctrans.frontend.state import State, use
from srctrans.frontend.values import (
    Bound,
    Enumerate,
    Generated,
    Mapped,
    Range,
    Remaining,
    Repeated,
    Reversed,
    Token,
    TupleValue,
    Value,
    Zip,
)
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import Sym, constant

_FILTER = """
def filtered(function, values):
    for value in values:
        if function(value):
            yield value
"""
_FILTER_TRUE = """
def filtered(values):
    for value in values:
        if value:
            yield value
"""
_CHAIN = """
def chained(parts):
    for part in parts:
        for value in part:
            yield value
"""
_ACCUMULATE = """
def accumulated(values, function):
    started = False
    for value in values:
        if started:
            total = function(total, value)
        else:
            total = value
        started = True
        yield total
"""
_ACCUMULATE_FROM = """
def accumulated(values, function, total):
    yield total
    for value in values:
        total = function(total, value)
        yield total
"""
_REPEAT = """
def repeated(values):
    count = 0
    while True:
        yield values(count)
        count += 1
"""
_ENUMERATE = """
def enumerated(values, count):
    for value in values:
        yield count, value
        count += 1
"""
_MAP = """
def mapped(function, values):
    for value in values:
        yield function(value)
"""
_TAKEWHILE = """
def taken(function, values):
    for value in values:
        if not function(value):
            return
        yield value
"""
_DROPWHILE = """
def dropped(function, values):
    dropping = True
    for value in values:
        if dropping and function(value):
            continue
        dropping = False
        yield value
"""
_STARMAP = """
def mapped(function, values):
    for value in values:
        yield function(*value)
"""
_ISLICE = """
def sliced(values, stop):
    count = 0
    if stop > 0:
        for value in values:
            yield value
            count += 1
            if count >= stop:
                break
"""
_ZIP_AFTER = """
def zipped(values, other, size):
    count = 0
    for value in values:
        if count >= size:
            break
        yield value, other(count)
        count += 1
"""
_ZIP_BEFORE = """
def zipped(values, other, size):
    count = 0
    if size > 0:
        for value in values:
            yield other(count), value
            count += 1
            if count >= size:
                break
"""


def as_generator(s: State, node: gast.AST, value: Value) -> Value:
    """An iterable around a generator, as a generator."""
    if sequences.endless(value):
        return _make(s, node, _REPEAT, [_by_index(value)])
    if isinstance(value, Enumerate):
        inner = as_generator(s, node, value.inner)
        return _make(s, node, _ENUMERATE, [_taken(s, inner), value.start]) if isinstance(inner, Generated) else value
    if isinstance(value, Mapped) and len(value.inner) == 1:
        inner = as_generator(s, node, value.inner[0])
        return _make(s, node, _MAP, [value.function, _taken(s, inner)]) if isinstance(inner, Generated) else value
    if isinstance(value, Mapped):
        inner = as_generator(s, node, Zip(value.inner))
        return _make(s, node, _STARMAP, [value.function, _taken(s, inner)]) if isinstance(inner, Generated) else value
    if isinstance(value, Zip):
        return _zip(s, node, value)
    return value


def _taken(s: State, value: Generated) -> Generated:
    """A generator whose items belong to this loop, for another generator to take them."""
    return Generated(value.frame, value.body, Token(s.nest), value.node)


def _zip(s: State, node: gast.AST, value: Zip) -> Value:
    columns = [v if sequences.endless(v) else as_generator(s, node, v) for v in value.inner]
    if not any(isinstance(c, Generated) for c in columns):
        return value
    columns = [_taken(s, c) if isinstance(c, Generated) else c for c in columns]
    if len(columns) == 1:
        return _make(s, node, "def single(values):\n    for value in values:\n        yield (value,)\n", columns)
    if len(columns) != 2 or all(isinstance(c, Generated) for c in columns) or value.strict:
        s.refuse(node, "zip of more than one generator", "take the items of the others from a list or an array")
    first = isinstance(columns[0], Generated)
    text = _ZIP_AFTER if first else _ZIP_BEFORE
    generator, other = columns if first else columns[::-1]
    return _make(s, node, text, [generator, _by_index(other), sequences.length_of(s, node, other)])


def _make(s: State, node: gast.AST, text: str, args: list[Value]) -> Value:
    return templates.run(s, node, text, args)


def _template(text: str, count: int) -> Callable[..., Value]:
    """A function of the library whose arguments are those of the text."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if len(args) != count or kwargs:
            s.refuse(node, "these arguments are not supported here", "write a loop")
        return _make(s, node, text, args)

    return handler


def _filter(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    function, values = args
    if isinstance(function, Static) and function.value is None:
        return _make(s, node, _FILTER_TRUE, [values])
    return _make(s, node, _FILTER, [function, values])


def _map(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return Mapped(args[0], [sequences.iterated(s, node, a) for a in args[1:]], Token(s.nest))


def _chain(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return _make(s, node, _CHAIN, [TupleValue(args)])


def _accumulate(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    function = args[1] if len(args) > 1 else kwargs.get("func", Static(_add))
    if "initial" in kwargs:
        return _make(s, node, _ACCUMULATE_FROM, [args[0], function, kwargs["initial"]])
    return _make(s, node, _ACCUMULATE, [args[0], function])


def _add(a: Any, b: Any) -> Any:
    return a + b


def _islice(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if len(args) != 2:
        s.refuse(node, "islice with a start or a step", "count in a loop")
    return _make(s, node, _ISLICE, args)


def _pairwise(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    text = "def pairs(item, size):\n    for k in range(size - 1):\n        yield item(k), item(k + 1)\n"
    values = _indexed(s, node, args[0])
    return _make(s, node, text, [_by_index(values), sequences.length_of(s, node, values)])


def _zip_longest(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """By position, up to the longest: what has no item there gives the filling."""
    columns = [_indexed(s, node, a) for a in args]
    parameters = [f"{name}{k}" for k in range(len(columns)) for name in ("item", "size")]
    items = "".join(f"item{k}(i) if i < size{k} else filling, " for k in range(len(columns)))
    longest = f"max({', '.join(parameters[1::2])})" if len(columns) > 1 else "size0"
    text = f"def zipped({', '.join(parameters)}, filling):\n    for i in range({longest}):\n        yield {items}\n"
    given = [v for c in columns for v in (_by_index(c), sequences.length_of(s, node, c))]
    return _make(s, node, text, [*given, kwargs.get("fillvalue", Static(None))])


def _repeat(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    times = args[1] if len(args) > 1 else kwargs.get("times")
    return Repeated(args[0], None, None if times is None else operations.to_number(s, node, times))


def _count(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    given = dict(zip(("start", "step"), args)) | kwargs
    start, step = [operations.to_number(s, node, given.get(n, constant(k))) for k, n in enumerate(("start", "step"))]
    return Repeated(start, step, token=Token(s.nest))


def _combinations(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    """Nested loops over positions, each from the one outside of it on."""
    count = operations.key_of(s, node, args[1] if len(args) > 1 else kwargs["r"])
    values = _indexed(s, node, args[0])
    lines, indent = ["def chosen(item, size):"], "    "
    for k in range(count):
        start, left = f"i{k - 1} + 1" if k else "0", count - 1 - k
        lines.append(f"{indent}for i{k} in range({start}, {f'size - {left}' if left else 'size'}):")
        indent += "    "
    lines.append(f"{indent}yield ({' '.join(f'item(i{k}),' for k in range(count))})")
    return _make(s, node, "\n".join(lines) + "\n", [_by_index(values), sequences.length_of(s, node, values)])


def _product(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    repeat = operations.key_of(s, node, kwargs["repeat"]) if "repeat" in kwargs else 1
    pools = [_indexed(s, node, a) for a in args] * repeat
    names = [f"v{k}" for k in range(len(pools))]
    lines, indent = [f"def chosen({', '.join(f'pool{k}' for k in range(len(pools)))}):"], "    "
    for k, name in enumerate(names):
        lines.append(f"{indent}for {name} in pool{k}:")
        indent += "    "
    lines.append(f"{indent}yield ({' '.join(f'{n},' for n in names)})")
    return _make(s, node, "\n".join(lines) + "\n", pools)


def _indexed(s: State, node: gast.AST, value: Value) -> Value:
    """Items that are used more than once: those of an iterator have to be known now."""
    if isinstance(value, (Sym, Range)):
        return value
    items = sequences.taken(s, node, value)
    if items is None:
        s.refuse(node, "the items of this iterator are used more than once", "keep them in an array")
    return TupleValue(items)


def _by_index(value: Value) -> Value:
    """A function that gives the item at a position."""
    return Bound(Static(_item), [value])


def _item(values: Any, position: int) -> Any:
    return values[position]


def _element(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return sequences.element(s, node, args[0], operations.to_number(s, node, args[1]))


def _ndindex(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    sizes = sequences.items_of(s, node, args[0]) if len(args) == 1 and isinstance(args[0], TupleValue) else args
    return _product(s, node, [Range(constant(0), operations.to_number(s, node, n), constant(1)) for n in sizes], {})


def _ndenumerate(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    array = operations.to_number(s, node, use(s, args[0]))
    rank = len(dims_of(array.kind))
    names = [f"i{k}" for k in range(rank)]
    lines, indent = ["def items(values):"], "    "
    for k, name in enumerate(names):
        lines.append(f"{indent}for {name} in range(values.shape[{k}]):")
        indent += "    "
    index = ", ".join(names)
    lines.append(f"{indent}yield ({index},), values[{index}]")
    return _make(s, node, "\n".join(lines) + "\n", [array])


def _iter(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = sequences.iterated(s, node, args[0])
    if isinstance(value, (Remaining, Generated, Mapped, Zip, Enumerate, Reversed)):
        return value
    if isinstance(value, Sym):
        return s.apply(node, Static(Cursor), [value], {})
    items = sequences.taken(s, node, value)
    if items is None:
        s.refuse(node, "an iterator over something of run-time length", "use an index")
    source = sequences.owner_of(value)
    return Remaining(items, source, None if source is None else heap.held_by(source).copy())


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    map: _map, filter: _filter, iter: _iter,
    itertools.chain: _chain, itertools.accumulate: _accumulate, itertools.islice: _islice,
    itertools.combinations: _combinations, itertools.product: _product,
    itertools.takewhile: _template(_TAKEWHILE, 2), itertools.dropwhile: _template(_DROPWHILE, 2),
    itertools.starmap: _template(_STARMAP, 2),
    itertools.chain.from_iterable: _template(_CHAIN, 1),
    itertools.pairwise: _pairwise, itertools.zip_longest: _zip_longest,
    itertools.repeat: _repeat, itertools.count: _count,
    np.ndenumerate: _ndenumerate, np.ndindex: _ndindex, _item: _element,
}  # fmt: skip
