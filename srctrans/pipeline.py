"""The way from a function to the source of its derivative: the ordered list of passes.

In: a function, the kinds of its arguments and what is wanted. Out: the text of
a module with one function, and the data that it needs besides.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from srctrans import runtime
from srctrans.frontend.program import Program, specialise
from srctrans.kinds.kind import Kind
from srctrans.optimize import optimise
from srctrans.optimize.comments import with_comments
from srctrans.optimize.for_numba import for_numba, typed_lists
from srctrans.optimize.tidy import appended
from srctrans.syntax import build
from srctrans.syntax.adapters import with_parameters
from srctrans.syntax.attempt import spelled
from srctrans.syntax.printer import to_source
from srctrans.syntax.source import read
from srctrans.transform.assemble import Assembled, gradient
from srctrans.transform.forward import tangent

_PASSES = ("activity", "accumulators", "dead", "fuse", "substitute", "merge", "ascend", "slide", "tidy")
OPTIONS: dict[str, bool] = dict.fromkeys(_PASSES, True)


@dataclass
class Derived:
    """The source of a derivative and what belongs to it."""

    source: str
    name: str
    namespace: dict[str, Any]
    globals_read: list[tuple[dict[str, Any], str, Any]] = field(default_factory=list)
    copied: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)


def derive(
    function: Callable[..., Any], kinds: dict[str, Kind], wrt: tuple[str, ...], mode: str, has_aux: bool = False,
    single: bool = True, jit: bool = False,
) -> Derived:  # fmt: skip
    """The derivative of a function for arguments of these kinds, in forms that Numba compiles if `jit`.

    Raises SourceError and KindError.
    """
    program = specialise(read(with_parameters(function)), kinds, set(wrt))
    made = assemble(program, wrt, mode, has_aux, single)
    if jit:
        typed_lists(made.body, made.lists)
    body = optimise(made, OPTIONS)
    if jit:
        body = for_numba(body, made.kinds, made.parameters)
    return _module(program, made, body, mode, jit)


def assemble(program: Program, wrt: tuple[str, ...], mode: str, has_aux: bool, single: bool) -> Assembled:
    """The derivative before it is improved."""
    if mode == "jvp":
        made = tangent(program, wrt, OPTIONS)
    else:
        made = gradient(program, wrt, mode, has_aux, single, OPTIONS)
    made.constants = set(program.constants) | {"np", "math", "unbroadcast"}
    return made


def stages(function: Callable[..., Any], kinds: dict[str, Kind], wrt: tuple[str, ...], mode: str) -> dict[str, str]:
    """The text after each pass, by its name, in order."""
    program = specialise(read(with_parameters(function)), kinds, set(wrt))
    found = {"specialise": to_source(program.prologue + program.body)}
    made = assemble(program, wrt, mode, False, len(wrt) == 1)
    found["differentiate"] = to_source(made.body)
    found["optimise"] = to_source(optimise(made, OPTIONS))
    return found


def _module(program: Program, made: Assembled, body: list[Any], mode: str, jit: bool) -> Derived:
    name = f"{program.name}_{mode}"
    shown = with_comments(appended(spelled(body)), program.origins)
    if program.errstate:
        shown = [build.with_(build.call("np.errstate", **_constants(program.errstate)), shown)]
    text = to_source(build.function_def(name, made.parameters, shown))
    used = build.names_read(body)
    namespace: dict[str, Any] = dict(made.classes)
    header = ["import numpy as np"]
    if "math" in used:
        header.insert(0, "import math")
    constants = []
    data: dict[str, Any] = {}
    for key, value in program.constants.items():
        if key not in used:
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
    return Derived(source + "\n\n\n" + text, name, namespace, program.globals_read, program.copied, data)


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
