"""Loops that are left early or skip a trip: searches, iterations that converge, events, rejected outliers."""

import math

import numpy as np

from .registry import apart, array, number, program, signed


def converged(step, scale):
    return abs(step) < 1e-13 * (1.0 + abs(scale))


@program(number(1.5, 3.0), exact=lambda a: a ** (-2.0 / 3.0) / 3.0)
def cube_root_by_newton(a):
    x = a
    for _ in range(50):
        step = (x**3 - a) / (3.0 * x**2)
        x -= step
        if abs(step) < 1e-14:
            break
    return x


@program(number(1.0, 2.0), number(0.3, 0.6), argnums=(0, 1))
def newton_that_reports_failure(a, b):
    x = 1.0
    for k in range(40):
        residual = math.exp(b * x) - a - x**2 * 0.1
        if converged(residual, a):
            break
        x -= residual / (b * math.exp(b * x) - 0.2 * x)
    else:
        x = math.nan
    return x * b


@program(number(2.0, 3.0), number(0.5, 0.9), argnums=(0, 1))
def secant_method(a, b):
    x0, x1 = 0.2, 1.5
    f0 = a * x0 - math.cos(b * x0)
    while True:
        f1 = a * x1 - math.cos(b * x1)
        if abs(f1 - f0) < 1e-15:
            break
        x0, x1, f0 = x1, x1 - f1 * (x1 - x0) / (f1 - f0), f1
        if abs(x1 - x0) < 1e-13:
            break
    return x1


@program(number(0.4, 0.6), number(1.0, 1.4), argnums=(0, 1))
def regula_falsi(c, k):
    lo, hi = 0.0, 3.0
    f_lo, f_hi = -c, k * hi + math.tanh(hi) - c
    mid = lo
    for _ in range(80):
        mid = lo - f_lo * (hi - lo) / (f_hi - f_lo)
        f_mid = k * mid + math.tanh(mid) - c
        if abs(f_mid) < 1e-14:
            break
        if f_mid * f_lo > 0.0:
            lo, f_lo = mid, f_mid
            continue
        hi, f_hi = mid, f_mid
    return mid


@program(signed(4), array(4))
def backtracking_line_search(x, h):
    gradient = h * x + x**3
    energy = 0.5 * np.sum(h * x * x) + 0.25 * np.sum(x**4)
    step = 2.0
    while True:
        trial = x - step * gradient
        if 0.5 * np.sum(h * trial * trial) + 0.25 * np.sum(trial**4) < energy:
            break
        step *= 0.5
    return np.sum(trial**2) + step


@program(signed(3), array(3), argnums=(0, 1))
def descent_with_line_search(x, h):
    for _ in range(6):
        g = h * x + x**3
        step, slope = 1.0, np.dot(g, g)
        while step > 1e-3:
            y = x - step * g
            if np.sum(h * y**2 + 0.5 * y**4) <= np.sum(h * x**2 + 0.5 * x**4) - 1e-4 * step * slope:
                break
            step *= 0.6
        else:
            break
        x = x - step * g
        if slope < 1e-6:
            break
    return np.sum(h * x**2 + 0.5 * x**4) + x[0]


@program(number(0.5, 0.9), number(2.0, 3.0), argnums=(0, 1))
def adaptive_steps_that_are_rejected(rate, t_end):
    t, y, h = 0.0, 1.0, 0.5
    while t < t_end:
        if t + h > t_end:
            h = t_end - t
        slope = -rate * y * y
        middle = y + 0.5 * h * slope
        better = y - h * rate * middle * middle
        error = abs(better - (y + h * slope))
        if error > 0.02:
            h *= 0.5
            continue
        t, y = t + h, better
        if error < 0.004:
            h *= 1.5
    return y


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


@program(array(8), points=2)
def clipped_until_nothing_changes(samples):
    low, high = samples.min(), samples.max()
    kept = len(samples)
    while True:
        total, squares, count = 0.0, 0.0, 0
        for value in samples:
            if value < low or value > high:
                continue
            total += value
            squares += value * value
            count += 1
        mean = total / count
        spread = math.sqrt(squares / count - mean * mean + 1e-3)
        low, high = mean - 1.4 * spread, mean + 1.4 * spread
        if count == kept:
            break
        kept = count
    return mean + spread


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


