"""Lists that grow in loops whose trip count only the running program knows: trajectories, events, stacks, tables."""

import math
from typing import NamedTuple

import numpy as np

from .registry import array, number, program


@program(array(6), exact=lambda x: 3.0 * x**2)
def cubes_appended(x):
    cubes = []
    for v in x:
        cubes.append(v**3)
    return sum(cubes)


@program(number(), number(0.1, 0.2), 12, argnums=(0, 1))
def euler_trajectory(y, rate, steps):
    ys = [y]
    for _ in range(steps):
        ys.append(ys[-1] - 0.1 * rate * ys[-1] ** 2)
    return sum((v - 0.5) ** 2 for v in ys) + ys[-1]


@program(number(), number(0.05, 0.2), argnums=(0, 1))
def adaptive_steps_by_trapezoid(y, h):
    """A step that grows: how many there are is known only afterwards."""
    times, values = [0.0], [y]
    while times[-1] < 1.0:
        y = y / (1.0 + h * y)
        values.append(y)
        times.append(times[-1] + h)
        h = 1.2 * h
    area = 0.0
    for k in range(1, len(times)):
        area += 0.5 * (values[k] + values[k - 1]) * (times[k] - times[k - 1])
    return area


@program(array(4), 6)
def orbit_as_rows(state, steps):
    """Leapfrog in the plane; the trajectory as one array."""
    position, velocity = state[:2], state[2:]
    path = []
    for _ in range(steps):
        velocity = velocity - 0.1 * position / np.sum(position**2) ** 1.5
        position = position + 0.1 * velocity
        path.append(position.copy())
    orbit = np.array(path)
    return np.sum(orbit[-1] ** 2) + np.sum(orbit[1:] * orbit[:-1])


@program(array(3), 5)
def powers_of_a_map_stacked(x, n):
    states = []
    for _ in range(n):
        x = np.tanh(1.3 * x)
        states.append(x)
    return np.sum(np.stack(states)[2] * states[-1])


@program(array(9))
def events_above_a_threshold(signal):
    peaks = []
    for i in range(1, len(signal) - 1):
        if signal[i] > signal[i - 1] and signal[i] > signal[i + 1]:
            peaks.append(signal[i])
    if not peaks:
        return signal[0]
    return sum(peaks) / len(peaks)


@program(array(8))
def events_and_where_they_are(signal):
    times, heights = [], []
    for i, v in enumerate(signal):
        if v > 0.8:
            times.append(i)
            heights.append(v**2)
    moment = 0.0
    for t, h in zip(times, heights):
        moment += t * h
    return moment + np.sum(signal[np.array(times)])


@program(number(1.0, 3.0), exact=lambda a: 0.5 / math.sqrt(a))
def newton_iterates_kept(a):
    xs = [a]
    while abs(xs[-1] ** 2 - a) > 1e-14:
        xs.append(0.5 * (xs[-1] + a / xs[-1]))
    return xs[-1]


@program(number(0.3, 0.9), number(1.5, 2.5), argnums=(0, 1))
def backtracking_history(x, a):
    losses = []
    step = 1.0
    while step > 0.01:
        losses.append((a * (x - step * a * x)) ** 2)
        step = 0.5 * step
    return min(losses) + np.mean(losses)


@program(array(5))
def fibonacci_of_data(x):
    f = [x[0], x[1]]
    for i in range(2, len(x)):
        f.append(f[i - 1] * f[i - 2] + x[i])
    return f[-1]


@program(array(6))
def best_sum_without_neighbours(gains):
    """Dynamic programming over a list."""
    best = [0.0, gains[0]]
    for i in range(1, len(gains)):
        best.append(max(best[i], best[i - 1] + gains[i]))
    return best[-1]


@program(array(5), 4)
def alignment_table_of_arrays(x, n):
    table = [np.zeros(5)]
    for i in range(n):
        table.append(np.zeros(5))
        for j in range(1, 5):
            table[i + 1][j] = 0.5 * table[i][j - 1] + x[j] * table[i + 1][j - 1] + x[i]
    return table[-1][4] + table[2][3]


