"""Forward mode: each statement is followed by the one for its tangent.

y = np.sin(x)        ──▶     y = np.sin(x)
                             y_dot = x_dot * np.cos(x)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.analysis.reads import value_names
from srctrans.frontend.program import Program
from srctrans.frontend.specialised import Callee
from srctrans.frontend.values import DictValue, Leaf, ListValue, Record, TupleValue, Value
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Kind, Static, TupleKind
from srctrans.kinds.symbol import Sym, constant, full_like, negative
from srctrans.rules.apply import pushforward
from srctrans.rules.functions import function_of
from srctrans.syntax import build
from srctrans.syntax.core import Room, is_exit, makes_room, stored_array
from srctrans.transform.adjoints import contiguous, replace_root, shares, viewed
from srctrans.transform.assemble import Assembled, head_of, leaf_names, prepare, sweep_of, value_node
from srctrans.transform.calls import active_parameters, callee_of, is_part
from srctrans.transform.functions import Functions, differentiable, results_of
from srctrans.transform.operands import operands, refusing
from srctrans.transform.sweep import Sweep


@dataclass
class Forward:
    """State of one forward sweep."""

    s: Sweep
    dots: dict[str, str] = field(default_factory=dict)
    masks: dict[str, Any] = field(default_factory=dict)
    out: list[Any] = field(default_factory=list)
    # The callees whose results and tangents a name holds.
    calls: dict[str, Callee] = field(default_factory=dict)

    def dot(self, name: str) -> str:
        if name not in self.dots:
            self.dots[name] = self.s.fresh(f"{name}_dot")
            self.s.kinds[self.dots[name]] = self.s.kinds[name]
        return self.dots[name]


def tangent(program: Program, wrt: tuple[str, ...], options: dict[str, bool], functions: Functions) -> Assembled:
    """The function of arguments and tangents that gives the value and its tangent."""
    body, result, _ = prepare(program, False)
    inputs = [name for w in wrt for name in leaf_names(program.arguments[w])]
    s = sweep_of(program, body, inputs, set(), options, functions)
    s.active = {n for n in s.varied if n in s.kinds} | {v for v, b in s.views.items() if b in s.varied}
    f = Forward(s)
    parameters = list(program.parameters)
    head: list[Any] = []
    for w in wrt:
        name = s.fresh(f"{w}_dot")
        if isinstance(program.arguments[w], Sym):
            f.dots[w] = name
        parameters.append(name)
        head += _unpack(f, program.arguments[w], build.name(name))
    for name in program.copied:
        if name in f.dots:
            dot = build.call("np.copy", build.name(f.dots[name]))
            head.append(build.assign(f.dots[name], contiguous(s, name, dot)))
    head += _inactive_arguments(f, program)
    statements = block_of(f, s.root.statements)
    made = Assembled(parameters, [], s.kinds, s.taken)
    returned = build.tuple_([value_node(made, result), _tangent_node(f, made, result)])
    made.body = head_of(program) + head + statements + [build.return_(returned)]
    made.temporaries = s.taken - program.taken
    return made


def _inactive_arguments(f: Forward, program: Program) -> list[Any]:
    """Zeros as the tangents of arguments that are not differentiated but receive varied values."""
    found = []
    for name in program.copied:
        if name in f.s.active and name not in f.dots:
            found.append(build.assign(f.dot(name), build.call("np.zeros_like", build.name(name))))
    return found


def _unpack(f: Forward, value: Value, path: Any) -> list[Any]:
    """Tangents of the leaves of a structure argument under their names."""
    if isinstance(value, Leaf):
        return [] if value.name is None else [build.assign(f.dot(value.name), path)]
    found: list[Any] = []
    if isinstance(value, (TupleValue, ListValue)):
        for i, part in enumerate(value.items):
            found += _unpack(f, part, build.subscript(path, build.constant(i)))
    elif isinstance(value, DictValue):
        for key, part in value.items.items():
            found += _unpack(f, part, build.subscript(path, build.constant(key)))
    elif isinstance(value, Record):
        for key, part in value.fields.items():
            found += _unpack(f, part, build.attribute(path, key))
    return found


def _tangent_node(f: Forward, made: Assembled, value: Value) -> Any:
    if isinstance(value, Sym):
        return tangent_of(f, value.node, value.kind)
    if isinstance(value, (TupleValue, ListValue)):
        make = build.tuple_ if isinstance(value, TupleValue) else build.list_
        return make([_tangent_node(f, made, v) for v in value.items])
    if isinstance(value, DictValue):
        return build.dict_(
            [build.constant(k) for k in value.items], [_tangent_node(f, made, v) for v in value.items.values()]
        )
    if isinstance(value, Record):
        return build.call(
            build.name(value.cls.__name__), **{k: _tangent_node(f, made, v) for k, v in value.fields.items()}
        )
    assert isinstance(value, Static)
    return build.constant(None)


def tangent_of(f: Forward, node: Any, kind: Kind) -> Any:
    """The tangent of a name or literal; zeros where it does not vary."""
    if isinstance(node, gast.Name) and node.id in f.s.active:
        return build.name(f.dot(node.id))
    if isinstance(kind, Array):
        return build.call("np.zeros_like", node)
    return build.constant(0.0)


def block_of(f: Forward, block: list[Any]) -> list[Any]:
    """The statements of a block, each with that of its tangent."""
    outer, f.out = f.out, []
    for st in block:
        _statement(f, st)
    result, f.out = f.out, outer
    return result


def _statement(f: Forward, st: Any) -> None:
    lineno = st.lineno
    if isinstance(st, gast.For):
        f.out.append(
            build.for_range(st.target.id, st.iter.args, block_of(f, st.body) or [build.pass_()], lineno=lineno)
        )
    elif isinstance(st, gast.While):
        f.out.append(build.while_(st.test, block_of(f, st.body), lineno=lineno))
    elif isinstance(st, gast.If) and not is_exit(st):
        f.out.append(build.if_(st.test, block_of(f, st.body) or [build.pass_()], block_of(f, st.orelse), lineno=lineno))
    elif stored_array(st) is not None:
        _store(f, st)
        f.out.append(st)
    elif isinstance(st, gast.Assign):
        _assign(f, st)
    else:
        f.out.append(st)


def _call(f: Forward, callee: Callee, st: Any) -> bool:
    """A call with the tangents of what is handed over; False if none of it varies, or nothing that it gives can."""
    s, name = f.s, st.targets[0].id
    given, active = active_parameters(s, callee, st.value)
    if not active or not differentiable(callee):
        return False
    wanted = s.functions.derivative(callee, "jvp", active)
    s.taken.add(wanted.name)
    node = build.call(build.name(wanted.name), *st.value.args, *[build.name(f.dot(given[p])) for p in active])
    results = results_of(callee)
    if len(results) > 1:
        f.calls[name] = callee
        s.kinds[name] = _with_tangents(s.kinds[name], callee)
        _emit(f, build.assign(name, node), st.lineno)
        return True
    whole = s.fresh(f"{name}_parts")
    s.kinds[whole] = TupleKind((s.kinds[name],) * 2)
    f.calls[whole] = callee
    _emit(f, build.assign(whole, node), st.lineno)
    _emit(f, build.assign(name, build.subscript(build.name(whole), build.constant(0))), st.lineno)
    if name in s.active:
        _part_of(f, name, st.value, st, whole)
    return True


def _with_tangents(kind: Any, callee: Callee) -> TupleKind:
    return TupleKind(kind.items + tuple(kind.items[i] for i in differentiable(callee)))


def _part_of(f: Forward, name: str, value: Any, st: Any, whole: str = "") -> None:
    """The tangent of one result of a call."""
    whole = whole or value.value.id
    position = 0 if isinstance(value, gast.Call) else value.slice.value
    callee = f.calls.get(whole)
    if callee is None:
        node = _zeros(name, f.s.kinds[name])
    else:
        at = len(results_of(callee)) + differentiable(callee).index(position)
        node = build.subscript(build.name(whole), build.constant(at))
        if f.s.base(name) in f.s.stored:
            node = build.call("np.copy", node)
    _emit(f, build.assign(f.dot(name), node), st.lineno)


def _emit(f: Forward, st: Any, lineno: int) -> None:
    st.lineno = lineno
    f.out.append(st)


def _assign(f: Forward, st: Any) -> None:
    name, value = st.targets[0].id, st.value
    called = callee_of(f.s.functions, value)
    if called is not None and _call(f, called, st):
        return
    f.out.append(st)
    if name not in f.s.active or called is not None:
        return
    if is_part(f.s, value):
        _part_of(f, name, value, st)
        return
    node = _tangent(f, name, value)
    if name in f.s.reshaped:
        node = contiguous(f.s, name, build.call("np.copy", node) if shares(node) else node)
    _emit(f, build.assign(f.dot(name), node), st.lineno)


def _tangent(f: Forward, name: str, value: Any) -> Any:
    """The expression of the tangent of an assignment."""
    s = f.s
    kind = s.kinds[name]
    if isinstance(value, (gast.Name, gast.Constant)):
        return tangent_of(f, value, kind)
    if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
        if value.value.id in s.active:
            return build.subscript(build.name(f.dot(value.value.id)), value.slice)
        return _zeros(name, kind)
    if isinstance(value, gast.Attribute):
        if value.attr == "T" and value.value.id in s.active:
            return build.attribute(build.name(f.dot(value.value.id)), "T")
        return _zeros(name, kind)
    if name in s.views:
        root = viewed(value)
        return replace_root(value, f.dot(root)) if root in s.active else _zeros(name, kind)
    args, kwargs = operands(s, value)
    tangents = {id(a): _dot_sym(f, a) for a in _flat(args) if _is_active(f, a)}
    result = Sym.name(name, kind)
    found = refusing(pushforward, function_of(value), result, args, kwargs, tangents) if tangents else None
    if found is None:
        return _zeros(name, kind)
    if found.mask is not None:
        f.masks[name] = found.mask
    if isinstance(kind, Array) and not full_like(found, kind):
        if not dims_of(found.kind):
            return build.call("np.full_like", build.name(name), found.node)
        return build.binop(build.call("np.zeros_like", build.name(name)), "+", found.node)
    stored = name in s.stored or any(s.base(n) in s.stored for n in value_names(value))
    if stored and isinstance(kind, Array) and not isinstance(found.node, (gast.BinOp, gast.UnaryOp)):
        # A new array has a tangent of its own, also where that equals another's.
        return build.call("np.copy", found.node)
    return found.node


def _zeros(name: str, kind: Kind) -> Any:
    return build.call("np.zeros_like", build.name(name)) if isinstance(kind, Array) else build.constant(0.0)


def _flat(args: list[Any]) -> list[Any]:
    result: list[Any] = []
    for a in args:
        result += _flat(list(a)) if isinstance(a, (tuple, list)) else [a]
    return result


def _is_active(f: Forward, a: Any) -> bool:
    return isinstance(a, Sym) and isinstance(a.node, gast.Name) and a.node.id in f.s.active


def _dot_sym(f: Forward, a: Sym) -> Sym:
    found = Sym.name(f.dot(a.node.id), a.kind)
    found.mask = f.masks.get(a.node.id)
    return found


def _store(f: Forward, st: Any) -> None:
    target: Any = stored_array(st)
    if target.value.id not in f.s.active:
        return
    value = st.value
    active = isinstance(value, gast.Name) and value.id in f.s.active
    place = build.subscript(build.name(f.dot(target.value.id)), target.slice, store=True)
    if makes_room(st):
        _emit(f, Room.before(place.value, place.slice), st.lineno)
        return
    if isinstance(st, gast.AugAssign):
        if active:
            _emit(f, gast.AugAssign(target=place, op=st.op, value=build.name(f.dot(value.id))), st.lineno)
        return
    _emit(f, build.assign(place, build.name(f.dot(value.id)) if active else build.constant(0.0)), st.lineno)


__all__ = ["constant", "negative", "tangent"]
