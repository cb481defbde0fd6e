"""Realistic: likelihoods, filters, time series, mixtures, regressions."""

import math

import numpy as np

from .registry import array, drawn, number, program, signed


@program(drawn(lambda rng: np.array([0.1, 0.2, 0.6]) * rng.uniform(0.8, 1.1)), signed(12))
def garch_likelihood(theta, returns):
    omega, alpha, beta = theta
    h = np.var(returns)
    nll = 0.0
    for t in range(len(returns)):
        nll += 0.5 * (math.log(2.0 * math.pi * h) + returns[t] ** 2 / h)
        h = omega + alpha * returns[t] ** 2 + beta * h
    return nll


@program(number(), number(0.5, 0.9), number(), signed(8), argnums=(0, 1, 2))
def kalman_filter_scalar(q, a, r, y):
    m = 0.0
    p = 1.0
    nll = 0.0
    for t in range(len(y)):
        m = a * m
        p = a * a * p + q
        s = p + r
        e = y[t] - m
        nll += 0.5 * (math.log(s) + e * e / s)
        k = p / s
        m = m + k * e
        p = (1.0 - k) * p
    return nll


@program(array(2, 2), array(2), signed(5), argnums=(0, 1))
def kalman_filter_matrix(a, c, y):
    m = np.zeros(2)
    p = np.eye(2)
    nll = 0.0
    for t in range(len(y)):
        m = a @ m
        p = a @ p @ a.T + 0.1 * np.eye(2)
        s = c @ p @ c + 0.5
        e = y[t] - c @ m
        k = p @ c / s
        m = m + k * e
        p = p - np.outer(k, c @ p)
        nll += 0.5 * (np.log(s) + e * e / s)
    return nll


@program(signed(3), number(), signed(8, 3), np.array([0, 1, 1, 0, 1, 0, 0, 1]), argnums=(0, 1))
def logistic_regression(w, b, x, y):
    z = x @ w + b
    return np.mean(np.log1p(np.exp(-z)) + (1 - y) * z) + 0.1 * np.sum(w**2)


@program(signed(3), signed(6, 3), np.array([0, 1, 1, 0, 1, 0]))
def logistic_regression_in_loops(w, x, y):
    loss = 0.0
    for i in range(x.shape[0]):
        z = 0.0
        for j in range(x.shape[1]):
            z += w[j] * x[i, j]
        p = 1.0 / (1.0 + math.exp(-z))
        if y[i] == 1:
            loss -= math.log(p)
        else:
            loss -= math.log(1.0 - p)
    return loss


@program(array(3), array(3, 3), array(3, 2), np.array([0, 1, 1, 0, 1]), argnums=(0, 1, 2))
def hmm_forward(start, transition, emission, observed):
    n = len(start)
    alpha = start * emission[:, observed[0]]
    for t in range(1, len(observed)):
        new = np.zeros(n)
        for j in range(n):
            for i in range(n):
                new[j] += alpha[i] * transition[i, j]
            new[j] *= emission[j, observed[t]]
        alpha = new
    return np.log(np.sum(alpha))


@program(array(3), array(3, 3), array(3, 2), np.array([0, 1, 1, 0, 1]), argnums=(0, 1, 2))
def hmm_forward_scaled(start, transition, emission, observed):
    alpha = start / np.sum(start)
    ll = 0.0
    for t in range(len(observed)):
        alpha = (alpha @ transition) * emission[:, observed[t]]
        c = np.sum(alpha)
        alpha = alpha / c
        ll += np.log(c)
    return ll


@program(array(2), signed(2), array(2), signed(7), argnums=(0, 1, 2))
def gaussian_mixture_in_loops(weight, mean, scale, x):
    total = 0.0
    norm = weight[0] + weight[1]
    for i in range(len(x)):
        p = 0.0
        for k in range(2):
            z = (x[i] - mean[k]) / scale[k]
            p += weight[k] / norm * math.exp(-0.5 * z * z) / (scale[k] * math.sqrt(2.0 * math.pi))
        total += math.log(p)
    return total


@program(signed(3), array(3), signed(7), argnums=(0, 1), numba=False)
def gaussian_mixture_vectorised(mean, log_scale, x):
    z = (x[:, None] - mean[None, :]) / np.exp(log_scale)
    logs = -0.5 * z**2 - log_scale
    m = np.max(logs, axis=1, keepdims=True)
    return np.sum(m[:, 0] + np.log(np.sum(np.exp(logs - m), axis=1)))


@program(number(), signed(8), argnums=(0, 1))
def random_walk_likelihood(sigma, x):
    ll = -0.5 * x[0] ** 2
    for t in range(1, len(x)):
        d = (x[t] - x[t - 1]) / sigma
        ll = ll - 0.5 * d * d - math.log(sigma)
    return ll


