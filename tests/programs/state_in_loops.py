"""State in lists and dicts that loops of run-time length update."""

import numpy as np

from .registry import array, number, program, signed


@program(number(), number(), number(), 25, argnums=(0, 1, 2), numba=False)
def epidemic_with_a_dict(beta, gamma, infected, steps):
    state = {"s": 1.0 - 0.1 * infected, "i": 0.1 * infected, "r": 0.0}
    for _ in range(steps):
        new = 0.1 * beta * state["s"] * state["i"]
        gone = 0.05 * gamma * state["i"]
        state["s"] -= new
        state["i"] += new - gone
        state["r"] += gone
    return state["r"] + state["i"] ** 2


@program(number(), number(), 25, argnums=(0, 1), numba=False)
def dict_made_anew_in_each_step(x, v, steps):
    state = {"x": x, "v": v}
    for _ in range(steps):
        state = {"x": state["x"] + 0.1 * state["v"], "v": state["v"] - 0.1 * state["x"]}
    return state["x"] * state["v"]


@program(signed(3), number(), 12, argnums=(0, 1), numba=False)
def optimiser_with_a_dict_of_moments(theta, rate, steps):
    state = {"m": np.zeros(3), "v": np.zeros(3), "t": 0}
    params = {"theta": theta}
    for _ in range(steps):
        g = 2.0 * params["theta"]
        state["t"] += 1
        state["m"] = 0.9 * state["m"] + 0.1 * g
        state["v"] = 0.99 * state["v"] + 0.01 * g**2
        params["theta"] = params["theta"] - 0.1 * rate * state["m"] / (np.sqrt(state["v"]) + 0.1)
    return np.sum(params["theta"] ** 2) + 0.01 * state["t"]


@program(signed(4, 3), signed(4), number(), 8, argnums=(0, 1, 2), numba=False)
def layers_in_a_list_trained(w, b, rate, steps):
    layers = [{"w": w, "b": b}, {"w": w.T, "b": np.zeros(3)}]
    x = np.array([0.1, -0.2, 0.3])
    for _ in range(steps):
        h = np.tanh(layers[0]["w"] @ x + layers[0]["b"])
        error = layers[1]["w"] @ h + layers[1]["b"] - x
        layers[1]["b"] = layers[1]["b"] - 0.1 * rate * error
        layers[1]["w"] = layers[1]["w"] - 0.1 * rate * np.outer(error, h)
    return np.sum(layers[1]["w"] ** 2) + layers[1]["b"][0]


@program(array(6), numba=False)
def list_as_a_pair_of_states(x):
    state = [0.0, 1.0]
    for v in x:
        state[0] += v * state[1]
        state[1] *= 0.9
    return state[0] * state[1]


@program(array(6), numba=False)
def list_rotated_in_a_loop(x):
    a, b, c = 1.0, 2.0, 3.0
    state = [a, b, c]
    for v in x:
        state = [state[1], state[2], v * state[0] + state[2]]
    return state[0] + 2.0 * state[1] * state[2]


@program(array(7), numba=False)
def ring_of_delays(x):
    delays = [0.0, 0.0, 0.0]
    out = 0.0
    for v in x:
        echo = v + 0.5 * delays[0]
        delays[0] = delays[1]
        delays[1] = delays[2]
        delays[2] = echo
        out += echo * echo
    return out


@program(array(8), numba=False)
def arrays_in_a_dict_written_in_place(x):
    work = {"sum": np.zeros(8), "last": 0.0}
    for i in range(8):
        work["last"] = work["last"] * 0.5 + x[i]
        work["sum"][i] = work["last"] ** 2
    return np.sum(work["sum"]) * work["last"]


@program(signed(9), number(), argnums=(0, 1), numba=False)
def dict_changed_in_one_branch_only(x, scale):
    totals = {"up": 0.0, "down": 0.0, "count": 0}
    for v in x:
        if v > 0.0:
            totals["up"] += scale * v * v
            totals["count"] += 1
        else:
            totals["down"] -= v * totals["up"]
    return totals["up"] * totals["down"] + totals["count"]


@program(signed(9), numba=False)
def best_so_far_in_a_dict(x):
    best = {"value": -1e30, "at": -1}
    for i in range(len(x)):
        y = x[i] * (1.0 + 0.1 * i)
        if y > best["value"]:
            best["value"] = y
            best["at"] = i
    return best["value"] ** 2 + x[best["at"]]


@program({"x": signed(2), "v": signed(2)}, number(), 10, argnums=(0, 1), numba=False)
def state_that_is_an_argument(state, k, steps):
    for _ in range(steps):
        state["v"] = state["v"] - 0.1 * k * state["x"]
        state["x"] = state["x"] + 0.1 * state["v"]
    return np.sum(state["x"] ** 2)


@program({"x": signed(2), "v": signed(2)}, number(), 10, argnums=(0, 1), numba=False)
def state_stepped_by_a_callee(state, k, steps):
    def step(s, dt):
        return {"x": s["x"] + dt * s["v"], "v": s["v"] - dt * k * s["x"]}

    def measured(s):
        return np.sum(s["x"] ** 2) + s["v"][0]

    energy = 0.0
    for i in range(steps):
        state = step(state, 0.1)
        if i % 3 == 0:
            energy += measured(state)
    return energy


@program(number(), number(), 12, argnums=(0, 1), numba=False)
def nested_state(a, b, n):
    world = {"prey": {"count": a, "rate": 0.3}, "predator": {"count": b, "rate": 0.2}}
    for _ in range(n):
        prey, predator = world["prey"], world["predator"]
        eaten = 0.1 * prey["count"] * predator["count"]
        prey["count"] += 0.1 * prey["rate"] * prey["count"] - eaten
        predator["count"] += 0.5 * eaten - 0.1 * predator["rate"] * predator["count"]
    return world["prey"]["count"] * world["predator"]["count"]


@program(array(6), number(), argnums=(0, 1), numba=False)
def while_loop_over_a_dict(x, tolerance):
    state = {"s": 0.0, "k": 0}
    while state["k"] < len(x) and state["s"] < 2.0 * tolerance:
        state["s"] += x[state["k"]] ** 2
        state["k"] += 1
    return state["s"] * state["k"]


@program(array(6), numba=False)
def row_of_lists_in_a_recurrence(x):
    """Each step of the loop over x updates each cell of a small list of cells."""
    cells = [0.1, 0.2, 0.3]
    for v in x:
        for i in range(3):
            cells[i] = 0.5 * cells[i] + v * cells[i - 1]
    return cells[0] * cells[1] * cells[2]


@program(array(4), 3, numba=False)
def list_of_arrays_updated(x, n):
    fields = [x, x**2]
    for k in range(n):
        fields[0] = fields[0] + 0.1 * fields[1]
        fields[1] = fields[1] * np.sin(fields[0])
    return np.sum(fields[0] * fields[1])
