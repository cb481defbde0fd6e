"""Arguments: which are differentiated, nested structures, ranks, dtypes, static values."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .registry import array, number, program, signed


class Spring(NamedTuple):
    k: float
    length: float


class Layer(NamedTuple):
    w: np.ndarray
    b: np.ndarray


@dataclass
class Oscillator:
    mass: float
    stiffness: float
    damping: float = 0.1


@dataclass(frozen=True)
class Model:
    weights: np.ndarray
    springs: list
    oscillator: Oscillator


def double(x):
    return 2.0 * x


@program(number(), number(), number(), argnums=(2, 0))
def positions_in_other_order(a, b, c):
    return a * b**2 * c**3


@program(number(), number(), argnums=(1,))
def tuple_of_one(a, b):
    return a * b**2


@program(3, exact=lambda x: 3.0 * x**2)
def python_int(x):
    return x**3


@program(2, 5, argnums=(0, 1), exact=lambda x, y: (1.0 / y, -x / y**2))
def python_ints_divided(x, y):
    return x / y


@program(array(), exact=lambda x: 3.0 * x**2)
def zero_dimensional(x):
    return x**3


@program(array(), array(3), argnums=(0, 1))
def zero_dimensional_and_vector(a, x):
    return np.sum(a * x**2) + a


@program(array(2, 3, 4))
def three_dimensional(a):
    s = 0.0
    for i in range(2):
        for j in range(3):
            s += np.sum(a[i, j] ** 2) * a[i, j, 0]
    return s


@program(array(2, 1, 3, 2))
def four_dimensional(a):
    return np.sum(np.sin(a) * a[0]) * a[1, 0, 2, 1]


@program(array(5, dtype=np.float32), rtol=2e-5)
def single_precision_loop(x):
    s = np.float32(0.0)
    for i in range(len(x)):
        s += x[i] * x[i]
    return s


@program(array(3, 4, dtype=np.float32), array(4, dtype=np.float32), argnums=(0, 1), rtol=2e-5)
def single_precision_arrays(a, x):
    return np.sum(np.tanh(a @ x) ** 2)


@program(array(4, dtype=np.float32), array(4), argnums=(0, 1), rtol=2e-5)
def mixed_precision(x, y):
    return np.sum(x * y**2)


@program({"w": array(2, 3), "b": array(2)}, array(3), numba=False)
def dict_of_arrays(params, x):
    return np.sum(np.tanh(params["w"] @ x + params["b"]) ** 2)


@program({"rate": number(), "power": number()}, 5, numba=False)
def dict_of_numbers(p, n):
    y = 1.0
    for _ in range(n):
        y = y + 0.1 * p["rate"] * y ** p["power"]
    return y


@program([array(3), array(2, 3), number()], numba=False)
def list_of_mixed(p):
    return np.sum(p[1] @ p[0]) * p[2] ** 2


@program((number(), (array(3), number())))
def nested_tuple(p):
    a, (v, b) = p
    return a * np.sum(v**2) + b * v[1]


@program([{"w": array(4, 3), "b": array(4)}, {"w": array(2, 4), "b": array(2)}], array(3), numba=False)
def list_of_dicts(layers, x):
    h = x
    for layer in layers:
        h = np.tanh(layer["w"] @ h + layer["b"])
    return np.sum(h * h)


@program({"in": {"w": array(3), "c": [number(), number()]}, "out": (array(2), number())}, numba=False)
def deeply_nested(p):
    c = p["in"]["c"]
    v, s = p["out"]
    return np.sum(p["in"]["w"] ** c[0]) * c[1] + v[0] * v[1] * s


@program(Spring(number(), number()), number(2.0, 3.0), argnums=(0, 1))
def named_tuple(spring, x):
    return 0.5 * spring.k * (x - spring.length) ** 2


@program([Layer(array(3, 2), array(3)), Layer(array(1, 3), array(1))], array(2))
def list_of_named_tuples(layers, x):
    for w, b in layers:
        x = np.tanh(w @ x + b)
    return x[0]


@program(Oscillator(number(), number(), number()), number(), argnums=(0, 1), numba=False)
def dataclass_argument(osc, x):
    v = 0.0
    for _ in range(5):
        a = -(osc.stiffness * x + osc.damping * v) / osc.mass
        v = v + 0.1 * a
        x = x + 0.1 * v
    return x * x + v * v


@program(
    Model(array(3), [Spring(number(), number()), Spring(number(), number())], Oscillator(number(), number())),
    array(3),
    numba=False,
)
def dataclass_of_everything(m, x):
    e = np.dot(m.weights, x)
    for s, v in zip(m.springs, x):
        e += s.k * (v - s.length) ** 2
    return e * m.oscillator.stiffness / m.oscillator.mass + m.oscillator.damping


@program({"a": number(), "b": array(3)}, numba=False)
def over_dict_items(p):
    s = 0.0
    for _, value in p.items():
        s += np.sum(value**2)
    return s * p["a"]


@program({"a": number(), "b": number(), "unused": array(2)}, numba=False)
def part_without_influence(p):
    return p["a"] * p["b"] ** 2


@program(array(3), {"a": 2.0, "n": 3, "name": "cube"}, numba=False)
def static_dict(x, options):
    y = x ** options["n"] if options["name"] == "cube" else x
    return options["a"] * np.sum(y)


@program(array(3), "sum", None, False, double)
def static_values(x, reduction, weights, negate, f):
    y = f(x * x)
    if weights is not None:
        y = y * weights
    total = np.sum(y) if reduction == "sum" else np.mean(y)
    return -total if negate else total


@program(array(3), 2, number(), argnums=("x", "c"))
def integer_exponent_between(x, n, c):
    return np.sum(x**n) * c


@program(array(4), np.array([1, 0, 2, 1]), np.array([True, False, True, True]))
def integer_and_bool_arrays(x, counts, mask):
    s = 0.0
    for i in range(4):
        if mask[i]:
            s += counts[i] * x[i] ** 2
    return s + np.sum(np.where(mask, x, 0.0) * counts)


@program(signed(3, 3), array(3), argnums=("b", "a"))
def named_in_other_order(a, b):
    return b @ a @ b


@program([number(), 2, number()], numba=False)
def ints_among_floats(p):
    return p[0] * p[1] ** 2 + p[2] * p[1]


@program((array(3), array(3)), argnums=0)
def tuple_of_arrays_overwritten(buffers):
    u, v = buffers
    u[0] = v[1] * v[2]
    v *= u
    return np.sum(u * v)


@program(array(3), array(3), argnums=(0, 1))
def transposed_data(x, y):
    a = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            a[j, i] = x[i] * y[j] ** 2
    return np.sum(a * a.T)


@program(array(0), number(), argnums=(0, 1))
def empty_array(x, c):
    s = c * c
    for v in x:
        s = s * v
    return s + np.sum(x * c) + np.sum(x**2)


@program(array(0, 3), array(3), argnums=(0, 1))
def matrix_without_rows(a, x):
    return np.sum(a @ x) + np.sum(a, axis=0) @ x + np.dot(x, x)


@program(np.float64(1.3), exact=lambda x: 2.0 * x)
def numpy_scalar(x):
    return x * x
