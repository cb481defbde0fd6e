"""Subscripts: loads and stores of elements, slices, items of structures.

In: `value[index]`, as an expression or as a target. Out: a value, or an emitted store. Structures are
indexed now, arrays at run time. An array that is stored into is noted, so that arguments are copied first.

    weights[1]     ──▶     the variable that holds that item
    x[i, 1:]       ──▶     the same text, of kind float64[max(x.shape[1] - 1, 0)]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srctrans.frontend import growing, heap, hold, lists, objects, operations, optional, private
from srctrans.frontend.state import NeedsRoom, NeedsUnrolling, State, use
from srctrans.frontend.values import Choice, DictValue, ListValue, Record, TupleValue, Value, children, is_function
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.index import axes_of, index_kind
from srctrans.kinds.kind import Array, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, constant, literal
from srctrans.syntax import build
from srctrans.syntax.core import AddAt

Item = tuple[gast.AST, tuple[Any, ...]]


def whole() -> Item:
    """The index `:`."""
    return gast.Slice(lower=None, upper=None, step=None), ("slice", None, None, 1)


def load(s: State, node: gast.Subscript) -> Value:
    """`value[index]`."""
    row = _row_of_list(s, node, lists.place)
    if row is not None:
        array, first = row
        return load_items(s, node, array, [first, *items_of_index(s, node.slice, array.kind)])  # type: ignore[arg-type]
    value = optional.present(s, s.evaluate(node.value))
    if isinstance(value, Record) and not value.is_tuple:
        return _item_of_object(s, node, value, s.evaluate(node.slice))
    if isinstance(value, (TupleValue, ListValue, DictValue, Record)):
        return structure_item(s, node, value)
    if isinstance(value, Static):
        found = value.value[operations.static_key(s, node.slice)]
        return constant(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else Static(found)
    if not isinstance(value, Sym) or not isinstance(value.kind, Array):
        what = value.kind if isinstance(value, Sym) else f"a {type(value).__name__.lower()}"
        s.refuse(node, f"{what} cannot be indexed", "index an array or a structure")
    value = array_atom(s, value)
    value = operations.spill(s, value, node.slice)  # type: ignore[assignment]
    return load_items(s, node, value, items_of_index(s, node.slice, value.kind))


def array_atom(s: State, value: Sym) -> Sym:
    return value if isinstance(value.node, gast.Name) else s.assign("t", value)


def load_item(s: State, node: gast.AST, value: Sym, index: Sym) -> Sym:
    """`value[index]` for one integer."""
    return load_items(s, node, array_atom(s, value), [(index.node, ("int",))])


def load_items(s: State, node: gast.AST, value: Sym, items: list[Item]) -> Sym:
    kind = _index_kind(s, node, value, items)
    return Sym(build.subscript(value.node, _index_node(value, items)), kind)


def _index_kind(s: State, node: gast.AST, value: Sym, items: list[Item]) -> Kind:
    assert isinstance(value.kind, Array)
    try:
        return index_kind(value.kind, [item for _, item in items])
    except IndexError as error:
        s.refuse(node, str(error), "use one index for each axis")


def _index_node(array: Sym, items: list[Item]) -> gast.AST:
    """The index as an expression; an ellipsis as the slices that it stands for."""
    missing = len(dims_of(array.kind)) - sum(axes_of(fact) for _, fact in items)
    full = [whole()[0]] * missing
    nodes = [n for node, fact in items for n in (full if full and fact[0] == "ellipsis" else [node])]
    return nodes[0] if len(nodes) == 1 else build.tuple_(nodes)


def structure_item(s: State, node: gast.Subscript, value: Any) -> Value:
    """An item of a tuple, list, dict or NamedTuple: the index is known now, but for tables of functions."""
    if isinstance(value, ListValue) and value.grows:
        return _item_of_grown(s, node, value)
    parts = children(value)
    if parts and all(map(is_function, parts)) and not isinstance(value, DictValue | Record):
        if not s.nest and not isinstance(node.slice, gast.Slice):
            index = s.evaluate(node.slice)
            if isinstance(index, Sym) and operations.integer(s, index) is None:
                return _function_of_table(s, s.atom(index, "k"), parts)
            return item_at(s, node, value, operations.key_of(s, node, index))
    key = _key_in(s, node, value)
    if isinstance(key, slice):
        parts = children(value)
        assert parts is not None
        return ListValue(parts[key]) if isinstance(value, ListValue) else TupleValue(parts[key])
    return item_at(s, node, value, key)


def _function_of_table(s: State, index: Sym, functions: list[Value]) -> Value:
    """`table[k]`, where k is known only at run time: one function or the other."""
    count = len(functions)
    inside = gast.Compare(
        left=build.constant(-count), ops=[gast.LtE(), gast.Lt()], comparators=[index.node, build.constant(count)]
    )
    error = build.call(build.name("IndexError"), build.constant("index out of range"))
    with s.block() as raising:
        s.emit(gast.Raise(exc=error, cause=None))
    s.emit(build.if_(build.unary("not ", inside), raising, []))
    index = s.assign("k", Sym(build.binop(index.node, "%", build.constant(count)), index.kind))
    found = functions[-1]
    for position in range(count - 2, -1, -1):
        found = Choice(s.atom(index == position, "test"), functions[position], found)
    return found


def _key_in(s: State, node: gast.Subscript, value: Value) -> Any:
    """The key of an item. A list that is indexed at run time has to be in arrays from before the loop on."""
    try:
        return key_or_slice(s, node.slice)
    except NeedsUnrolling as request:
        if not isinstance(value, ListValue) or value not in s.shared:
            raise
        growing.doubt(s, node, value)
        raise NeedsRoom(request.problem, value, list(value.items)) from None


def _item_of_grown(s: State, node: gast.Subscript, cell: ListValue) -> Value:
    """An item, or the list of those that a slice takes."""
    if not isinstance(node.slice, gast.Slice):
        return lists.item(s, node, cell, _index_in(s, node.slice))
    if all(p is None for p in (node.slice.lower, node.slice.upper, node.slice.step)):
        return growing.copied(s, node, cell)
    cut = _slice(s, node.slice)
    return growing.sliced(s, node, cell, lambda array: load_items(s, node, array, [cut]))


def _index_in(s: State, node: gast.AST) -> Sym:
    index = operations.number(s, node)
    if index.kind.dtype[:3] not in ("int", "uin") or dims_of(index.kind):  # type: ignore[union-attr]
        s.refuse(node, f"an index of a list has to be an integer, not {index.kind}", "use int(...)")
    return index


def item_at(s: State, node: gast.AST, value: Any, key: Any) -> Value:
    """The item of a structure under a key."""
    try:
        if isinstance(value, DictValue):
            return value.items[key]
        parts = children(value)
        assert parts is not None
        if isinstance(value, ListValue):
            growing.doubt(s, node, value)
        return parts[key]
    except (KeyError, IndexError, TypeError) as error:
        s.missing(node, type(error), f"there is no item {key!r}", "use one of its keys")


def key_or_slice(s: State, node: gast.AST) -> Any:
    """The index of a structure: a key, an integer or a slice that is known now."""
    if isinstance(node, gast.Slice):
        parts = (node.lower, node.upper, node.step)
        return slice(*[None if b is None else operations.static_key(s, b) for b in parts])
    return operations.static_key(s, node)


def items_of_index(s: State, node: gast.AST, kind: Kind) -> list[Item]:
    """The items of an index as nodes, with what kind of index each is."""
    if isinstance(node, gast.Tuple):
        return [i for element in node.elts for i in items_of_index(s, element, kind)]
    if isinstance(node, gast.Slice):
        return [_slice(s, node)]
    return value_items(s, node, s.evaluate(node))


def value_items(s: State, node: gast.AST, value: Value) -> list[Item]:
    """The items of an index that is evaluated."""
    if isinstance(value, TupleValue):
        return [i for v in value.items for i in _value_item(s, node, use(s, v))]
    return _value_item(s, node, value)


def _value_item(s: State, node: gast.AST, value: Value) -> list[Item]:
    if isinstance(value, Static) and value.value is None:
        return [(build.constant(None), ("new",))]
    if isinstance(value, Static) and value.value is Ellipsis:
        return [(build.constant(Ellipsis), ("ellipsis",))]
    if isinstance(value, Static) and isinstance(value.value, slice):
        s.refuse(node, "slice objects as indices are not supported", "write start:stop")
    index = operations.to_number(s, node, value)
    if isinstance(index.kind, Scalar):
        if index.kind.dtype[:3] not in ("int", "uin"):
            s.refuse(node, f"an index has to be an integer, not {index.kind}", "use int(...) or np.where")
        return [(index.node, ("int",))]
    assert isinstance(index.kind, Array)
    if index.kind.dtype[:3] not in ("int", "uin", "boo"):
        s.refuse(node, f"an index array has to hold integers or booleans, not {index.kind.dtype}", "convert it")
    if index.kind.rank == 0:
        return [(index.node, ("int",))]
    index = array_atom(s, index)
    return [(index.node, ("array", index.kind))]


def _slice(s: State, node: gast.Slice) -> Item:
    nodes: list[Any] = []
    facts: list[Any] = []
    for part in (node.lower, node.upper, node.step):
        if part is None:
            nodes.append(None)
            facts.append(None)
            continue
        value = s.evaluate(part)
        if isinstance(value, Static) and value.value is None:
            nodes.append(None)
            facts.append(None)
            continue
        bound = operations.to_number(s, part, value)
        nodes.append(bound.node)
        facts.append(literal(bound.node) if literal(bound.node) is not None else repr(bound))
    made = gast.Slice(lower=nodes[0], upper=nodes[1], step=nodes[2])
    return made, ("slice", facts[0], facts[1], 1 if facts[2] is None else facts[2])


def store(s: State, target: gast.Subscript, value: Value) -> None:
    """`target[index] = value`."""
    _privatise(s, target)
    row = _row_of_list(s, target, growing.row)
    if row is not None:
        array, first = row
        items = [apart(s, item, array) for item in [first, *items_of_index(s, target.slice, array.kind)]]
        store_into(s, target, array, items, operations.to_number(s, target, value), None, True)
        return
    owner = s.evaluate(target.value)
    if isinstance(owner, ListValue) and owner.grows:
        index = Sym(_once(s, (_index_in(s, target.slice).node, ("int",)))[0], Scalar("int64"))
        for into, part, at in growing.set_item(s, target, owner, index, value):
            store_into(s, target, into, [(at.node, ("int",))], part, None, True)
        return
    if isinstance(owner, (ListValue, DictValue)):
        key = _key_in(s, target, owner)
        if isinstance(key, slice):
            heap.store_slice(s, target, owner, key, s.apply(target, Static(list), [value], {}))
        else:
            heap.store(s, target, owner, key, heap.item(s, key, value))
        return
    if isinstance(owner, Record) and not owner.is_tuple:
        _set_item(s, target, owner, s.evaluate(target.slice), value)
        return
    array = _target_array(s, target, owner)
    items = [apart(s, item, array) for item in items_of_index(s, target.slice, array.kind)]
    store_into(s, target, array, items, operations.to_number(s, target, value), None)


def _row_of_list(
    s: State, node: Any, place: Callable[[State, gast.AST, ListValue, Sym], tuple[list[Sym], Sym]]
) -> tuple[Sym, Item] | None:
    """The array and the first index of `rows[k][...]`, where `rows` is a list of run-time length.

    `place`: gives them for the list and the index.
    """
    inner = node.value
    if not isinstance(inner, gast.Subscript) or not isinstance(inner.value, gast.Name):
        return None
    owner = s.frame.vars.get(inner.value.id)
    if not isinstance(owner, ListValue) or not owner.grows or not isinstance(owner.item, Sym):
        return None
    if isinstance(inner.slice, gast.Slice) or not dims_of(owner.item.kind):
        return None
    (array,), index = place(s, node, owner, _index_in(s, inner.slice))
    return array, (index.node, ("int",))


def _privatise(s: State, target: Any) -> None:
    if isinstance(target.value, gast.Name):
        private.privatise(s, target, target.value.id)


def _target_array(s: State, node: gast.AST, owner: Value) -> Sym:
    if not isinstance(owner, Sym) or not isinstance(owner.kind, Array):
        s.refuse(node, "items can be assigned in arrays, lists and dicts only", "use one of these")
    return array_atom(s, owner)


def augment(s: State, node: gast.AugAssign) -> None:
    """`target[index] op= value`; the index is evaluated once."""
    target: Any = node.target
    _privatise(s, target)
    row = _row_of_list(s, target, growing.row)
    if row is not None:
        array, first = row
        _augment_array(s, node, array, [first, *items_of_index(s, target.slice, array.kind)], True)
        return
    owner = s.evaluate(target.value)
    if isinstance(owner, ListValue) and owner.grows:
        arrays, at = growing.row(s, target, owner, _index_in(s, target.slice))
        if len(arrays) > 1:
            s.refuse(node, "a tuple in a list that grows is added to", "assign a new tuple")
        _augment_array(s, node, arrays[0], [(at.node, ("int",))], True)
        return
    if isinstance(owner, (ListValue, DictValue)):
        key = _key_in(s, target, owner)
        old = operations.spill(s, use(s, item_at(s, target, owner, key)), node.value)
        value = changed(s, node, old, s.evaluate(node.value))
        if value is not None:
            heap.store(s, node, owner, key, heap.item(s, key, value))
        return
    if isinstance(owner, Record) and not owner.is_tuple:
        index = s.evaluate(target.slice)
        old = operations.spill(s, use(s, _item_of_object(s, target, owner, index)), node.value)
        value = changed(s, node, old, s.evaluate(node.value))
        _set_item(s, target, owner, index, old if value is None else value)
        return
    array = _target_array(s, target, owner)
    _augment_array(s, node, array, items_of_index(s, target.slice, array.kind), False)


def _augment_array(s: State, node: gast.AugAssign, array: Sym, items: list[Item], in_list: bool) -> None:
    """`array[items] op= value`; `in_list` as in `store_into`."""
    items = [apart(s, _once(s, item), array) for item in items]
    before, written = len(s.out), len(s.writes)
    right = operations.number(s, node.value)
    old = load_items(s, node.target, array, items)
    if len(s.writes) > written and _is_copy(old, items):
        # Python reads it before it evaluates the value, which wrote something.
        with s.block() as first:
            old = s.assign("t", old)
        s.out[before:before] = first
        value = operations.binary(s, node, old, type(node.op), right)
        store_into(s, node, array, items, operations.to_number(s, node, value), None, in_list)
        return
    text, _ = operations.BINARY[type(node.op)]
    store_into(s, node, array, items, right, text, in_list)


def _is_copy(loaded: Sym, items: list[Item]) -> bool:
    """Is what an index gives a copy: an element, or elements that an array chooses? A slice is a view."""
    return not isinstance(loaded.kind, Array) or any(fact[0] == "array" for _, fact in items)


def changed(s: State, node: Any, old: Value, right: Value) -> Value | None:
    """What `old op= right` leaves to be bound; None where an array or a list that stays was changed."""
    if isinstance(old, Sym) and isinstance(old.kind, Array) and old.kind.rank:
        text, _ = operations.BINARY[type(node.op)]
        store_into(s, node, array_atom(s, old), [whole()], operations.to_number(s, node, right), text)
        return None
    if isinstance(old, ListValue) and isinstance(node.op, gast.Add):
        s.apply(node, Static(list.extend), [old, right], {})
        return None
    return operations.augmented(s, node, old, type(node.op), right)


def _item_of_object(s: State, node: gast.AST, owner: Record, index: Value) -> Value:
    found = objects.special(s, node, owner, "__getitem__", [index])
    if found is None:
        s.refuse(node, f"{owner.cls.__name__} has no `__getitem__`", "index one of its fields")
    return found


def _set_item(s: State, node: gast.AST, owner: Record, index: Value, value: Value) -> None:
    if objects.special(s, node, owner, "__setitem__", [index, value]) is None:
        s.refuse(node, f"{owner.cls.__name__} has no `__setitem__`", "assign an item of one of its fields")


def apart(s: State, item: Item, array: Sym) -> Item:
    """An index that reads the array which is about to be written gets a name."""
    node, fact = item
    if isinstance(node, gast.Slice):
        parts = [None if p is None else apart(s, (p, ("int",)), array)[0] for p in (node.lower, node.upper, node.step)]
        return gast.Slice(lower=parts[0], upper=parts[1], step=parts[2]), fact
    base = s.base(array.node.id)  # type: ignore[attr-defined]
    if base not in {s.base(n) for n in build.names_read(node)}:
        return item
    if fact[0] == "array":
        node = build.call("np.copy", node)
    elif hold.lasting(s, node):
        return item
    kind = fact[1] if fact[0] == "array" else Scalar("int64")
    return s.assign("k" if isinstance(kind, Scalar) else "where", Sym(node, kind)).node, fact


def _once(s: State, item: Item) -> Item:
    """An index that is read twice gets a name unless it is simple."""
    node, fact = item
    if fact[0] == "int" and not _simple(node):
        return s.assign("j", Sym(node, Scalar("int64"))).node, fact
    return item


def _simple(node: gast.AST) -> bool:
    if isinstance(node, gast.BinOp):
        return _simple(node.left) and _simple(node.right)
    if isinstance(node, gast.UnaryOp):
        return _simple(node.operand)
    return isinstance(node, (gast.Name, gast.Constant))


def store_into(
    s: State, node: gast.AST, array: Sym, items: list[Item], value: Sym, op: str | None, in_list: bool = False
) -> None:
    """Emit `array[items] = value` or `array[items] op= value` and note the store; `at` stands for np.add.at.

    `in_list`: the array holds the items of a list, and these are written by way of the list.
    """
    assert isinstance(array.node, gast.Name) and isinstance(array.kind, Array)
    base = s.base(array.node.id)
    if base in s.buffers and not in_list and array.node.id != base:
        s.refuse(
            node,
            f"{array.node.id} is an item of a list that grows in a loop, and it is written into",
            "write it by way of the list, rows[k][...] = ..., or before it is appended",
        )
    if base in s.constants:
        s.refuse(node, f"the function writes into {base}, an array from outside of it", "copy it first")
    s.stored.setdefault(base, node)
    s.writes.append((base, s.tick()))
    kind = _index_kind(s, node, array, items)
    _check_stored(s, node, array.kind, kind, value, op)
    target = build.subscript(array.node, _index_node(array, items), store=True)
    if op == "at":
        s.emit(gast.AugAssign(target=target, op=AddAt(), value=value.node))
        return
    if op in ("+", "-"):
        s.emit(build.augassign(target, op, value.node))
        return
    if op is not None:
        old = Sym(build.subscript(array.node, _index_node(array, items)), kind)
        function = next(f for t, f in operations.BINARY.values() if t == op)
        value = operations.operation(s, node, op, function, old, value)
    s.emit(build.assign(target, value.node))


def _check_stored(s: State, node: gast.AST, array: Array, kind: Kind, value: Sym, op: str | None) -> None:
    """Refuse a store that would lose digits or that does not fit; `kind`: of the elements that are chosen."""
    if array.dtype[0] in "iub" and value.kind.dtype[0] in "fc":  # type: ignore[union-attr]
        reason = f"storing a float into an array of {array.dtype} truncates it"
        if op is not None or isinstance(value.kind, Array):
            reason = f"a {value.kind.dtype} value into an array of {array.dtype}"  # type: ignore[union-attr]
        s.refuse(node, reason, "make the array one of floats")
    if len(dims_of(value.kind)) > len(dims_of(kind)):
        reason = f"a value of {value.kind} cannot be stored into {kind}"
        s.refuse(node, reason, "store an element or a slice of the same rank")
