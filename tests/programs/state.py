"""Lists and dicts as state, of lengths that are known: append, pop, items assigned, nested structures."""

from collections import deque

import numpy as np

from .registry import array, number, program, signed


@program(array(3), numba=False)
def list_that_grows_and_is_read_back(x):
    powers = [1.0]
    for _ in range(4):
        powers.append(powers[-1] * x[0])
    return powers[2] * x[1] + powers[-1] * x[2] + len(powers)


@program(number(), numba=False)
def fibonacci_like_sequence(a):
    values = [a, a * a]
    while len(values) < 6:
        values.append(values[-1] + 0.5 * values[-2])
    return values[-1] * values[3]


@program(signed(4), numba=False)
def stack_machine(x):
    stack = []
    for token in (0, 1, "*", 2, "+", 3, "*"):
        if token == "*":
            stack.append(stack.pop() * stack.pop())
        elif token == "+":
            stack.append(stack.pop() + stack.pop())
        else:
            stack.append(x[token])
    return stack.pop() ** 2


@program(signed(4), numba=False)
def activations_kept_for_the_way_back(x):
    weights = [0.5, -0.3, 0.8]
    activations = [x]
    for w in weights:
        activations.append(np.tanh(w * activations[-1]))
    delta = activations.pop()
    for w in reversed(weights):
        h = activations.pop()
        delta = delta * w * (1.0 - h * h)
    return np.sum(delta) + len(activations)


@program(array(3), numba=False)
def items_assigned_in_a_list(x):
    state = [x[0], x[1], x[2]]
    for i in range(3):
        state[i] = state[i] * state[i - 1]
    state[0] += state[2]
    return state[0] * state[1]


@program(array(4), numba=False)
def two_items_swapped(x):
    order = [x[0], x[1], x[2], x[3]]
    order[0], order[3] = order[3], order[0]
    order[1:3] = [order[2] ** 2, order[1] ** 3]
    return order[0] - 2.0 * order[1] + order[2] * order[3]


@program(array(5), numba=False)
def slices_of_a_list(x):
    items = [v * (i + 1) for i, v in enumerate([x[0], x[1], x[2], x[3], x[4]])]
    inner, last_two = items[1:4], items[-2:]
    del items[0]
    return sum(inner) * last_two[1] + items[0] ** 2 + sum(items[::2])


@program(array(3), numba=False)
def list_inserted_extended_and_joined(x):
    a = [x[0]]
    a.insert(0, x[1] ** 2)
    a.extend([x[2], x[0] * x[1]])
    b = a + [2.0] * 2
    a += [x[2] ** 3]
    return sum(b) * a[-1] + a[0] * b[2]


@program(signed(3), signed(3), argnums=(0, 1), numba=False)
def gram_schmidt_with_a_list(u, v):
    basis = []
    for w in (u, v, np.array([1.0, 0.5, -0.5])):
        for b in basis:
            w = w - (w @ b) * b
        basis.append(w / np.sqrt(w @ w))
    return basis[1] @ np.array([1.0, 2.0, 3.0]) + basis[2][0]


@program(array(4), numba=False)
def list_of_arrays_stacked(x):
    rows = []
    for k in range(3):
        rows.append(x**k)
    m = np.array(rows)
    return np.sum(m @ x) + np.sum(np.stack(rows)[2])


@program(signed(2, 3), signed(2), signed(2), argnums=(0, 1), numba=False)
def dict_of_parameters_updated_by_hand(w, b, y):
    params = {"w": w, "b": b}
    x = np.array([0.2, -0.1, 0.4])
    for _ in range(3):
        error = params["w"] @ x + params["b"] - y
        step = {"w": np.outer(error, x), "b": error}
        for name in params:
            params[name] = params[name] - 0.1 * step[name]
    return np.sum(params["w"] ** 2) + params["b"][0]


@program(number(), number(), argnums=(0, 1), numba=False)
def dict_built_item_by_item(a, b):
    d = {}
    d["sum"] = a + b
    d["product"] = a * b
    d["ratio"] = d["sum"] / d["product"]
    total = 0.0
    for key, value in d.items():
        total += value ** (2 if key == "ratio" else 1)
    return total


@program(number(), number(), argnums=(0, 1), numba=False)
def defaults_of_a_dict(a, b):
    options = {"rate": a}
    options.update({"size": b}, decay=a * b)
    options.setdefault("rate", 5.0)
    options.setdefault("offset", b**2)
    rate = options.pop("rate")
    missing = options.pop("rate", 2.0)
    return rate * options["decay"] + missing * options.get("offset", 0.0) + options.get("nothing", a)


