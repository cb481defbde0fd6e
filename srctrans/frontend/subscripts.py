"""Subscripts and attributes: loads and stores of elements, slices, items of structures, shapes.

Structures are indexed now; arrays at run time. An array that is stored into is
noted, so that arguments are copied first.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import gast
import numpy as np

from srctrans.frontend import python_functions
from srctrans.frontend.hold import held, lasting
from srctrans.frontend.private import privatise
from srctrans.frontend.state import State, use
from srctrans.frontend.values import Bound, DictValue, ListValue, Range, Record, TupleValue, Value, children
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.index import index_kind
from srctrans.kinds.kind import Array, Dim, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, constant, literal
from srctrans.syntax import build

Item = tuple[gast.AST, tuple[Any, ...]]


def load(s: State, node: gast.Subscript) -> Value:
    """`value[index]`."""
    from srctrans.frontend import expressions

    value = expressions.evaluate(s, node.value)
    if isinstance(value, (TupleValue, ListValue, DictValue, Record)):
        return structure_item(s, node, value)
    if isinstance(value, Static):
        found = value.value[expressions.static_key(s, node.slice)]
        return constant(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else Static(found)
    if not isinstance(value, Sym) or not isinstance(value.kind, Array):
        what = value.kind if isinstance(value, Sym) else f"a {type(value).__name__.lower()}"
        s.refuse(node, f"{what} cannot be indexed", "index an array or a structure")
    value = _array_atom(s, value)
    value = expressions.spill(s, value, node.slice)  # type: ignore[assignment]
    return load_items(s, node, value, items_of_index(s, node.slice, value.kind))


def _array_atom(s: State, value: Sym) -> Sym:
    return value if isinstance(value.node, gast.Name) else s.assign("t", value)


def load_item(s: State, node: gast.AST, value: Sym, index: Sym) -> Sym:
    """`value[index]` for one integer."""
    return load_items(s, node, _array_atom(s, value), [(index.node, ("int",))])


def load_items(s: State, node: gast.AST, value: Sym, items: list[Item]) -> Sym:
    kind = _index_kind(s, node, value, items)
    return Sym(build.subscript(value.node, _index_node(items)), kind)


def _index_kind(s: State, node: gast.AST, value: Sym, items: list[Item]) -> Kind:
    assert isinstance(value.kind, Array)
    try:
        return index_kind(value.kind, [item for _, item in items])
    except IndexError as error:
        s.refuse(node, str(error), "use one index for each axis")


def _index_node(items: list[Item]) -> gast.AST:
    nodes = [node for node, _ in items]
    return nodes[0] if len(nodes) == 1 else build.tuple_(nodes)


def structure_item(s: State, node: gast.Subscript, value: Any) -> Value:
    """An item of a tuple, list, dict or NamedTuple: the index is known now."""
    from srctrans.frontend import expressions

    if isinstance(node.slice, gast.Slice):
        parts = children(value)
        assert parts is not None
        bounds = [
            None if b is None else expressions.static_key(s, b)
            for b in (node.slice.lower, node.slice.upper, node.slice.step)
        ]
        found = parts[slice(*bounds)]
        return ListValue(found) if isinstance(value, ListValue) else TupleValue(found)
    key = expressions.static_key(s, node.slice)
    try:
        if isinstance(value, DictValue):
            return value.items[key]
        parts = children(value)
        assert parts is not None
        return parts[key]
    except (KeyError, IndexError, TypeError):
        s.refuse(node, f"there is no item {key!r}", "use one of its keys")


def items_of_index(s: State, node: gast.AST, kind: Kind) -> list[Item]:
    """The items of an index as nodes, with what kind of index each is."""
    from srctrans.frontend import expressions

    if isinstance(node, gast.Tuple):
        return [i for element in node.elts for i in items_of_index(s, element, kind)]
    if isinstance(node, gast.Slice):
        return [_slice(s, node)]
    value = expressions.evaluate(s, node)
    if isinstance(value, TupleValue):
        return [i for v in value.items for i in _value_item(s, node, use(s, v))]
    return _value_item(s, node, value)


def _value_item(s: State, node: gast.AST, value: Value) -> list[Item]:
    from srctrans.frontend import expressions

    if isinstance(value, Static) and value.value is None:
        return [(build.constant(None), ("new",))]
    if isinstance(value, Static) and value.value is Ellipsis:
        return [(build.constant(Ellipsis), ("ellipsis",))]
    if isinstance(value, Static) and isinstance(value.value, slice):
        s.refuse(node, "slice objects as indices are not supported", "write start:stop")
    index = expressions.to_number(s, node, value)
    if isinstance(index.kind, Scalar):
        if index.kind.dtype[:3] not in ("int", "uin"):
            s.refuse(node, f"an index has to be an integer, not {index.kind}", "use int(...) or np.where")
        return [(index.node, ("int",))]
    assert isinstance(index.kind, Array)
    if index.kind.dtype[:3] not in ("int", "uin", "boo"):
        s.refuse(node, f"an index array has to hold integers or booleans, not {index.kind.dtype}", "convert it")
    if index.kind.rank == 0:
        return [(index.node, ("int",))]
    index = _array_atom(s, index)
    return [(index.node, ("array", index.kind))]


def _slice(s: State, node: gast.Slice) -> Item:
    from srctrans.frontend import expressions

    nodes: list[Any] = []
    facts: list[Any] = []
    for part in (node.lower, node.upper, node.step):
        if part is None:
            nodes.append(None)
            facts.append(None)
            continue
        value = expressions.evaluate(s, part)
        if isinstance(value, Static) and value.value is None:
            nodes.append(None)
            facts.append(None)
            continue
        bound = expressions.to_number(s, part, value)
        nodes.append(bound.node)
        facts.append(literal(bound.node) if literal(bound.node) is not None else repr(bound))
    made = gast.Slice(lower=nodes[0], upper=nodes[1], step=nodes[2])
    return made, ("slice", facts[0], facts[1], 1 if facts[2] is None else facts[2])


def store(s: State, target: gast.Subscript, value: Value) -> None:
    """`target[index] = value`."""
    from srctrans.frontend import expressions

    _privatise(s, target)
    owner = expressions.evaluate(s, target.value)
    if isinstance(owner, (ListValue, DictValue)):
        key = expressions.static_key(s, target.slice)
        python_functions.mutable(s, target, owner)
        owner.items[key] = held(s, value, expressions.hint_of(key))
        return
    array = _target_array(s, target, owner)
    items = [_apart(s, item, array) for item in items_of_index(s, target.slice, array.kind)]
    store_into(s, target, array, items, expressions.to_number(s, target, value), None)


def _privatise(s: State, target: Any) -> None:
    from srctrans.frontend import calls

    if isinstance(target.value, gast.Name):
        privatise(s, target, target.value.id, calls.library)


def _target_array(s: State, node: gast.AST, owner: Value) -> Sym:
    if not isinstance(owner, Sym) or not isinstance(owner.kind, Array):
        s.refuse(node, "items can be assigned in arrays, lists and dicts only", "use one of these")
    return _array_atom(s, owner)


def augment(s: State, node: gast.AugAssign) -> None:
    """`target[index] op= value`; the index is evaluated once."""
    from srctrans.frontend import expressions

    target: Any = node.target
    _privatise(s, target)
    owner = expressions.evaluate(s, target.value)
    if isinstance(owner, (ListValue, DictValue)):
        key = expressions.static_key(s, target.slice)
        right = expressions.evaluate(s, node.value)
        old = use(s, owner.items[key])
        if isinstance(old, Sym) and isinstance(old.kind, Array) and old.kind.rank:
            whole: Item = (gast.Slice(lower=None, upper=None, step=None), ("slice", None, None, 1))
            text, _ = expressions.BINARY[type(node.op)]
            store_into(s, node, _array_atom(s, old), [whole], expressions.to_number(s, node, right), text)
            return
        python_functions.mutable(s, node, owner)
        value = expressions.binary(s, node, old, type(node.op), right)
        owner.items[key] = held(s, value, expressions.hint_of(key))
        return
    array = _target_array(s, target, owner)
    items = [_apart(s, _once(s, item), array) for item in items_of_index(s, target.slice, array.kind)]
    right_value = expressions.number(s, node.value)
    text, _ = expressions.BINARY[type(node.op)]
    store_into(s, node, array, items, right_value, text)


def _apart(s: State, item: Item, array: Sym) -> Item:
    """An index that reads the array which is about to be written gets a name."""
    node, fact = item
    if isinstance(node, gast.Slice):
        parts = [None if p is None else _apart(s, (p, ("int",)), array)[0] for p in (node.lower, node.upper, node.step)]
        return gast.Slice(lower=parts[0], upper=parts[1], step=parts[2]), fact
    base = s.base(array.node.id)  # type: ignore[attr-defined]
    if lasting(s, node) or base not in {s.base(n) for n in build.names_read(node)}:
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


def store_into(s: State, node: gast.AST, array: Sym, items: list[Item], value: Sym, op: str | None) -> None:
    """Emit `array[items] = value` or `array[items] op= value` and note the store."""
    assert isinstance(array.node, gast.Name) and isinstance(array.kind, Array)
    if any(fact[0] == "array" and fact[1].dtype != "bool" for _, fact in items):
        s.refuse(
            node,
            "assignment to elements chosen by an array of integers is not supported yet",
            "write a loop over the indices",
        )
    base = s.base(array.node.id)
    if base in s.constants:
        s.refuse(node, f"the function writes into {base}, an array from outside of it", "copy it first")
    s.stored.setdefault(base, node)
    s.writes.append((base, s.tick()))
    kind = _index_kind(s, node, array, items)
    if array.kind.dtype[0] in "iub" and value.kind.dtype[0] in "fc":  # type: ignore[union-attr]
        if op is not None or isinstance(value.kind, Array):
            s.refuse(
                node, f"a {value.kind.dtype} value into an array of {array.kind.dtype}", "make the array one of floats"
            )  # type: ignore[union-attr]
        s.refuse(
            node, f"storing a float into an array of {array.kind.dtype} truncates it", "make the array one of floats"
        )
    if len(dims_of(value.kind)) > len(dims_of(kind)):
        s.refuse(
            node,
            f"a value of {value.kind} cannot be stored into {kind}",
            "store an element or a slice of the same rank",
        )
    target = build.subscript(array.node, _index_node(items), store=True)
    if op in ("+", "-"):
        s.emit(build.augassign(target, op, value.node))
        return
    if op is not None:
        old = Sym(build.subscript(array.node, _index_node(items)), kind)
        from srctrans.frontend import expressions

        function = next(f for t, f in expressions.BINARY.values() if t == op)
        value = expressions.operation(s, node, op, function, old, value)
    s.emit(build.assign(target, value.node))


def attribute(s: State, node: gast.Attribute) -> Value:
    """`value.name`."""
    from srctrans.frontend import expressions
    from srctrans.frontend.resolve import from_object

    value = expressions.evaluate(s, node.value)
    if isinstance(value, Record):
        if node.attr in value.fields:
            return value.fields[node.attr]
        found = dataclasses.replace if node.attr == "_replace" else getattr(value.cls, node.attr, None)
        if node.attr == "_asdict" and value.is_tuple:
            return Bound(Static(dict), [DictValue(value.fields)])
        if callable(found):
            return Bound(Static(found), [value])
        s.refuse(node, f"{value.cls.__name__} has no field {node.attr}", "use one of its fields")
    if isinstance(value, Sym):
        return _array_attribute(s, node, value)
    if isinstance(value, Static):
        if not hasattr(value.value, node.attr):
            s.refuse(
                node, f"{getattr(value.value, '__name__', value.value)} has no attribute {node.attr}", "check its name"
            )
        found = getattr(value.value, node.attr)
        if isinstance(found, float) and getattr(value.value, "__name__", "") in ("numpy", "math"):
            short = "np" if value.value is np else "math"
            return Sym(build.dotted(f"{short}.{node.attr}"), Scalar("float64"))
        return from_object(s, node, node.attr, found)
    if isinstance(value, (ListValue, DictValue)):
        cls = list if isinstance(value, ListValue) else dict
        if not hasattr(cls, node.attr):
            s.refuse(node, f"a {cls.__name__} has no attribute {node.attr}", "check its name")
        return Bound(Static(getattr(cls, node.attr)), [value])
    s.refuse(node, f"the attribute {node.attr} is not supported", "use a function")


def _array_attribute(s: State, node: gast.Attribute, value: Sym) -> Value:
    name = node.attr
    dims = dims_of(value.kind)
    if name == "shape":
        return TupleValue([_size(s, value, i) for i in range(len(dims))])
    if name == "ndim":
        return constant(len(dims))
    if name == "size":
        if not dims:
            return constant(1)
        return Sym(build.attribute(_array_atom(s, value).node, "size"), Scalar("int64"))
    if name == "T":
        if len(dims) < 2:
            return value
        assert isinstance(value.kind, Array)
        return Sym(build.attribute(value.node, "T"), Array(value.kind.dtype, dims[::-1]))
    if name == "dtype":
        return Static(np.dtype(value.kind.dtype))  # type: ignore[union-attr]
    if name == "real":
        return value
    from srctrans.rules.methods import METHODS

    if name in METHODS:
        return Bound(Static(METHODS[name]), [value])
    if name == "fill":
        return Bound(Static(np.ndarray.fill), [value])
    s.refuse(node, f"the attribute {name} of arrays is not supported", "use a function of NumPy")


def _size(s: State, value: Sym, axis: int) -> Sym:
    """The size of an axis as an integer; 1 where it is known to be 1."""
    dim = dims_of(value.kind)[axis]
    if dim.text == "1":
        return constant(1)
    array = _array_atom(s, value)
    node = build.subscript(build.attribute(array.node, "shape"), build.constant(axis))
    return Sym(node, Scalar("int64"))


__all__ = ["Dim", "Range", "attribute", "augment", "load", "store"]
