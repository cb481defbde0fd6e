"""The gradient of a program: forward sweep, seeds, reverse sweep, the gradients in the structure of the arguments.

In: a `Program` and what is wanted. Out: the statements of the generated
function, its parameters, and the facts that later passes use.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.analysis import activity, definitions, indices
from srctrans.analysis.activity import differentiable_reads
from srctrans.analysis.dependence import least_values
from srctrans.errors import KindError, Problem, SourceError
from srctrans.frontend.program import Program
from srctrans.frontend.values import DictValue, Leaf, ListValue, Record, TupleValue, Value, children, leaves
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Kind, Scalar, Static, TupleKind, is_float
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import assigned_name, at_end, blocks_of, is_exit, statements_of, stored_array
from srctrans.syntax.memory import gathers
from srctrans.transform import adjoints, kept_calls, restores
from srctrans.transform.calls import callee_of, parts_in
from srctrans.transform.functions import Functions
from srctrans.transform.reverse import reverse_block
from srctrans.transform.split import Splitter, split
from srctrans.transform.sweep import Open, Sweep


@dataclass
class Assembled:
    """The parts of a generated function."""

    parameters: list[str]
    body: list[Any]
    kinds: dict[str, Kind]
    taken: set[str]
    classes: dict[str, type] = field(default_factory=dict)
    temporaries: set[str] = field(default_factory=set)
    constants: set[str] = field(default_factory=set)
    lists: dict[str, Kind] = field(default_factory=dict)
    primal: set[str] = field(default_factory=set)
    # Arrays of the caller that the function adds into.
    added: set[str] = field(default_factory=set)


def gradient(
    program: Program, wrt: tuple[str, ...], mode: str, has_aux: bool, single: bool, options: dict[str, bool],
    functions: Functions,
) -> Assembled:  # fmt: skip
    """Reverse mode: mode is grad, value_and_grad or vjp."""
    body, result, aux = prepare(program, has_aux)
    inputs = [name for w in wrt for name in leaf_names(program.arguments[w])]
    outputs = result_leaves(program, result, mode)
    if mode != "vjp":
        require_scalar(program, result)
    results = {v.node.id for v in outputs if isinstance(v.node, gast.Name)}
    s = sweep_of(program, body, inputs, results, options, functions)
    parameters = list(program.parameters)
    taken_name = "cotangent"
    if mode == "vjp":
        while taken_name in s.taken:
            taken_name += "_"
        s.taken.add(taken_name)
        parameters.append(taken_name)
        _seed_structure(s, result, build.name(taken_name))
    else:
        for value in outputs:
            if isinstance(value.node, gast.Name):
                adjoints.contribute(s, value.node.id, constant(1.0))
    reverse_all(s)
    made = Assembled(parameters, [], s.kinds, s.taken, lists=s.lists, primal=s.definitions.names())
    grads = [_gradient_of(s, made, program.arguments[w], build.name(w)) for w in wrt]
    gradients = grads[0] if single else build.tuple_(grads)
    restores.settle(s)
    forward = forward_sweep(s, s.root.statements)
    if mode != "grad":
        result = map_leaves(lambda v: _pinned(s, forward, v), result)
    if aux is not None:
        aux = map_leaves(lambda v: _pinned(s, forward, v), aux)
    returned = _returned(s, made, mode, has_aux, result, aux, gradients)
    head = head_of(program)
    forward, keeps = kept_calls.settled(s, forward, False)
    if keeps and functions.keeping is not None:
        empty = build.list_([kept_calls.empty_place(functions.keeping)])
        head.append(build.assign(functions.keeping.name, empty))
    made.body = head + forward + s.root.out + [build.return_(returned)]
    made.temporaries = s.taken - program.taken
    return made


def reverse_all(s: Sweep) -> None:
    """The way back over the whole function."""
    s.here.at = s.root.at = len(s.root.statements)
    reverse_block(s, s.root.statements)
    s.here.at = s.root.at = s.lineno = 0


def _pinned(s: Sweep, forward: list[Any], value: Value) -> Value:
    """A value that is returned, under a name that the way back does not overwrite."""
    if not isinstance(value, Sym) or value.value is not None:
        return value
    reads = build.names_read(value.node)
    written = {n for st in s.root.out for n in build.names_stored(st)}
    into = {t.value.id for st in statements_of(s.root.out) for t in [stored_array(st)] if t is not None}
    changing = bool(reads & written or {s.base(n) for n in reads} & {s.base(n) for n in into})
    if isinstance(value.node, gast.Name) and not changing:
        return value
    node = build.call("np.copy", value.node) if isinstance(value.kind, Array) and changing else value.node
    name = s.fresh("value")
    s.kinds[name] = value.kind
    forward.append(build.assign(name, node))
    return Sym.name(name, value.kind)


def head_of(program: Program) -> list[Any]:
    """Leaves of structures under their names; arguments that the function overwrites as copies."""
    copies = [build.assign(n, build.call("np.copy", build.name(n))) for n in program.copied]
    return list(program.prologue) + copies


def prepare(program: Program, has_aux: bool) -> tuple[list[Any], Value, Value | None]:
    """The body with the result under a name, and the auxiliary output."""
    result, aux = program.result, None
    if has_aux:
        parts = children(result)
        if parts is None or len(parts) != 2:
            raise KindError(f"{program.name}: with has_aux=True the function has to return (value, auxiliary data)")
        result, aux = parts[0], parts[1]
    body = list(program.body)
    count = sum(1 for _ in leaves(result))

    def name_leaf(value: Value) -> Value:
        if isinstance(value, Leaf):
            if value.name is None:
                value.name = _fresh(program, value.hint)
                program.kinds[value.name] = value.kind
                program.prologue.append(build.assign(value.name, value.path))
            return Sym.name(value.name, program.kinds[value.name])
        if isinstance(value, Sym) and not isinstance(value.node, gast.Name) and value.value is None:
            name = _fresh(program, "value" if count == 1 else "out")
            program.kinds[name] = value.kind
            statement = build.assign(name, value.node)
            statement.lineno = len(program.origins) - 1
            body.append(statement)
            return Sym.name(name, value.kind)
        return value

    return body, map_leaves(name_leaf, result), aux


def map_leaves(function: Any, value: Value) -> Value:
    from srctrans.frontend.values import rebuild

    parts = children(value)
    return function(value) if parts is None else rebuild(value, [map_leaves(function, p) for p in parts])


def _fresh(program: Program, hint: str) -> str:
    name, count = hint, 1
    while name in program.taken:
        count += 1
        name = f"{hint}_{count}"
    program.taken.add(name)
    return name


def leaf_names(value: Value) -> list[str]:
    """The names of the leaves of an argument that the function uses."""
    found = []
    for leaf in leaves(value):
        if isinstance(leaf, Sym) and isinstance(leaf.node, gast.Name):
            found.append(leaf.node.id)
        elif isinstance(leaf, Leaf) and leaf.name is not None:
            found.append(leaf.name)
    return found


def result_leaves(program: Program, result: Value, mode: str) -> list[Sym]:
    return [v for v in leaves(result) if isinstance(v, Sym)]


def require_scalar(program: Program, result: Value) -> None:
    """A gradient needs one number: anything else is told about vjp and jvp."""
    if (
        isinstance(result, Sym)
        and not dims_of(result.kind)
        and (is_float(result.kind) or isinstance(result.kind, (Scalar, Array)))
    ):
        return
    what = (
        f"an array {result.kind}"
        if isinstance(result, Sym)
        else "None"
        if isinstance(result, Static)
        else "a structure"
    )
    raise KindError(
        f"{program.name} returns {what}: the gradient of a function that returns a single number is defined; "
        "use vjp or jvp (or a jacobian made of them), or return a sum"
    )


def sweep_of(
    program: Program, body: list[Any], inputs: list[str], results: set[str], options: dict[str, bool],
    functions: Functions,
) -> Sweep:  # fmt: skip
    """Activity, splitting and definitions of a program, as the state of a sweep."""
    facts = activity.analyse(body, program.kinds, program.views, inputs, results)
    if not options.get("activity", True):
        floats = {n for n, k in program.kinds.items() if is_float(k)}
        facts = activity.Activity(facts.varied, facts.varied & floats)
    taken = set(program.taken)
    splitter = Splitter(
        dict(program.kinds), dict(program.views), set(facts.varied), taken, program.node_kinds, program.stored
    )
    statements = kept_calls.with_places(functions, splitter, split(body, splitter))
    facts = activity.analyse(statements, splitter.kinds, splitter.views, inputs, results)
    active = (
        facts.active
        if options.get("activity", True)
        else {n for n in facts.varied if activity.carries(splitter.kinds.get(n))}
    )
    root = Open(statements, at=len(statements))
    views = hard_views(program, statements, splitter.kinds)
    s = Sweep(splitter.kinds, views, active, facts.varied, program.stored, taken, program.node_kinds,
              definitions.find(statements), root, root, options=options, functions=functions)  # fmt: skip
    s.parts = parts_in(s, list(statements_of(statements)))
    s.results = results
    s.reshaped = {s.base(name) for name in program.reshaped}
    _note_loops(s, statements, ())
    s.least = least_values([st for st in statements_of(statements) if isinstance(st, gast.For)])
    s.shadowed = _shadowed(s, statements)
    s.definition = indices.definition_in(statements, lambda name: s.base(name) in s.stored)
    return s


def hard_views(program: Program, statements: list[Any], kinds: dict[str, Kind]) -> dict[str, str]:
    """Names that are views, with their base; a store is refused where it is not known whether one is a view."""
    found: dict[str, str] = {}
    times = Counter(assigned_name(st) for st in statements_of(statements))
    for st in statements_of(statements):
        name = assigned_name(st)
        if name is None or not isinstance(kinds.get(name), Array) or not isinstance(st, gast.Assign):
            continue
        if times[name] > 1:
            # What several paths give is a value of its own: the adjoint goes to the one that ran.
            continue
        root = st.value.args[0] if name in program.reshaped else st.value
        while isinstance(root, (gast.Subscript, gast.Attribute)):
            if isinstance(root, gast.Subscript) and gathers(root.slice, kinds):
                root = None
                break
            root = root.value
        if isinstance(root, gast.Name) and root is not st.value and not isinstance(kinds.get(root.id), TupleKind):
            found[name] = found.get(root.id, root.id)
        owner = program.views.get(name, found.get(name))
        hidden = isinstance(st.value, gast.Call) and name not in found
        if owner in program.stored and (hidden or found.get(name, owner) != owner):
            reason = f"{name} may be a reshaped view of an array that is written into, or a copy: that is not known"
            raise SourceError(Problem(reason, "index the array itself, or take a copy"))
    return found


def _note_loops(s: Sweep, block: list[Any], around: tuple[int, ...]) -> None:
    """Which loop each block is the body of, and which loops each array is allocated in."""
    for st in block:
        name = assigned_name(st)
        if name is not None:
            s.homes[name] = frozenset(around)
        for inner in blocks_of(st):
            if isinstance(st, (gast.For, gast.While)):
                s.loop_bodies[id(inner)] = st
                _note_loops(s, inner, around + (id(st),))
            else:
                _note_loops(s, inner, around)


def _shadowed(s: Sweep, statements: list[Any]) -> set[str]:
    """Arrays whose adjoint lives in memory: elements are read or written."""
    found: set[str] = set()
    parents: dict[str, str] = {}
    for st in statements_of(statements):
        target = stored_array(st)
        if target is not None:
            found.add(target.value.id)  # type: ignore[attr-defined]
        name = assigned_name(st)
        if name is None or not isinstance(st, gast.Assign):
            continue
        if isinstance(st.value, gast.Subscript) and isinstance(st.value.value, gast.Name):
            found.add(st.value.value.id)
        if callee_of(s.functions, st.value) is not None:
            found |= {a.id for a in st.value.args if isinstance(a, gast.Name) and isinstance(s.kinds[a.id], Array)}
        if name in s.views:
            if s.views[name] in s.stored:
                found.add(name)
            parents[name] = adjoints.viewed(st.value)
    stack = list(found)
    while stack:
        name = stack.pop()
        for other in (parents.get(name), s.views.get(name)):
            if other is not None and other not in found:
                found.add(other)
                stack.append(other)
    return {n for n in found if n in s.active and not isinstance(s.kinds.get(n), TupleKind)}


def _seed_structure(s: Sweep, result: Value, path: Any) -> None:
    """Pending adjoints of the leaves of the result, from the leaves of the cotangent."""
    if isinstance(result, (TupleValue, ListValue)):
        for i, part in enumerate(result.items):
            _seed_structure(s, part, build.subscript(path, build.constant(i)))
    elif isinstance(result, DictValue):
        for key, part in result.items.items():
            _seed_structure(s, part, build.subscript(path, build.constant(key)))
    elif isinstance(result, Record):
        for key, part in result.fields.items():
            _seed_structure(s, part, build.attribute(path, key))
    elif isinstance(result, Sym) and isinstance(result.node, gast.Name):
        adjoints.contribute(s, result.node.id, Sym(path, result.kind))


def _gradient_of(s: Sweep, made: Assembled, value: Value, path: Any) -> Any:
    """The gradient of an argument, in its structure."""
    if isinstance(value, Sym):
        return leaf_gradient(s, value.node.id, value.kind)
    if isinstance(value, Leaf):
        if value.name is None:
            return build.call("np.zeros_like", value.path) if isinstance(value.kind, Array) else build.constant(0.0)
        return leaf_gradient(s, value.name, value.kind)
    if isinstance(value, TupleValue):
        return build.tuple_([_gradient_of(s, made, v, path) for v in value.items])
    if isinstance(value, ListValue):
        return build.list_([_gradient_of(s, made, v, path) for v in value.items])
    if isinstance(value, DictValue):
        return build.dict_(
            [build.constant(k) for k in value.items], [_gradient_of(s, made, v, path) for v in value.items.values()]
        )
    if isinstance(value, Record):
        made.classes[value.cls.__name__] = value.cls
        parts = {k: _gradient_of(s, made, v, path) for k, v in value.fields.items()}
        return build.call(build.name(value.cls.__name__), **parts)
    return _static_gradient(value)


def _static_gradient(value: Value) -> Any:
    if isinstance(value, Static) and (value.value is None or isinstance(value.value, (str, bool))):
        return build.constant(value.value)
    raise KindError("a part of a differentiated argument is neither a number nor an array")


def leaf_gradient(s: Sweep, name: str, kind: Kind) -> Any:
    """The gradient of a number or an array, as a name or a literal."""
    bar = s.bar(name)
    if isinstance(kind, Array) and name in s.shadowed:
        assert not (name in s.allocated and s.pending.get(name)), f"adjoints of {name} would be lost"
        return build.name(adjoints.shadow(s, name))
    terms = s.pending.pop(name, [])
    if not terms and isinstance(kind, Array):
        adjoints.emit(s, build.assign(bar, build.call("np.zeros_like", build.name(name))))
        return build.name(bar)
    value = adjoints.total(terms)
    adjoints.provide(s, value.node)
    node = adjoints.owned(s, value, name)
    if getattr(kind, "dtype", "") == "float32":
        cast = (
            build.call("np.asarray", node, dtype=build.dotted("np.float32"))
            if isinstance(kind, Array)
            else build.call("np.float32", node)
        )
        node = cast
    if isinstance(node, gast.Name) and node.id == bar:
        return node
    if isinstance(node, gast.Constant) and isinstance(kind, Scalar):
        return node
    with adjoints.credited(s, name):
        adjoints.emit(s, build.assign(bar, node))
    return build.name(bar)


def _returned(
    s: Sweep, made: Assembled, mode: str, has_aux: bool, result: Value, aux: Value | None, gradients: Any
) -> Any:
    if mode == "grad":
        return build.tuple_([gradients, value_node(made, aux)]) if has_aux else gradients
    value = value_node(made, result)
    if has_aux:
        value = build.tuple_([value, value_node(made, aux)])
    return build.tuple_([value, gradients])


def value_node(made: Assembled, value: Value | None) -> Any:
    """The expression that gives back a value of the function."""
    if isinstance(value, Sym):
        return value.node
    if isinstance(value, Leaf):
        return value.path if value.name is None else build.name(value.name)
    if isinstance(value, TupleValue):
        return build.tuple_([value_node(made, v) for v in value.items])
    if isinstance(value, ListValue):
        return build.list_([value_node(made, v) for v in value.items])
    if isinstance(value, DictValue):
        return build.dict_(
            [build.constant(k) for k in value.items], [value_node(made, v) for v in value.items.values()]
        )
    if isinstance(value, Record):
        made.classes[value.cls.__name__] = value.cls
        return build.call(build.name(value.cls.__name__), **{k: value_node(made, v) for k, v in value.fields.items()})
    if isinstance(value, Static) and (value.value is None or isinstance(value.value, (str, bool))):
        return build.constant(value.value)
    raise KindError("the function returns something that is neither a number, an array nor a structure of them")


def forward_sweep(s: Sweep, block: list[Any]) -> list[Any]:
    """The statements of the function with those that keep values."""
    result: list[Any] = []
    for position, st in enumerate(block):
        # Nothing stands between an attempt and its branch.
        first = _at(s, block, position, "before")
        if block is s.root.statements:
            first = [a for top, a in s.allocations if top == position] + first
        place = len(result) - bool(result and is_attempt(result[-1]))
        result[place:place] = first
        if st is at_end(block):
            result += _at(s, block, position, "end")
        result.append(_forward(s, st))
        if id(st) in s.trips:
            result.insert(len(result) - 1, build.assign(s.trips[id(st)], build.constant(0)))
        result += _at(s, block, position, "after")
    if at_end(block) is None:
        result += _at(s, block, len(block) - 1, "end")
    return result


def _at(s: Sweep, block: list[Any], position: int, where: str) -> list[Any]:
    return s.saves.get((id(block), position, where), [])


def _forward(s: Sweep, st: Any) -> Any:
    if isinstance(st, (gast.For, gast.While)):
        body = forward_sweep(s, st.body)
        if id(st) in s.trips:
            end = len(body) if at_end(body) is None else len(body) - 1
            body.insert(end, build.augassign(s.trips[id(st)], "+", build.constant(1)))
        if isinstance(st, gast.While):
            return build.while_(st.test, body, lineno=st.lineno)
        return build.for_range(st.target.id, st.iter.args, body or [build.pass_()], lineno=st.lineno)
    if isinstance(st, gast.If) and not is_exit(st):
        body, orelse = forward_sweep(s, st.body), forward_sweep(s, st.orelse)
        return build.if_(st.test, body or [build.pass_()], orelse, lineno=st.lineno)
    return st


__all__ = ["differentiable_reads"]