@program(signed(3), numba=False)
def table_of_what_was_computed(x):
    known = {}

    def chebyshev(n, t):
        if n not in known:
            known[n] = 1.0 if n == 0 else t if n == 1 else 2.0 * t * chebyshev(n - 1, t) - chebyshev(n - 2, t)
        return known[n]

    return chebyshev(4, x[0]) + known[2] * x[1] + known[3] * x[2]


@program(number(), number(), argnums=(0, 1), numba=False)
def counts_by_letter(a, b):
    weights = {}
    for letter in "abacab":
        weights[letter] = weights.get(letter, 0.0) + (a if letter == "a" else b)
    return weights["a"] ** 2 * weights["b"] + weights["c"]


@program({"w": signed(2, 2), "bias": {"b": signed(2), "scale": number()}}, signed(2), argnums=(0, 1), numba=False)
def nested_dict_taken_apart(params, x):
    w, bias = params["w"], params["bias"]
    flat = [w, *bias.values()]
    flat[1] = flat[1] * flat[2]
    rebuilt = {"w": flat[0], "bias": {"b": flat[1], "scale": flat[2] ** 2}}
    z = rebuilt["w"] @ x + rebuilt["bias"]["b"]
    return np.sum(z**2) * rebuilt["bias"]["scale"]


@program(signed(6), numba=False)
def parameters_unpacked_from_a_vector(theta):
    shapes = {"w": (2, 2), "b": (2,)}
    params, at = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        params[name] = theta[at : at + size].reshape(shape)
        at += size
    h = params["w"] @ np.array([0.3, 0.7]) + params["b"]
    return np.sum(np.tanh(h))


@program(array(3), numba=False)
def tree_of_lists_summed(x):
    def total(tree):
        return sum(total(t) for t in tree) if isinstance(tree, list) else tree * tree

    tree = [x[0], [x[1], [x[2], x[0] * x[1]]], []]
    tree[1].append(x[2])
    tree[2].append(tree[1][0])
    return total(tree)


@program(number(), number(), argnums=(0, 1), numba=False)
def dict_of_lists(a, b):
    groups = {"low": [], "high": []}
    for k in range(5):
        groups["low" if k < 2 else "high"].append(a * k + b**2)
    return sum(groups["low"]) * sum(groups["high"]) + len(groups["high"])


@program(array(4), numba=False)
def queue_at_both_ends(x):
    queue = deque([x[0], x[1]])
    queue.append(x[2])
    queue.appendleft(x[3] ** 2)
    first = queue.popleft()
    last = queue.pop()
    return first * last + sum(queue)


@program(array(5), numba=False)
def moving_average_with_a_queue(x):
    window, smoothed = deque(maxlen=3), []
    for v in (x[0], x[1], x[2], x[3], x[4]):
        window.append(v)
        smoothed.append(sum(window) / len(window))
    return sum(s * s for s in smoothed)


@program(number(), number(), argnums=(0, 1), numba=False)
def list_of_dicts(a, b):
    steps = [{"value": a, "weight": 1.0}]
    for k in range(3):
        last = steps[-1]
        steps.append({"value": last["value"] * b, "weight": last["weight"] / (k + 1.0)})
    return sum(s["value"] * s["weight"] for s in steps)


@program(number(), number(), argnums=(0, 1), numba=False)
def copies_of_a_list_and_of_a_dict(a, b):
    items, table = [a, b], {"a": a}
    copied, other = items.copy(), dict(table)
    same = items
    items[0] = b * b
    table["a"] = 3.0 * b
    return copied[0] * same[0] + other["a"] * table["a"]


@program(array(3), numba=False)
def list_filled_by_a_callee(x):
    def collect(into, v):
        into.append(v * v)
        into[0] = into[0] + v

    kept = [1.0]
    collect(kept, x[0])
    collect(kept, x[1])
    return kept[0] * kept[1] * kept[2] * x[2]


@program(array(3), numba=False)
def matrix_as_a_list_of_lists(x):
    m = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(3):
            m[i][j] = x[i] * x[j] + (1.0 if i == j else 0.0)
    return m[0][0] * m[1][1] - m[0][1] * m[1][0] + m[2][2]


@program(number(), number(), argnums=(0, 1), numba=False)
def sorted_by_a_known_key(a, b):
    terms = [(3, a), (1, b), (2, a * b)]
    terms.sort(key=lambda t: t[0])
    y = 1.0
    for degree, c in terms:
        y = y * c + degree
    return y + len(terms)


@program(number(), number(), argnums=(0, 1), numba=False)
def keys_that_are_tuples(a, b):
    bonds = {(0, 1): a, (1, 2): b}
    bonds[0, 2] = bonds[0, 1] * bonds[1, 2]
    energy = 0.0
    for (i, j), k in bonds.items():
        energy += k * (i - j) ** 2
    return energy**2
