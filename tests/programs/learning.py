"""Realistic: networks, cells, clustering costs, regressions on batches."""

import numpy as np

from .registry import apart, array, drawn, number, program, signed


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


@program(signed(3, 5), signed(3, 1), signed(5, 4), np.eye(3)[:, [0, 2, 1, 0]], argnums=(0, 1))
def single_layer_network(w, b, x, y):
    h = np.tanh(w @ x + b)
    z = h - np.log(np.sum(np.exp(h), axis=0))
    return -np.sum(y * z) / y.shape[1]


@program({"w": signed(3, 5), "b": signed(3, 1)}, signed(5, 4), np.eye(3)[:, [0, 2, 1, 0]], numba=False)
def single_layer_network_of_dict(params, x, y):
    w, b = params["w"], params["b"]
    h = np.tanh(w @ x + b)
    z = h - np.log(np.sum(np.exp(h), axis=0))
    return -np.sum(y * z) / y.shape[1]


@program(
    [{"w": signed(4, 3), "b": signed(4)}, {"w": signed(3, 4), "b": signed(3)}],
    signed(5, 3),
    np.array([0, 2, 1, 1, 0]),
    numba=False,
)
def perceptron_with_softmax(layers, x, labels):
    h = x
    for layer in layers[:-1]:
        h = np.maximum(h @ layer["w"].T + layer["b"], 0.0)
    z = h @ layers[-1]["w"].T + layers[-1]["b"]
    z = z - np.max(z, axis=1, keepdims=True)
    logp = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return -np.mean(np.sum(np.eye(3)[labels] * logp, axis=1))


@program(signed(3, 2), signed(3, 3), signed(3), signed(4, 2), argnums=(0, 1, 2))
def recurrent_network(wx, wh, b, xs):
    h = np.zeros(3)
    loss = 0.0
    for x in xs:
        h = np.tanh(wx @ x + wh @ h + b)
        loss += np.sum((h - 0.1) ** 2)
    return loss


@program(signed(8, 4), signed(8), signed(3, 2), argnums=(0, 1))
def lstm_cell(w, b, xs):
    h = np.zeros(2)
    c = np.zeros(2)
    for t in range(xs.shape[0]):
        z = w @ np.concatenate((xs[t], h)) + b
        i = sigmoid(z[0:2])
        f = sigmoid(z[2:4])
        o = sigmoid(z[4:6])
        g = np.tanh(z[6:8])
        c = f * c + i * g
        h = o * np.tanh(c)
    return np.sum(h * h) + c[0]


@program(signed(2, 2), signed(6, 2), argnums=(0, 1))
def k_means_cost(centres, points):
    cost = 0.0
    for i in range(points.shape[0]):
        best = 1e30
        for k in range(centres.shape[0]):
            d = 0.0
            for j in range(points.shape[1]):
                d += (points[i, j] - centres[k, j]) ** 2
            if d < best:
                best = d
        cost += best
    return cost


@program(signed(2, 2), signed(6, 2), numba=False)
def k_means_vectorised(centres, points):
    d = np.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=2)
    return np.sum(np.min(d, axis=1))


@program(signed(3), signed(8, 3), signed(8), np.array([6, 1, 4]))
def minibatch_by_index(w, x, y, batch):
    r = x[batch] @ w - y[batch]
    return np.mean(r**2)


@program(signed(4, 3), signed(4, 3), signed(4, 3), argnums=(0, 1, 2), numba=False)
def attention(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[1])
    s = s - s.max(axis=1, keepdims=True)
    p = np.exp(s)
    p = p / p.sum(axis=1, keepdims=True)
    return np.sum((p @ v) ** 2)


@program(signed(5, 5), signed(3, 3), argnums=(0, 1))
def convolution_and_pooling(image, kernel):
    out = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            out[i, j] = np.sum(image[i : i + 3, j : j + 3] * kernel)
    out = np.maximum(out, 0.05)
    return np.sum(out**2) + np.max(out)


@program(array(3, 4), array(4), array(4), argnums=(0, 1, 2), numba=False)
def layer_normalisation(x, gain, bias):
    m = np.mean(x, axis=1, keepdims=True)
    v = np.mean((x - m) ** 2, axis=1, keepdims=True)
    return np.sum((gain * (x - m) / np.sqrt(v + 1e-5) + bias) ** 3)


@program(signed(4, 2), signed(3, 2), drawn(lambda rng: rng.uniform(1.0, 2.0, (4, 3))), argnums=(0, 1))
def matrix_factorisation(u, v, ratings):
    loss = 0.0
    for i in range(4):
        for j in range(3):
            e = ratings[i, j]
            for k in range(2):
                e -= u[i, k] * v[j, k]
            loss += e**2
    return loss + 0.1 * (np.sum(u**2) + np.sum(v**2))


@program(signed(5, 2), signed(5))
def radial_basis_network(centres, weights):
    s = 0.0
    for t in (0.1, 0.5, 0.8):
        y = 0.0
        for k in range(5):
            y += weights[k] * np.exp(-((t - centres[k, 0]) ** 2) * centres[k, 1] ** 2)
        s += (y - np.sin(t)) ** 2
    return s


@program(apart(6), np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0]), number(), argnums=(0, 2))
def hinge_loss(scores, labels, scale):
    return np.mean(np.maximum(0.0, 0.95 - labels * scores * scale)) + scale**2


@program(signed(2, 3), signed(3), 3, argnums=(0, 1))
def policy_over_horizon(w, state, n):
    s = state.copy()
    reward = 0.0
    discount = 1.0
    for _ in range(n):
        action = np.tanh(w @ s)
        s[0] += 0.1 * action[0]
        s[1:] -= 0.1 * action * s[1:]
        reward += discount * (1.0 - np.sum(s * s))
        discount *= 0.9
    return reward


@program(signed(4, 3), 5)
def adam_like_state(x, n):
    m = np.zeros_like(x)
    v = np.zeros_like(x)
    w = x * 0.5
    for t in range(1, n + 1):
        g = 2.0 * w * x
        m = 0.9 * m + 0.1 * g
        v = 0.99 * v + 0.01 * g**2
        w = w - 0.1 * (m / (1.0 - 0.9**t)) / (np.sqrt(v / (1.0 - 0.99**t)) + 1e-3)
    return np.sum(w**2)
