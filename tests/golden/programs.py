"""The five programs whose generated source is kept word by word."""

import numpy as np


def phi1(r):
    return r**2 + r**4 + np.exp(-r)


def phi2(r):
    return -0.1 * r**3


def F(x):
    N = len(x)
    f = phi1(x[1] - x[0])
    for i in range(2, N):
        f += phi1(x[i] - x[i - 1]) + phi2(x[i] - x[i - 2])
    return f


def grow(theta, x0, n, dt):
    x = x0
    for k in range(n):
        x = x + dt * theta[0] * x * (1.0 - x / theta[1])
    return x * x


def newton(a):
    x = 1.0
    while True:
        fx = x**3 + a * x - 2.0
        if abs(fx) < 1e-12:
            break
        x = x - fx / (3.0 * x**2 + a)
    return x * a


def loss(params, x, y):
    w, b = params["w"], params["b"]
    h = np.tanh(w @ x + b)
    z = h - np.log(np.sum(np.exp(h), axis=0))
    return -np.sum(y * z) / y.shape[1]


def sweep(u0, c, steps):
    u = u0.copy()
    for t in range(steps):
        for i in range(1, len(u) - 1):
            u[i] = u[i] + c * u[i - 1] * (u[i + 1] - u[i])
    return np.sum(u**2)
