"""Objects: methods, attributes of self, properties, objects in lists and as contexts."""

from functools import cached_property

import numpy as np

from .registry import array, number, program, signed


class Spring:
    """A spring between two points on a line."""

    def __init__(self, stiffness, length):
        self.stiffness = stiffness
        self.length = length

    def force(self, x):
        return -self.stiffness * (x - self.length)

    def energy(self, x):
        return 0.5 * self.stiffness * (x - self.length) ** 2


class Account:
    """Money with interest; each method changes the balance."""

    fee = 0.25

    def __init__(self, balance):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self

    def grow(self, rate):
        self.balance *= 1.0 + rate
        return self

    def charge(self):
        self.balance = self.balance - self.fee
        return self


class Circle:
    """The area is a property with a setter: it sets the radius."""

    def __init__(self, radius):
        self.radius = radius

    @property
    def area(self):
        return np.pi * self.radius**2

    @area.setter
    def area(self, value):
        self.radius = np.sqrt(value / np.pi)


class Body:
    def __init__(self, mass, position, velocity):
        self.mass = mass
        self.position = position
        self.velocity = velocity

    def kick(self, force, dt):
        self.velocity = self.velocity + force / self.mass * dt

    def drift(self, dt):
        self.position = self.position + self.velocity * dt


class Gaussian:
    """A density with its log-likelihood; sigma is kept as its logarithm."""

    def __init__(self, mean, log_sigma):
        self.mean = mean
        self._log_sigma = log_sigma

    @property
    def sigma(self):
        return np.exp(self._log_sigma)

    def standardised(self, x):
        return (x - self.mean) / self.sigma

    def log_likelihood(self, data):
        z = self.standardised(data)
        return -0.5 * np.sum(z * z) - len(data) * self._log_sigma


class Design:
    """A design matrix whose Gram matrix is computed once."""

    def __init__(self, x):
        self.x = x

    @cached_property
    def gram(self):
        return self.x.T @ self.x + np.eye(self.x.shape[1])


class Celsius:
    """A class with slots."""

    __slots__ = ("degrees",)

    def __init__(self, degrees):
        self.degrees = degrees

    def warmed(self, by):
        return Celsius(self.degrees + by)


class Window:
    """A context manager that remembers what it was opened with."""

    def __init__(self, scale):
        self.scale = scale

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.scale = 0.0
        return False


LABORATORY = Spring(3.0, 0.5)


@program(number(), number(), number(2.0, 3.0), argnums=(0, 1, 2), numba=False)
def method_of_an_object(k, length, x):
    spring = Spring(k, length)
    return spring.energy(x) + spring.force(x)


@program(array(4), numba=False)
def object_of_the_module(x):
    return np.sum(LABORATORY.energy(x)) + LABORATORY.force(x[0])


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def method_that_calls_another(mean, log_sigma, x):
    return Gaussian(mean, log_sigma).standardised(x) ** 2


@program(array(5), number(), number(), argnums=(0, 1, 2), numba=False)
def likelihood_with_a_property(data, mean, log_sigma):
    return Gaussian(mean, log_sigma).log_likelihood(data)


@program(number(), number(), argnums=(0, 1), numba=False)
def attributes_changed_by_methods(b, r):
    account = Account(b)
    account.deposit(2.0 * b)
    account.grow(r)
    account.charge()
    return account.balance**2


@program(number(), number(), argnums=(0, 1), numba=False, exact=lambda b, r: (3.0 * (1.0 + r), 3.0 * b))
def methods_chained(b, r):
    return Account(b).deposit(2.0 * b).grow(r).charge().balance


@program(number(), array(6), argnums=(0, 1), numba=False)
def account_grows_in_a_loop(b, rates):
    account = Account(b)
    for r in rates:
        account.grow(0.1 * r)
        account.deposit(r * r)
        if account.balance > 5.0:
            account.charge()
    return account.balance


@program(number(), number(), argnums=(0, 1), numba=False)
def class_attribute_shadowed_by_its_object(b, fee):
    account = Account(b)
    other = Account(b)
    account.fee = fee * b
    account.charge()
    other.charge()
    return account.balance * other.balance


@program(number(), number(), argnums=(0, 1), numba=False)
def property_set_and_read(r, a):
    circle = Circle(r)
    before = circle.area
    circle.area = a * before
    circle.radius += 1.0
    return circle.area + before


@program(number(), array(4), argnums=(0, 1), numba=False)
def property_changed_in_a_loop(r, xs):
    circle = Circle(r)
    for x in xs:
        circle.area += x * circle.radius
    return circle.radius


@program(number(), number(), number(), argnums=(0, 1, 2), numba=False)
def two_bodies_collide(m, v, u):
    a, b = Body(m, 0.0, v), Body(2.0, 1.0, -u)
    momentum = a.mass * a.velocity + b.mass * b.velocity
    centre = momentum / (a.mass + b.mass)
    for body in (a, b):
        body.velocity = 2.0 * centre - body.velocity
        body.drift(0.1)
    return (b.position - a.position) ** 2


@program(array(3), array(3), 12, 0.05, argnums=(0, 1), numba=False)
def bodies_in_a_list_move(masses, velocities, steps, dt):
    bodies = [Body(masses[i], float(i), velocities[i]) for i in range(3)]
    for _ in range(steps):
        for body in bodies:
            body.kick(-2.0 * body.position, dt)
        for body in bodies:
            body.drift(dt)
    return sum(b.position**2 for b in bodies)


@program(signed(2), signed(2), number(), 15, argnums=(0, 1, 2), numba=False)
def body_with_arrays_falls(position, velocity, drag, steps):
    body = Body(1.5, position, velocity)
    for _ in range(steps):
        body.kick(np.array([0.0, -9.81]) - drag * body.velocity, 0.02)
        body.drift(0.02)
    return np.sum(body.position**2)


@program(array(3), number(), argnums=(0, 1), numba=False)
def bound_method_kept_in_a_variable(x, k):
    force = Spring(k, 0.5).force
    total = 0.0
    for v in x:
        total += force(v) ** 2
    return total


@program(signed(4, 2), signed(4), argnums=(0, 1), numba=False)
def property_that_is_cached(x, y):
    design = Design(x)
    return np.sum(design.gram**2) + y @ design.x @ design.gram @ (design.x.T @ y)


@program(number(), number(), argnums=(0, 1), numba=False)
def class_with_slots(d, by):
    cold = Celsius(d)
    warm = cold.warmed(by).warmed(by * d)
    return cold.degrees * warm.degrees


@program(number(), number(), argnums=(0, 1), numba=False)
def object_as_context(a, b):
    with Window(a * b) as window:
        inside = window.scale * a
    return inside**2 + b * window.scale + b


@program(array(3), number(), argnums=(0, 1), numba=False)
def attribute_of_an_attribute(x, k):
    body = Body(1.0, x, Spring(k, 0.1))
    body.velocity.length = body.velocity.length + k
    body.velocity.stiffness *= 3.0
    return np.sum(body.velocity.energy(body.position))


@program(number(), number(), argnums=(0, 1), numba=False)
def attribute_by_its_name(a, b):
    spring = Spring(a, b)
    for name in ("stiffness", "length"):
        setattr(spring, name, 2.0 * getattr(spring, name))
    return spring.stiffness * spring.length**2 + getattr(spring, "damping", 0.5) * a
