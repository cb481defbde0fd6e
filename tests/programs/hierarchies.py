"""Class hierarchies: `super()`, abstract classes, mixins, class and static methods, callable objects."""

from abc import ABC, abstractmethod

import numpy as np

from .registry import array, number, program


class Potential(ABC):
    """What all pair potentials share."""

    @abstractmethod
    def pair(self, r): ...

    def energy(self, points):
        total = 0.0
        for i in range(len(points)):
            for j in range(i):
                total += self.pair(abs(points[i] - points[j]) + 0.5)
        return total


class LennardJones(Potential):
    def __init__(self, epsilon, sigma):
        self.epsilon, self.sigma = epsilon, sigma

    def pair(self, r):
        s = (self.sigma / r) ** 6
        return 4.0 * self.epsilon * (s * s - s)


class Morse(Potential):
    def __init__(self, depth, width, r0=1.0):
        self.depth = depth
        self.width = width
        self.r0 = r0

    def pair(self, r):
        return self.depth * (1.0 - np.exp(-self.width * (r - self.r0))) ** 2


class ShiftedMorse(Morse):
    """A Morse potential that is zero at the cutoff."""

    cutoff = 2.5

    def __init__(self, depth, width):
        super().__init__(depth, width)
        self.shift = super().pair(self.cutoff)

    def pair(self, r):
        return super().pair(r) - self.shift


class Units:
    """Conversions that belong to a class and to none of its objects."""

    kelvin = 273.15

    @staticmethod
    def to_kelvin(celsius):
        return celsius + 273.15

    @classmethod
    def to_celsius(cls, kelvin):
        return kelvin - cls.kelvin


class Line:
    def __init__(self, slope, offset):
        self.slope = slope
        self.offset = offset

    @classmethod
    def through(cls, x0, y0, x1, y1):
        slope = (y1 - y0) / (x1 - x0)
        return cls(slope, y0 - slope * x0)

    def __call__(self, x):
        return self.slope * x + self.offset


class SteepLine(Line):
    def __init__(self, slope, offset):
        super().__init__(2.0 * slope, offset)


class Logged:
    """Adds a count of its calls to what it is mixed into."""

    calls = 0

    def rate(self, t):
        self.calls = self.calls + 1
        return super().rate(t)


class Decay:
    def __init__(self, k):
        self.k = k

    def rate(self, t):
        return np.exp(-self.k * t)


class LoggedDecay(Logged, Decay):
    pass


@program(array(4), number(), number(), argnums=(0, 1, 2), numba=False)
def abstract_class_and_two_potentials(points, epsilon, sigma):
    total = 0.0
    for potential in (LennardJones(epsilon, sigma), Morse(epsilon, 1.5)):
        total += potential.energy(points)
    return total


@program(array(4), number(), number(), argnums=(0, 1, 2), numba=False)
def method_of_the_class_above(points, depth, width):
    return ShiftedMorse(depth, width).energy(points)


@program(number(), number(), argnums=(0, 1), numba=False)
def method_of_a_class_called_by_its_name(d, w):
    potential = ShiftedMorse(d, w)
    return Morse.pair(potential, 1.3) * Potential.energy(potential, [d, w])


@program(number(), numba=False)
def static_and_class_methods(t):
    return Units.to_kelvin(t) * Units.to_celsius(300.0 * t) + Units().to_kelvin(t)


@program(number(), number(), array(3), argnums=(0, 1, 2), numba=False)
def constructor_that_is_a_class_method(y0, y1, x):
    line = Line.through(0.0, y0, 2.0, y1)
    steep = SteepLine.through(0.0, y0, 2.0, y1)
    return np.sum(line(x) ** 2) * steep(x[0])


@program(number(), number(), array(4), argnums=(0, 1, 2), numba=False)
def callable_object_passed_on(slope, offset, x):
    def mean_square(f, points):
        return np.mean([f(p) ** 2 for p in points])

    line = Line(slope, offset)
    return mean_square(line, [x[0], x[1]]) + np.sum(line(x))


@program(number(), array(3), argnums=(0, 1), numba=False)
def mixin_before_its_base(k, times):
    decay = LoggedDecay(k)
    total = 0.0
    for t in (times[0], times[1], times[2]):
        total += decay.rate(t)
    return total * decay.calls


@program(number(), number(), argnums=(0, 1), numba=False)
def class_chosen_by_a_table(d, w):
    kinds = {"morse": Morse, "lj": LennardJones}
    total = 0.0
    for name in ("lj", "morse"):
        potential = kinds[name](d, w)
        weight = 2.0 if isinstance(potential, Morse) else 1.0
        total += weight * potential.pair(1.4)
    return total