@program(array(5))
def stack_machine(x):
    stack = [x[0], x[1]]
    for i in range(2, len(x)):
        a = stack.pop()
        b = stack.pop()
        stack.append(a * b + x[i])
        stack.append(a)
    return stack[-1] * stack[0]


@program(array(5))
def stack_emptied_by_a_while(x):
    stack = []
    for v in x:
        stack.append(v)
    s = 1.0
    while stack:
        s = s * stack.pop() + 0.1
    return s


@program(array(7))
def runs_summed_by_the_last_item(x):
    """A new bin starts where the data jump."""
    bins = [0.0]
    for v in x:
        bins[-1] += v**2
        if v > 1.0:
            bins.append(0.0)
    return sum(b * b for b in bins)


@program(array(6))
def pairs_collected_then_cleared(x):
    batch = []
    s = 0.0
    for v in x:
        batch.append(v)
        if len(batch) == 2:
            s += batch[0] * batch[1]
            batch.clear()
    return s


@program(number(), 5)
def tuples_of_time_and_value(y, n):
    log = []
    t = 0.0
    for _ in range(n):
        log.append((t, y))
        t += 0.1
        y = y - 0.1 * y * y
    return sum(t * y for t, y in log) + log[-1][1]


class Sample(NamedTuple):
    weight: float
    value: float


@program(array(5), array(5), argnums=(0, 1))
def records_weighted(w, x):
    samples = []
    for a, b in zip(w, x):
        samples.append(Sample(a, b * b))
    total = sum(p.weight for p in samples)
    return sum(p.weight * p.value for p in samples) / total


@program(array(5))
def rows_of_two_as_a_matrix(x):
    rows = []
    for v in x:
        rows.append([v, v * v])
    m = np.array(rows)
    return np.sum(m[:, 0] * m[:, 1])


@program(array(4), 3)
def matrix_from_nested_comprehensions(x, n):
    m = [[x[j] * math.exp(-i * x[j]) for j in range(len(x))] for i in range(n)]
    return np.sum(np.array(m) ** 2) + m[1][2]


@program(array(6), exact=lambda x: 2.0 * x * (x > 1.0))
def comprehension_with_a_filter(x):
    return sum([v**2 for v in x if v > 1.0])


@program(number(), 3, 4)
def grid_by_two_loops(a, n, m):
    values = []
    for i in range(n):
        for j in range(m):
            values.append(math.sin(a * i) * j)
    return np.sum(np.array(values) ** 2)


@program(array(5))
def pairs_of_a_triangle(x):
    d = []
    for i in range(len(x)):
        for j in range(i):
            d.append((x[i] - x[j]) ** 2)
    return sum(d) + d[-1] * d[0]


@program(array(6))
def two_loops_fill_one_list(x):
    xs = []
    for v in x:
        xs.append(v * v)
    for v in x:
        if v > 1.0:
            xs.append(v)
    xs.append(x[0] * x[1])
    return sum(xs) * xs[0] * xs[-1]


@program(array(6), array(6), argnums=(0, 1))
def lists_joined(x, y):
    low, high = [], []
    for a, b in zip(x, y):
        if a < b:
            low.append(a)
        else:
            high.append(b * b)
    both = low + high
    both += [x[0]]
    return sum(v * (k + 1) for k, v in enumerate(both))


@program(array(6))
def slices_and_copies_of_a_list(x):
    xs = []
    for v in x:
        xs.append(v * v)
    ys = list(xs)
    ys[0] = 3.0 * x[1]
    xs[2] = 1.0
    return sum(xs[1:]) * sum(ys[::2]) + sum(xs[:-1])


def append_scaled(values, v, scale):
    values.append(v * scale)
    return values


@program(array(5), number(), argnums=(0, 1))
def callee_appends(x, scale):
    out = []
    for v in x:
        out = append_scaled(out, v, scale)
        if v > 1.0:
            append_scaled(out, v * v, scale)
    return sum(out) * len(out)


@program(array(5), numba=False)
def closure_keeps_a_log(x):
    log = []

    def observed(v):
        log.append(v)
        return v * v

    s = 0.0
    for v in x:
        s += observed(v)
    return s * log[-1] + sum(log)


