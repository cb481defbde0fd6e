"""Loops that are left early or skip a trip: searches, events, rejected outliers, sorting; match, with, del, assert."""

import math

import numpy as np

from .registry import apart, array, number, program


@program(number(8.0, 12.0), number(0.1, 0.3), argnums=(0, 1))
def ball_until_it_hits_the_ground(speed, drag):
    height, dt = 0.0, 0.05
    for step in range(1000):
        before = height
        height += dt * speed
        speed -= dt * (9.81 + drag * speed * abs(speed))
        if height < 0.0:
            return dt * (step + before / (before - height))
    return 1000 * dt


@program(number(3.0, 5.0), number(0.6, 0.9), argnums=(0, 1))
def bouncing_ball(speed, restitution):
    height, dt, bounces = 1.0, 0.02, 0
    for _ in range(300):
        speed -= 9.81 * dt
        height += speed * dt
        if height < 0.0:
            height, speed = -restitution * height, -restitution * speed
            bounces += 1
            if bounces == 3:
                break
    return height + speed


@program(array(12, lo=0.0, hi=1.0), number(0.2, 0.4), argnums=(0, 1))
def first_crossing_of_threshold(signal, rise):
    total = 0.0
    for i in range(1, len(signal)):
        level = signal[i] + rise * i
        below = signal[i - 1] + rise * (i - 1)
        if below < 1.3 <= level:
            total = i - 1 + (1.3 - below) / (level - below)
            break
        total += level
    return total


@program(array(10), number(1.5, 2.0))
def mean_without_outliers(samples, width):
    center, spread = np.mean(samples), np.std(samples)
    total, count = 0.0, 0
    for value in samples:
        if abs(value - center) > width * spread:
            continue
        total += value
        count += 1
    return total / count


@program(array(5, 5, lo=0.0, hi=1.0))
def first_pair_that_is_close(points):
    nearest = 10.0
    for i in range(len(points)):
        for j in range(i):
            difference = points[i] - points[j]
            distance = math.sqrt(np.dot(difference, difference))
            if distance < 0.9:
                nearest = distance * points[i, 0]
                break
        else:
            nearest *= 0.9
            continue
        break
    return nearest


@program(apart(9))
def insertion_sort_weighted(x):
    y = x.copy()
    for i in range(1, len(y)):
        value = y[i]
        j = i - 1
        while j >= 0:
            if y[j] <= value:
                break
            y[j + 1] = y[j]
            j -= 1
        y[j + 1] = value
    total = 0.0
    for i in range(len(y)):
        total += (i + 1) * y[i] ** 2
    return total


@program(apart(8))
def bubble_sort_that_stops_early(x):
    y = x * x
    for end in range(len(y) - 1, 0, -1):
        swapped = False
        for i in range(end):
            if y[i] > y[i + 1]:
                y[i], y[i + 1] = y[i + 1], y[i]
                swapped = True
        if not swapped:
            break
    return y[0] * y[-1] + y[len(y) // 2]


@program(array(6), number(0.0, 5.0), argnums=(0, 1))
def interpolation_by_binary_search(values, t):
    lo, hi = 0, len(values) - 1
    while hi - lo > 1:
        mid = (lo + hi) // 2
        if mid <= t:
            lo = mid
        else:
            hi = mid
    return values[lo] + (t - lo) * (values[hi] - values[lo])


@program(array(7, lo=0.1, hi=0.3), 0.6)
def quantile_of_a_histogram(weights, level):
    total = np.sum(weights)
    running = 0.0
    for i, weight in enumerate(weights):
        share = weight / total
        if running + share >= level:
            return i + (level - running) / share
        running += share
    return float(len(weights))


@program(array(8))
def longest_rising_stretch(x):
    best, start, total = 0.0, 0, 0.0
    for i in range(1, len(x) + 1):
        if i < len(x) and x[i] > x[i - 1]:
            continue
        rise = x[i - 1] - x[start]
        if (length := i - start) > 1:
            total += rise * length
        best, start = max(best, rise), i
    return best + total


@program(array(5), 3)
def bound_rebound_inside(x, n):
    total = 0.0
    for i in range(n):
        n = n - 1
        total += x[i] ** (n + 2)
    return total * x[n + 1]


@program(array(6), 6)
def target_rebound_in_body(x, n):
    total = 1.0
    for i in range(0, n, 2):
        total += x[i] * total
        i = i + 1
        total *= x[i]
    return total + x[i]


@program(array(7))
def last_index_used_after_loop(x):
    total = 0.0
    for i in range(len(x) - 1):
        total += x[i] * x[i + 1]
        if total > 2.0:
            break
    return total + x[i] ** 3 * i


@program(array(6), 2.5)
def items_until_budget_is_spent(costs, budget):
    spent = 0.0
    n = 0
    while n < len(costs) and spent + costs[n] < budget:
        spent += costs[n]
        n += 1
    return spent * spent + (costs[n] * 0.1 if n < len(costs) else 0.0)


@program(array(4, 3))
def elimination_that_skips_small_entries(a):
    m = a.copy()
    for k in range(3):
        for i in range(k + 1, 4):
            factor = m[i, k] / m[k, k]
            if abs(factor) < 0.6:
                continue
            for j in range(k, 3):
                m[i, j] -= factor * m[k, j]
    return np.sum(m**2)


@program(array(3, 3), array(3), argnums=(0, 1))
def solution_with_pivoting(matrix, b):
    a, x, n = matrix.copy(), b.copy(), len(b)
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[pivot, k]):
                pivot = i
        if pivot != k:
            for j in range(n):
                a[k, j], a[pivot, j] = a[pivot, j], a[k, j]
            x[k], x[pivot] = x[pivot], x[k]
        for i in range(k + 1, n):
            if a[i, k] == 0.0:
                continue
            factor = a[i, k] / a[k, k]
            for j in range(k, n):
                a[i, j] -= factor * a[k, j]
            x[i] -= factor * x[k]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= a[i, j] * x[j]
        x[i] /= a[i, i]
    return np.sum(x**2)


