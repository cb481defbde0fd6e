"""A function specialised for the kinds of its arguments: what the rest of the way works on.

In: a function and the kinds of its arguments. Out: a `Program`: the body in
core form and, beside it, the kinds of its names, which names are views of
which, what the result is made of, what the arguments are made of.

    def f(p, x): return p.rate * x     ──▶     rate = p.rate
                                               and the result rate * x, of kind float64
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gast

from srctrans.errors import Problem, SourceError
from srctrans.frontend import (
    aliases,
    calls,
    classes,
    comprehensions,
    expressions,
    inline,
    layouts,
    optional,
    recursion,
    resolve,
    statements,
    values,
)
from srctrans.frontend.specialised import Program, Restart, Session
from srctrans.frontend.state import RETURN, Ended, Entries, Frame, NeedsUnrolling, Refusal, State
from srctrans.frontend.values import DictValue, Leaf, ListValue, Record, TupleValue, Value
from srctrans.kinds.kind import (
    Array,
    DataKind,
    DictKind,
    Kind,
    ListKind,
    NamedKind,
    Scalar,
    Static,
    TupleKind,
)
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build
from srctrans.syntax.source import Source, place


def specialise(
    source: Source, kinds: dict[str, Kind], differentiated: set[str], receiver: tuple[Any, ...] = ()
) -> Program:
    """The program of a function for these kinds of its parameters; `receiver`: of a method. Raises SourceError."""
    session = Session()
    with _deep_recursion():
        while True:
            try:
                return _attempt(source, kinds, differentiated, receiver, session)
            except Restart:
                session.again()


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Calls that are inlined in calls that are inlined need many frames of Python."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _attempt(
    source: Source, kinds: dict[str, Kind], differentiated: set[str], receiver: tuple[Any, ...], session: Session
) -> Program:
    frame = inline.new_frame(source, source.tree, None, 0, session)
    entries = Entries(
        expressions.evaluate,
        expressions.evaluate_leaf,
        statements.run,
        statements.bind,
        calls.apply,
        inline.new_frame,
        comprehensions.items_now,
    )
    s = State(frame, entries, stack=[], session=session, constants=session.constants)
    s.taken |= {"np", "math", "unbroadcast", "range", "len"} | set(kinds)
    arguments = {n: _argument(s, build.name(n), k, n, n, n in differentiated) for n, k in kinds.items()}
    # The function may change its structures; the gradient has those that came in.
    frame.vars.update({n: values.copied(v) for n, v in arguments.items()})
    cells = {n: _cells(v) for n, v in frame.vars.items()}
    for parameter, value in zip(source.tree.args.args, receiver):
        frame.vars[parameter.id] = resolve.from_object(s, parameter, parameter.id, value)
    result = _run(s, source, frame)
    if s.problems:
        raise SourceError(s.problems)
    try:
        copied = aliases.check_stores(s)
    except Refusal as refusal:
        raise SourceError([refusal.problem]) from None  # type: ignore[list-item]
    callees = {c.name: c for c in session.callees.values()}
    views = layouts.reshaped_views(s.out, s.kinds, s.parameters)
    views = {n: needed for n, needed in views.items() if s.base(n) in s.stored}
    name = type(receiver[0]).__name__ if receiver and source.tree.name == "__call__" else source.tree.name
    return Program(
        name, list(kinds), arguments, s.prologue, s.out, result, s.kinds, s.views, copied, s.constants,
        s.globals_read, s.origins, s.taken, s.node_kinds, set(s.stored) | s.buffers, callees, s.errstate,
        [n for n, inside in cells.items() if inside & s.changed], set(views), sorted(set().union(*views.values())),
    )  # fmt: skip


def _cells(value: Value) -> set[Any]:
    """The lists, dicts and objects of an argument."""
    inside = set().union(*[_cells(part) for part in values.children(value) or []])
    return inside | {value} if values.is_cell(value) else inside


def _run(s: State, source: Source, frame: Frame) -> Value:
    """The result of the function, its statements emitted; one that calls itself is a single call."""
    try:
        found = recursion.enter(s, source.tree, source, source.tree, None, dict(frame.vars), frame)
        s.stack.append(frame)
        if found is not None:
            return found
        s.run(frame.body)
    except NeedsUnrolling as request:
        s.problems.append(request.problem)
    except Ended:
        s.problems.append(Problem("this function always raises", "return a number", place(source, None)))
    except Refusal as refusal:
        if refusal.problem is not None:
            s.problems.append(refusal.problem)
    result = frame.vars.get(RETURN, Static(None))
    if optional.missing(result):
        where = place(source, None)
        s.problems.append(Problem("the result may be None", "return a value on every path", where))
    return result


def _argument(s: State, path: gast.AST, kind: Kind, hint: str, name: str | None, differentiated: bool) -> Value:
    """The value that a parameter of that kind starts with."""
    if isinstance(kind, Scalar) and kind.dtype[0] in "iu" and differentiated:
        kind = Scalar("float64")
    if isinstance(kind, (Scalar, Array)):
        if name is None:
            return Leaf(path, kind, hint)
        s.kinds[name] = kind
        s.parameters.add(name)
        return Sym.name(name, kind)
    if isinstance(kind, Static):
        return resolve.from_object(s, path, hint, kind.value) if classes.is_object(kind.value) else kind
    return _structure(s, path, kind, hint, differentiated)


def _structure(s: State, path: gast.AST, kind: Kind, hint: str, differentiated: bool) -> Value:
    if isinstance(kind, (NamedKind, DataKind)):
        parts = {
            k: _argument(s, build.attribute(path, k), v, k, None, differentiated) for k, v in zip(kind.keys, kind.items)
        }
        return Record(kind.cls, parts)
    if isinstance(kind, DictKind):
        found = {}
        for k, v in zip(kind.keys, kind.items):
            inner = k if isinstance(k, str) and k.isidentifier() else f"{hint}_{k}" if isinstance(k, int) else hint
            found[k] = _argument(s, build.subscript(path, build.constant(k)), v, inner, None, differentiated)
        return DictValue(found)
    assert isinstance(kind, (TupleKind, ListKind))
    items = [
        _argument(s, build.subscript(path, build.constant(i)), v, f"{hint}_{i}", None, differentiated)
        for i, v in enumerate(kind.items)
    ]
    return TupleValue(items) if isinstance(kind, TupleKind) else ListValue(items)
