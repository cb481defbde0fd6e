"""The functions that a derivative calls: callees as they are, their adjoints, their tangents.

In: the callees of a program, and which of their derivatives are wanted. Out: the parts of each function.

    def fall(x, n): ...     ──▶     def fall_vjp(x, n, value_bar): ...; return x_bar
                                    def fall_jvp(x, n, x_dot): ...; return value, value_dot
"""

from __future__ import annotations

from typing import Any

from srctrans.frontend.specialised import Callee, Program
from srctrans.kinds.symbol import Sym
from srctrans.syntax import build
from srctrans.transform import adjoints, kept_calls, restores
from srctrans.transform.assemble import Assembled, forward_sweep, leaf_gradient, reverse_all, sweep_of
from srctrans.transform.forward import Forward, block_of, tangent_of
from srctrans.transform.functions import Functions, Wanted, differentiable, results_of
from srctrans.transform.sweep import Sweep


def primal(callee: Callee) -> Assembled:
    """The callee itself."""
    assert callee.program is not None
    program = callee.program
    made = Assembled(list(program.parameters), [], dict(program.kinds), set(program.taken))
    made.body = [*_cloned(program.body), _returned([v.node for v in results_of(callee)])]
    made.primal = set(program.kinds)
    made.temporaries = _temporaries(program)
    return made


def _temporaries(program: Program) -> set[str]:
    return {n for n in program.taken if n == "t" or n.startswith("t_")}


def keeping(callee: Callee, functions: Functions) -> Assembled:
    """The callee as a function that keeps what its calls give."""
    how = functions.keeping
    assert callee.program is not None and how is not None
    program = callee.program
    made = Assembled([*program.parameters, how.name], [], dict(program.kinds), set(program.taken))
    made.body = kept_calls.forward(functions, callee, _cloned(program.body), made)
    made.primal, made.added, made.constants = set(program.kinds), {how.name}, {how.at}
    made.temporaries = _temporaries(program)
    return made


def derivative(wanted: Wanted, functions: Functions, options: dict[str, bool]) -> Assembled:
    """One derivative of a callee."""
    return (_vjp if wanted.mode == "vjp" else _jvp)(wanted, functions, options)


def _cloned(body: list[Any]) -> list[Any]:
    return [build.clone(st) for st in body]


def _returned(nodes: list[Any]) -> Any:
    return build.return_(nodes[0] if len(nodes) == 1 else build.tuple_(nodes))


def _sweep(wanted: Wanted, functions: Functions, results: set[str], options: dict[str, bool]) -> tuple[Program, Sweep]:
    program = wanted.callee.program
    assert program is not None
    s = sweep_of(program, _cloned(program.body), list(wanted.active), results, options, functions)
    return program, s


def _vjp(wanted: Wanted, functions: Functions, options: dict[str, bool]) -> Assembled:
    """The function of the arguments and of the adjoints of the results; it goes forward and back."""
    results = results_of(wanted.callee)
    program, s = _sweep(wanted, functions, {v.node.id for v in results}, options)  # type: ignore[attr-defined]
    parameters = list(program.parameters)
    for position in differentiable(wanted.callee):
        name = results[position].node.id  # type: ignore[attr-defined]
        parameters.append(s.fresh(f"{name}_bar"))
        adjoints.contribute(s, name, Sym.name(parameters[-1], s.kinds[name]))
        s.kinds[parameters[-1]] = s.kinds[name]
    arrays = [_adjoint_array(s, p) for p in wanted.arrays()]
    reverse_all(s)
    if functions.keeping is not None:
        parameters += [functions.keeping.name, functions.keeping.at]
    made = Assembled(parameters + arrays, [], s.kinds, s.taken, lists=s.lists, primal=s.definitions.names())
    made.added = set(arrays)
    gradients = [leaf_gradient(s, p, s.kinds[p]) for p in wanted.numbers()]
    restores.settle(s)
    forward, keeps = kept_calls.settled(s, forward_sweep(s, s.root.statements), True)
    made.body = forward + s.root.out
    if keeps:
        made.added.add(functions.keeping.name)
    if gradients:
        made.body.append(_returned(gradients))
    made.temporaries = s.taken - program.taken - set(made.parameters)
    return made


def _adjoint_array(s: Sweep, parameter: str) -> str:
    """The adjoint of an array parameter is an array that the caller has."""
    name = f"{parameter}_bar"
    s.bars[parameter] = name
    s.taken.add(name)
    s.kinds[name] = s.kinds[parameter]
    s.shadowed.add(parameter)
    s.allocated.add(parameter)
    return name


def _jvp(wanted: Wanted, functions: Functions, options: dict[str, bool]) -> Assembled:
    """The function of the arguments and the tangents of the active ones; it gives the results and their tangents."""
    program, s = _sweep(wanted, functions, set(), options)
    s.active = {n for n in s.varied if n in s.kinds} | {v for v, b in s.views.items() if b in s.varied}
    f = Forward(s)
    parameters = [*program.parameters, *[f.dot(p) for p in wanted.active]]
    results = results_of(wanted.callee)
    statements = block_of(f, s.root.statements)
    dots = [tangent_of(f, results[i].node, results[i].kind) for i in differentiable(wanted.callee)]
    made = Assembled(parameters, [], s.kinds, s.taken)
    made.body = [*statements, _returned([v.node for v in results] + dots)]
    made.temporaries = s.taken - program.taken
    return made
