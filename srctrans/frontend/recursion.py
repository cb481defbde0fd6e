"""Recursion: a call of what is being called already, with the same kinds, becomes a call of a function of its own.

    def fall(x, n):                               def fall(x, n):            (a program of its own)
        if n == 0:                                    if n == 0:
            return x                    ──▶               value = x
        return 0.5 * fall(x * x, n - 1)               else:
                                                          x_2 = x * x
    y = fall(a, 7)                                        value = 0.5 * fall(x_2, n - 1)
                                                  y = fall(a, 7)

Recursion that ends at transformation time, over structures or over integers that are known, is inlined. What an
attempt finds out (this call is made again while it is under way) it tells by `Restart`; the next one knows it.

In: a call with its bound arguments. Out: the value of the call, or None where it has to be inlined.
"""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from srctrans.frontend import aliases, heap, hold, joins, returns, written
from srctrans.frontend.environment import Environment, Opaque, identity
from srctrans.frontend.specialised import Callee, Path, Program, Restart
from srctrans.frontend.state import RETURN, Frame, NeedsUnrolling, Refusal, State, use
from srctrans.frontend.values import POISON, Leaf, Value, is_cell, parts_of, same_structure
from srctrans.kinds.kind import Scalar, Static
from srctrans.kinds.symbol import Sym

_DEEPEST = 50
_INTEGER = Scalar("int64")
_UNTIL_GENERAL = 20
_MOST_ATTEMPTS = 8


def enter(
    s: State, node: Any, source: Any, tree: Any, parent: Frame | None, bound: dict[str, Value], frame: Frame
) -> Value | None:
    """The value of a recursive call; None for a call that is inlined, whose frame notes what it is of."""
    frame.function, frame.guards = identity(source, tree), s.guards
    general = frame.function in s.session.general
    environment = Environment(s, general)
    try:
        environment.of_call(tree, parent, bound)
    except Opaque:
        _check_depth(s, node, tree, frame)
        return None
    frame.key = frame.function, tuple(environment.parts)
    known = _known(s, frame.key, environment)
    if known is not None:
        key, floats = known
        return _call(s, node, key, source, tree, parent, bound, general, floats)
    if frame.function not in s.session.fixed | s.session.general and _differs_in_integers(s, frame.key):
        s.session.general.add(frame.function)
        raise Restart
    around = [f for f in s.stack if f.function == frame.function]
    if any(f.key == frame.key for f in around):
        s.session.recursive.append(frame.key)
        raise Restart
    if around and environment.integers and frame.function not in s.session.fixed:
        if s.guards > around[-1].guards or len(around) >= _UNTIL_GENERAL:
            s.session.general.add(frame.function)
            raise Restart
    _check_depth(s, node, tree, frame)
    return None


def _check_depth(s: State, node: Any, tree: Any, frame: Frame) -> None:
    if s.frame.depth > 4 * _DEEPEST or sum(f.function == frame.function for f in s.stack) > _DEEPEST:
        reason = f"{tree.name} calls itself too often with arguments of other kinds each time"
        s.refuse(node, reason, "give it arguments of the same kinds, or write it as a loop")


def _known(s: State, key: Any, environment: Environment) -> tuple[Any, frozenset[Path]] | None:
    """The recursion that a call belongs to, and the integers that have to be floats for that."""
    for other in s.session.recursive:
        if other[0] != key[0] or len(other[1]) != len(key[1]):
            continue
        differing = [(mine, theirs) for mine, theirs in zip(key[1], other[1]) if mine != theirs]
        literals = environment.literals | set(environment.integers)
        if all(theirs == (path, Scalar("float64")) and path in literals for (path, _), theirs in differing):
            return other, frozenset(path for (path, _), _ in differing)
    return None


def _differs_in_integers(s: State, key: Any) -> bool:
    """Is there a recursion of this function that is told from this call by integers alone, known in one only?"""
    for other in s.session.recursive:
        if other[0] == key[0] and len(other[1]) == len(key[1]):
            pairs = [{a[1], b[1]} - {_INTEGER} for a, b in zip(key[1], other[1]) if a != b]
            if pairs and all(len(p) == 1 and isinstance(min(p), tuple) and min(p)[0] == "int" for p in pairs):
                return True
    return False


