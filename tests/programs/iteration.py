"""What a loop can go over: rows, enumerate, zip, reversed, items, tuples, ranges with steps, comprehensions, map.

Generators and itertools as people use them: to say what is summed, not how it is indexed.
"""

import itertools
import math
from itertools import accumulate, chain, combinations, pairwise, product, repeat

import numpy as np

from .registry import array, number, program, signed

# Rows


@program(array(4, 3), array(3), argnums=(0, 1))
def distances_to_a_centre(points, centre):
    total = 0.0
    for point in points:
        total += math.sqrt(np.sum((point - centre) ** 2))
    return total


@program(array(4, 2), exact=lambda p: np.stack([p[:, 1], p[:, 0]], axis=1))
def rows_unpacked(points):
    area = 0.0
    for x, y in points:
        area += x * y
    return area


@program(array(3, 2, 2), array(2), argnums=(0, 1))
def matrices_applied_in_turn(layers, h):
    for w in layers:
        h = np.tanh(w @ h)
    return np.sum(h)


@program(array(3, 4))
def columns_by_transpose(a):
    total = 0.0
    for column in a.T:
        total += np.prod(column)
    return total


@program(array(3, 4))
def elements_of_rows(a):
    largest = 1.0
    for row in a:
        inner = 0.0
        for v in row:
            inner = inner * 0.5 + v * v
        largest *= inner
    return largest


@program(array(8))
def every_second_of_a_slice(x):
    s = 1.0
    for v in x[1:-1:2]:
        s = s * v + v
    return s


@program(array(3, 3))
def rows_are_views(a):
    m = a.copy()
    for row in m:
        row[0] *= row[1]
        row /= row[2]
    return np.sum(m**2)


# enumerate, zip, reversed


@program(array(5), array(5), argnums=(0, 1))
def trapezoid_by_zip_of_slices(x, y):
    area = 0.0
    for x0, x1, y0, y1 in zip(x[:-1], x[1:], y, y[1:]):
        area += 0.5 * (x1 - x0) * (y0 + y1)
    return area


@program(array(4), number(), exact=lambda c, t: t ** np.arange(4), numba=False)
def horner_over_reversed(c, t):
    value = 0.0
    for v in reversed(c):
        value = value * t + v
    return value


@program(array(5), numba=False)
def backwards_through_a_range(x):
    carry = 0.0
    for i in reversed(range(1, len(x))):
        carry = 0.9 * carry + x[i] * x[i - 1]
    return carry**2


@program(array(4), array(4), argnums=(0, 1), numba=False)
def reversed_zip_of_lists(x, y):
    s = 0.0
    for a, b in reversed(list(zip(x, y))):
        s = s * a + b
    return s


@program(array(4, 3), np.array([0, 2, 1, 2]))
def cross_entropy_of_rows(logits, labels):
    loss = 0.0
    for i, (row, label) in enumerate(zip(logits, labels)):
        loss += (math.log(np.sum(np.exp(row))) - row[label]) / (i + 1)
    return loss


@program(array(6), array(3), argnums=(0, 1))
def zip_stops_at_the_shorter(x, w):
    s = 0.0
    for v, u in zip(x, w):
        s += v * u**2
    return s


@program(array(5), 2, numba=False)
def enumerate_from_a_lag(x, lag):
    s = 0.0
    for i, v in enumerate(x[lag:], start=lag):
        s += v * x[i - lag] * i
    return s


@program(array(3), array(3), array(3), argnums=(0, 1, 2))
def zip_of_three(mass, velocity, height):
    energy = 0.0
    for m, v, h in zip(mass, velocity, height):
        energy += 0.5 * m * v**2 + 9.81 * m * h
    return energy


# Dicts, lists, tuples


@program({"slope": array(3), "bias": array(3)}, number(), argnums=(0, 1), numba=False)
def weight_decay_over_items(params, rate):
    penalty = 0.0
    for name, value in params.items():
        if name != "bias":
            penalty += rate * np.sum(value**2)
        else:
            penalty += np.sum(value)
    return penalty


@program({"a": number(), "b": number(), "c": number()}, numba=False)
def keys_and_values(p):
    s = 1.0
    for key in p:
        s = s * p[key] + 0.1
    for value in p.values():
        s += value**2
    for i, key in enumerate(sorted(p.keys())):
        s *= p[key] + i
    return s