@program(signed(2), number(), signed(8), argnums=(0, 1))
def arma_residuals(phi, theta, y):
    n = len(y)
    e = np.zeros(n)
    for t in range(2, n):
        e[t] = y[t] - phi[0] * y[t - 1] - phi[1] * y[t - 2] - 0.3 * theta * e[t - 1]
    return np.sum(e**2)


@program(number(0.2, 0.6), number(0.1, 0.4), signed(9), argnums=(0, 1))
def exponential_smoothing_with_trend(alpha, beta, y):
    level = y[0]
    trend = y[1] - y[0]
    sse = 0.0
    for v in y[2:]:
        sse += (v - level - trend) ** 2
        last = level
        level = alpha * v + (1.0 - alpha) * (level + trend)
        trend = beta * (level - last) + (1.0 - beta) * trend
    return sse


@program(signed(2, 3), np.array([0, 2, 1, 1]), signed(4, 2))
def multinomial_likelihood(w, labels, x):
    ll = 0.0
    for i in range(len(labels)):
        scores = x[i] @ w
        top = np.max(scores)
        ll += scores[labels[i]] - top - np.log(np.sum(np.exp(scores - top)))
    return ll


@program(array(3), np.array([2, 0, 5, 1]), signed(4, 3))
def poisson_regression(beta, counts, x):
    ll = 0.0
    for i in range(counts.size):
        rate = math.exp(np.dot(x[i], beta))
        ll += counts[i] * math.log(rate) - rate - math.lgamma(counts[i] + 1.0)
    return ll


@program(number(), number(), signed(5), signed(5), argnums=(0, 1, 3))
def gaussian_process_likelihood(length, noise, x, y):
    n = len(x)
    k = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            k[i, j] = math.exp(-0.5 * ((x[i] - x[j]) / length) ** 2)
        k[i, i] += noise
    c = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            s = k[i, j]
            for m in range(j):
                s -= c[i, m] * c[j, m]
            if i == j:
                c[i, i] = math.sqrt(s)
            else:
                c[i, j] = s / c[j, j]
    z = np.zeros(n)
    nll = 0.0
    for i in range(n):
        s = y[i]
        for j in range(i):
            s -= c[i, j] * z[j]
        z[i] = s / c[i, i]
        nll += 0.5 * z[i] ** 2 + math.log(c[i, i])
    return nll


@program(array(4), np.array([1.0, 2.5, 0.7]), np.array([1, 0, 1]))
def survival_weibull(theta, times, events):
    shape = theta[0] + theta[1]
    scale = theta[2] * theta[3] + 0.5
    ll = 0.0
    for t, event in zip(times, events):
        h = (t / scale) ** shape
        ll -= h
        if event:
            ll += math.log(shape / scale) + (shape - 1.0) * math.log(t / scale)
    return ll


@program(signed(6), signed(6), argnums=(0, 1))
def correlation(x, y):
    a = x - x.mean()
    b = y - y.mean()
    return np.dot(a, b) / np.sqrt(np.dot(a, a) * np.dot(b, b))


@program(number(), number(), number(), signed(6), argnums=(0, 1, 2))
def robust_huber_line(a, b, delta, y):
    loss = 0.0
    for i, v in enumerate(y):
        r = abs(v - a - b * i)
        loss += 0.5 * r * r if r < delta else delta * (r - 0.5 * delta)
    return loss


@program(number(80.0, 90.0), number(0.2, 0.3), argnums=(0, 1))
def black_scholes(strike, sigma):
    spot, rate, time = 100.0, 0.05, 0.5
    d1 = (math.log(spot / strike) + (rate + 0.5 * sigma**2) * time) / (sigma * math.sqrt(time))
    d2 = d1 - sigma * math.sqrt(time)

    def cdf(z):
        return 0.5 * (1.0 + math.erf(z / math.sqrt(2.0)))

    return spot * cdf(d1) - strike * math.exp(-rate * time) * cdf(d2)


@program(number(0.2, 0.3), 100.0, 95.0, 6)
def binomial_option_tree(sigma, spot, strike, n):
    dt = 0.5 / n
    up = math.exp(sigma * math.sqrt(dt))
    p = (math.exp(0.05 * dt) - 1.0 / up) / (up - 1.0 / up)
    v = np.zeros(n + 1)
    for i in range(n + 1):
        v[i] = max(spot * up ** (2 * i - n) - strike, 0.0)
    for step in range(n - 1, -1, -1):
        for i in range(step + 1):
            v[i] = math.exp(-0.05 * dt) * (p * v[i + 1] + (1.0 - p) * v[i])
    return v[0]
