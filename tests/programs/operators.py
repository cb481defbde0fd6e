"""Operators of small classes: vectors, complex and dual numbers, quaternions, polynomials, intervals."""

from dataclasses import dataclass

import numpy as np

from .registry import array, number, program, signed


class Vec3:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, other):
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, k):
        return Vec3(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def __truediv__(self, k):
        return self * (1.0 / k)

    def __neg__(self):
        return Vec3(-self.x, -self.y, -self.z)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def __abs__(self):
        return np.sqrt(self @ self)

    def cross(self, other):
        return Vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )


@dataclass(frozen=True)
class Complex:
    re: float
    im: float = 0.0

    def __add__(self, other):
        return Complex(self.re + other.re, self.im + other.im)

    def __mul__(self, other):
        return Complex(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __abs__(self):
        return np.hypot(self.re, self.im)


class Dual:
    """A number with its derivative, which mixes with plain numbers."""

    def __init__(self, value, slope=0.0):
        self.value = value
        self.slope = slope

    @staticmethod
    def lift(x):
        return x if isinstance(x, Dual) else Dual(x)

    def __add__(self, other):
        other = Dual.lift(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = Dual.lift(other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __rmul__(self, other):
        return self * other

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return other + self * -1.0


@dataclass
class Quaternion:
    w: float
    x: float
    y: float
    z: float

    def __mul__(self, q):
        return Quaternion(
            self.w * q.w - self.x * q.x - self.y * q.y - self.z * q.z,
            self.w * q.x + self.x * q.w + self.y * q.z - self.z * q.y,
            self.w * q.y - self.x * q.z + self.y * q.w + self.z * q.x,
            self.w * q.z + self.x * q.y - self.y * q.x + self.z * q.w,
        )

    def __invert__(self):
        return Quaternion(self.w, -self.x, -self.y, -self.z)

    def rotate(self, v):
        return self * Quaternion(0.0, *v) * ~self


class Polynomial:
    """Coefficients in ascending order, held in an array."""

    def __init__(self, coefficients):
        self.coefficients = coefficients

    def __call__(self, x):
        y = 0.0
        for c in self.coefficients[::-1]:
            y = y * x + c
        return y

    def __len__(self):
        return len(self.coefficients)

    def __getitem__(self, i):
        return self.coefficients[i]

    def __add__(self, other):
        return Polynomial(self.coefficients + other.coefficients)

    def __mul__(self, other):
        product = np.zeros(len(self) + len(other) - 1)
        for i in range(len(self)):
            for j in range(len(other)):
                product[i + j] += self[i] * other[j]
        return Polynomial(product)

    def derivative(self):
        n = len(self)
        return Polynomial(self.coefficients[1:] * np.arange(1, n))


class Money:
    """An amount that is compared and added in place."""

    def __init__(self, amount):
        self.amount = amount

    def __iadd__(self, other):
        self.amount += other.amount
        return self

    def __lt__(self, other):
        return self.amount < other.amount


class Table:
    """Values by name, read and assigned as items."""

    def __init__(self, **values):
        self.values = values

    def __getitem__(self, name):
        return self.values[name]

    def __setitem__(self, name, value):
        self.values[name] = value

    def __contains__(self, name):
        return name in self.values

    def __iter__(self):
        return iter(self.values)


class Grid:
    """An array with its spacing: operators of grids are operators of the arrays."""

    __array_ufunc__ = None

    def __init__(self, values, h):
        self.values, self.h = values, h

    def __add__(self, other):
        return Grid(self.values + (other.values if isinstance(other, Grid) else other), self.h)

    def __rmul__(self, k):
        return Grid(k * self.values, self.h)

    def laplacian(self):
        u = np.zeros_like(self.values)
        u[1:-1] = (self.values[2:] - 2.0 * self.values[1:-1] + self.values[:-2]) / self.h**2
        return Grid(u, self.h)

    def integral(self):
        return self.h * np.sum(self.values)


@program(signed(3), signed(3), number(), argnums=(0, 1, 2), numba=False)
def vectors_added_and_scaled(a, b, k):
    u, v = Vec3(a[0], a[1], a[2]), Vec3(*b)
    w = k * u - v / k + -u
    return w @ u.cross(v) + abs(w)


@program(signed(3), signed(3), number(), 12, argnums=(0, 1, 2), numba=False)
def charge_in_a_magnetic_field(position, velocity, b, steps):
    x, v = Vec3(*position), Vec3(*velocity)
    field = Vec3(0.0, 0.0, b)
    for _ in range(steps):
        v = v + v.cross(field) * 0.05
        x = x + v * 0.05
    return x @ x


@program(number(), number(), 8, argnums=(0, 1), numba=False)
def complex_numbers_iterated(re, im, n):
    c = Complex(0.2 * re, 0.2 * im)
    z = Complex(0.0)
    for _ in range(n):
        z = z * z + c
    return abs(z)


@program(number(), number(), argnums=(0, 1), numba=False, exact=lambda x, a: (6.0 * x * a + 4.0, 3.0 * x**2))
def derivative_of_a_dual_number(x, a):
    d = Dual(x, 1.0)
    y = a * d**3 + 2.0 * d * d - 1.0 * d
    return y.slope + (1.0 - d).value * 0.0


@program(number(), number(), argnums=(0, 1), numba=False)
def duals_summed(x, y):
    duals = [Dual(x, 1.0), Dual(y, 2.0), Dual(x * y)]
    total = sum(duals)
    return total.value * total.slope


@program(signed(4), signed(3), argnums=(0, 1), numba=False)
def vector_rotated_by_a_quaternion(q, v):
    r = Quaternion(*q).rotate((v[0], v[1], v[2]))
    return r.x * r.y + r.z**2


@program(signed(4), signed(3), number(), argnums=(0, 1, 2), numba=False)
def polynomials_multiplied(p, q, x):
    product = Polynomial(p) * Polynomial(q)
    return product(x) + product.derivative()(x)


@program(signed(4), signed(4), number(), 5, argnums=(0, 1, 2), numba=False)
def root_of_a_polynomial(p, q, x, n):
    f = Polynomial(p) + Polynomial(q)
    slope = f.derivative()
    for _ in range(n):
        x = x - 0.1 * f(x) / (1.0 + slope(x) ** 2)
    return x


@program(number(), array(4), argnums=(0, 1), numba=False)
def added_in_place(start, parts):
    purse = Money(start)
    same = purse
    for i in range(len(parts)):
        purse += Money(parts[i] ** 2)
    return same.amount * start


@program(number(0.5, 0.9), number(1.0, 1.5), argnums=(0, 1), numba=False)
def objects_compared(a, b):
    x, y = Money(a), Money(b)
    if x < y:
        x += y
    return x.amount * y.amount**2


@program(number(), number(), argnums=(0, 1), numba=False)
def items_of_an_object(a, b):
    table = Table(rate=a, size=b)
    table["rate"] = table["rate"] * 3.0
    if "extra" not in table:
        table["extra"] = a * b
    total = 0.0
    for name in table:
        total += table[name] ** 2
    return total


@program(array(7), number(), 6, argnums=(0, 1), numba=False)
def heat_equation_on_a_grid(u0, k, n):
    u = Grid(u0, 0.5)
    for _ in range(n):
        u = u + 0.05 * k * u.laplacian()
    return (u + np.ones(7)).integral() * u.values[3]
