"""Reverse mode: the statements of a block, last to first, as statements on adjoints.

In: a sweep over split core form with the adjoints of the results pending. Out:
the reversed statements in `Open.out`, and in the sweep what has to be kept.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.analysis.accumulators import is_accumulator
from srctrans.analysis.activity import differentiable_reads
from srctrans.analysis.definitions import carried
from srctrans.analysis.reads import value_names
from srctrans.errors import Problem, SourceError
from srctrans.kinds.broadcast import dims_of
from srctrans.kinds.kind import Array, Scalar
from srctrans.kinds.symbol import Sym, constant, lift
from srctrans.rules.apply import pullback
from srctrans.rules.functions import function_of
from srctrans.syntax import build
from srctrans.syntax.core import assigned_name, at_end, expressions_of, is_exit, statements_of, stored_array
from srctrans.transform import adjoints, storage, stores
from srctrans.transform.adjoints import add_into, contribute, credited, emit, owned, shadow, take, total
from srctrans.transform.calls import callee_of, is_part, reverse_call
from srctrans.transform.needs import provide
from srctrans.transform.operands import operands, refusing
from srctrans.transform.sweep import Open, Sweep


def reverse_block(s: Sweep, statements: list[Any], stop: int | None = None) -> None:
    """Reverse the first `stop` statements of the block that is open."""
    last = len(statements) if stop is None else stop
    for position in range(last - 1, -1, -1):
        s.here.at = position
        statement = statements[position]
        if s.here.parent is None:
            s.root.at = position
        outer, s.lineno = s.lineno, statement.lineno
        _reverse(s, statement)
        s.lineno = outer


def _reverse(s: Sweep, statement: Any) -> None:
    if isinstance(statement, gast.If):
        if not is_exit(statement):
            _branch(s, statement)
    elif isinstance(statement, (gast.For, gast.While)):
        _loop(s, statement)
    elif stored_array(statement) is not None:
        stores.reverse(s, statement)
    elif isinstance(statement, gast.Assign):
        _assign(s, statement)


def _assign(s: Sweep, statement: Any) -> None:
    name, value = statement.targets[0].id, statement.value
    if name not in s.active or is_part(s, value):
        return
    called = callee_of(s.functions, value)
    if called is not None:
        reverse_call(s, called, statement)
        return
    if s.base(name) != name and name in s.shadowed:
        return
    bar = take(s, name)
    s.allocated.discard(name)
    if bar is None:
        return
    if isinstance(value, gast.Name):
        contribute(s, value.id, bar)
    elif isinstance(value, gast.Subscript):
        _load(s, value, bar)
    elif isinstance(value, gast.Attribute) and value.attr == "T":
        contribute(s, value.value.id, _transposed(s, name, bar))
    elif not isinstance(value, (gast.Constant, gast.Attribute)):
        _operation(s, name, value, bar)


def _transposed(s: Sweep, name: str, bar: Sym) -> Sym:
    if not dims_of(bar.kind):
        return bar
    if len(dims_of(bar.kind)) == len(dims_of(s.kinds[name])):
        return bar.T
    return Sym(owned(s, bar, name), s.kinds[name]).T


def _load(s: Sweep, value: Any, bar: Sym) -> None:
    if value.value.id in s.active:
        add_into(s, shadow(s, value.value.id), value.slice, bar)


def _operation(s: Sweep, name: str, value: Any, bar: Sym) -> None:
    args, kwargs = operands(s, value)
    result = Sym.name(name, s.kinds[name])
    for operand, contribution in refusing(pullback, function_of(value), result, args, kwargs, bar):
        if isinstance(operand, Sym) and isinstance(operand.node, gast.Name) and operand.node.id in s.active:
            give(s, operand.node.id, contribution)


def give(s: Sweep, name: str, value: Sym) -> None:
    """Contribute, computing now what reads arrays that change on the way back."""
    provide(s, value.node)
    changing = any(s.base(n) in s.stored for n in value_names(value.node))
    if changing and name not in s.shadowed:
        if isinstance(value.kind, Array) and isinstance(value.node, (gast.Name, gast.Subscript, gast.Attribute)):
            value = Sym(build.call("np.copy", value.node), value.kind)
        value = adjoints.bind(s, s.fresh("t_bar"), value)
    contribute(s, name, value)
    if changing and name in s.shadowed:
        shadow(s, name)


def _branch(s: Sweep, statement: Any) -> None:
    """Both branches; what they give to names from outside is joined."""
    inside = {n for st in statements_of([statement]) for n in [assigned_name(st)] if n}
    seeds = {n: take(s, n) for n in sorted(inside) if n in s.pending and n not in s.shadowed}
    for name in sorted(inside & s.shadowed):
        if s.pending.get(name):
            shadow(s, name)
    outer, pending = s.here, s.pending
    branches: list[tuple[Open, dict[str, list[Sym]]]] = []
    _allocate_shadows(s, [statement.body, statement.orelse])
    summed = _already_named(s, inside)
    before, after = set(s.allocated), set(s.allocated)
    for block in (statement.body, statement.orelse):
        inner = Open(block, outer, outer.loop)
        s.here, s.pending, s.allocated = inner, {n: list(v) for n, v in summed.items()}, set(before)
        s.pending.update({n: [v] for n, v in seeds.items() if v is not None})
        reverse_block(s, block)
        branches.append((inner, {n: v for n, v in s.pending.items() if n not in inside}))
        after &= s.allocated
    s.here, s.pending, s.allocated = outer, pending, after
    for name in sorted(set(branches[0][1]) | set(branches[1][1])):
        _join(s, name, branches)
    if any(inner.out for inner, _ in branches):
        provide(s, statement.test)
        emit(s, build.if_(statement.test, branches[0][0].out or [build.pass_()], branches[1][0].out))


def _already_named(s: Sweep, inside: set[str]) -> dict[str, list[Sym]]:
    """Adjoints that wait under their own name: both branches go on with them, so that neither takes the name anew."""
    found = {}
    for name, terms in sorted(s.pending.items()):
        bar = s.bars.get(name)
        if bar is not None and name not in inside | s.shadowed | s.running:
            if any(bar in value_names(term.node) for term in terms):
                found[name] = s.pending.pop(name)
    return found


def _join(s: Sweep, name: str, branches: list[tuple[Open, dict[str, list[Sym]]]]) -> None:
    """One adjoint for what either branch contributes."""
    outer = s.here
    if name in s.running:
        for inner, found in branches:
            if name in found:
                s.here = inner
                add_into(s, s.bar(name), None, total(found[name]))
                s.given.add(name)
        s.here = outer
        return
    before = s.pending.pop(name, [])
    bar = s.bar(name)
    sums = [total(before + found.get(name, [])) for _, found in branches]
    alike = dims_of(sums[0].kind) == dims_of(sums[1].kind)
    kind = sums[0].kind if alike else s.kinds[name]
    for (inner, _), value in zip(branches, sums):
        s.here = inner
        provide(s, value.node)
        node = value.node if alike else owned(s, value, name)
        if not (isinstance(node, gast.Name) and node.id == bar):
            emit(s, build.assign(bar, node))
    s.here = outer
    s.kinds[bar] = kind
    s.pending[name] = [Sym.name(bar, kind)]


def _loop(s: Sweep, statement: Any) -> None:
    """The loop backwards: carried adjoints go from iteration to iteration, others add up."""
    outer = s.here
    joins = _joins(s, statement, outer)
    names = [n for n, _ in joins if n in s.active]
    _check_final(s, statement)
    _allocate_shadows(s, [statement.body])
    _settle_pending(s, statement, names)
    seeds = _seeds(s, statement, names, {n for n, _ in joins})
    plain = [n for n in names if n in seeds and not seeds[n][1]]
    declared = _shared_names(s, statement, {n for n, _ in joins}) - s.running
    _check_all_taken(s, statement)
    pending, s.pending = s.pending, {}
    s.running |= declared
    inner = Open(statement.body, outer, statement, statement)
    s.here = inner
    inner.at = len(statement.body)
    old_bars = {n: s.bars.get(n) for n in plain}
    for name in plain:
        s.bars[name] = s.fresh(f"{name}_bar")
        s.kinds[s.bars[name]] = s.kinds[name]
        s.allocated.discard(name)
    for name, value in joins:
        if name in seeds and isinstance(value, gast.Name):
            contribute(s, value.id, seeds[name][0])
    end = len(statement.body) - (at_end(statement.body) is not None)
    reverse_block(s, statement.body, end - len(joins))
    given = _flush(s, inner, seeds, plain, old_bars)
    s.here, s.pending = outer, pending
    s.running -= declared
    for name in plain:
        s.bars[name] = old_bars[name]  # type: ignore[assignment]
    _declare(s, [n for n in sorted(given) if n in declared])
    if inner.out:
        _emit_loop(s, statement, inner)
    for name in names:
        if name in seeds:
            s.pending[name] = [seeds[name][0]]


def _check_all_taken(s: Sweep, statement: Any) -> None:
    """An adjoint of a value from inside of the loop that nothing carries out of it would be lost: refused."""
    lost = sorted(n for n in s.definitions.inside[id(statement.body)] if s.pending.get(n))
    if lost:
        reason = f"{lost[0]} is computed in a loop and used after it in a way that is not supported yet"
        raise SourceError(Problem(reason, f"give {lost[0]} a value before the loop"))


def _settle_pending(s: Sweep, statement: Any, names: list[str]) -> None:
    """Adjoints that wait are computed now if they read what the loop backwards overwrites."""
    inside = set(s.definitions.inside[id(statement.body)]) | {s.bars[n] for n in names if n in s.bars}
    for name in sorted(s.pending):
        terms = s.pending[name]
        if name not in names and any(value_names(t.node) & inside for t in terms):
            with credited(s, name):
                _settle(s, name, total(terms))


def _settle(s: Sweep, name: str, value: Sym) -> None:
    """Compute what has been contributed to an adjoint until now."""
    if name in s.running:
        # An outer loop adds it up: its name holds the sum over the iterations before this one.
        add_into(s, s.bar(name), None, value)
        s.given.add(name)
        del s.pending[name]
    else:
        s.pending[name] = [adjoints.bind(s, s.bar(name), value)]


def _joins(s: Sweep, statement: Any, outer: Open) -> list[tuple[str, Any]]:
    """The carried names of a loop and their values at the end of its body, in order."""
    known: set[str] = set()
    block: Open | None = outer
    while block is not None:
        inside = s.definitions.inside[id(block.statements)]
        known |= {n for n, positions in inside.items() if positions[0] < block.at}
        block = block.parent
    # Last values: assigned in the body only, and used after the loop; those without an adjoint may stand between.
    inside = s.definitions.inside[id(statement.body)]
    last = {n for n in inside if s.pending.get(n) or n not in s.active or (n in s.shadowed and n in s.allocated)}
    return carried(statement, {n for n in known if s.definitions.is_join(n)} | last)


def _seeds(s: Sweep, statement: Any, names: list[str], joins: set[str]) -> dict[str, tuple[Sym, bool]]:
    """For each carried name its adjoint after the loop, and whether it stays the same in all iterations."""
    outside = _read_outside(s, statement)
    found: dict[str, tuple[Sym, bool]] = {}
    for name in names:
        adds = s.options.get("accumulators", True) and is_accumulator(name, statement, outside, joins)
        if adds and name not in s.shadowed:
            value = take(s, name)
            if value is not None:
                found[name] = (value, True)
            continue
        terms = s.pending.pop(name, []) if name not in s.shadowed or name not in s.allocated else []
        bar = s.bar(name)
        if not (name in s.shadowed and name in s.allocated):
            value = total(terms)
            provide(s, value.node)
            s.kinds[bar] = s.kinds[name]
            with credited(s, name):
                emit(s, build.assign(bar, owned(s, value, name) if terms or dims_of(s.kinds[name]) else value.node))
        found[name] = (Sym.name(bar, s.kinds[name]), False)
    return found


def _read_outside(s: Sweep, loop: Any) -> set[str]:
    inside = {id(st) for st in statements_of(loop.body)}
    found: set[str] = set(s.results)
    for st in statements_of(s.root.statements):
        if id(st) not in inside:
            for e in expressions_of(st):
                found |= value_names(e)
    return found


def _allocate_shadows(s: Sweep, blocks: list[list[Any]]) -> None:
    """Shadows that a loop or a branch adds into exist before it, with what has been contributed to them."""
    found: list[str] = []
    for st in [st for block in blocks for st in statements_of(block)]:
        target = stored_array(st)
        if target is not None:
            found.append(target.value.id)  # type: ignore[attr-defined]
        into = assigned_name(st) if target is None else s.base(target.value.id)  # type: ignore[attr-defined]
        if isinstance(st, (gast.Assign, gast.AugAssign)) and into in s.active:
            found += [n for n in sorted(differentiable_reads(st.value)) if n in s.shadowed]
    for name in found:
        base = s.base(name)
        inside = any(base in s.definitions.inside[id(block)] for block in blocks)
        if base in s.active and not inside and base in s.shadowed:
            shadow(s, base)


def _shared_names(s: Sweep, statement: Any, joins: set[str]) -> set[str]:
    """Active names from outside of the loop whose adjoints its iterations add to."""
    inside = set(s.definitions.inside[id(statement.body)])
    found: set[str] = set()
    for st in statements_of(statement.body):
        if isinstance(st, (gast.Assign, gast.AugAssign)):
            found |= {n for n in differentiable_reads(st.value) if n in s.active}
    return {n for n in found if n not in inside and n not in joins and n not in s.shadowed}


def _flush(
    s: Sweep, inner: Open, seeds: dict[str, tuple[Sym, bool]], plain: list[str], old_bars: dict[str, Any]
) -> list[str]:
    """At the end of an iteration: add to the adjoints from outside, then hand on the carried ones."""
    given = []
    inner.at = 0
    for name in sorted(s.pending):
        if name in seeds:
            continue
        if name not in s.running:
            inside = name in s.definitions.inside[id(inner.statements)]
            assert inside or not s.pending[name], f"the adjoint of {name} would be lost"
            continue
        with credited(s, name):
            add_into(s, s.bar(name), None, total(s.pending[name]))
        given.append(name)
    copies = []
    for name in plain:
        value = take(s, name) if name in s.shadowed else total(s.pending.get(name, []))
        value = lift(0.0) if value is None else value
        provide(s, value.node)
        old = old_bars[name]
        node = owned(s, value, name) if dims_of(s.kinds[name]) and name not in s.shadowed else value.node
        if name in s.shadowed and value.value is not None:
            node = owned(s, value, name)
        if isinstance(node, gast.Name) and node.id == old:
            continue
        if not isinstance(node, gast.Constant) and not (isinstance(node, gast.Name) and node.id == s.bars[name]):
            with credited(s, name):
                emit(s, build.assign(s.bars[name], node))
            node = build.name(s.bars[name])
        copies.append(build.assign(old, node))
        s.allocated.discard(name)
    for copy in copies:
        emit(s, copy)
    s.given |= set(given)
    return [n for n in s.running if n in s.given]


def _declare(s: Sweep, names: list[str]) -> None:
    """Adjoints that the loop adds to, with what was contributed after it."""
    for name in names:
        s.given.discard(name)
        value = total(s.pending.pop(name, []))
        provide(s, value.node)
        bar = s.bar(name)
        s.kinds[bar] = s.kinds[name]
        with credited(s, name):
            emit(s, build.assign(bar, owned(s, value, name)))
        s.pending[name] = [Sym.name(bar, s.kinds[name])]


def _emit_loop(s: Sweep, statement: Any, inner: Open) -> None:
    if isinstance(statement, gast.For):
        for arg in statement.iter.args:
            provide(s, arg)
    if not storage.counted(statement):
        emit(s, build.for_range(statement.target.id, backwards(statement), inner.out))
        return
    count = storage.trips(s, statement)
    _provide_trips(s, count, statement)
    if isinstance(statement, gast.For):
        emit(s, build.for_range(statement.target.id, _backwards_counted(statement, count), inner.out))
        return
    args = [build.binop(build.name(count), "-", build.constant(1)), build.constant(-1), build.constant(-1)]
    emit(s, build.for_range(storage.counter(s, statement), args, inner.out))


def _provide_trips(s: Sweep, count: str, statement: Any) -> None:
    """How often an inner loop ran differs between iterations of the outer one."""
    if s.here.loop is not None:
        storage.keep(s, count, s.here, s.here.at, "after")


def backwards(loop: Any) -> list[gast.AST]:
    """The arguments of the range that runs the other way."""
    start, stop, step = storage.bounds(loop)
    if step.value == 1:
        return [storage.tidy((stop - 1).node), storage.tidy((start - 1).node), constant(-1).node]
    if step.value == -1:
        return [storage.tidy((stop + 1).node), storage.tidy((start + 1).node)]
    count = Sym(build.call("len", build.call("range", *loop.iter.args)), Scalar("int64"))
    last = Sym(build.binop(start.node, "+", build.binop((count - 1).node, "*", step.node)), Scalar("int64"))
    return [last.node, build.binop(start.node, "-", step.node), build.unary("-", step.node)]


def _backwards_counted(loop: Any, count: str) -> list[gast.AST]:
    """The same for a loop that was left after `count` iterations."""
    start, _, step = storage.bounds(loop)
    trips = Sym.name(count, Scalar("int64"))
    if step.value in (1, -1):
        last = start + trips - 1 if step.value == 1 else start - trips + 1
        return [storage.tidy(last.node), storage.tidy((start - step).node), (-step).node]
    last = Sym(build.binop(start.node, "+", build.binop((trips - 1).node, "*", step.node)), Scalar("int64"))
    return [last.node, build.binop(start.node, "-", step.node), build.unary("-", step.node)]


def _check_final(s: Sweep, statement: Any) -> None:
    """What a loop computes before an exit in its middle runs once more than the rest: refused if that matters."""
    exits = storage.middle_exits(statement.body)
    if not exits:
        return
    for st in statements_of(statement.body[: exits[-1][0]]):
        name = assigned_name(st)
        if (name in s.pending and s.pending[name]) or (stored_array(st) is not None):
            raise SourceError(Problem(
                "a value computed before the `break` of this loop is used after it, which is not supported yet",
                "compute it again after the loop"))  # fmt: skip


__all__ = ["reverse_block"]