@program(number(0.2, 0.4), number(1.2, 1.5), argnums=(0, 1))
def series_ended_by_its_terms(x, s):
    total = term = x
    n = 1
    while (term := term * -x * (s + n) / (n + 1.0)) > 1e-12 or term < -1e-12:
        total += term
        n += 1
    return total


@program(number(0.3, 0.5), number(1.1, 1.5), argnums=(0, 1))
def continued_fraction(x, a):
    f = c = a
    d, n = 0.0, 0
    while abs((delta := c * d if n else 0.5) - 1.0) > 1e-14:
        n += 1
        d = 1.0 / (a + n * x * d)
        c = a + n * x / c
        f *= c * d
    return f * delta


@program(array(5))
def residual_assigned_in_test(x):
    y = 1.0
    rounds = 0
    while (residual := y * y * x[0] + y * x[1] - x[2]) > 1e-13 or residual < -1e-13:
        y -= residual / (2.0 * y * x[0] + x[1])
        rounds += 1
        if rounds > 30:
            break
    return y * x[3] + residual


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


@program(number(0.7, 0.9), number(0.3, 0.6), argnums=(0, 1))
def fixed_point_as_do_while(a, b):
    x = 0.5
    done = False
    while not done:
        new = math.exp(-a * x) + b * 0.1
        done = abs(new - x) < 1e-13
        x = new
    return x


@program(array(4, 4), array(4))
def jacobi_iteration(a, b):
    n = len(b)
    x = np.zeros(n)
    change, sweeps = 1.0, 0
    while change > 1e-13 and sweeps < 200:
        new = np.zeros(n)
        for i in range(n):
            total = b[i]
            for j in range(n):
                if j == i:
                    continue
                total -= a[i, j] * x[j]
            new[i] = total / (a[i, i] + 4.0)
        change = np.max(np.abs(new - x))
        x = new
        sweeps += 1
    return np.sum(x * x)


@program(array(3, 3), array(3))
def power_iteration_until_it_settles(a, start):
    v = start / np.sqrt(np.sum(start**2))
    value = 0.0
    for sweep in range(100):
        w = a @ v
        old, value = value, np.dot(v, w)
        if sweep > 0 and abs(value - old) < 1e-14:
            break
        v = w / np.sqrt(np.sum(w**2))
    return value


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


@program(number(0.2, 0.4), number(1.5, 2.5), 8, argnums=(0, 1))
def simpson_until_the_estimate_settles(a, b, rounds):
    old = 0.0
    n = 2
    for _ in range(rounds):
        h = (b - a) / n
        total = math.exp(-a * a) + math.exp(-b * b)
        for i in range(1, n):
            x = a + i * h
            total += (4.0 if i % 2 else 2.0) * math.exp(-x * x)
        new = total * h / 3.0
        if n > 2 and abs(new - old) < 1e-8:
            return new
        old = new
        n *= 2
    return old


@program(array(5), array(5), argnums=(0, 1))
def coordinate_descent_for_lasso(x, y):
    w, penalty = 0.1, 0.2
    for sweep in range(25):
        rho = np.dot(x, y - w * x) + w * np.dot(x, x)
        if rho > penalty:
            new = (rho - penalty) / np.dot(x, x)
        elif rho < -penalty:
            new = (rho + penalty) / np.dot(x, x)
        else:
            return 0.0
        if sweep and abs(new - w) < 1e-12:
            break
        w = new
    return w


@program(array(12), number(0.2, 0.4), argnums=(0, 1))
def early_stopping_with_patience(losses, decay):
    best = smooth = losses[0]
    waited = 0
    for loss in losses[1:]:
        smooth += decay * (loss - smooth)
        if smooth < best:
            best, waited = smooth, 0
            continue
        waited += 1
        if waited >= 3:
            break
    else:
        best += 0.5 * smooth
    return best * smooth