@program(array(6), array(6), 3)
def loop_that_may_not_run(prices, rates, first):
    value = 100.0
    for t in range(first, 2):
        value *= 1.0 + rates[t]
    while value < 50.0:
        value += prices[0]
    for price in prices[6:]:
        value -= price
    return value * prices[1] + np.sum(prices * rates)


@program(array(6), 2)
def loop_named_by_number(x, scheme):
    total = 0.0
    for i in range(1, len(x) - 1):
        match scheme:
            case 0:
                slope = x[i + 1] - x[i]
            case 1:
                slope = x[i] - x[i - 1]
            case 2 | 3:
                slope = 0.5 * (x[i + 1] - x[i - 1])
            case _:
                raise ValueError("no such scheme")
        total += slope * slope
    return total


@program(array(6), np.array([0, 2, 1, 0, 7, 2]), numba=False)
def match_on_codes_of_an_array(x, codes):
    state = 1.0
    for code, value in zip(codes, x):
        match code:
            case 0:
                state += value
            case 1:
                state *= value
            case 2 if state > 2.0:
                state -= value**2
            case 2:
                state = math.sqrt(state + value)
            case _:
                break
    return state


@program(array(4), "cosine", numba=False)
def match_on_a_name(x, window):
    match window:
        case "box":
            w = np.ones(len(x))
        case "cosine" | "hann":
            w = np.sin(math.pi * np.arange(1, len(x) + 1) / (len(x) + 1))
        case other:
            raise ValueError(f"unknown window {other}")
    return np.sum((w * x) ** 2)


@program({"kind": "gauss", "width": number()}, array(4), argnums=1, numba=False)
def match_on_a_model(model, x):
    match model:
        case {"kind": "gauss", "width": width}:
            return np.sum(np.exp(-((x / width) ** 2)))
        case {"kind": "line", "slope": slope}:
            return np.sum(slope * x)
    return 0.0


@program(number(0.5, 1.5), number(2.0, 3.0), argnums=(0, 1), numba=False)
def with_a_setting_of_the_library(x, y):
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.log(x) / np.log(y)
        if ratio < 0.0:
            ratio = -ratio
    return ratio + x * y


@program(array(5))
def names_deleted_when_done(x):
    squares = x * x
    scale = np.sum(squares)
    del squares
    total = 0.0
    for i in range(len(x)):
        part = x[i] / scale
        total += part**2
        del part
    del scale
    return total


@program(array(5))
def branches_left_empty(x):
    total = 0.0
    for value in x:
        if value > 1.2:
            pass
        elif value > 0.9:
            total += value
        else:
            total += value**2
    return total


@program(array(5), number(), numba=False)
def assertions_along_the_way(x, scale):
    assert len(x) > 2, "too few points"
    total = 0.0
    for i, value in enumerate(x):
        assert value > 0.0, f"point {i} is not positive: {value}"
        total += math.log(value * scale)
    assert np.isfinite(total)
    return total**2


@program(array(3, 4))
def rows_until_one_is_large(a):
    total = 1.0
    for row in a:
        if np.sum(row) > 4.2:
            break
        total *= np.sum(row)
        for value in row:
            if value > 1.3:
                break
            total += value * value
    return total


@program(array(10), points=3)
def state_machine_of_a_valve(flow):
    is_open, level, switches = False, 0.5, 0
    for inflow in flow:
        level += 0.3 * inflow
        if is_open:
            level *= 0.6
            if level < 0.5:
                is_open = False
                switches += 1
                continue
        elif level > 1.0:
            is_open = True
            switches += 1
            continue
        level -= 0.05 * switches
    return level
