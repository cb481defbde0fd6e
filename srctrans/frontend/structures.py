"""Methods of lists and dicts, whose items are known one by one: append, pop, items, get.

In: the list or dict and the evaluated arguments. Out: the value; the structure is changed now, nothing is emitted
but a name for a new item.

    layers.append(w @ h)     ──▶     item = w @ h, the last of `layers` from here on
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import heap, hold, library, operations, sequences
from srctrans.frontend.state import State, use
from srctrans.frontend.values import DictValue, ListValue, TupleValue, Value
from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import constant


def _append(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner, value = args
    assert isinstance(owner, ListValue)
    heap.resizing(s, node, owner)
    owner.items.append(hold.named(s, "item", value))
    return Static(None)


def _extend(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = args[0]
    assert isinstance(owner, ListValue)
    heap.resizing(s, node, owner)
    owner.items.extend([hold.held(s, v) for v in sequences.items_of(s, node, args[1])])
    return Static(None)


def _pop(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = args[0]
    assert isinstance(owner, (ListValue, DictValue))
    heap.resizing(s, node, owner)
    if isinstance(owner, DictValue):
        key = operations.key_of(s, node, args[1])
        if key not in owner.items and len(args) < 3:
            s.refuse(node, f"there is no item {key!r}", "use one of its keys")
        return owner.items.pop(key) if key in owner.items else args[2]
    return owner.items.pop(operations.key_of(s, node, args[1]) if len(args) > 1 else -1)


def _insert(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = args[0]
    assert isinstance(owner, ListValue)
    heap.resizing(s, node, owner)
    owner.items.insert(operations.key_of(s, node, args[1]), hold.held(s, args[2]))
    return Static(None)


def _items(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    assert isinstance(args[0], DictValue)
    return ListValue([TupleValue([_key(k), v]) for k, v in args[0].items.items()])


def _key(key: Any) -> Value:
    return constant(key) if isinstance(key, (int, float)) and not isinstance(key, bool) else Static(key)


def _keys(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    assert isinstance(args[0], DictValue)
    return ListValue([_key(k) for k in args[0].items])


def _values(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    assert isinstance(args[0], DictValue)
    return ListValue(list(args[0].items.values()))


def _get(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    assert isinstance(args[0], DictValue)
    default = args[2] if len(args) > 2 else Static(None)
    return use(s, args[0].items.get(operations.key_of(s, node, args[1]), default))


METHODS: dict[Any, Callable[..., Value]] = {
    list.append: _append, list.extend: _extend, list.pop: _pop, list.insert: _insert,
    dict.items: _items, dict.keys: _keys, dict.values: _values, dict.get: _get, dict.pop: _pop,
}  # fmt: skip
