"""Expressions that are numbers, and tests: text whose values are finite and, mostly, of size one."""

from __future__ import annotations

from tests.random_programs import arrays
from tests.random_programs.names import Helper, State, Variable

BOUNDED = ("np.tanh", "np.sin", "np.cos", "math.sin", "math.tanh", "np.arctan")


def constant(w: State) -> str:
    return repr(w.random.choice((-1.5, -1.0, -0.7, -0.3, 0.2, 0.4, 0.5, 0.9, 1.0, 1.1, 2.0)))


def tame(w: State, depth: int = 2) -> str:
    """A number of size one."""
    inner = number(w, depth)
    return w.pick((4, inner), (2, f"{w.random.choice(BOUNDED)}({inner})"), (3, f"{_small(w)} * ({inner})"))


def number(w: State, depth: int = 2) -> str:
    if depth <= 0 or w.chance(0.2):
        return leaf(w)
    make = w.pick(
        (5, _sum), (5, _product), (3, _function), (1, _quotient), (1, _extreme), (1, _conditional), (3, reduction),
        (2, _called),
    )  # fmt: skip
    text: str = make(w, depth - 1)
    return text


def leaf(w: State) -> str:
    variable, integer = w.any("number"), w.any("integer")
    return w.pick(
        (5, variable.text if variable else element(w)),
        (5, element(w)),
        (1, constant(w)),
        (1, f"{_small(w)} * {integer.text}" if integer else constant(w)),
        (0.5, _of_list(w)),
    )


def element(w: State) -> str:
    """An element of an array."""
    variable = w.any("array")
    return arrays.element_of(w, variable) if variable else constant(w)


def test(w: State, depth: int = 1) -> str:
    """A condition; what it compares is seldom equal."""
    if depth and w.chance(0.2):
        return w.pick(
            (2, f"{test(w, 0)} and {test(w, 0)}"), (2, f"{test(w, 0)} or {test(w, 0)}"), (1, f"not ({test(w, 0)})")
        )
    integer = w.any("integer")
    if integer is not None and w.chance(0.4):
        some = w.random.randint(integer.low, integer.high)
        name = integer.text
        return w.pick(
            (2, f"{name} == {some}"), (2, f"{name} > {some}"), (1, f"{name} % 2 == 0"), (1, f"{name} != {some}"),
            (1, f"{name} <= {some}"),
        )  # fmt: skip
    limit = w.random.choice((-0.77, -0.31, 0.13, 0.37, 0.61, 1.03))
    value = number(w, 1)
    return w.pick(
        (4, f"{value} > {limit}"), (4, f"{value} < {limit}"), (1, f"{limit} < {value} <= {limit + 0.5:.2f}"),
        (1, f"{number(w, 0)} > {number(w, 0)}"),
    )  # fmt: skip


def reduction(w: State, depth: int) -> str:
    """A number from an array."""
    variable = w.any("array")
    if variable is None:
        return constant(w)
    shape = arrays.part(w, variable.shape)
    a = arrays.array(w, shape, depth)
    if len(shape) == 1 and w.chance(0.2):
        return f"{_small(w)} * ({a} @ {arrays.array(w, shape, depth - 1)})"
    if w.chance(0.15) and len(shape) == 1 and variable.shape == shape:
        index = next(name for name in ("o", "o2", "o3") if name not in {v.text for v in w.visible("number")})
        return f"sum({index} * {number(w, 0)} for {index} in {variable.text})"
    return w.pick(
        (4, f"np.sum({a})"), (2, f"np.mean({a})"), (1, f"np.max({a})"), (1, f"({a}).sum()"), (1, f"np.min({a})"),
        (0.5, f"np.prod(np.cos({a}))"), (0.5, f"np.sqrt(1.0 + np.sum(({a}) ** 2))"),
    )  # fmt: skip


def call(w: State, helper: Helper) -> str:
    """A call with arguments that suit."""
    return f"{helper.name}({', '.join(argument(w, p) for p in helper.parameters)})"


def argument(w: State, parameter: Variable) -> str:
    if parameter.kind == "integer":
        return arrays.index(w, parameter.high + 1, parameter.low)
    if parameter.kind == "array":
        return arrays.view(w, parameter.shape) if w.chance(0.8) else arrays.array(w, parameter.shape, 1)
    return number(w, 1)


def _called(w: State, depth: int) -> str:
    suitable = [h for h in w.helpers if h.result == "number"]
    return call(w, w.random.choice(suitable)) if suitable else _sum(w, depth)


def _sum(w: State, depth: int) -> str:
    return f"({number(w, depth)} {w.random.choice('+-')} {number(w, depth)})"


def _product(w: State, depth: int) -> str:
    return f"({number(w, depth)} * {number(w, depth)})"


def _function(w: State, depth: int) -> str:
    inner = number(w, depth)
    return w.pick(
        (4, f"{w.random.choice(BOUNDED)}({inner})"), (1, f"np.exp(-abs({inner}))"), (1, f"-({inner})"),
        (1, f"np.sqrt(1.0 + ({inner}) ** 2)"), (1, f"np.log(1.5 + ({inner}) ** 2)"), (1, f"abs({inner})"),
        (1, f"({inner}) ** 2"),
    )  # fmt: skip


def _quotient(w: State, depth: int) -> str:
    return f"({number(w, depth)} / (1.5 + {number(w, depth)} ** 2))"


def _extreme(w: State, depth: int) -> str:
    return f"{w.random.choice(('max', 'min', 'np.maximum', 'np.minimum'))}({number(w, depth)}, {number(w, depth)})"


def _conditional(w: State, depth: int) -> str:
    return f"({number(w, depth)} if {test(w, 0)} else {number(w, depth)})"


def _of_list(w: State) -> str:
    kept = w.any("list")
    if kept is None:
        return element(w)
    return w.pick((2, f"{kept.text}[-1]"), (1, f"{kept.text}[0]"), (1, f"(0.2 * sum({kept.text}))"))


def _small(w: State) -> str:
    return repr(w.random.choice((0.1, 0.3, 0.5, -0.2, 0.8)))