@program([array(2, 3), array(3, 2)], array(2), argnums=(0, 1))
def network_over_a_list_of_matrices(weights, x):
    for i, w in enumerate(weights):
        x = x @ w
        if i < len(weights) - 1:
            x = np.maximum(x, 0.0)
    return np.sum(x**2)


@program([(array(2, 3), array(3)), (array(3, 2), array(2))], array(2), numba=False)
def network_over_pairs(layers, x):
    *hidden, (w_last, b_last) = layers
    for w, b in hidden:
        x = np.tanh(x @ w + b)
    return np.sum((x @ w_last + b_last) ** 2)


@program(number(), number(), argnums=(0, 1))
def table_of_coefficients(x, y):
    s = 0.0
    for c, (i, j) in ((1.0, (2, 0)), (-2.0, (1, 1)), (0.5, (0, 3))):
        s += c * x**i * y**j
    return s


# Ranges


@program(array(9), 4)
def blocks_of_a_signal(x, width):
    s = 0.0
    for start in range(0, len(x), width):
        block = x[start : start + width]
        s += np.sum(block) ** 2
    return s


@program(array(7))
def red_and_black_sweeps(x):
    u = x.copy()
    for first in (1, 2):
        for i in range(first, len(u) - 1, 2):
            u[i] = 0.5 * (u[i - 1] + u[i + 1]) * x[i]
    return np.sum(u)


@program(array(8))
def doubling_strides(x):
    """The tree of a pairwise product: strides 1, 2, 4."""
    y = x.copy()
    stride = 1
    while stride < len(y):
        for i in range(0, len(y) - stride, 2 * stride):
            y[i] = y[i] * y[i + stride] + 0.1
        stride *= 2
    return y[0]


# Comprehensions and generator expressions


@program(array(5), numba=False, exact=lambda x: 2.0 * x)
def sum_of_squares_of_a_generator(x):
    return sum(v * v for v in x)


@program(array(5), numba=False)
def list_of_differences(x):
    d = [x[i + 1] - x[i] for i in range(4)]
    return sum(v**2 for v in d) + d[0] * d[-1]


@program(array(3), array(3), argnums=(0, 1), numba=False)
def all_pairs_in_a_generator(x, y):
    return sum(math.exp(-((a - b) ** 2)) for a in x for b in y)


@program(array(5), numba=False)
def filtered_generator(x):
    return sum(v**2 for v in x if v > 1.0) + sum(v for i, v in enumerate(x) if i % 2)


@program(array(5), numba=False)
def largest_and_smallest_of_generators(x):
    return max(v * v for v in x) - min(math.sin(v) for v in x) + max(x[0], x[1], 0.2)


@program(array(4), numba=False)
def any_and_all_choose(x):
    scale = 2.0 if any(v > 1.4 for v in x) else 3.0
    if all(v > 0.0 for v in x):
        scale *= x[0]
    return scale * np.sum(x)


@program(array(5))
def array_from_a_list(x):
    y = np.array([v**2 + 1.0 for v in x])
    return np.dot(y, x)


@program(array(5))
def array_from_a_list_over_a_range(x):
    n = len(x)
    smooth = np.array([0.5 * (x[i - 1] + x[(i + 1) % n]) for i in range(n)])
    return np.sum((x - smooth) ** 2)


@program(array(3), array(4), argnums=(0, 1), numba=False)
def kernel_matrix_from_nested_lists(x, y):
    k = np.array([[math.exp(-((a - b) ** 2)) for b in y] for a in x])
    return np.sum(k @ k.T)


@program(number(), number(), argnums=(0, 1), numba=False)
def tuple_of_a_generator(a, b):
    a, b, c = tuple(v * v for v in (a, b, a + b))
    return a * b + c


@program({"k1": number(), "k2": number()}, numba=False)
def dict_comprehension_over_items(rates):
    logs = {name: math.log(k) for name, k in rates.items()}
    return logs["k1"] * logs["k2"] + sum(logs.values())


@program(number(), number(), argnums=(0, 1))
def dict_from_zip(mass, stiffness):
    p = dict(zip(("m", "k"), (mass, stiffness)))
    return math.sqrt(p["k"] / p["m"])


