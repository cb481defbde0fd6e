"""Loops: `for` over ranges and arrays stays a loop, `for` over structures is unrolled, `while` stays.

Variables that the body assigns and that live from one iteration to the next
become join names: assigned before the loop and at the end of the body.

    for v in x:              for i in range(len(x)):
        s += v         ──▶       v = x[i]
                                 s_2 = s + v
                                 s = s_2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import gast

from srctrans.frontend import calls, expressions, joins, liveness, private, statements
from srctrans.frontend.control import without_continue
from srctrans.frontend.hold import held
from srctrans.frontend.liveness import assigned, assigned_anew, live_in
from srctrans.frontend.state import NeedsUnrolling, State, use
from srctrans.frontend.values import (
    POISON,
    DictValue,
    Enumerate,
    Leaf,
    Range,
    Reversed,
    TupleValue,
    Value,
    Zip,
    children,
    rebuild,
)
from srctrans.kinds.kind import Array, Kind, Scalar, Static
from srctrans.kinds.symbol import Sym, constant
from srctrans.syntax import build

_UNROLL_LIMIT = 2000


def for_statement(s: State, node: gast.For) -> None:
    if node.orelse:
        s.refuse(node, "`else` of a loop is not supported yet", "use a flag")
    iterable = held(s, expressions.evaluate(s, node.iter), "items")
    if isinstance(iterable, Range):
        _range_loop(s, node, iterable)
        return
    items = static_items(s, node.iter, iterable)
    if items is not None:
        _unroll(s, node, items)
        return
    _array_loop(s, node, iterable)


def static_items(s: State, node: gast.AST, value: Value) -> list[Value] | None:
    """The items of an iterable over structures, or None if it has a run-time length."""
    if isinstance(value, DictValue):
        return [k if isinstance(k, (int, float)) and False else Static(k) for k in value.items]
    parts = children(value)
    if parts is not None:
        return list(parts)
    if isinstance(value, Enumerate):
        inner = static_items(s, node, value.inner)
        start = value.start.value
        if inner is None or start is None:
            return None
        return [TupleValue([constant(start + i), item]) for i, item in enumerate(inner)]
    if isinstance(value, Reversed):
        inner = static_items(s, node, value.inner)
        return None if inner is None else inner[::-1]
    if isinstance(value, Zip):
        return _zip_items(s, node, value)
    if isinstance(value, Range):
        return _range_items(value)
    if isinstance(value, Static) and isinstance(value.value, (str, tuple, list, range, set, frozenset)):
        return [constant(v) if isinstance(v, (int, float)) else Static(v) for v in value.value]
    return None


def _range_items(value: Range) -> list[Value] | None:
    bounds = [value.start.value, value.stop.value, value.step.value]
    if any(b is None for b in bounds):
        return None
    return [constant(i) for i in range(*bounds)]


def _zip_items(s: State, node: gast.AST, value: Zip) -> list[Value] | None:
    columns = [static_items(s, node, v) for v in value.inner]
    known = [c for c in columns if c is not None]
    if not known or all(isinstance(v, Range) for v in value.inner):
        return None
    count = min(len(c) for c in known)
    rows: list[Value] = []
    for i in range(count):
        row = []
        for column, inner in zip(columns, value.inner):
            row.append(column[i] if column is not None else element(s, node, inner, constant(i)))
        rows.append(TupleValue(row))
    return rows


def _unroll(s: State, node: gast.For, items: list[Value]) -> None:
    if len(items) > _UNROLL_LIMIT:
        s.refuse(node, f"a loop over {len(items)} items of a structure", "hold them in an array")
    if any(isinstance(n, (gast.Break, gast.Continue)) for n in gast.walk(node)):
        body = without_continue(s, node.body)
    else:
        body = node.body
    for item in items:
        statements.bind(s, node.target, item)
        statements.run(s, body)


def _range_loop(s: State, node: gast.For, value: Range) -> None:
    """A loop over a range; unrolled only if its index has to be known (it indexes a structure)."""
    before, mark = joins.snapshot(s), _mark(s)
    try:
        _dynamic_loop(s, node, value, lambda i: statements.bind(s, node.target, i), node.target)
    except NeedsUnrolling as request:
        items = _range_items(value)
        if items is None:
            s.refuse(
                request.node,
                request.reason,
                request.instead,
            )
        joins.restore(s, before)
        _reset(s, mark)
        _unroll(s, node, items)


def _array_loop(s: State, node: gast.For, iterable: Value) -> None:
    """A loop over the elements or rows of arrays, by index."""
    length = length_of(s, node.iter, iterable)

    def begin(index: Sym) -> None:
        statements.bind(s, node.target, element(s, node.iter, iterable, index))

    # A variable of its own, so that what is looped over counts as seen while it is written.
    seen = f"<items {s.tick()}>"
    s.frame.vars[seen] = iterable if children(iterable) is not None else TupleValue(_arrays_of(iterable))
    _dynamic_loop(s, node, Range(constant(0), length, constant(1)), begin, None)
    s.frame.vars.pop(seen, None)


def _arrays_of(value: Value) -> list[Value]:
    """The arrays that an iterable goes over."""
    if isinstance(value, (Enumerate, Reversed)):
        return _arrays_of(value.inner)
    if isinstance(value, Zip):
        return [a for v in value.inner for a in _arrays_of(v)]
    return [value] if isinstance(value, Sym) else []


def length_of(s: State, node: gast.AST, value: Value) -> Sym:
    """How many items an iterable has, at run time."""
    if isinstance(value, Sym) and isinstance(value.kind, Array) and value.kind.rank:
        return calls.length(s, value)
    if isinstance(value, Enumerate):
        return length_of(s, node, value.inner)
    if isinstance(value, Reversed):
        return length_of(s, node, value.inner)
    if isinstance(value, Range):
        if value.start.value == 0 and value.step.value == 1:
            return value.stop
        return Sym(
            build.call("len", build.call("range", value.start.node, value.stop.node, value.step.node)), Scalar("int64")
        )
    if isinstance(value, Zip):
        lengths: list[Sym] = []
        for inner in value.inner:
            found = length_of(s, node, inner)
            if not any(build.same(found.node, known.node) for known in lengths):
                lengths.append(found)
        if len(lengths) == 1:
            return lengths[0]
        return Sym(build.call("min", *[v.node for v in lengths]), Scalar("int64"))
    s.refuse(node, "this cannot be looped over", "loop over a range, an array, a tuple, a list or a dict")


def element(s: State, node: gast.AST, value: Value, index: Sym) -> Value:
    """Item `index` of an iterable."""
    from srctrans.frontend.subscripts import load_item

    value = use(s, value)
    if isinstance(value, Sym):
        return load_item(s, node, value, index)
    if isinstance(value, Enumerate):
        return TupleValue([_plus(value.start, index), element(s, node, value.inner, index)])
    if isinstance(value, Zip):
        return TupleValue([element(s, node, v, index) for v in value.inner])
    if isinstance(value, Range):
        return _plus(value.start, _times(value.step, index))
    if isinstance(value, Reversed):
        last = _plus(length_of(s, node, value.inner), constant(-1))
        return element(s, node, value.inner, Sym(build.binop(last.node, "-", index.node), Scalar("int64")))
    parts = children(value)
    if parts is not None and index.value is not None:
        return parts[index.value]
    s.refuse(node, "a structure beside an array of unknown length", "hold its items in an array")


def _plus(a: Sym, b: Sym) -> Sym:
    return a + b


def _times(a: Sym, b: Sym) -> Sym:
    return a * b


def _dynamic_loop(s: State, node: gast.For, value: Range, begin: Callable[[Sym], None], target: Any) -> None:
    hint = target.id if isinstance(target, gast.Name) else "i"
    bounds = [s.atom(b, "bound") if _has_effect(b) else b for b in (value.start, value.stop, value.step)]
    body = _plain_body(s, node)

    def run() -> gast.AST:
        index = s.fresh(hint)
        s.kinds[index] = Scalar("int64")
        with s.block() as block:
            begin(Sym.name(index, Scalar("int64")))
            statements.run(s, body)
        return build.for_range(index, _range_args(bounds), block)

    # The index of a range keeps its last value in Python too, unless the loop may not run and it had one before;
    # elements need a name that lives on.
    names = assigned([node.target])
    had_value = bool(names & set(s.frame.vars) & _live_after(s, node))
    carry(s, node, body, run, names, index=target is not None and not had_value)


def _has_effect(value: Sym) -> bool:
    return isinstance(value.kind, Array)


def _range_args(bounds: list[Sym]) -> list[gast.AST]:
    start, stop, step = bounds
    if step.value == 1 and start.value == 0:
        return [stop.node]
    return [start.node, stop.node] + ([] if step.value == 1 else [step.node])


def while_statement(s: State, node: gast.While) -> None:
    if node.orelse:
        s.refuse(node, "`else` of a loop is not supported yet", "use a flag")
    turned = _turned(s, node)
    if turned is not None:
        before, node = turned
        statements.run(s, before)

    def run() -> gast.AST:
        with s.block() as block:
            test = expressions.evaluate(s, node.test)
            known = expressions.truth(s, test)
            if known is None or not known:
                from srctrans.frontend.branches import scalar_test

                condition = scalar_test(s, node.test, test)
                if not block:
                    statements.run(s, _plain_body(s, node))
                    return build.while_(condition.node, block)
                _exit(s, Sym(build.unary("not ", condition.node), Scalar("bool")))
                statements.run(s, _plain_body(s, node))
            else:
                _body_with_exit(s, node)
        return build.while_(build.constant(True), block)

    carry(s, node, node.body, run, set(), (node.test,))


def _plain_body(s: State, node: Any) -> list[gast.AST]:
    """The body of a loop without `continue`, with what is known of the liveness of its variables."""
    body = without_continue(s, node.body)
    if any(a is not b for a, b in zip(body, node.body)) or len(body) != len(node.body):
        after = _live_after(s, node)
        tests = [node.test] if isinstance(node, gast.While) else []
        end = after | live_in(body, tests, after)
        liveness.after_loops(body, end | s.frame.captured, s.frame.live_after)
        s.frame.rewritten.append(body)
    return body


def _turned(s: State, node: gast.While) -> tuple[list[gast.AST], gast.While] | None:
    """A loop whose exit is in the middle, as one with its test at the top, where that makes a difference.

    while True:                    A
        A                          while not c:
        if c: break      ──▶           B
        B                              A

    It does if what `A` computes is used after the loop, or if `A` writes into arrays.
    """
    if not (isinstance(node.test, gast.Constant) and node.test.value):
        return None
    body = _plain_body(s, node)
    exits = [i for i, n in enumerate(body) if isinstance(n, gast.If) and _is_break(n)]
    if len(exits) != 1:
        return None
    first, exit_, rest = body[: exits[0]], body[exits[0]], body[exits[0] + 1 :]
    if not (assigned(first) & _live_after(s, node) or private.written_elements(first)):
        return None
    test = gast.copy_location(gast.UnaryOp(op=gast.Not(), operand=exit_.test), exit_.test)
    made = gast.copy_location(gast.While(test=test, body=exit_.orelse + rest + first, orelse=[]), node)
    after = _live_after(s, node)
    s.frame.live_after[id(made)] = after
    s.frame.rewritten.append([made])
    end = after | live_in(made.body, [test], after) | s.frame.captured
    liveness.after_loops(made.body, end, s.frame.live_after)
    return first, made


def _body_with_exit(s: State, node: gast.While) -> None:
    """`while True:` with one `if test: break` directly in its body."""
    body = _plain_body(s, node)
    exits = [i for i, n in enumerate(body) if isinstance(n, gast.If) and _is_break(n)]
    if len(exits) != 1:
        s.refuse(
            node, "`while True` needs exactly one `if ...: break` directly in its body", "put the test into `while`"
        )
    at = exits[0]
    statements.run(s, body[:at])
    s.frame.at_exit = dict(s.frame.vars)
    test = expressions.number(s, body[at].test)
    if body[at].orelse:
        test = Sym(build.unary("not ", test.node), Scalar("bool"))
    _exit(s, test)
    statements.run(s, body[at].orelse + body[at + 1 :] if body[at].orelse else body[at + 1 :])


def _exit(s: State, test: Sym) -> None:
    s.emit(build.if_(test.node, [build.break_()], []))


def _is_break(node: gast.If) -> bool:
    return len(node.body) == 1 and isinstance(node.body[0], gast.Break)


def carry(
    s: State,
    node: Any,
    body: list[gast.AST],
    run: Callable[[], Any],
    targets: set[str],
    tests: tuple[gast.AST, ...] = (),
    index: bool = False,
) -> None:
    """Run a loop body with its carried variables as join names, until their kinds are stable."""
    names = sorted(assigned(body) | (set() if index else targets))
    after = _live_after(s, node)
    exposed = live_in(body, list(tests), after & set(names)) - targets
    live = exposed | after | s.frame.captured
    for name in sorted(private.written_elements(body)):
        private.privatise(s, node, name, calls.library)
    before, mark = joins.snapshot(s), _mark(s)
    late = _late_kinds(s, [n for n in names if n in exposed and n not in s.frame.vars], run)
    widened: dict[str, Any] = {}
    apart = True
    for _ in range(7):
        joins.restore(s, before)
        _reset(s, mark)
        s.frame.vars.update({n: joins.unbound(kind) for n, kind in late.items()})
        known = [n for n in names if n in live and s.frame.vars.get(n, POISON) is not POISON]
        pinned = s.frame.pinned
        s.frame.pinned = now = pinned | _changed_in_place(s, body, known)
        apart = apart and private.apart_before(s, [s.frame.vars[n] for n in known if n not in now])
        carried = {n: _open(s, node, n, widened) for n in known if n not in now}
        group = private.group_of(list(carried.values()))
        if apart:
            s.distinct.append(group)
        begun = dict(s.frame.vars)
        s.frame.at_exit = None
        frozen, s.frozen = s.frozen, {**s.frozen, **joins.structures(s)}
        with _inside(s):
            s.opened.update(dict.fromkeys(group, s.nest))
            try:
                loop = run()
            finally:
                s.frozen, s.frame.pinned = frozen, pinned
            if apart and not private.apart_after(s, [s.frame.vars[n] for n in carried if n in s.frame.vars], group):
                apart = False
                continue
            changed = _close(s, node, carried, [n for n in names if n not in now], live, loop, widened)
        if not changed:
            s.opened.update(dict.fromkeys(group, s.nest))
            _check_exit(s, node, names, begun)
            s.emit(loop)
            return
    s.refuse(
        node, "the kinds of the variables of this loop do not settle", "give them their final kind before the loop"
    )


def _changed_in_place(s: State, body: list[gast.AST], names: list[str]) -> set[str]:
    """Arrays that others may see, which a body changes by `y *= ...` and never binds anew."""
    bound = assigned_anew(body)
    found = {n: s.frame.vars[n] for n in names if n not in bound}
    return {
        n
        for n, v in found.items()
        if isinstance(v, Sym) and isinstance(v.kind, Array) and v.kind.rank and not statements.owned(s, n, v)
    }


@contextmanager
def _inside(s: State) -> Iterator[None]:
    """Within a loop of run-time length."""
    nest, s.nest = s.nest, (*s.nest, s.tick())
    s.frame.loops += 1
    try:
        yield
    finally:
        s.frame.loops -= 1
        s.nest = nest


def _late_kinds(s: State, late: list[str], run: Callable[[], Any]) -> dict[str, Kind]:
    """The kinds of names that an iteration may read from the one before, and that have no value before the loop."""
    if not late:
        return {}
    outer, s.learning = s.learning, True
    s.frame.vars.update(dict.fromkeys(late, POISON))
    try:
        with _inside(s):
            run()
    finally:
        s.learning = outer
    found = {n: s.frame.vars.get(n) for n in late}
    return {n: v.kind for n, v in found.items() if isinstance(v, Sym)}


def _check_exit(s: State, node: Any, names: list[str], begun: dict[str, Value]) -> None:
    """What is assigned before a `break` has its new value after the loop: refused, the joins are made later."""
    now = s.frame.at_exit
    if now is None:
        return
    for name in names:
        a, b = begun.get(name), now.get(name)
        if name in _live_after(s, node) and not (a is b or (a is not None and b is not None and joins._same(a, b))):
            s.refuse(
                node,
                f"{name} is assigned before the `break` and used after the loop, which is not supported yet",
                "put the test first, or compute the value again after the loop",
            )


def _live_after(s: State, node: Any) -> set[str]:
    after = s.frame.live_after.get(id(node))
    return after if after is not None else set(s.frame.vars)


def _open(s: State, node: Any, name: str, widened: dict[str, Any]) -> Value:
    """The variable as a join name, assigned before the loop."""
    before = s.frame.vars[name]
    opened = _open_value(s, node, name, before, widened, name)
    s.frame.vars[name] = opened
    return opened


def _open_value(s: State, node: Any, name: str, value: Value, widened: dict[str, Any], path: str) -> Value:
    value = use(s, value) if isinstance(value, Leaf) else value
    if isinstance(value, Static) and isinstance(value.value, bool):
        # A flag that the loop sets.
        value = constant(value.value)
    parts = children(value)
    if parts is not None:
        return rebuild(value, [_open_value(s, node, name, p, widened, f"{path}.{i}") for i, p in enumerate(parts)])
    if not isinstance(value, Sym):
        return value
    kind = widened.get(path, value.kind)
    joined = s.fresh(name)
    s.kinds[joined] = kind
    joins.assign_join(s, joined, value, s.out)
    return Sym.name(joined, kind)


def _close(
    s: State, node: Any, carried: dict[str, Value], names: list[str], live: set[str], loop: Any, widened: dict[str, Any]
) -> bool:
    """Assign the join names at the end of the body; True if a kind has to be widened first."""
    changed = False
    pairs: list[tuple[str, Sym]] = []
    for name, opened in carried.items():
        now = s.frame.vars.get(name, POISON)
        changed |= _close_value(s, node, name, opened, now, pairs, widened, name)
    if changed:
        return True
    # Last values first: what a loop carries is assigned at the very end of its body.
    _last_values(s, [n for n in names if n not in carried], live, loop)
    pairs = [(joined, _named_in(s, loop, joined, value)) for joined, value in pairs]
    for joined, value in _in_order(s, pairs, loop):
        joins.assign_join(s, joined, value, loop.body)
    for name, opened in carried.items():
        s.frame.vars[name] = opened if s.frame.vars.get(name) is not POISON else POISON
    return False


def _named_in(s: State, loop: Any, hint: str, value: Sym) -> Sym:
    """The value at the end of a body under a name: none of the joins that follow changes what it reads."""
    if isinstance(value.node, (gast.Name, gast.Constant)) or value.value is not None:
        return value
    name = s.fresh(hint)
    s.kinds[name] = value.kind
    joins.assign_join(s, name, value, loop.body)
    return Sym.name(name, value.kind)


def _in_order(s: State, pairs: list[tuple[str, Sym]], loop: Any) -> list[tuple[str, Sym]]:
    """The assignments at the end of a body happen at once: what an earlier one overwrites is read first."""
    result: list[tuple[str, Sym]] = []
    written: set[str] = set()
    for joined, value in pairs:
        if isinstance(value.node, gast.Name) and value.node.id in written:
            name = s.fresh(value.node.id)
            s.kinds[name] = value.kind
            joins.assign_join(s, name, value, loop.body)
            loop.body.insert(len(loop.body) - 1, loop.body.pop())
            value = Sym.name(name, value.kind)
        written.add(joined)
        result.append((joined, value))
    return result


def _close_value(
    s: State, node: Any, name: str, opened: Value, now: Value, pairs: list[Any], widened: dict[str, Any], path: str
) -> bool:
    if now is POISON:
        return False
    now = use(s, now) if isinstance(now, Leaf) else now
    if isinstance(now, Static) and isinstance(now.value, bool):
        now = constant(now.value)
    parts, others = children(opened), children(now)
    if parts is not None or others is not None:
        if parts is None or others is None or len(parts) != len(others):
            s.refuse(node, f"{name} changes its structure in the loop", "keep the number of its items")
        results = [
            _close_value(s, node, name, a, b, pairs, widened, f"{path}.{i}")
            for i, (a, b) in enumerate(zip(parts, others))
        ]
        return any(results)
    if not isinstance(opened, Sym):
        if not joins._same(opened, now):
            s.refuse(
                node,
                f"{name} changes from {_what(opened)} to {_what(now)} in the loop",
                "use a number or an array from the start",
            )
        return False
    if not isinstance(now, Sym):
        s.refuse(node, f"{name} is no number or array at the end of the loop", "give it one kind")
    kind = joins.join_kinds(opened.kind, now.kind)
    if kind is None:
        s.refuse(
            node,
            f"{name} is {opened.kind} before the loop and {now.kind} after an iteration",
            f"start with an array of the final shape, such as np.zeros, for {name}",
        )
    if kind != opened.kind:
        widened[path] = kind
        return True
    if not build.same(opened.node, now.node):
        pairs.append((opened.node.id, now))
    return False


def _what(value: Value) -> str:
    return repr(getattr(value, "value", type(value).__name__))


def _last_values(s: State, names: list[str], live: set[str], loop: Any) -> None:
    """Variables that only the body binds: their last value may be used after the loop."""
    for name in names:
        value = s.frame.vars.get(name)
        if isinstance(value, Sym) and name in live and isinstance(value.node, gast.Name):
            joined = s.fresh(name)
            s.kinds[joined] = value.kind
            joins.assign_join(s, joined, value, loop.body)
            s.frame.vars[name] = Sym.name(joined, value.kind)


def _mark(s: State) -> tuple[Any, ...]:
    arrays = list(s.joined), dict(s.stored), list(s.writes), dict(s.born), dict(s.opened)
    private = list(s.distinct), set(s.overwritten), list(s.copies)
    return len(s.out), set(s.taken), dict(s.kinds), dict(s.views), list(s.problems), *arrays, *private


def _reset(s: State, mark: tuple[Any, ...]) -> None:
    """Forget what a trial run of a body emitted; names of arguments stay."""
    kept = s.parameters | set(s.constants)
    kinds = {n: s.kinds[n] for n in kept if n in s.kinds}
    del s.out[mark[0] :]
    s.taken, s.kinds, s.views = set(mark[1]) | kept, {**mark[2], **kinds}, dict(mark[3])
    s.problems, s.joined, s.stored = list(mark[4]), list(mark[5]), dict(mark[6])
    s.writes, s.born, s.opened = list(mark[7]), dict(mark[8]), dict(mark[9])
    s.distinct, s.overwritten, s.copies = list(mark[10]), set(mark[11]), list(mark[12])