def _call(
    s: State, node: Any, key: Any, source: Any, tree: Any, parent: Frame | None, bound: dict[str, Value],
    general: bool, floats: frozenset[Path],
) -> Value:  # fmt: skip
    """The call as a statement of core form."""
    given = {k: hold.named(s, k, v) if isinstance(v, Leaf) else v for k, v in bound.items()}
    environment = Environment(s, general, floats)
    environment.of_call(tree, parent, given)
    callee = s.session.callees.get(key)
    if callee is None:
        callee = _specialised(s, node, key, source, tree, parent, given, (general, floats))
    if callee.result is None:
        raise Refusal(None)
    if callee.name in s.taken and callee.name not in s.functions:
        # The name is that of a variable here.
        s.session.taken.add(callee.name)
        raise Restart
    s.taken.add(callee.name)
    s.functions.add(callee.name)
    operands = {name: _operand(s, environment.values[path], name) for path, name in callee.parameters.items()}
    if not callee.written:
        return returns.received(s, callee, operands, s.hint or "t")
    single = len(returns.syms(callee.result)) == 1
    hint = callee.parameters[callee.written[0]] if single else s.hint or "t"
    return written.taken_over(s, node, callee, operands, returns.received(s, callee, operands, hint))


def _operand(s: State, value: Value, hint: str) -> Any:
    """A value that is handed over, as a name or a literal."""
    found = use(s, value)
    assert isinstance(found, Sym)
    return s.atom(found, hint)


def _specialised(
    s: State, node: Any, key: Any, source: Any, tree: Any, parent: Frame | None, bound: dict[str, Value], how: Any
) -> Callee:
    """The callee for these kinds: run until what it returns and what it reads from around it are stable."""
    callee = Callee(_name(s, tree.name))
    known = dict(s.session.callees)
    s.session.callees[key] = callee
    for _ in range(_MOST_ATTEMPTS):
        s.session.callees = {**known, key: callee}
        before, copied = (callee.result, dict(callee.parameters)), callee.written
        child = _run(s, node, callee, Environment(s, *how), (source, tree, parent, bound))
        if callee.written != copied:
            # It works on copies of these.
            callee.result = None
            continue
        if callee.result is None:
            break
        if before[0] is not None and returns.alike(before[0], callee.result) and before[1] == callee.parameters:
            return _finished(s, callee, child)
    else:
        s.refuse(node, f"what {tree.name} returns changes its kind with the depth", "return one kind on all paths")
    s.session.callees = known
    if all(c.result is not None for c in known.values()):
        s.refuse(node, f"no path of {tree.name} returns without calling it again", "add a path that ends")
    return callee


def _name(s: State, wanted: str) -> str:
    """A name for a function of the module: no variable of a function under way, no builtin."""
    if any(hasattr(library, wanted) for library in (builtins, math, np, np.ndarray)):
        wanted += "_"
    used = s.session.taken | set(s.session.constants) | {c.name for c in s.session.callees.values()}
    state: State | None = s
    while state is not None:
        used |= state.taken
        state = state.outer
    name, count = wanted, 1
    while name in used:
        count += 1
        name = f"{wanted}_{count}"
    return name


