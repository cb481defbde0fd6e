"""Train a multilayer perceptron to read the 8x8 handwritten digits that scikit-learn ships.

The network is written with plain NumPy: parameters are a list of layers, each a dict of a weight
matrix and a bias; the loss is the cross-entropy of a softmax. `value_and_grad(loss)` returns the
gradient in the same list of dicts. No framework, no Numba.

Run: python -m examples.digits [EPOCHS]
"""

import sys
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_digits

from srctrans import value_and_grad


def scores(params, x):
    """Ten unnormalised log-probabilities for each row of x."""
    h = x
    for layer in params[:-1]:
        h = np.maximum(h @ layer["w"] + layer["b"], 0.0)
    last = params[-1]
    return h @ last["w"] + last["b"]


def loss(params, images, targets, batch):
    """Mean cross-entropy over the images with the indices in `batch`; `targets` has one-hot rows."""
    logits = scores(params, images[batch])
    shifted = logits - np.max(logits, axis=1, keepdims=True)
    log_probs = shifted - np.log(np.sum(np.exp(shifted), axis=1, keepdims=True))
    return -np.sum(targets[batch] * log_probs) / len(batch)


class Trained(NamedTuple):
    """What came out of a training."""

    params: list[dict[str, np.ndarray]]
    losses: list[float]
    train_accuracy: float
    test_accuracy: float


def split_digits(seed: int = 0, held_out: int = 360):
    """The digits in a random order, cut in two: (images, labels) to train on, (images, labels) to test on."""
    digits = load_digits()
    order = np.random.default_rng(seed).permutation(len(digits.target))
    images, labels = digits.data[order] / 16.0, digits.target[order]
    return (images[held_out:], labels[held_out:]), (images[:held_out], labels[:held_out])


def init(sizes, rng):
    """Random weights, scaled so that ReLU keeps the size of the signal; zero biases."""
    return [
        {"w": rng.normal(0.0, np.sqrt(2.0 / n_in), (n_in, n_out)), "b": np.zeros(n_out)}
        for n_in, n_out in zip(sizes[:-1], sizes[1:])
    ]


def train(loss_and_grad, images, labels, sizes=(64, 64, 32, 10), epochs=20, batch_size=32, rate=0.1, seed=1):
    """Stochastic gradient descent with momentum; returns the parameters and the mean loss of each epoch."""
    rng = np.random.default_rng(seed)
    params = init(sizes, rng)
    velocity = [{name: np.zeros_like(value) for name, value in layer.items()} for layer in params]
    targets = np.eye(sizes[-1])[labels]
    losses = []
    for _ in range(epochs):
        batches = np.array_split(rng.permutation(len(images)), len(images) // batch_size)
        values = []
        for batch in batches:
            value, gradient = loss_and_grad(params, images, targets, batch)
            for layer, v, g in zip(params, velocity, gradient):
                for name in layer:
                    v[name] = 0.9 * v[name] - rate * g[name]
                    layer[name] += v[name]
            values.append(value)
        losses.append(float(np.mean(values)))
    return params, losses


def accuracy(params, images, labels) -> float:
    """The share of images whose highest score is at their label."""
    return float(np.mean(np.argmax(scores(params, images), axis=1) == labels))


def main(epochs: int = 20) -> Trained:
    train_set, test_set = split_digits()
    params, losses = train(value_and_grad(loss), *train_set, epochs=epochs)
    return Trained(params, losses, accuracy(params, *train_set), accuracy(params, *test_set))


if __name__ == "__main__":
    result = main(*(int(argument) for argument in sys.argv[1:]))
    for epoch, value in enumerate(result.losses, 1):
        print(f"epoch {epoch:2d}: loss {value:.4f}")
    print(f"right on {result.train_accuracy:.1%} of the training digits")
    print(f"right on {result.test_accuracy:.1%} of the held-out digits")
