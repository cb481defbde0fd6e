"""Buffers: exchanged in time loops, work arrays, arguments that the function overwrites."""

import numpy as np

from .registry import array, number, program


@program(array(7), 5, number(), argnums=(0, 2))
def heat_with_two_buffers(u, steps, c):
    new = np.empty_like(u)
    for _ in range(steps):
        new[0] = u[0]
        new[-1] = u[-1]
        new[1:-1] = u[1:-1] + 0.1 * c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u, new = new, u
    return np.sum(u**2)


@program(array(6), 4)
def buffers_exchanged_by_a_third_name(u, steps):
    v = u.copy()
    for _ in range(steps):
        for i in range(1, 5):
            v[i] = 0.5 * u[i] + 0.25 * u[i - 1] * u[i + 1]
        t = u
        u = v
        v = t
    return np.sum(u * u) + v[2]


@program(array(6), array(6), 5, argnums=(0, 1))
def wave_with_three_levels(before, now, steps):
    after = np.zeros(6)
    for _ in range(steps):
        after[1:-1] = 2.0 * now[1:-1] - before[1:-1] + 0.3 * (now[2:] - 2.0 * now[1:-1] + now[:-2])
        before, now, after = now, after, before
    return np.sum(now**2)


@program(array(4, 5), 3)
def two_levels_of_one_array(u, steps):
    levels = np.zeros((2, 4, 5))
    levels[0] = u
    for k in range(steps):
        old, new = levels[k % 2], levels[(k + 1) % 2]
        new[:] = old
        new[1:-1, 1:-1] += 0.1 * (old[2:, 1:-1] + old[:-2, 1:-1] - 2.0 * old[1:-1, 1:-1]) * old[1:-1, 1:-1]
    return np.sum(levels[steps % 2] ** 2)


@program(array(6), number(), argnums=(0, 1))
def list_of_two_buffers(u, c):
    buffers = [u.copy(), np.zeros(6)]
    for k in range(4):
        old, new = buffers
        new[:] = old
        new[1:] += c * old[:-1] ** 2
        buffers = [new, old]
    return np.sum(buffers[0])


@program(array(5), 3)
def parity_of_buffers(x, n):
    even = x * 1.0
    odd = np.zeros(5)
    for k in range(n):
        if k % 2 == 0:
            odd[:] = even * even[0]
            odd[1:] -= even[:-1]
        else:
            even[:] = np.sin(odd)
    return np.sum(even) + 2.0 * np.sum(odd**2)


@program(array(5), np.zeros(5), 3)
def work_array_as_argument(x, work, n):
    total = 0.0
    for k in range(n):
        work[:] = x ** (k + 1)
        work[1:] *= work[:-1]
        total += np.sum(work)
    return total


@program(array(4), np.zeros(4))
def constant_argument_takes_values(x, slot):
    slot[0] = x[0] * x[1]
    slot[1:] += x[1:] ** 2
    return slot[0] * np.sum(slot)


@program(array(5), array(5))
def rest_of_a_buffer_remains(x, buffer):
    buffer[1:4] = x[1:4] ** 2
    return np.sum(buffer * x)


@program(array(5), 3)
def work_array_reused_in_trips(x, n):
    work = np.ones(5)
    s = 1.0
    for k in range(n):
        for i in range(5):
            work[i] = x[i] * s + work[i - 1]
        s = np.sum(work) * 0.1
    return s


@program(array(4, 4), 3)
def stages_of_one_work_array(y, n):
    k = np.zeros((2, 4, 4))
    for _ in range(n):
        k[0] = -y @ y
        k[1] = -(y + 0.05 * k[0]) ** 2
        y = y + 0.05 * (k[0] + k[1])
    return np.sum(y)


@program(array(5), array(5), argnums=(0, 1))
def argument_overwritten_by_another(x, y):
    x[:] = y
    x[0] *= y[1]
    return np.sum(x * x)


@program(array(6), exact=lambda x: 4.0 * x**3)
def argument_squared_twice(x):
    x *= x
    x *= x
    return np.sum(x)


@program(array(6))
def argument_used_before_and_after(x):
    energy = np.sum(x**3)
    x[::2] = 1.0
    energy *= np.sum(x)
    x[1::2] *= energy
    return np.sum(x)


@program(array(5), 4)
def best_state_kept(x, n):
    best = x.copy()
    lowest = np.sum(x**2)
    for k in range(n):
        x[k] *= 0.5 * x[k + 1]
        value = np.sum(x**2) + 0.3 * k
        if value < lowest:
            best[:] = x
            lowest = value
    return np.sum(best**3)


@program(array(6), 3)
def state_saved_and_restored(x, n):
    saved = np.empty(6)
    s = 0.0
    for k in range(n):
        saved[:] = x
        x[k:] *= x[k]
        s += np.sum(x**2)
        x[:] = saved
        x[k] += s * 0.01
    return s + np.sum(x)


@program(array(3, 4), array(3, 4), 3, argnums=(0, 1))
def momentum_steps(w, target, n):
    velocity = np.zeros_like(w)
    gradient = np.empty_like(w)
    for _ in range(n):
        np.subtract(w, target, out=gradient)
        gradient *= w
        velocity *= 0.9
        velocity -= 0.1 * gradient
        w += velocity
    return np.sum((w - target) ** 2)


@program(array(5), array(5), 6, argnums=(0, 1))
def buffers_exchanged_now_and_then(u, v, n):
    for k in range(n):
        u[1:] += 0.1 * v[:-1] * u[1:]
        if k % 3 == 0:
            u, v = v, u
    return np.sum(u**2) + np.sum(v)


@program(array(6), number(0.5, 0.8), argnums=(0, 1))
def exchanged_until_settled(u, rate):
    v = np.zeros(6)
    steps = 0
    while steps < 6 and np.sum(u**2) > 0.5:
        v[:] = rate * u
        v[1:] -= 0.05 * u[:-1] ** 2
        u, v = v, u
        steps += 1
    return np.sum(u) + np.sum(v)
