"""Where derivatives are declared: one rule for each function, both modes from it.

A rule is ordinary Python. `partials` serves everything elementwise: it gets
the result and the operands and returns one partial derivative for each
operand. Other functions declare an adjoint (and a tangent, unless they are
linear): `d[y]` is the adjoint (or tangent) of `y`, and is set for operands.

>>> @partials(np.hypot)
... def hypot(z, x, y):
...     return x / z, y / z

>>> @adjoint(np.cumsum, linear=True)
... def cumsum(y, x, axis=None):
...     d[x] = np.flip(np.cumsum(np.flip(d[y], axis), axis), axis)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np  # noqa: F401  (the doctest above)

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)


@dataclass
class Rule:
    """What is known of the derivative of one function."""

    function: Function
    partials: Function | None = None
    adjoint: Function | None = None
    tangent: Function | None = None
    linear: tuple[str, ...] | None = None
    inactive: bool = False


RULES: dict[Any, Rule] = {}


def _rule(function: Function) -> Rule:
    return RULES.setdefault(function, Rule(function))


def partials(*functions: Function) -> Callable[[F], F]:
    """Declare the partial derivatives of elementwise functions: `rule(z, *operands)` gives a tuple."""

    def declare(rule: F) -> F:
        for function in functions:
            _rule(function).partials = rule
        return rule

    return declare


def adjoint(*functions: Function, linear: tuple[str, ...] | str | None = None) -> Callable[[F], F]:
    """Declare how adjoints go back: `rule(y, *args, **kwargs)` sets `d[operand]` from `d[y]`.

    `linear` names the operands in which the function is (jointly) linear;
    the tangent is then the function itself, applied to the tangents of those.
    """

    def declare(rule: F) -> F:
        for function in functions:
            found = _rule(function)
            found.adjoint = rule
            found.linear = (linear,) if isinstance(linear, str) else linear
        return rule

    return declare


def tangent(*functions: Function) -> Callable[[F], F]:
    """Declare how tangents go forward: `rule(y, *args, **kwargs)` sets `d[y]` from `d[operand]`.

    The tangent of an operand that does not vary reads as None.
    """

    def declare(rule: F) -> F:
        for function in functions:
            _rule(function).tangent = rule
        return rule

    return declare


def inactive(*functions: Function) -> None:
    """Declare that the derivative is zero (`np.floor`) or that there is none (`np.argmax`)."""
    for function in functions:
        _rule(function).inactive = True


@dataclass
class Differentials:
    """`d` inside of a rule: adjoints or tangents by the symbol that they belong to."""

    known: dict[int, Any] = field(default_factory=dict)
    found: list[tuple[Any, Any]] = field(default_factory=list)

    def __getitem__(self, symbol: Any) -> Any:
        return self.known.get(id(symbol))

    def __setitem__(self, symbol: Any, value: Any) -> None:
        self.found.append((symbol, value))

    def run(self, rule: Function, known: Iterator[tuple[Any, Any]], *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        """Run a rule with these adjoints or tangents known; what it set, in its order."""
        before = self.known, self.found
        self.known, self.found = {id(s): v for s, v in known}, []
        try:
            rule(*args, **kwargs)
            return self.found
        finally:
            self.known, self.found = before


d = Differentials()
