"""The gradients that a person would write for the programs of `programs`, for NumPy and Numba alike."""

import numpy as np


def chain_grad(x):
    N = len(x)
    x_bar = np.zeros_like(x)
    for i in range(2, N):
        r = x[i] - x[i - 1]
        r_bar = 2.0 * r + 4.0 * r**3 - np.exp(-r)
        r_2 = x[i] - x[i - 2]
        r_2_bar = -0.3 * r_2**2
        x_bar[i] += r_bar + r_2_bar
        x_bar[i - 1] -= r_bar
        x_bar[i - 2] -= r_2_bar
    r = x[1] - x[0]
    r_bar = 2.0 * r + 4.0 * r**3 - np.exp(-r)
    x_bar[1] += r_bar
    x_bar[0] -= r_bar
    return x_bar


def chain_value_and_grad(x):
    N = len(x)
    x_bar = np.zeros_like(x)
    r = x[1] - x[0]
    e = np.exp(-r)
    f = r**2 + r**4 + e
    r_bar = 2.0 * r + 4.0 * r**3 - e
    x_bar[1] += r_bar
    x_bar[0] -= r_bar
    for i in range(2, N):
        r = x[i] - x[i - 1]
        e = np.exp(-r)
        r_2 = x[i] - x[i - 2]
        f += r**2 + r**4 + e - 0.1 * r_2**3
        r_bar = 2.0 * r + 4.0 * r**3 - e
        r_2_bar = -0.3 * r_2**2
        x_bar[i] += r_bar + r_2_bar
        x_bar[i - 1] -= r_bar
        x_bar[i - 2] -= r_2_bar
    return f, x_bar


def chain_vectorised_value_and_grad(x):
    r = x[1:] - x[:-1]
    r_2 = x[2:] - x[:-2]
    e = np.exp(-r)
    f = np.sum(r**2 + r**4 + e) - 0.1 * np.sum(r_2**3)
    r_bar = 2.0 * r + 4.0 * r**3 - e
    r_2_bar = -0.3 * r_2**2
    x_bar = np.zeros_like(x)
    x_bar[2:] += r_2_bar
    x_bar[:-2] -= r_2_bar
    x_bar[1:] += r_bar
    x_bar[:-1] -= r_bar
    return f, x_bar


def network_grad(w, b, x, y):
    h = np.tanh(w @ x + b)
    e = np.exp(h)
    s = np.sum(e, axis=0)
    z_bar = -y / y.shape[1]
    s_bar = -np.sum(z_bar, axis=0) / s
    h_bar = z_bar + s_bar * e
    t_bar = h_bar * (1.0 - h**2)
    # Not keepdims=True, which Numba lacks.
    return t_bar @ x.T, np.sum(t_bar, axis=1).reshape(-1, 1)


def network_value_and_grad(w, b, x, y):
    h = np.tanh(w @ x + b)
    e = np.exp(h)
    s = np.sum(e, axis=0)
    z = h - np.log(s)
    value = -np.sum(y * z) / y.shape[1]
    z_bar = -y / y.shape[1]
    s_bar = -np.sum(z_bar, axis=0) / s
    h_bar = z_bar + s_bar * e
    t_bar = h_bar * (1.0 - h**2)
    return value, (t_bar @ x.T, np.sum(t_bar, axis=1).reshape(-1, 1))
