"""Records: dataclasses (frozen, defaults, factories, with code of their own) and NamedTuples with methods."""

from collections import namedtuple
from dataclasses import InitVar, astuple, dataclass, field, replace
from typing import ClassVar, NamedTuple

import numpy as np

from .registry import array, number, program, signed


@dataclass
class Oscillator:
    mass: float
    stiffness: float
    damping: float = 0.2
    history: list = field(default_factory=list)

    @property
    def frequency(self):
        return np.sqrt(self.stiffness / self.mass)

    def decay(self, t):
        return np.exp(-self.damping * t / (2.0 * self.mass))


@dataclass(frozen=True)
class State:
    """A state that is made anew in each step."""

    x: float
    v: float
    t: float = 0.0

    def stepped(self, acceleration, dt):
        v = self.v + acceleration * dt
        return State(self.x + v * dt, v, self.t + dt)


@dataclass
class Normalised:
    """Weights that sum to one as soon as they are given."""

    weights: np.ndarray
    total: float = field(init=False)

    def __post_init__(self):
        self.total = np.sum(self.weights)
        self.weights = self.weights / self.total


@dataclass
class Scaled:
    values: np.ndarray
    scale: InitVar[float] = 2.0
    count: ClassVar[int] = 3

    def __post_init__(self, scale):
        self.values = self.values * scale


@dataclass(frozen=True)
class UnitVector:
    """A frozen dataclass that computes a field when it is made."""

    x: float
    y: float
    norm: float = field(init=False, default=0.0)

    def __post_init__(self):
        object.__setattr__(self, "norm", np.sqrt(self.x**2 + self.y**2))


@dataclass
class Material:
    density: float
    young: float = 2.0


@dataclass
class Beam(Material):
    length: float = 1.0
    section: Material = field(default_factory=lambda: Material(1.0, 1.5))

    def deflection(self, load):
        return load * self.length**3 / (3.0 * self.young * self.section.young)


@dataclass(kw_only=True)
class Options:
    step: float = 0.1
    momentum: float = 0.9


@dataclass
class Layer:
    w: np.ndarray
    b: np.ndarray

    def __call__(self, x):
        return np.tanh(self.w @ x + self.b)


@dataclass
class Network:
    first: Layer
    second: Layer
    scale: float = 1.0

    def loss(self, x, y):
        return np.sum((self.scale * self.second(self.first(x)) - y) ** 2)


class Point(NamedTuple):
    x: float
    y: float = 0.5

    def distance(self, other):
        return np.hypot(self.x - other.x, self.y - other.y)

    @property
    def radius(self):
        return np.sqrt(self.x**2 + self.y**2)

    @classmethod
    def on_circle(cls, angle):
        return cls(np.cos(angle), np.sin(angle))


Interval = namedtuple("Interval", ["low", "high"])


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def dataclass_with_defaults(m, k, t):
    o = Oscillator(m, stiffness=k)
    return o.decay(t) * np.cos(o.frequency * t)


@program(number(), number(), argnums=(0, 1), numba=False)
def field_made_by_a_factory(m, k):
    a, b = Oscillator(m, k), Oscillator(k, m)
    a.history.append(m * k)
    a.history.append(a.history[0] ** 2)
    b.history.append(m)
    return sum(a.history) * b.history[0] + len(a.history) * k


@program(number(), number(), number(), 20, argnums=(0, 1, 2), numba=False)
def frozen_state_made_anew_in_a_loop(x, v, k, n):
    state = State(x, v)
    for _ in range(n):
        state = state.stepped(-k * state.x - 0.1 * state.v, 0.05)
    return state.x**2 + state.t * state.v


@program(number(), number(), argnums=(0, 1), numba=False)
def field_replaced(x, v):
    start = State(x, v)
    moved = replace(start, x=start.x * v, t=2.0)
    return moved.x * moved.v + start.x * moved.t


@program(array(4), signed(4), argnums=(0, 1), numba=False)
def fields_computed_after_the_others(w, x):
    n = Normalised(w)
    return np.sum(n.weights * x) ** 2 + np.log(n.total)


@program(array(3), number(), argnums=(0, 1), numba=False)
def parameter_of_post_init_only(v, s):
    return np.sum(Scaled(v, s).values ** 2) + Scaled.count * np.sum(Scaled(v).values)


