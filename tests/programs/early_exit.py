"""Functions that return early: guard clauses, arms with results of their own, returns out of nested loops."""

import math

import numpy as np

from .registry import array, number, program, signed


@program(number(0.2, 0.8), number(), argnums=(0, 1), points=2, exact=lambda x, k: (2.0 * k * x, x * x))
def guard_clauses(x, k):
    if k <= 0.0:
        return 0.0
    if x < 0.0:
        return -1.0
    return k * x * x


@program(signed(1), number(), argnums=(0, 1), points=4)
def huber_loss_by_arms(x, delta):
    r = abs(x[0])
    if r <= delta:
        return 0.5 * r * r
    return delta * (r - 0.5 * delta)


@program(number(0.0, 3.0), points=4)
def cubic_spline_kernel(q):
    if q >= 2.0:
        return 0.0 * q
    if q >= 1.0:
        return 0.25 * (2.0 - q) ** 3
    return 1.0 - 1.5 * q**2 * (1.0 - 0.5 * q)


@program(number(0.2, 2.2), number(0.5, 0.8), argnums=(0, 1), points=4)
def tax_by_brackets(income, rate):
    if income < 0.7:
        tax = 0.0
    elif income < 1.4:
        tax = rate * (income - 0.7)
        if tax > 0.3:
            return income - 0.3
    else:
        tax = rate * 0.7
        rest = income - 1.4
        return income - tax - 2.0 * rate * rest**2
    return income - tax


@program(array(8, lo=0.2, hi=0.6), points=2)
def time_of_first_passage(steps):
    level = 0.0
    for t, step in enumerate(steps):
        if level + step >= 1.5:
            return t + (1.5 - level) / step
        level += step
    return 10.0 - level


@program(array(4, 4), number(1.2, 1.4), argnums=(0, 1))
def first_large_entry(a, limit):
    seen = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] > limit:
                return a[i, j] * (1.0 + seen)
            seen += a[i, j] ** 2
    return seen


@program(array(5, 2), array(2), argnums=(0, 1), points=2)
def first_sphere_hit_by_a_ray(centers, direction):
    d = direction / math.sqrt(direction[0] ** 2 + direction[1] ** 2)
    for k in range(len(centers)):
        along = np.dot(centers[k], d)
        gap = np.dot(centers[k], centers[k]) - along * along
        if gap > 0.04:
            continue
        return along - math.sqrt(0.0625 - gap)
    return 100.0 * d[0]


@program(number(0.5, 0.9), number(0.0, 0.9), argnums=(0, 1))
def root_or_its_last_guess(m, e):
    u = m
    for k in range(30):
        f = u - e * math.sin(u) - m
        if abs(f) < 1e-13:
            return u
        slope = 1.0 - e * math.cos(u)
        if slope < 1e-3:
            return u - f
        u -= f / slope
    return u


@program(number(1.5, 2.5), 1e-12)
def bisection_that_returns_when_close(a, tolerance):
    lo, hi = 0.0, 3.0
    while True:
        mid = 0.5 * (lo + hi)
        if hi - lo < 1e-2:
            for _ in range(6):
                mid -= (mid * mid - a) / (2.0 * mid)
                if abs(mid * mid - a) < tolerance:
                    return mid
        if mid * mid < a:
            lo = mid
        else:
            hi = mid


@program(array(6), points=2)
def before_and_after_other_loops(x):
    scale = 0.0
    for v in x:
        scale += v * v
    for v in x:
        if v > 1.45:
            return v / scale
    product = 1.0
    for v in x:
        product *= v / scale
    return product + scale


@program(array(5), array(5), argnums=(0, 1), points=2)
def result_of_two_loops_that_return(x, y):
    total = 0.0
    for i in range(len(x)):
        total += x[i]
        if total > 3.0:
            return total * y[i]
    for i in range(len(y)):
        total -= y[i]
        if total < 0.0:
            return total * total
    return total


@program(array(6), number(), argnums=(0, 1))
def return_in_else_of_loop(x, limit):
    total = 0.0
    for v in x:
        if v > 3.0 * limit:
            break
        total += v * limit
    else:
        return total * total
    return -total


@program(array(4), array(4))
def distance_unless_it_is_far(x, y):
    total = 0.0
    for a, b in zip(x, y):
        total += (a - b) ** 2
        if total > 4.0:
            return 4.0
    return math.sqrt(total)


@program(array(5, 3), array(3), argnums=(0, 1))
def distance_to_polyline(points, p):
    best = 1e9
    for k in range(len(points) - 1):
        along = points[k + 1] - points[k]
        t = np.dot(p - points[k], along) / np.dot(along, along)
        t = min(max(t, 0.0), 1.0)
        gap = p - points[k] - t * along
        distance = np.dot(gap, gap)
        if distance < 1e-6:
            return 0.0
        best = min(best, distance)
    return best


def interval_of(knots, t):
    for i in range(len(knots) - 1):
        if t < knots[i + 1]:
            return i
    return len(knots) - 2


@program(array(5), number(0.5, 3.5), argnums=(0, 1), points=3)
def interpolation_with_a_search(values, t):
    knots = np.array([0.0, 0.7, 1.9, 2.5, 4.0])
    i = interval_of(knots, t)
    w = (t - knots[i]) / (knots[i + 1] - knots[i])
    return (1.0 - w) * values[i] + w * values[i + 1]


