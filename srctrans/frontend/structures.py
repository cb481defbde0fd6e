"""Methods of lists, dicts, tuples and texts, whose items are known one by one: append, pop, items, get.

In: the list or dict and the evaluated arguments. Out: the value; the structure is changed now, nothing is emitted
but a name for a new item.

    layers.append(w @ h)     ──▶     item = w @ h, the last of `layers` from here on
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import classes, growing, heap, hold, library, lists, objects, operations, sequences, templates
from srctrans.frontend.state import NeedsUnrolling, State, use
from srctrans.frontend.values import DictValue, DictView, ListValue, Record, Remaining, TupleValue, Value
from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import constant

_NONE = Static(None)


def _changed(s: State, node: gast.AST, value: Value) -> Any:
    """A structure that is about to change."""
    assert isinstance(value, (ListValue, DictValue, Remaining))
    heap.resizing(s, node, value)
    return value


def _append(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    _changed(s, node, args[0]).items.append(hold.named(s, "item", args[1]))
    return _NONE


def _extend(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    if sequences.static_items(s, node, args[1]) is None:
        return _extended(s, node, args[0], args[1])
    items = [hold.held(s, v) for v in sequences.items_of(s, node, args[1])]
    _changed(s, node, args[0]).items.extend(items)
    return _NONE


def _pop(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = _changed(s, node, args[0])
    if isinstance(owner, DictValue):
        key = operations.key_of(s, node, args[1])
        if key not in owner.items and len(args) < 3:
            s.missing(node, KeyError, f"there is no item {key!r}", "use one of its keys")
        return owner.items.pop(key) if key in owner.items else args[2]
    at = operations.key_of(s, node, args[1]) if len(args) > 1 else -1
    if not owner.items:
        growing.doubt(s, node, owner)
    if not -len(owner.items) <= at < len(owner.items):
        s.missing(node, IndexError, f"there is no item {at}", "use one of its indices")
    return owner.items.pop(at)


def _insert(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    at = operations.key_of(s, node, args[1])
    _changed(s, node, args[0]).items.insert(at, hold.held(s, args[2]))
    return _NONE


def _clear(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    _changed(s, node, args[0]).items.clear()
    return _NONE


def _reverse(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    _changed(s, node, args[0]).items.reverse()
    return _NONE


def _copy(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = args[0]
    if isinstance(owner, ListValue) and owner.grows:
        return growing.copied(s, node, owner)
    assert isinstance(owner, (ListValue, DictValue))
    return DictValue(dict(owner.items)) if isinstance(owner, DictValue) else ListValue(list(owner.items))


def _keys_of_items(s: State, node: gast.AST, value: Value) -> list[Any]:
    items = sequences.static_items(s, node, value)
    assert items is not None
    return [operations.key_of(s, node, use(s, v)) for v in items]


def _remove(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    keys, key = _keys_of_items(s, node, args[0]), operations.key_of(s, node, args[1])
    if key not in keys:
        s.missing(node, ValueError, f"{key!r} is not in the list", "remove one of its items")
    _changed(s, node, args[0]).items.pop(keys.index(key))
    return _NONE


def _index(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    keys, key = _keys_of_items(s, node, args[0]), operations.key_of(s, node, args[1])
    if len(args) > 2:
        s.refuse(node, "`index` from a position on is not supported", "take a slice first")
    if key not in keys:
        s.missing(node, ValueError, f"{key!r} is not in it", "look for one of its items")
    return constant(keys.index(key))


def _count(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return constant(_keys_of_items(s, node, args[0]).count(operations.key_of(s, node, args[1])))


def in_order(s: State, node: gast.AST, items: list[Value], key: Value | None, descending: Value | None) -> list[Value]:
    """Items sorted by keys that are known now."""
    keyed = items
    if key is not None and not (isinstance(key, Static) and key.value is None):
        keyed = [s.apply(node, key, [use(s, v)], {}) for v in items]
    try:
        keys = [operations.key_of(s, node, use(s, k)) for k in keyed]
    except NeedsUnrolling:
        s.refuse(node, "the order of the items is known only at run time", "hold them in an array and use np.sort")
    downwards = descending is not None and bool(operations.truth(s, descending))
    return [items[i] for i in sorted(range(len(items)), key=lambda i: keys[i], reverse=downwards)]


def _sort(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = _changed(s, node, args[0])
    heap.changing(s, node, owner)
    owner.items[:] = in_order(s, node, list(owner.items), kwargs.get("key"), kwargs.get("reverse"))
    return _NONE


def _sorted(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    items = sequences.taken(s, node, args[0])
    if items is None:
        s.refuse(node, "the order of the items is known only at run time", "hold them in an array and use np.sort")
    return ListValue(in_order(s, node, items, kwargs.get("key"), kwargs.get("reverse")))


def _next(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = args[0]
    found = objects.special(s, node, owner, "__next__", []) if isinstance(owner, Record) and len(args) == 1 else None
    if found is not None:
        return found
    if isinstance(owner, Remaining):
        sequences.check_source(s, node, owner)
    else:
        items = sequences.taken(s, node, owner)
        if items is None:
            s.refuse(node, "next of something of run-time length", "write a loop with `break`")
        owner = Remaining(items)
    if not owner.items:
        if len(args) < 2:
            s.missing(node, StopIteration, "nothing is left: next raises StopIteration", "give a default")
        return args[1]
    return use(s, _changed(s, node, owner).items.pop(0))


def _view(part: str) -> Callable[..., Value]:
    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        assert isinstance(args[0], DictValue)
        return DictView(args[0], part)

    return handler


def _get(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    assert isinstance(args[0], DictValue)
    default = args[2] if len(args) > 2 else _NONE
    return use(s, args[0].items.get(operations.key_of(s, node, args[1]), default))


def _setdefault(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = args[0]
    assert isinstance(owner, DictValue)
    key = operations.key_of(s, node, args[1])
    if key not in owner.items:
        value = args[2] if len(args) > 2 else _NONE
        _changed(s, node, owner).items[key] = heap.item(s, key, value)
    return use(s, owner.items[key])


def pairs_of(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> dict[Any, Value]:
    """The items that `dict(...)` and `update(...)` are given."""
    found: dict[Any, Value] = {}
    if args and isinstance(args[0], DictValue):
        found.update(args[0].items)
    elif args and isinstance(args[0], Record) and classes.written(args[0].cls, "keys"):
        for key in sequences.items_of(s, node, objects.special(s, node, args[0], "keys", []) or _NONE):
            item = objects.special(s, node, args[0], "__getitem__", [key]) or _NONE
            found[operations.key_of(s, node, key)] = hold.held(s, item)
    elif args:
        for pair in sequences.items_of(s, node, args[0]):
            key, value = sequences.items_of(s, node, pair)
            found[operations.key_of(s, node, use(s, key))] = hold.held(s, value)
    found.update({k: hold.held(s, v, k) for k, v in kwargs.items()})
    return found


def _update(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    found = pairs_of(s, node, args[1:], kwargs)
    _changed(s, node, args[0]).items.update(found)
    return _NONE


def _popitem(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    owner = _changed(s, node, args[0])
    if not owner.items:
        s.missing(node, KeyError, "the dict is empty: popitem raises KeyError", "test its length")
    key, value = owner.items.popitem()
    return TupleValue([sequences.key_value(key), value])


def _fromkeys(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    value = hold.held(s, args[1]) if len(args) > 1 else _NONE
    keys = [operations.key_of(s, node, use(s, k)) for k in sequences.items_of(s, node, args[0])]
    return DictValue(dict.fromkeys(keys, value))


def delete(s: State, node: gast.AST, owner: Value, key: Any) -> None:
    """`del owner[key]`."""
    if not isinstance(owner, (ListValue, DictValue)):
        s.refuse(node, "items can be deleted from lists and dicts only", "build a new structure")
    try:
        del _changed(s, node, owner).items[key]
    except (KeyError, IndexError) as error:
        s.missing(node, type(error), f"there is no item {key!r}", "use one of its keys")


def _extended(s: State, node: gast.AST, cell: Any, values: Value) -> Value:
    """`xs.extend(values)` of a list of run-time length."""
    text = "def extended(kept, values):\n    for value in values:\n        kept.append(value)\n"
    return templates.run(s, node, text, [cell, values])


def _either(in_arrays: Callable[..., Value | None], plain: Callable[..., Value]) -> Callable[..., Value]:
    """A method of lists, by whether only the running program knows the length or each item is known now."""

    def handler(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
        if lists.grown(args[0]):
            found = in_arrays(s, node, *args)
            return _NONE if found is None else found
        return plain(s, node, args, kwargs)

    return handler


def _added(s: State, node: gast.AST, args: library.Arguments, kwargs: library.Keywords) -> Value:
    return growing.added(s, node, *args)  # type: ignore[arg-type]


METHODS: dict[Any, Callable[..., Value]] = {
    list.append: _either(growing.append, _append), list.extend: _either(_extended, _extend),
    list.pop: _either(growing.pop, _pop), list.clear: _either(growing.clear, _clear), list.insert: _insert,
    list.__add__: _added,
    list.reverse: _reverse, list.copy: _copy, list.remove: _remove, list.index: _index, list.count: _count,
    list.sort: _sort, tuple.index: _index, tuple.count: _count, sorted: _sorted, next: _next,
    dict.items: _view("items"), dict.keys: _view("keys"), dict.values: _view("values"),
    dict.get: _get, dict.pop: _pop, dict.clear: _clear,
    dict.copy: _copy, dict.update: _update, dict.setdefault: _setdefault, dict.popitem: _popitem,
    dict.fromkeys: _fromkeys,
}  # fmt: skip
