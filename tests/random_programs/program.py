"""A whole program: helper functions, a function of some arguments, and the arguments.

In: a seed. Out: a `Program`; the same seed gives the same program in every process.

>>> make(3).text == make(3).text
True
"""

from __future__ import annotations

import ast
import itertools
import linecache
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.random_programs import arrays, expressions
from tests.random_programs.blocks import result, statement
from tests.random_programs.names import Helper, Shape, State, Variable
from tests.random_programs.statements import Lines, new_array, new_number

HEADER = "import math\n\nimport numpy as np\n\n\n"
_NUMBER = itertools.count()


@dataclass(frozen=True)
class Program:
    """The text of a program, whose last function is the one that is differentiated, and what it is called with."""

    seed: int
    text: str
    parameters: tuple[Variable, ...]
    argnums: tuple[int, ...]

    def function(self) -> Callable[..., Any]:
        """The function, in a module that has a text."""
        filename = f"<random program {self.seed}.{next(_NUMBER)}>"
        linecache.cache[filename] = (len(self.text), None, self.text.splitlines(True), filename)
        namespace: dict[str, Any] = {"__name__": "random_program"}
        exec(compile(self.text, filename, "exec"), namespace)
        function: Callable[..., Any] = namespace["program"]
        return function

    def arguments(self, point: int) -> tuple[Any, ...]:
        """Fresh arguments; those of the first point have the largest integers."""
        rng = np.random.default_rng([self.seed, point])
        return tuple(_argument(parameter, rng, point) for parameter in self.parameters)


def make(seed: int) -> Program:
    """The program of a seed."""
    w = State(random.Random(seed))
    size = w.random.choice((3, 4, 4, 5))
    rows = w.random.choice((2, 3, size, size))
    for name in ("f", "g", "h")[: w.pick((4, 0), (4, 1), (2, 2), (1, 3))]:
        w.helpers.append(_header(w, name, size, rows))
    texts, known = [], w.helpers
    for position, helper in enumerate(known):
        w.helpers = known[:position]
        texts.append(_definition(w, helper, w.random.randint(1, 5)))
    w.helpers = known
    parameters = _parameters(w, size, rows)
    texts.append(_definition(w, Helper("program", parameters, "number"), w.random.randint(4, 14)))
    source = HEADER + "\n\n\n".join("\n".join(text) for text in texts)
    floats = tuple(i for i, p in enumerate(parameters) if p.kind in ("number", "array"))
    argnums = floats if w.chance(0.7) else tuple(i for i in floats if w.chance(0.5)) or floats[:1]
    return Program(seed, ast.unparse(ast.parse(source)) + "\n", parameters, argnums)


def _parameters(w: State, size: int, rows: int) -> tuple[Variable, ...]:
    optional = (
        (0.4, Variable("b", "array", (size,))),
        (0.5, Variable("m", "array", (rows, size))),
        (0.6, Variable("a", "number")),
        (0.6, Variable("n", "integer", low=0, high=size)),
        (0.2, Variable("at", "indices", (3,), 0, size - 1)),
    )
    return (Variable("x", "array", (size,)), *(v for p, v in optional if w.chance(p)))


def _header(w: State, name: str, size: int, rows: int) -> Helper:
    """A helper function without its body."""
    vector, matrix = Variable("y", "array", (size,)), Variable("m", "array", (rows, size))
    optional = (
        (0.3, Variable("z", "array", w.random.choice(((size,), (size - 1,))))), (0.15, matrix),
        (0.7, Variable("s", "number")), (0.4, Variable("i", "integer", low=0, high=size - 1)),
    )  # fmt: skip
    found = tuple(v for p, v in ((0.8, vector), *optional) if w.chance(p)) or (vector,)
    return Helper(name, found, w.pick((4, "number"), (2, "nothing"), (1, "pair"), (2, "array")), (size,))


def _definition(w: State, helper: Helper, budget: int) -> Lines:
    """The function with a body of about `budget` statements."""
    w.scopes, w.loops, w.budget = [[], list(helper.parameters)], [], budget
    w.result, w.shape = helper.result, helper.shape
    lines: Lines = []
    for _ in range(w.random.choice((0, 1, 2, 2, 3)) if budget > 5 else 0):
        lines += w.pick((2, new_number), (1, new_array))(w)
    while w.budget > 0:
        lines += statement(w)
    last = _everything(w) if helper.name == "program" else result(w)
    header = f"def {helper.name}({', '.join(p.text for p in helper.parameters)}):"
    return [header, *("    " + line for line in [*lines, last])]


def _everything(w: State) -> str:
    """A result that many variables count in."""
    terms = [v.text for v in w.visible("number") if w.chance(0.6)]
    terms += [f"np.sum({_weighted(w, v)})" for v in w.visible("array") if w.chance(0.6)]
    terms += [f"sum({v.text})" for v in w.visible("list")]
    return f"return {' + '.join(terms or [expressions.tame(w)])}"


def _weighted(w: State, v: Variable) -> str:
    return w.pick((2, v.text), (2, f"{v.text} * {arrays.view(w, v.shape)}"), (1, f"np.sin({v.text})"))


def _argument(parameter: Variable, rng: np.random.Generator, point: int) -> Any:
    shape: Shape = parameter.shape
    if parameter.kind == "integer":
        return parameter.high - 1 if point == 0 else int(rng.integers(parameter.low, parameter.high + 1))
    if parameter.kind == "indices":
        return rng.integers(parameter.low, parameter.high + 1, shape)
    return rng.uniform(-1.3, 1.3, shape) if shape else float(rng.uniform(-1.3, 1.3))
