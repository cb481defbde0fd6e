"""Numba: compiles a generated function. Imported only when that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srctrans.errors import Problem, SourceError, SrctransError
from srctrans.kinds.kind import DataKind, DictKind, ListKind, Static


def compiled(function: Callable[..., Any], jit: Any) -> Callable[..., Any]:
    """The function compiled by Numba; `jit` is True or a dict of options of `numba.njit`."""
    try:
        import numba
    except ImportError:
        raise SrctransError("jit needs Numba: pip install 'srctrans[jit]'") from None
    wanted: dict[str, Any] = {"error_model": "numpy", "nogil": True}
    if isinstance(jit, dict):
        wanted.update(jit)
    return numba.njit(**wanted)(function)  # type: ignore[no-any-return]


def check_kinds(name: str, kinds: dict[str, Any]) -> None:
    """Raises SourceError for an argument that Numba does not take."""
    for parameter, kind in kinds.items():
        if isinstance(kind, (DictKind, ListKind, DataKind)):
            reason = f"{name}: {parameter} is a dict, a list or a dataclass, which Numba does not compile"
            raise SourceError(Problem(reason, "call it without jit, or pass tuples or NamedTuples of arrays"))
        if isinstance(kind, Static) and callable(kind.value):
            reason = f"{name}: {parameter} is a function, which Numba does not take as an argument here"
            raise SourceError(Problem(reason, "call it without jit, or let the function see it as a global"))


def inside_numba(gradient: Any) -> None:
    """Let other compiled functions call a gradient: its kinds come from Numba's types at the place of the call."""
    from numba import types
    from numba.extending import overload

    from srctrans.kinds.signature import kind_from_text

    def text_of(kind: Any) -> str:
        if isinstance(kind, types.Array):
            return f"{kind.dtype}[{', '.join(':' * kind.ndim)}]"
        return "int64" if isinstance(kind, types.Integer) else str(kind)

    def specialised(*kinds: Any) -> Any:
        names = list(gradient.__signature__.parameters)
        found = {n: kind_from_text(text_of(k), n) for n, k in zip(names, kinds)}
        return gradient.generate(found)

    overload(gradient, jit_options={"error_model": "numpy"})(
        _with_arity(specialised, list(gradient.__signature__.parameters))
    )


def _with_arity(function: Callable[..., Any], names: list[str]) -> Callable[..., Any]:
    """Numba checks that the parameters of an overload have the names of those of what it returns."""
    scope: dict[str, Any] = {"function": function}
    exec(f"def implementation({', '.join(names)}): return function({', '.join(names)})", scope)
    return scope["implementation"]  # type: ignore[no-any-return]