@program(number(), number(), argnums=(0, 1), numba=False)
def frozen_dataclass_with_a_computed_field(x, y):
    u = UnitVector(x, y)
    return u.x / u.norm + 2.0 * u.y / u.norm**2


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def dataclass_derived_from_another(density, length, load):
    beam = Beam(density, length=length)
    return beam.deflection(load) * beam.density + beam.young * length


@program(number(), number(), argnums=(0, 1), numba=False)
def keyword_only_dataclass(x, step):
    options = Options(step=0.1 * step)
    v = 0.0
    for _ in range(8):
        v = options.momentum * v - options.step * 2.0 * x
        x = x + v
    return x**2


@program(Oscillator(number(), number(), number()), number(), argnums=(0, 1), numba=False)
def fields_of_an_argument(oscillator, t):
    return oscillator.decay(t) * np.cos(oscillator.frequency * t)


@program(State(number(), number(), number()), 10, numba=False)
def frozen_argument_stepped(state, n):
    for _ in range(n):
        state = state.stepped(-state.x, 0.1)
    return state.x * state.v + state.t


@program(Network(Layer(signed(3, 2), signed(3)), Layer(signed(2, 3), signed(2)), number()), signed(2), signed(2),
         argnums=(0, 1), numba=False)  # fmt: skip
def network_as_an_argument(network, x, y):
    return network.loss(x, y)


@program([Layer(signed(3, 2), signed(3)), Layer(signed(1, 3), signed(1))], signed(4, 2), numba=False)
def layers_in_a_list_argument(layers, points):
    total = 0.0
    for p in points:
        h = p
        for layer in layers:
            h = layer(h)
        total += np.sum(h)
    return total


@program({"a": Material(number(), number()), "b": Material(number(), number())}, numba=False)
def dataclasses_in_a_dict(materials):
    total = 0.0
    for name, m in materials.items():
        total += m.young * m.density ** (2 if name == "a" else 3)
    return total


@program(Material(number(), number()), number(), argnums=(0, 1), numba=False)
def argument_whose_fields_change(material, x):
    material.young = material.young * x
    material.density += material.young
    return material.density**2 * material.young


@program(Layer(signed(2, 2), signed(2)), 6, numba=False)
def gradient_descent_on_fields(layer, n):
    x = np.array([0.3, -0.4])
    for _ in range(n):
        y = layer(x)
        layer.b = layer.b - 0.1 * y
        layer.w = layer.w - 0.1 * np.outer(y, x)
    return np.sum(layer(x) ** 2)


@program(Point(number(), number()), number(), argnums=(0, 1), numba=False)
def named_tuple_with_methods(p, angle):
    q = Point.on_circle(angle)
    return p.distance(q) * p.radius + Point(angle).distance(p)


@program(number(), number(), argnums=(0, 1), numba=False)
def named_tuple_replaced_and_unpacked(a, b):
    p = Point(a, b)
    q = p._replace(y=a * b)
    x, y = q
    return x * y + p[1] ** 2 + q.radius


@program([Point(number(), number()), Point(number(), number()), Point(number(2.0, 3.0), number())], numba=False)
def length_of_a_path_of_points(path):
    return sum(path[i].distance(path[i - 1]) for i in range(1, len(path)))


@program(number(), number(), 9, argnums=(0, 1), numba=False)
def named_tuple_carried_by_a_loop(a, b, n):
    p = Point(a, b)
    for k in range(n):
        p = Point(p.x - 0.1 * p.y * k, p.y + 0.1 * p.x)
    return p.radius


@program(number(), number(2.0, 3.0), 5, argnums=(0, 1), numba=False)
def bisection_with_an_interval(target, high, n):
    interval = Interval(0.0, high)
    for _ in range(n):
        middle = 0.5 * (interval.low + interval.high)
        if middle**3 < target:
            interval = interval._replace(low=middle)
        else:
            interval = interval._replace(high=middle)
    return interval.high


@program(number(), number(), argnums=(0, 1), numba=False)
def dataclass_as_a_tuple(x, v):
    a, b, c = astuple(State(x, v, x * v))
    return a * b + c**2