@program(array(6), numba=False)
def history_in_a_dict(x):
    history = {"energy": [], "mean": []}
    mean = 0.0
    for k in range(len(x)):
        mean = mean + (x[k] - mean) / (k + 1)
        history["mean"].append(mean)
        history["energy"].append(mean**2)
    return np.mean(history["energy"]) + history["mean"][2]


class Recorder:
    def __init__(self):
        self.values = []

    def add(self, v):
        self.values.append(v)

    def mean(self):
        return sum(self.values) / len(self.values)


@program(array(5), numba=False)
def object_records(x):
    recorder = Recorder()
    for v in x:
        recorder.add(math.log(v))
    return recorder.mean() * recorder.values[0]


@program(array(6))
def two_names_for_one_list(x):
    xs = []
    ys = xs
    for v in x:
        xs.append(v)
        ys.append(v * v)
    return sum(xs) + len(ys) * x[0]


@program(array(5), 0)
def no_iteration(x, n):
    xs = []
    for i in range(n):
        xs.append(x[i])
    return sum(xs) + len(xs) + x[1] ** 2


@program(array(3), -2)
def fewer_than_no_iterations(x, n):
    xs = [x[0]]
    for i in range(n):
        xs.append(x[i])
    return sum(xs) * len(xs)


@program(array(8))
def until_it_breaks(x):
    kept = []
    for v in x:
        if v > 1.4:
            break
        if v < 0.6:
            continue
        kept.append(v * v)
    return sum(kept) + len(kept) * x[0]


@program(array(6))
def list_made_anew_in_each_iteration(x):
    total = 0.0
    for v in x:
        decay = []
        w = v
        while w > 0.1:
            w *= 0.6
            decay.append(w)
        total += sum(decay) * decay[-1]
    return total


@program(array(6), 3)
def list_replaced_by_the_next(x, n):
    values = [v for v in x]
    for _ in range(n):
        smoothed = []
        for k in range(len(values)):
            smoothed.append(0.5 * values[k] + 0.5 * values[k - 1] ** 2)
        values = smoothed
    return sum(values)


@program(array(6))
def from_the_end(x):
    xs = []
    for v in x:
        if v > 0.7:
            xs.append(v * v)
    s = 0.0
    for k in range(1, len(xs) + 1):
        s += xs[-k] * k
    for k, v in enumerate(reversed(xs)):
        s += k * v
    return s


@program(array(5), 4)
def appended_in_one_branch(x, n):
    xs = [x[0]]
    if x[1] > 0.0:
        for i in range(n):
            xs.append(x[i] * xs[-1])
    else:
        xs.append(x[2])
    return sum(xs)


@program(array(4), 5)
def buffer_copied_when_appended(x, n):
    buffer = x.copy()
    rows = []
    for i in range(n):
        buffer[i % 4] *= 1.1
        rows.append(buffer.copy())
    return np.sum(np.array(rows) ** 2)


@program(array(3), 4)
def rows_changed_by_way_of_the_list(x, n):
    rows = []
    for i in range(n):
        rows.append(x * (i + 1.0))
    for i in range(1, n):
        rows[i] += rows[i - 1] * x
        rows[i][0] *= 2.0
    return np.sum(np.array(rows) ** 2)


@program(array(6))
def array_of_a_list_is_its_own(x):
    xs = []
    for v in x:
        xs.append(v * v)
    a = np.array(xs)
    a[0] = 5.0 * x[1]
    xs[1] = x[2]
    return np.sum(a) * sum(xs)


@program(array(6))
def first_item_by_a_branch(x):
    ema = []
    for i in range(len(x)):
        if i == 0:
            level = x[0]
        else:
            level = 0.7 * ema[-1] + 0.3 * x[i]
        ema.append(level)
    return ema[-1] * ema[2]


@program([number(), number()], 4, numba=False)
def list_argument_continued(xs, n):
    xs = list(xs)
    for _ in range(n):
        xs.append(xs[-1] * xs[-2])
    return sum(xs)


@program(array(3), points=3)
def item_taken_where_the_first_test_holds(x):
    switches = [True, False]
    if x[0] > 1.0 and switches.pop():
        return x[2]
    return x[1] * len(switches)
