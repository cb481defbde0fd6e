"""The way from a function to the source of its derivative: the ordered list of passes.

In: a function, the kinds of its arguments and what is wanted. Out: the text of
a module with one function, and the data that it needs besides.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from srctrans import runtime
from srctrans.frontend.program import Program, specialise
from srctrans.kinds.kind import Kind
from srctrans.optimize import optimise
from srctrans.optimize.comments import with_comments
from srctrans.optimize.exchanges import exchanged
from srctrans.optimize.for_numba import for_numba, typed_lists
from srctrans.optimize.tidy import appended, unpacked
from srctrans.syntax import build
from srctrans.syntax.adapters import with_parameters
from srctrans.syntax.attempt import spelled
from srctrans.syntax.printer import to_source
from srctrans.syntax.source import read
from srctrans.transform import callees
from srctrans.transform.assemble import Assembled, gradient
from srctrans.transform.callees import derivative, primal
from srctrans.transform.forward import tangent
from srctrans.transform.functions import Functions
from srctrans.transform.kept_calls import keeping, opening, reads_values, sites

_PASSES = (
    "activity", "accumulators", "dead", "fuse", "join", "substitute", "reuse", "moves", "merge", "ascend",
    "slide", "tidy",
)  # fmt: skip
OPTIONS: dict[str, bool] = dict.fromkeys(_PASSES, True)


@dataclass
class Derived:
    """The source of a derivative and what belongs to it."""

    source: str
    name: str
    namespace: dict[str, Any]
    globals_read: list[tuple[dict[str, Any], str, Any]] = field(default_factory=list)
    # The arrays among the arguments that the function writes, as texts; parameters whose lists and dicts it changes.
    written: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    # The functions of the module that the derivative calls.
    functions: list[str] = field(default_factory=list)
    # The arrays among the arguments that have to be contiguous, as texts.
    contiguous: list[str] = field(default_factory=list)


def derive(
    function: Callable[..., Any], kinds: dict[str, Kind], wrt: tuple[str, ...], mode: str, has_aux: bool = False,
    single: bool = True, jit: bool = False,
) -> Derived:  # fmt: skip
    """The derivative of a function for arguments of these kinds, in forms that Numba compiles if `jit`.

    Raises SourceError and KindError.
    """
    program = specialise(read(with_parameters(function)), kinds, set(wrt), receiver_of(function))
    for keeps in (mode != "jvp" and bool(program.callees), False):
        functions = Functions(program.callees, _names(program, mode))
        functions.keeping = keeping(functions) if keeps else None
        made = assemble(program, wrt, mode, has_aux, single, functions)
        body = _improved(made, functions, jit)
        helpers = _helpers(program, functions, body, jit)
        ways_back = [helpers[w.name].body for w in functions.wanted]
        if functions.keeping is None or any(reads_values(functions.keeping, body) for body in ways_back):
            break
    return _module(program, made, body, mode, jit, helpers)


def receiver_of(function: Any) -> tuple[Any, ...]:
    """The object of a bound method, which is its first argument."""
    return (function.__self__,) if inspect.ismethod(function) else ()


def _names(program: Program, mode: str) -> set[str]:
    """The names that functions of the module must not have."""
    inside = [c.program.taken for c in program.callees.values() if c.program is not None]
    return program.taken.union({f"{program.name}_{mode}"}, *inside)


def _improved(made: Assembled, functions: Functions, jit: bool) -> list[Any]:
    """The body of a function after the passes."""
    made.temporaries -= functions.names()
    made.constants |= functions.names()
    if jit:
        typed_lists(made.body, made.lists)
    body = optimise(made, OPTIONS)
    return for_numba(body, made.kinds, made.parameters) if jit else body


def _helpers(program: Program, functions: Functions, body: list[Any], jit: bool) -> dict[str, Any]:
    """The functions that the derivative calls, and those that they call: definitions by name, inner ones first."""
    found: dict[str, Any] = {}
    position = 0
    while position < len(functions.wanted):
        wanted = functions.wanted[position]
        position += 1
        assert wanted.callee.program is not None
        made = derivative(wanted, functions, OPTIONS)
        found[wanted.name] = _function(wanted.name, wanted.callee.program, made, _improved(made, functions, jit))
    kept = _keeping(program, functions, build.names_read([body, *found.values()]), jit)
    found = {**kept, **found}
    used, plain = build.names_read([body, *found.values()]), dict[str, Any]()
    while set(program.callees) & used - set(plain):
        name = min(set(program.callees) & used - set(plain))
        callee = program.callees[name]
        assert callee.program is not None
        made = primal(callee)
        plain[name] = _function(name, callee.program, made, _improved(made, functions, jit))
        used |= build.names_read(plain[name])
    return {**plain, **found}


def _keeping(program: Program, functions: Functions, used: set[str], jit: bool) -> dict[str, Any]:
    """The functions that keep what their calls give, those that are used."""
    found: dict[str, Any] = {}
    how = functions.keeping
    names = {kept: name for name, kept in how.functions.items()} if how is not None else {}
    while names and set(names) & used - set(found):
        name = min(set(names) & used - set(found))
        callee = program.callees[names[name]]
        assert how is not None and callee.program is not None
        made = callees.keeping(callee, functions)
        count = sites(functions, callee.program.body)
        found[name] = _function(name, callee.program, made, opening(how, count) + _improved(made, functions, jit))
        used |= build.names_read(found[name])
    return found


def _function(name: str, own: Program, made: Assembled, body: list[Any]) -> Any:
    shown = with_comments(appended(unpacked(spelled(exchanged(body)), made.kinds)), own.origins)
    if own.errstate:
        shown = [build.with_(build.call("np.errstate", **_constants(own.errstate)), shown)]
    return build.function_def(name, made.parameters, shown)


def assemble(
    program: Program, wrt: tuple[str, ...], mode: str, has_aux: bool, single: bool, functions: Functions
) -> Assembled:
    """The derivative before it is improved."""
    if mode == "jvp":
        made = tangent(program, wrt, OPTIONS, functions)
    else:
        made = gradient(program, wrt, mode, has_aux, single, OPTIONS, functions)
    made.constants = set(program.constants) | {"np", "math", "unbroadcast"}
    return made


def stages(function: Callable[..., Any], kinds: dict[str, Kind], wrt: tuple[str, ...], mode: str) -> dict[str, str]:
    """The text after each pass, by its name, in order."""
    program = specialise(read(with_parameters(function)), kinds, set(wrt), receiver_of(function))
    found = {"specialise": to_source(program.prologue + program.body)}
    made = assemble(program, wrt, mode, False, len(wrt) == 1, Functions(program.callees, _names(program, mode)))
    found["differentiate"] = to_source(made.body)
    found["optimise"] = to_source(optimise(made, OPTIONS))
    return found


def _module(
    program: Program, made: Assembled, body: list[Any], mode: str, jit: bool, helpers: dict[str, Any]
) -> Derived:
    name = f"{program.name}_{mode}"
    functions = [*helpers.values(), _function(name, program, made, body)]
    text = "\n\n\n".join(to_source(f).strip("\n") for f in functions) + "\n"
    used = build.names_read(functions)
    namespace: dict[str, Any] = dict(made.classes)
    header = ["import numpy as np"]
    if "math" in used:
        header.insert(0, "import math")
    modules = {_module_of(v) for k, v in program.constants.items() if k in used} - {""}
    header[:0] = [f"import {m}" for m in sorted(modules)]
    constants = []
    data: dict[str, Any] = {}
    for key, value in program.constants.items():
        if key not in used or isinstance(value, ModuleType):
            continue
        data[key] = value
        literal = _literal(value)
        if literal is None:
            namespace[key] = value
        else:
            constants.append(f"{key} = {literal}")
    parts = ["\n".join(header)] + (["\n".join(constants)] if constants else [])
    if "unbroadcast" in text:
        parts.append(_helper(runtime.unbroadcast_by_element if jit else runtime.unbroadcast))
    source = "\n\n".join(parts[:2] if constants else parts[:1]) + "".join(
        "\n\n\n" + p for p in parts[2 if constants else 1 :]
    )
    source += "\n\n\n" + text
    return Derived(
        source, name, namespace, program.globals_read, _places(program, program.copied), program.changed, data,
        list(helpers), _places(program, program.contiguous),
    )  # fmt: skip


def _places(program: Program, names: list[str]) -> list[str]:
    """Arrays among the arguments as texts that read them."""
    places = {st.targets[0].id: to_source(st.value).strip() for st in program.prologue}
    return [places.get(name, name) for name in names]


def _module_of(value: Any) -> str:
    """The module that a constant needs: itself or that of loggers."""
    if isinstance(value, ModuleType):
        return value.__name__
    return "logging" if type(value) is logging.Logger else ""


def _constants(values: dict[str, str]) -> dict[str, Any]:
    return {name: build.constant(value) for name, value in sorted(values.items())}


def _helper(function: Callable[..., Any]) -> str:
    """The text of a helper without its docstring and annotations."""
    tree = build.parse_statements(inspect.getsource(function))[0]
    tree.name = "unbroadcast"
    tree.body = tree.body[1:]
    tree.returns = None
    for arg in tree.args.args:
        arg.annotation = None
    return to_source(tree).strip()


def _literal(value: Any) -> str | None:
    """How a constant from outside is written, or None if it is too long for that."""
    if type(value) is logging.Logger:
        return f"logging.getLogger({value.name!r})"
    if isinstance(value, bool) or isinstance(value, (int, float)) and not isinstance(value, np.generic):
        return to_source(build.constant(value)).strip()
    if isinstance(value, np.floating) and value.dtype == np.float64:
        return to_source(build.constant(float(value))).strip()
    if (
        isinstance(value, np.ndarray)
        and value.size <= 64
        and value.dtype in (np.float64, np.int64)
        and np.all(np.isfinite(value))
    ):
        return f"np.array({value.tolist()!r})" if value.size else None
    return None
