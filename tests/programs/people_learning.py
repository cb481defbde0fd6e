"""Programs of people who train: networks, layers, filters of rows and images."""

import math

import numpy as np

from .registry import array, number, program, signed

# Networks and their training


@program(signed(3), array(6, 3), np.array([1.0, 0.0, 1.0, 1.0, 0.0, 0.0]), 0.5)
def logistic_regression_with_early_stopping(w0, x, y, rate):
    """Descent until the loss no longer falls by much; the last loss as a function of the start."""
    w = w0.copy()
    last = 1e9
    loss = last
    for _ in range(8):
        z = x @ w
        p = 1.0 / (1.0 + np.exp(-z))
        loss = -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))
        if last - loss < 0.002:
            break
        last = loss
        w = w - rate * x.T @ (p - y) / len(y)
    return loss


def relu(x):
    return np.maximum(x, 0.0)


@program({"layers": [{"w": signed(3, 4), "b": array(4)}, {"w": signed(4, 2), "b": array(2)}], "decay": number()},
         array(5, 3), np.array([0, 1, 1, 0, 1]), numba=False)  # fmt: skip
def perceptron_of_a_dict_of_layers(model, x, labels):
    h = x
    for i, layer in enumerate(model["layers"]):
        h = h @ layer["w"] + layer["b"]
        if i + 1 < len(model["layers"]):
            h = relu(h)
    top = np.max(h, axis=1, keepdims=True)
    logp = h - top - np.log(np.sum(np.exp(h - top), axis=1, keepdims=True))
    loss = -np.mean(logp[np.arange(len(labels)), labels])
    for layer in model["layers"]:
        loss += 1e-2 * model["decay"] * np.sum(layer["w"] ** 2)
    return loss


@program(signed(4, 3), array(4), argnums=(0, 1))
def safe_softmax_by_rows(scores, weights):
    out = np.empty_like(scores)
    for i in range(scores.shape[0]):
        e = np.exp(scores[i] - scores[i].max())
        out[i] = e / e.sum()
    return np.dot(weights, out[:, 0]) + np.sum(out[:, 1] ** 2)


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


@program({"wz": signed(5, 3), "wr": signed(5, 3), "wh": signed(5, 3)}, array(4, 2), numba=False)
def gated_recurrent_unit(p, xs):
    h = np.zeros(3)
    for x in xs:
        xh = np.concatenate([x, h])
        z = sigmoid(xh @ p["wz"])
        r = sigmoid(xh @ p["wr"])
        candidate = np.tanh(np.concatenate([x, r * h]) @ p["wh"])
        h = (1.0 - z) * h + z * candidate
    return np.sum(h**2)


@program(signed(5, 12), array(12), array(3, 2), argnums=(0, 1))
def lstm_with_slices(w, b, xs):
    h, c = np.zeros(3), np.zeros(3)
    losses = []
    for x in xs:
        gates = np.concatenate((x, h)) @ w + b
        i, f, o = sigmoid(gates[0:3]), sigmoid(gates[3:6]), sigmoid(gates[6:9])
        c = f * c + i * np.tanh(gates[9:])
        h = o * np.tanh(c)
        losses.append(np.sum(h**2))
    return sum(losses) / len(losses)


class Dense:
    def __init__(self, w, b, activation=None):
        self.w, self.b, self.activation = w, b, activation

    def __call__(self, x):
        y = x @ self.w + self.b
        return y if self.activation is None else self.activation(y)


class Sequential:
    def __init__(self, *layers):
        self.layers = layers

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


@program(signed(2, 3), array(3), signed(3, 1), array(4, 2), array(4), argnums=(0, 1, 2), numba=False)
def network_of_layer_objects(w1, b1, w2, x, y):
    net = Sequential(Dense(w1, b1, np.tanh), Dense(w2, 0.0))
    return np.mean((net(x)[:, 0] - y) ** 2)


@program(signed(3), array(5, 3), array(5), argnums=0)
def training_with_momentum_and_a_history(w, x, y):
    history = []
    velocity = np.zeros_like(w)
    for epoch in range(4):
        residual = x @ w - y
        history.append(np.mean(residual**2))
        if epoch > 0 and history[-1] > 10.0 * history[0]:
            break
        velocity = 0.9 * velocity - 0.05 * x.T @ residual
        w = w + velocity
    return history[-1] + 0.1 * min(history)


@program(signed(4, 4), signed(4, 2), argnums=(0, 1), numba=False)
def graph_convolution(adjacency, features):
    """Neighbours as lists; a mean over each."""
    neighbours = {0: [1, 2], 1: [0], 2: [0, 3], 3: [2]}
    total = 0.0
    for node, others in neighbours.items():
        message = np.zeros(2)
        for other in others:
            message += adjacency[node, other] * features[other]
        total += np.sum(np.tanh(message / len(others)))
    return total


@program(array(6, 6), signed(3, 3), number(), argnums=(0, 1, 2))
def convolution_with_bias_and_stride(image, kernel, bias):
    out = np.zeros((2, 2))
    for i in range(2):
        for j in range(2):
            patch = image[2 * i : 2 * i + 3, 2 * j : 2 * j + 3]
            out[i, j] = max(np.sum(patch * kernel) + bias, 0.0)
    return np.mean(out)


@program(signed(4, 3), signed(4, 3), 0.5)
def contrastive_loss_with_margin(a, b, margin):
    loss = 0.0
    for i, u in enumerate(a):
        for j, v in enumerate(b):
            d = math.sqrt(np.sum((u - v) ** 2) + 1e-9)
            if i == j:
                loss += d * d
            elif d < margin:
                loss += (margin - d) ** 2
    return loss / len(a)


@program(signed(5), 3)
def sharpe_ratio_of_a_moving_average_rule(returns, window):
    """Positions follow the sign of the trailing mean; costs for each change."""
    position = 0
    gains = np.zeros(len(returns))
    for t in range(window, len(returns)):
        signal = 1 if np.mean(returns[t - window : t]) > 0.0 else -1
        cost = 0.001 if signal != position else 0.0
        position = signal
        gains[t] = position * returns[t] - cost
    return np.mean(gains) / (np.std(gains) + 0.1)
