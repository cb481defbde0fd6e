"""Inlining: the body of a callee at the place of its call, unless it calls itself at run time.

Arguments are bound to the parameters (an expression gets the parameter's
name), the body is specialised in a frame of its own, the returned value is the
value of the call.

    def phi(r): return r * r
    f = phi(x[1] - x[0])          ──▶     r = x[1] - x[0]
                                          f = r * r
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import control, hold, liveness, recursion, resolve, tails, yields
from srctrans.frontend.specialised import Session
from srctrans.frontend.state import RETURN, Frame, Refusal, State
from srctrans.frontend.values import POISON, DictValue, Generated, Token, TupleValue, Value
from srctrans.kinds.kind import Static
from srctrans.kinds.symbol import Sym
from srctrans.syntax.source import Source


def call(
    s: State,
    node: gast.AST,
    source: Source,
    tree: Any,
    parent: Frame | None,
    args: list[Value],
    kwargs: dict[str, Value],
    defaults: dict[str, Value] | None = None,
) -> Value:
    """Specialise a call of a Python function; `defaults` are those of a local one."""
    frame = new_frame(source, tree, parent, s.frame.depth + 1, s.session)
    caller, hint, s.hint = s.frame, s.hint, None
    frame.alone = caller.alone and _is_whole(caller.statement, node)
    if defaults is None:
        defaults = object_defaults(s, source, tree)
    bound = bind_arguments(s, node, tree, args, kwargs, defaults)
    frame.call = node, caller
    library = source.is_library
    if not library and not yields.yields(tree):
        s.hint = hint
        found = recursion.enter(s, node, source, tree, parent, bound, frame)
        if found is not None:
            return found
        s.hint = None
    s.frame = frame
    s.stack.append(frame)
    try:
        for name, value in bound.items():
            # Numbers that are given as they stand, or to a function of Python's library, need no names.
            literal = isinstance(value, Sym) and isinstance(value.node, gast.Constant)
            frame.vars[name] = hold.held(s, value, name) if library or literal else hold.named(s, name, value)
        s.hint = hint
        if yields.yields(tree):
            s.closed_over.append(frame)
            return Generated(frame, tree.body, Token(s.nest))
        s.run(frame.body)
    finally:
        s.frame = caller
        s.stack.pop()
        s.hint = hint
    result = frame.vars.get(RETURN, Static(None))
    if result is POISON:
        raise Refusal(None)
    return result


def _is_whole(statement: Any, node: gast.AST) -> bool:
    """Is a call all that a statement evaluates?"""
    return isinstance(statement, (gast.Expr, gast.Assign, gast.Return)) and statement.value is node


def new_frame(source: Source, tree: Any, parent: Frame | None, depth: int, session: Session) -> Frame:
    """A frame for one call, with what is known of the liveness of its variables."""
    body = tails.parted(control.structured(tree.body), source.filename, session.parted)
    frame = Frame(source, body, parent=parent, depth=depth)
    names = liveness.assigned(body) | {a.id for a in _parameters(tree.args)}
    frame.shared = frozenset(n for d in gast.walk(tree) if isinstance(d, gast.Nonlocal) for n in d.names)
    frame.nonlocals = liveness.declared_nonlocal(body)
    frame.local_names = frozenset(names - frame.nonlocals)
    frame.captured = liveness.captured(body)
    liveness.after_loops(body, set(frame.captured), set(), frame.live_after)
    return frame


def _parameters(arguments: Any) -> list[Any]:
    extra = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return list(arguments.posonlyargs) + list(arguments.args) + list(arguments.kwonlyargs) + extra


def bind_arguments(
    s: State,
    node: gast.AST,
    tree: Any,
    args: list[Value],
    kwargs: dict[str, Value],
    defaults: dict[str, Value],
) -> dict[str, Value]:
    """Arguments by the name of their parameter, defaults included, in the order of the signature."""
    arguments = tree.args
    positional = [a.id for a in list(arguments.posonlyargs) + list(arguments.args)]
    keyword_only = [a.id for a in arguments.kwonlyargs]
    bound: dict[str, Value] = dict(zip(positional, args))
    if len(args) > len(positional):
        if arguments.vararg is None:
            s.refuse(node, f"{tree.name} takes {len(positional)} arguments, {len(args)} were given", "check the call")
    rest = dict(kwargs)
    for name in positional[len(arguments.posonlyargs) :] + keyword_only:
        if name in rest:
            if name in bound:
                s.refuse(node, f"{tree.name} got two values for {name}", "check the call")
            bound[name] = rest.pop(name)
    for name in positional + keyword_only:
        if name not in bound:
            if name not in defaults:
                s.refuse(node, f"{tree.name} needs a value for {name}", "check the call")
            bound[name] = defaults[name]
    if arguments.vararg is not None:
        bound[arguments.vararg.id] = TupleValue([hold.held(s, v) for v in args[len(positional) :]])
    if arguments.kwarg is not None:
        bound[arguments.kwarg.id] = DictValue({k: hold.held(s, v, k) for k, v in rest.items()})
    elif rest:
        s.refuse(node, f"{tree.name} has no parameter {next(iter(rest))}", "check the call")
    return bound


def object_defaults(s: State, source: Source, tree: Any) -> dict[str, Value]:
    """The defaults of a function from outside: the objects that it holds."""
    function = source.function
    if function is None:
        return {}
    positional = [a.id for a in list(tree.args.posonlyargs) + list(tree.args.args)]
    values = function.__defaults__ or ()
    objects = dict(zip(positional[len(positional) - len(values) :], values))
    objects.update(function.__kwdefaults__ or {})
    for name, value in objects.items():
        if isinstance(value, (list, dict)):
            # Seen to change later, as a global is.
            s.globals_read.append(({"__name__": "", name: value}, name, value))
    return {k: resolve.default(s, tree, k, v) for k, v in objects.items()}
