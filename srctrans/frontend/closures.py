"""Functions defined inside of functions: what they see, what their defaults were, what decorators made of them.

In: a `def` or a `lambda`. Out: its value; nothing is emitted but what decorators and defaults compute.

    def f(v, k=a * x): return k * v     ──▶     k = a * x, which every call of f without a second argument gets
    fs.append(lambda v, i=i: v * i)     ──▶     a function with the i of now
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend import hold
from srctrans.frontend.state import Frame, State, set_variable
from srctrans.frontend.values import Closure, Value
from srctrans.syntax import build


def define(s: State, node: gast.FunctionDef) -> None:
    """A `def`: decorators are evaluated before the defaults and applied from the lowest up."""
    decorators = [s.evaluate(d) for d in node.decorator_list]
    value: Value = closure(s, node)
    for decorator in reversed(decorators):
        value = s.apply(node, decorator, [value], {})
    set_variable(s, node.name, value)


def function_of_lambda(s: State, node: gast.Lambda) -> Closure:
    tree = build.function_def("lambda_", [], [gast.copy_location(build.return_(node.body), node.body)])
    tree.args = node.args
    return closure(s, tree)


def closure(s: State, tree: Any) -> Closure:
    """The function with the variables that it sees. Its defaults are variables of a frame of their own."""
    arguments = tree.args
    positional = [a.id for a in list(arguments.posonlyargs) + list(arguments.args)]
    count = len(positional) - len(arguments.defaults)
    given = list(zip(positional[count:], arguments.defaults))
    given += [(a.id, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults) if d is not None]
    found = {name: hold.held(s, s.evaluate(value), name) for name, value in given}
    defaults = None
    if found:
        defaults = Frame(s.frame.source, [], dict(found))
        s.closed_over.append(defaults)
    if s.frame not in s.closed_over:
        s.closed_over.append(s.frame)
    return Closure(tree, s.frame, s.frame.source, defaults)