@program([array(3), array(3)])
def norms_of_a_list_of_arrays(parts):
    norms = [math.sqrt(np.sum(p**2)) for p in parts]
    return sum(norms) * max(norms)


# map and itertools


@program(array(4), numba=False)
def sum_of_a_map(x):
    return sum(map(math.sin, x)) + sum(map(lambda v: v**3, x))


@program(array(4), array(4), argnums=(0, 1), numba=False)
def map_of_two_arguments(x, y):
    return sum(map(lambda a, b: a * b**2, x, y))


@program(array(4, 2), numba=False)
def energy_of_all_pairs(points):
    energy = 0.0
    for i, j in combinations(range(len(points)), 2):
        energy += 1.0 / math.sqrt(np.sum((points[i] - points[j]) ** 2) + 0.1)
    return energy


@program(array(3), array(2), argnums=(0, 1), numba=False)
def grid_by_product(x, y):
    return sum(u * v**2 for u, v in product(x, y))


@program(array(4), numba=False)
def running_products(x):
    return sum(accumulate(x, lambda p, v: p * v))


@program(array(3), array(2), argnums=(0, 1), numba=False)
def chain_of_two_arrays(x, y):
    s = 1.0
    for v in chain(x, y):
        s = s * v + 0.5
    return s


@program(array(5), numba=False)
def neighbours_pairwise(x):
    return sum((b - a) ** 2 * a for a, b in pairwise(x))


@program(array(4), number(), argnums=(0, 1), numba=False)
def repeated_scalar_in_zip(x, c):
    return sum(v * k for v, k in zip(x, repeat(c)))


@program(array(6), numba=False)
def islice_and_takewhile(x):
    head = sum(itertools.islice(x, 3))
    low = sum(itertools.takewhile(lambda v: v < 1.4, x))
    return head * low + x[0]


@program(array(4), array(2), argnums=(0, 1), numba=False)
def zip_longest_pads(x, y):
    return sum(a * b for a, b in itertools.zip_longest(x, y, fillvalue=2.0))


@program(signed(4))
def sorted_by_magnitude(x):
    s = 0.0
    for rank, v in enumerate(sorted(x)):
        s += (rank + 1) * v**2
    return s


@program(array(4))
def next_of_an_iterator(x):
    values = iter(x)
    s = next(values)
    for v in values:
        s = s * v + v
    return s


@program(array(5))
def items_until_enough_then_the_rest(x):
    """`next` in a loop, and a loop over what is left."""
    values = iter(x)
    s = 0.0
    while s < 1.0:
        s += next(values) ** 2
    for v in values:
        s *= v
    return s


@program(array(5), numba=False)
def loop_left_and_taken_up_again(x):
    values = iter(x)
    head = 0.0
    for v in values:
        head = head * v + v
        if head > 1.5:
            break
    return head * sum(v**2 for v in values)


@program(array(4), numba=False)
def weights_counted_beside(x):
    s = 0.0
    for k, v in zip(itertools.count(1), x):
        s = s * v + k
    for v, w in zip(x, itertools.count(0.5, 0.25)):
        s = s * v + w
    return s


@program(number(), numba=False)
def series_counted_without_an_end(x):
    total = term = 1.0
    for k in itertools.count(1):
        term *= x / k
        total += term
        if abs(term) < 1e-12:
            break
    return total


@program(array(4), number(), 3, argnums=(0, 1), numba=False)
def repeated_a_number_of_times(x, c, n):
    y = x[0]
    for factor in repeat(c * c, n):
        y = math.sin(y * factor) + x[1]
    return y + sum(map(pow, x, repeat(2)))


@program(array(3), array(2), argnums=(0, 1), numba=False)
def missing_partner_is_none(masses, charges):
    s = 0.0
    for m, q in itertools.zip_longest(masses, charges):
        s += m * m if q is None else m * q
    return s


class Tank:
    def __init__(self, level):
        self.level = level

    def draws(self, fractions):
        for fraction in fractions:
            drawn = self.level * fraction
            self.level -= drawn
            yield drawn


@program(number(), array(4, lo=0.1, hi=0.4), argnums=(0, 1), numba=False)
def generator_that_changes_its_object(level, fractions):
    tank = Tank(level)
    total = sum(drawn**2 for drawn in tank.draws(fractions))
    return total * tank.level
