"""Derivatives of functions as functions: specialised for the kinds of their arguments at the first call.

>>> import numpy as np
>>> def f(x):
...     return np.sum(x**2)
>>> grad(f)(np.array([1.0, 2.0]))
array([2., 4.])
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from srctrans.api import options
from srctrans.api.arguments import check_kind, names_of
from srctrans.api.guess import guessed_kinds
from srctrans.api.keys import contents, key_of, unchanged
from srctrans.api.library import as_python
from srctrans.api.memory import Guard
from srctrans.api.outputs import write_into
from srctrans.errors import SrctransError
from srctrans.frontend.classes import Attributes
from srctrans.kinds.kind import Kind
from srctrans.kinds.of_value import kind_of
from srctrans.kinds.signature import text_of
from srctrans.pipeline import Derived, derive
from srctrans.syntax.load import load
from srctrans.syntax.source import Cells, python_function

_LIVE: list["Gradient"] = []


class Gradient:
    """A derivative of a function; it has the signature of that function.

    `source`: the generated text (of the last specialisation). `specialise(*args)`: the plain
    generated function for arguments of these kinds. `signatures`: the kinds known so far.
    """

    def __init__(self, function: Callable[..., Any], mode: str, argnums: Any, has_aux: bool, jit: Any) -> None:
        self.function = as_python(function)
        plain = python_function(self.function)
        functools.update_wrapper(self, plain)
        self.__wrapped__ = function
        self.__signature__ = inspect.signature(self.function if inspect.ismethod(self.function) else plain)
        self.__name__ = f"{plain.__name__}_{mode}"
        self.wrt, self.single = names_of(self.__signature__, argnums)
        self.mode, self.has_aux = mode, has_aux
        self.jit = hasattr(function, "py_func") if jit is None else jit
        # Those of `*args` have to be gathered first.
        variable = any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in self.__signature__.parameters.values())
        self._count = -1 if variable else len(self.__signature__.parameters)
        self.closure = tuple(plain.__closure__ or ())
        self._cells = self._look_into_cells()
        self._known: dict[Any, Callable[..., Any]] = {}
        self._globals: list[tuple[dict[str, Any], str, Any, Any]] = []
        self._guards: dict[Callable[..., Any], Guard] = {}
        self._watched = bool(self.closure)
        self._last: Derived | None = None
        self._kinds: list[dict[str, Kind]] = []
        _LIVE.append(self)
        if self.jit:
            from srctrans.backend.compile import inside_numba

            inside_numba(self)

    def __call__(self, *args: Any, out: Any = None, **kwargs: Any) -> Any:
        if kwargs or len(args) != self._count:
            args = self._bound(args, kwargs)
        if len(args) == 1:
            found = self._known.get((options.VERSION[0], key_of(args[0])))
        else:
            found = self._known.get((options.VERSION[0], *map(key_of, args)))
        if found is None or (self._watched and not self._current()):
            found = self.specialise(*args)
        if found in self._guards:
            self._guards[found].check(args)
        result = found(*args)
        return result if out is None else self._written(out, result)

    def _bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """All arguments in the order of the parameters, defaults included. Raises TypeError."""
        try:
            bound = self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.__name__}: {error}") from None
        bound.apply_defaults()
        return tuple(bound.arguments.values())

    def _written(self, out: Any, result: Any) -> Any:
        if self.mode == "grad" and not self.has_aux:
            return write_into(out, result)
        first = result[0] if self.mode == "grad" else result[1]
        write_into(out, first)
        return (out, result[1]) if self.mode == "grad" else (result[0], out)

    def _current(self) -> bool:
        """Are the globals and closure variables that the source was made from still the same?"""
        for namespace, name, value, inside in self._globals:
            if namespace.get(name) is not value or (inside is not None and not unchanged(value, inside)):
                return False
        return all(_contents(c) is v and unchanged(v, inside) for c, (v, inside) in zip(self.closure, self._cells))

    def _look_into_cells(self) -> list[tuple[Any, Any]]:
        """What the closure variables are now, and what the containers among them hold."""
        values = [_contents(cell) for cell in self.closure]
        return [(value, contents(value)) for value in values]

    def specialise(self, *args: Any) -> Callable[..., Any]:
        """The generated function for arguments like these, without anything around it."""
        if len(args) != len(self.__signature__.parameters):
            args = self._bound(args, {})
        kinds = {n: kind_of(a, n) for n, a in zip(self.__signature__.parameters, args)}
        key = (options.VERSION[0], *map(key_of, args))
        if not self._current():
            self._known.clear()
            self._guards.clear()
            self._globals = []
            self._cells = self._look_into_cells()
        if key not in self._known:
            function = self.generate(kinds)
            guard = self._guard
            if self.jit:
                function = self._compiled(function, kinds)
            if guard.needed:
                self._guards[function] = guard
            self._known[key] = function
        return self._known[key]

    def _compiled(self, function: Callable[..., Any], kinds: dict[str, Kind]) -> Callable[..., Any]:
        from srctrans.backend.compile import check_kinds, compiled

        check_kinds(self.__name__, kinds)
        return compiled(function, self.jit)

    def generate(self, kinds: dict[str, Kind]) -> Callable[..., Any]:
        """The generated function for these kinds of its parameters, loaded but not compiled."""
        derived = self._derive(kinds)
        self._last = derived
        self._kinds.append(kinds)
        self._note_globals(derived)
        outside = derived.namespace | derived.data
        self._guard = Guard(self.__name__, list(kinds), derived, outside)
        function = load(derived.source, derived.name, dict(derived.namespace), derived.name)
        # Arrays from outside as the objects that they are, so that a change inside of them counts.
        function.__globals__.update(outside)
        if self.jit:
            from srctrans.backend.compile import compiled

            for name in ["unbroadcast", *derived.functions]:
                if name in function.__globals__:
                    function.__globals__[name] = compiled(function.__globals__[name], self.jit)
        return function

    def _note_globals(self, derived: Derived) -> None:
        """Remember what was read from outside; modules do not change, closures are watched by their cells."""
        seen = {(id(n), k) for n, k, _, _ in self._globals}
        for namespace, name, value in derived.globals_read:
            watched = isinstance(namespace, (Cells, Attributes)) or "__name__" in namespace
            if watched and (id(namespace), name) not in seen and not isinstance(value, ModuleType):
                seen.add((id(namespace), name))
                self._globals.append((namespace, name, value, contents(value)))
        self._watched = bool(self._globals or self.closure)

    def _derive(self, kinds: dict[str, Kind]) -> Derived:
        for name in self.wrt:
            check_kind(name, kinds[name])
        return derive(self.function, kinds, self.wrt, self.mode, self.has_aux, self.single, bool(self.jit))

    @property
    def source(self) -> str:
        """The generated module text; before the first call for kinds from annotations or from use."""
        if self._last is not None:
            return self._last.source
        kinds = guessed_kinds(self.function, self.wrt)
        text = ", ".join(f"{n}: {text_of(k)}" for n, k in kinds.items())
        return f"# for {text}\n" + self._derive(kinds).source

    @property
    def signatures(self) -> list[str]:
        """The kinds of arguments that this derivative has been specialised for, as texts."""
        return [", ".join(map(text_of, kinds.values())) for kinds in self._kinds]

    def forget(self) -> None:
        """Drop all specialisations."""
        self._known.clear()
        self._guards.clear()
        self._kinds.clear()
        self._last = None


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def clear_caches() -> None:
    """Forget every specialisation: the next call transforms again."""
    for gradient in _LIVE:
        gradient.forget()


def grad(f: Callable[..., Any], argnums: Any = 0, has_aux: bool = False, jit: Any = None) -> Gradient:
    """The gradient of a function that returns one number.

    `argnums`: the position or name of a parameter, or a tuple of those. The gradient has the
    structure, shapes and dtypes of the argument. `has_aux`: f returns (value, auxiliary data),
    which comes back beside the gradient. `jit`: True or a dict of Numba's options.

    Raises SourceError for what is not supported, TypeError for arguments that carry no derivative.

    >>> grad(lambda x: x**3)(2.0)
    12.0
    """
    return Gradient(f, "grad", argnums, has_aux, jit)


def value_and_grad(f: Callable[..., Any], argnums: Any = 0, has_aux: bool = False, jit: Any = None) -> Gradient:
    """The value of a function and its gradient, from one generated function. See `grad`.

    >>> value_and_grad(lambda x: x**3)(2.0)
    (8.0, 12.0)
    """
    return Gradient(f, "value_and_grad", argnums, has_aux, jit)


class Transform:
    """`vjp(f)` or `jvp(f)`: called with the tuple of the arguments of f and a cotangent or tangents."""

    def __init__(self, gradient: Gradient) -> None:
        self.gradient = gradient
        functools.update_wrapper(self, gradient.function)

    def __call__(self, args: tuple[Any, ...], directions: Any) -> Any:
        g = self.gradient
        if not isinstance(args, tuple):
            raise TypeError(f"{g.__name__}: the first argument is the tuple of all arguments of the function")
        full = g._bound(args, {})
        function = g.specialise(*full)
        if function in g._guards:
            g._guards[function].check(full)
        if g.mode == "vjp" or g.single:
            return function(*full, directions)
        if len(directions) != len(g.wrt):
            raise TypeError(f"{g.__name__}: {len(g.wrt)} tangents are needed, {len(directions)} were given")
        return function(*full, *directions)

    @property
    def source(self) -> str:
        return self.gradient.source


def jvp(f: Callable[..., Any], argnums: Any = 0, jit: Any = None) -> Transform:
    """Forward mode: `jvp(f)(args, tangents)` gives (value, tangent).

    >>> jvp(lambda x: x**3)((2.0,), 1.0)
    (8.0, 12.0)
    """
    return Transform(Gradient(f, "jvp", argnums, False, jit))


def vjp(f: Callable[..., Any], argnums: Any = 0, jit: Any = None) -> Transform:
    """Reverse mode: `vjp(f)(args, cotangent)` gives (value, gradients).

    >>> vjp(lambda x: x**3)((2.0,), 1.0)
    (8.0, 12.0)
    """
    return Transform(Gradient(f, "vjp", argnums, False, jit))


__all__ = ["Gradient", "SrctransError", "Transform", "clear_caches", "grad", "jvp", "value_and_grad", "vjp"]