def _run(s: State, node: Any, callee: Callee, environment: Environment, call: Any) -> State:
    """Specialise the body once; what it returns and which values it reads are noted in the callee."""
    source, tree, parent, bound = call
    seen, around = environment.of_call(tree, parent, bound)
    frame = s.entries.new_frame(source, tree, around, 0, s.session)
    child = State(frame, s.entries, stack=[frame], session=s.session, outer=s, constants=s.constants)
    child.globals_read, child.learning = s.globals_read, callee.result is None
    child.taken = {"np", "math", "unbroadcast", "range", "len", callee.name} | set(bound) | set(s.constants)
    child.functions.add(callee.name)
    child.kinds.update({n: s.kinds[n] for n in s.constants if n in s.kinds})
    child.known.update({n: s.known[n] for n in s.constants if n in s.known})
    child.frozen = dict(environment.structures)
    for name, value in seen.items():
        if isinstance(value, Leaf) and isinstance(bound[name], Sym):
            value.name = name
            child.kinds[name] = value.kind
            child.parameters.add(name)
            value = Sym.name(name, value.kind)
        frame.vars[name] = value
    child.closed_over = environment.frames()
    own = written.owned(child, tree, callee, environment)
    _run_body(s, child, tree, environment, node, callee)
    result = frame.vars.get(RETURN, Static(None))
    parameters = {path: leaf.name for path, leaf in environment.leaves.items() if leaf.name is not None}
    if result is not POISON:
        try:
            returns.check_new(child, node, result, environment.cells())
            found = returns.given(child, written.given_back(child, tree, result, own), callee)
            callee.result = returns.merged(child, node, callee.result, found, parameters)
        except Refusal as refusal:
            _hand_on(s, child, refusal)
    if child.problems and (callee.result is None or not child.learning):
        _hand_on(s, child, None)
    callee.parameters = parameters
    s.taken |= set(s.constants)
    s.kinds.update({n: child.kinds[n] for n in s.constants})
    s.known.update({n: child.known[n] for n in s.constants if n in child.known})
    return child


def _run_body(s: State, child: State, tree: Any, environment: Environment, node: Any, callee: Callee) -> None:
    """Run the body, and note which arrays it writes; other changes of what the functions around see are refused."""
    before, known = callee.written, written.variables(child, environment)
    around = {frame: dict(frame.vars) for frame in environment.frames()}
    cells = {cell: heap.held_by(cell).copy() for cell in environment.cells()}
    try:
        child.run(child.frame.body)
        if not child.learning and not child.problems:
            callee.written = callee.written + written.paths(child, environment, known)
            left = aliases.check_stores(child) if callee.written == before else []
            if left:
                reason = f"{tree.name} calls itself and writes into {left[0]}, which is no variable of its own"
                s.refuse(child.stored.get(left[0], node), reason, "hand over the array itself")
    except NeedsUnrolling as request:
        function = child.frame.function
        if child.session.general and function not in child.session.fixed:
            _fix(child, tree)
        try:
            raise Refusal(request.problem)
        except Refusal as refusal:
            _hand_on(s, child, refusal)
    except Refusal as refusal:
        _hand_on(s, child, refusal)
    if child.learning:
        return
    for frame, variables in around.items():
        for name, value in variables.items():
            if not _same(value, frame.vars.get(name, POISON)):
                reason = f"{tree.name} calls itself and assigns {name} of the function around it"
                s.refuse(node, reason, "return the new value")
    for cell, items in cells.items():
        now = heap.held_by(cell)
        if heap.keys_of(now) != heap.keys_of(items) or not all(_same(items[k], now[k]) for k in heap.keys_of(items)):
            s.refuse(node, f"{tree.name} calls itself and changes a structure that it is given", "return a new one")


def _same(before: Value, now: Value) -> bool:
    parts, others = parts_of(before), parts_of(now)
    if parts is None or others is None or is_cell(before):
        return before is now or joins.same(before, now)
    return same_structure(before, now) and all(map(_same, parts, others))


def _fix(child: State, tree: Any) -> None:
    """The integers of this function have to be known: try again with that."""
    function = identity(child.frame.source, tree)
    if function in child.session.general:
        child.session.general.discard(function)
        child.session.fixed.add(function)
        child.session.recursive = [k for k in child.session.recursive if k[0] != function]
        raise Restart


def _hand_on(s: State, child: State, refusal: Refusal | None) -> None:
    """The problems of a callee are problems of the caller."""
    problems = child.problems + ([refusal.problem] if refusal is not None and refusal.problem is not None else [])
    for problem in problems[:-1]:
        if problem not in s.problems:
            s.problems.append(problem)
    raise Refusal(problems[-1] if problems else None)


def _finished(s: State, callee: Callee, child: State) -> Callee:
    """The callee with its program."""
    names = list(callee.parameters.values())
    arguments: dict[str, Value] = {n: Sym.name(n, child.kinds[n]) for n in names}
    assert callee.result is not None
    callee.program = Program(
        callee.name, names, arguments, [], child.out, callee.result, child.kinds, child.views, [], child.constants,
        child.globals_read, child.origins, child.taken, child.node_kinds, set(child.stored) | child.buffers,
    )  # fmt: skip
    return callee