def roots(a, b, c):
    if a == 0.0:
        return -c / b, -c / b
    disc = b * b - 4.0 * a * c
    if disc < 0.0:
        return -b / (2.0 * a), 0.0
    root = math.sqrt(disc)
    return (-b - root) / (2.0 * a), (-b + root) / (2.0 * a)


@program(array(6), points=2)
def callee_with_several_results(x):
    total = 0.0
    for k in range(3):
        low, high = roots(x[k] - 1.0, 2.0 * x[k + 1], x[k + 2])
        total += low * high + high
    low, high = roots(0.0, x[0], x[1])
    return total + low * high


def cooled(state, ambient, dt):
    if state <= ambient:
        return ambient, True
    return state - dt * (state - ambient) ** 2, False


@program(number(2.0, 3.0), number(0.5, 0.7), argnums=(0, 1))
def flag_returned_with_the_state(start, ambient):
    state = start
    for k in range(12):
        state, done = cooled(state, ambient, 0.3)
        if done:
            return state * k
        if state < 1.2 * ambient:
            break
    return state


def logistic(x):
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


@program(signed(6), signed(6), argnums=(0, 1))
def stable_logistic_in_a_loss(scores, shifts):
    total = 0.0
    for s, t in zip(scores, shifts):
        total -= math.log(logistic(s - t))
    return total


@program(array(5))
def search_in_search(x):
    for i in range(len(x)):
        total = x[i]
        for j in range(i + 1, len(x)):
            total += x[j] * x[i]
            if total > 3.0:
                return total * (i + 1)
            if x[j] > 1.4:
                break
        else:
            continue
        if total > 2.5:
            return total - x[0]
    return 0.0 * x[0] + x[-1]


@program(array(6), 3, points=2)
def option_by_early_exercise(prices, last):
    discount, strike = 1.0, 1.2
    for t in range(last):
        payoff = strike - prices[t]
        if payoff > 0.5:
            return discount * payoff
        discount *= math.exp(-0.05 * prices[t])
    return discount * max(strike - prices[last], 0.0)


@program(array(4), "harmonic", numba=False)
def choice_of_mean_by_name(x, kind):
    if kind == "arithmetic":
        return np.mean(x)
    if kind == "geometric":
        return math.exp(np.mean(np.log(x)))
    if kind == "harmonic":
        return len(x) / np.sum(1.0 / x)
    raise ValueError(kind)


@program(array(5), array(5), argnums=(0, 1))
def reflections_until_absorbed(walls, losses):
    energy, distance, bounces = 1.0, 0.0, 0
    while True:
        for wall, loss in zip(walls, losses):
            distance += wall * energy
            energy *= 1.0 - 0.3 * loss
            bounces += 1
            if energy < 0.1:
                return distance / bounces
            if bounces > 100:
                return -1.0


@program(number(1.2, 1.6), number(0.2, 0.4), argnums=(0, 1))
def returns_from_nested_while(rate, loss):
    stock, days = 1.0, 0
    while days < 30:
        while stock < 4.0:
            stock = stock * rate - loss
            days += 1
            if days == 11:
                return stock * stock
        stock /= 3.0
    return stock


@program(array(3, 3), 0.0)
def determinant_unless_singular(a, zero):
    m = a.copy()
    det = 1.0
    for k in range(3):
        pivot = m[k, k]
        if abs(pivot) < 1e-9:
            return zero
        det *= pivot
        for i in range(k + 1, 3):
            m[i] -= m[k] * (m[i, k] / pivot)
    return det


@program(array(6), points=2)
def written_before_the_return(x):
    y = x.copy()
    for i in range(1, len(y)):
        y[i] += y[i - 1] ** 2
        if y[i] > 6.0:
            y[0] = 0.0
            return np.sum(y * x)
        y[i - 1] *= 0.5
    return np.sum(y)


def settled(x, target):
    for k in range(100):
        if x < 1e-3:
            return 0.0
        new = 0.5 * (x + target / x)
        if abs(new - x) < 1e-13:
            return new
        x = new
    return x


@program(array(4), array(4), argnums=(0, 1), exact=lambda x, y: (0.0 * x, 0.5 / np.sqrt(y)))
def callee_that_returns_from_its_loop(x, y):
    total = 0.0
    for start, target in zip(x, y):
        total += settled(start, target)
    return total


@program(number(2.0, 4.0), 0.1)
def event_in_a_predator_prey_run(growth, dt):
    prey, predators = 1.0, 0.5
    for k in range(400):
        d_prey = prey * (growth - 4.0 * predators)
        d_predators = predators * (prey - 1.0)
        if d_prey < 0.0 and prey > 1.0:
            return prey * predators
        prey += dt * d_prey
        predators += dt * d_predators
    return prey


@program(number(), number(), argnums=(0, 1), points=3)
def nested_arms_that_return(x, y):
    if x > 1.0:
        if y > 1.0:
            return x * y
        z = x - y
    else:
        z = y**2
        if x + y < 1.6:
            if z > 0.6:
                return z
            z = z * x
    if z < 0.8:
        return math.sin(z)
    return z * z * x
