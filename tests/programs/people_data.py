"""People's code, data: filters, likelihoods, time series, finance, alignment, ratings.

Each is written as its author would: with dicts of parameters, lists, tables, early stops.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .registry import array, drawn, number, program, signed


def probabilities(*shape):
    """Rows that are positive and sum to one."""

    def draw(rng):
        p = rng.uniform(0.2, 1.0, shape)
        return p / p.sum(axis=-1, keepdims=True)

    return drawn(draw)


# Time series


@program(array(2), array(2, 2), array(6), argnums=(0, 1, 2))
def kalman_filter_of_a_moving_object(noise, p0, observed):
    """Log-likelihood of positions under constant velocity; the 2×2 algebra is by hand."""
    q, r = noise
    x, v = 0.0, 0.5
    pxx, pxv, pvv = p0[0, 0] + 1.0, 0.1 * p0[0, 1], p0[1, 1] + 1.0
    loglik = 0.0
    for z in observed:
        x, v = x + v, v
        pxx, pxv, pvv = pxx + 2 * pxv + pvv + q, pxv + pvv, pvv + q
        s = pxx + r
        innovation = z - x
        loglik -= 0.5 * (math.log(2 * math.pi * s) + innovation**2 / s)
        kx, kv = pxx / s, pxv / s
        x += kx * innovation
        v += kv * innovation
        pxx, pxv, pvv = (1 - kx) * pxx, (1 - kx) * pxv, pvv - kv * pxv
    return loglik


class Noise(NamedTuple):
    process: float
    measurement: float


@program(Noise(number(), number()), [array(3), array(3)])
def kalman_filter_with_missing_values(noise, series):
    """Two series of one level; a missing value is skipped."""
    total = 0.0
    for number_of_series, values in enumerate(series):
        mean, var = 0.0, 10.0
        for t, y in enumerate(values):
            var += noise.process
            if (t + number_of_series) % 3 == 1:
                continue
            gain = var / (var + noise.measurement)
            total += math.log(var + noise.measurement) + (y - mean) ** 2 / (var + noise.measurement)
            mean += gain * (y - mean)
            var *= 1.0 - gain
    return 0.5 * total


@program({"omega": number(0.05, 0.1), "alpha": number(0.1, 0.2), "beta": number(0.5, 0.7)}, signed(8), numba=False)
def garch(params, returns):
    variance = np.var(returns)
    nll = 0.0
    for r in returns:
        nll += math.log(variance) + r * r / variance
        variance = params["omega"] + params["alpha"] * r * r + params["beta"] * variance
    return 0.5 * nll


@program(number(0.1, 0.3), number(0.2, 0.4), signed(8), argnums=(0, 1))
def egarch_with_leverage(alpha, gamma, returns):
    log_variance = 0.0
    nll = 0.0
    for r in returns:
        sigma = math.exp(0.5 * log_variance)
        z = r / sigma
        nll += log_variance + z * z
        if z < 0.0:
            log_variance = 0.9 * log_variance + alpha * abs(z) + gamma * z
        else:
            log_variance = 0.9 * log_variance + alpha * z
    return 0.5 * nll


@program(array(12, lo=2.0, hi=4.0), number(0.2, 0.4), number(0.1, 0.3), 4, argnums=(0, 1, 2))
def holt_winters(y, alpha, gamma, period):
    season = np.zeros(period)
    for i in range(period):
        season[i] = y[i] / np.mean(y[:period])
    level = y[0] / season[0]
    sse = 0.0
    for t in range(period, len(y)):
        forecast = level * season[t % period]
        sse += (y[t] - forecast) ** 2
        level = alpha * y[t] / season[t % period] + (1.0 - alpha) * level
        season[t % period] = gamma * y[t] / level + (1.0 - gamma) * season[t % period]
    return sse


@program(array(2), array(8), argnums=(0, 1))
def autoregression_by_backcast(phi, y):
    errors = np.zeros(len(y))
    for t in range(len(y)):
        prediction = 0.0
        for lag in range(1, len(phi) + 1):
            if t - lag < 0:
                break
            prediction += 0.4 * phi[lag - 1] * y[t - lag]
        errors[t] = y[t] - prediction
    return np.sum(errors**2) / len(y)


# Hidden states and alignments


def log_sum_exp(values):
    top = values[0]
    for v in values:
        if v > top:
            top = v
    total = 0.0
    for v in values:
        total += math.exp(v - top)
    return top + math.log(total)


@program(probabilities(3), probabilities(3, 3), probabilities(3, 2), np.array([0, 1, 1, 0]), argnums=(0, 1, 2))
def hmm_forward_in_logs(start, transition, emission, observed):
    n = len(start)
    alpha = np.log(start) + np.log(emission[:, observed[0]])
    for o in observed[1:]:
        new = np.empty(n)
        for j in range(n):
            new[j] = log_sum_exp(alpha + np.log(transition[:, j])) + math.log(emission[j, o])
        alpha = new
    return log_sum_exp(alpha)


@program(signed(3, 3), signed(4, 3), argnums=(0, 1))
def viterbi_score(transition, emission):
    best = emission[0].copy()
    for t in range(1, len(emission)):
        scores = np.zeros(3)
        for j in range(3):
            top = -1e30
            for i in range(3):
                candidate = best[i] + transition[i, j]
                if candidate > top:
                    top = candidate
            scores[j] = top + emission[t, j]
        best = scores
    return max(best)


@program(signed(4, 3), number(0.3, 0.6), argnums=(0, 1))
def smith_waterman(similarity, gap):
    """The best local alignment: cells below zero start anew."""
    n, m = similarity.shape
    h = np.zeros((n + 1, m + 1))
    best = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            match = h[i - 1, j - 1] + similarity[i - 1, j - 1]
            delete = h[i - 1, j] - gap
            insert = h[i, j - 1] - gap
            h[i, j] = max(0.0, match, delete, insert)
            if h[i, j] > best:
                best = h[i, j]
    return best


@program(array(4), array(5), number(0.3, 0.6), argnums=(0, 1, 2))
def soft_dynamic_time_warping(x, y, gamma):
    n, m = len(x), len(y)
    r = np.full((n + 1, m + 1), 50.0)
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            a, b, c = -r[i - 1, j - 1] / gamma, -r[i - 1, j] / gamma, -r[i, j - 1] / gamma
            top = max(a, b, c)
            soft_min = -gamma * (math.log(math.exp(a - top) + math.exp(b - top) + math.exp(c - top)) + top)
            r[i, j] = (x[i - 1] - y[j - 1]) ** 2 + soft_min
    return r[n, m]


# Finance


@program(number(90.0, 110.0), number(0.2, 0.3), 100.0, 5, argnums=(0, 1))
def american_put_by_a_tree(spot, sigma, strike, n):
    """A binomial tree with early exercise."""
    dt = 1.0 / n
    up = math.exp(sigma * math.sqrt(dt))
    down = 1.0 / up
    discount = math.exp(-0.05 * dt)
    p = (math.exp(0.05 * dt) - down) / (up - down)
    values = np.zeros(n + 1)
    for i in range(n + 1):
        values[i] = max(strike - spot * up**i * down ** (n - i), 0.0)
    for step in range(n - 1, -1, -1):
        for i in range(step + 1):
            hold = discount * (p * values[i + 1] + (1.0 - p) * values[i])
            exercise = strike - spot * up**i * down ** (step - i)
            values[i] = hold if hold > exercise else exercise
    return values[0]


@dataclass
class Market:
    spot: float
    rate: float
    sigma: float


@program(Market(number(90.0, 110.0), number(0.02, 0.05), number(0.2, 0.3)), signed(5, 4), numba=False)
def asian_option_by_paths(market, normals):
    """A path is knocked out when it falls below a barrier."""
    dt = 0.25
    drift = (market.rate - 0.5 * market.sigma**2) * dt
    payoff = 0.0
    for path in normals:
        s = market.spot
        mean = 0.0
        for z in path:
            s *= math.exp(drift + market.sigma * math.sqrt(dt) * z)
            if s < 60.0:
                break
            mean += s / len(path)
        else:
            payoff += max(mean - 95.0, 0.0)
    return math.exp(-market.rate) * payoff / len(normals)


@program(array(4, lo=0.01, hi=0.05), number(100.0, 104.0), argnums=(0, 1))
def bond_yield_by_newton(rates, price):
    """The flat yield of a bond that is priced by a curve."""
    value = 0.0
    discount = 1.0
    for k, rate in enumerate(rates):
        discount /= 1.0 + rate
        value += discount * (4.0 + (100.0 if k == len(rates) - 1 else 0.0))
    y = 0.03
    for _ in range(6):
        f, slope = -0.5 * (value + price), 0.0
        for k in range(1, 5):
            cash = 104.0 if k == 4 else 4.0
            f += cash / (1.0 + y) ** k
            slope -= k * cash / (1.0 + y) ** (k + 1)
        y -= f / slope
    return y


# Likelihoods


@program(array(2), array(5, 2), array(5), np.array([1, 0, 1, 1, 0]), argnums=(0, 1))
def cox_partial_likelihood(beta, covariates, times, events):
    loglik = 0.0
    for i in range(len(times)):
        if events[i] == 0:
            continue
        risk = 0.0
        for j in range(len(times)):
            if times[j] >= times[i]:
                risk += math.exp(np.dot(covariates[j], beta))
        loglik += np.dot(covariates[i], beta) - math.log(risk)
    return loglik


@program({"mu": number(), "log_tau": number(-0.3, 0.3), "theta": signed(4)}, array(4), numba=False)
def hierarchical_log_posterior(state, data):
    """Eight schools, halved: what a sampler asks for."""
    tau = math.exp(state["log_tau"])
    logp = -0.5 * (state["mu"] / 5.0) ** 2 - 0.5 * (tau / 5.0) ** 2 + state["log_tau"]
    for theta, y in zip(state["theta"], data):
        logp += -0.5 * theta * theta
        logp += -0.5 * (y - state["mu"] - tau * theta) ** 2
    return logp


@program(signed(3), signed(3), array(3), 3, argnums=(0, 1, 2))
def hamiltonian_monte_carlo_step(q, p, scale, steps):
    """Leapfrog with a gradient by hand; the change of the energy."""

    def potential(q):
        return 0.5 * np.sum(q**2 / scale) + 0.1 * np.sum(q**4)

    def slope(q):
        return q / scale + 0.4 * q**3

    start = potential(q) + 0.5 * np.dot(p, p)
    p = p - 0.05 * slope(q)
    for i in range(steps):
        q = q + 0.1 * p
        if i != steps - 1:
            p = p - 0.1 * slope(q)
    p = p - 0.05 * slope(q)
    return potential(q) + 0.5 * np.dot(p, p) - start


@program(array(4), np.array([[0, 1, 1], [2, 3, 0], [1, 2, 1], [3, 0, 0]]), number(0.1, 0.3), argnums=(0, 2))
def elo_ratings(ratings, games, k):
    """Ratings updated game by game; the log loss of the forecasts."""
    r = ratings.copy()
    loss = 0.0
    for white, black, won in games:
        expected = 1.0 / (1.0 + 10.0 ** (r[black] - r[white]))
        if won:
            loss -= math.log(expected)
        else:
            loss -= math.log(1.0 - expected)
        r[white] += k * (won - expected)
        r[black] -= k * (won - expected)
    return loss


@program(signed(3, 2), np.array([[0, 1], [1, 2], [0, 2], [0, 1]]), np.array([1.0, 0.0, 1.0, 1.0]))
def matrix_factors_by_stochastic_descent(factors, pairs, ratings):
    """One epoch written out; what is left of the error after it."""
    f = factors.copy()
    for (a, b), rating in zip(pairs, ratings):
        error = rating - np.dot(f[a], f[b])
        step_a, step_b = 0.1 * error * f[b], 0.1 * error * f[a]
        f[a] += step_a
        f[b] += step_b
    loss = 0.0
    for (a, b), rating in zip(pairs, ratings):
        loss += (rating - np.dot(f[a], f[b])) ** 2
    return loss


@program(array(3), number(0.3, 0.5), np.array([0.0, 0.4, 1.1, 1.5, 2.7]), argnums=(0, 1))
def hawkes_process(theta, start, times):
    mu, alpha, beta = theta
    excitation = 0.0
    last = 0.0
    loglik = 0.0
    for t in times:
        excitation = excitation * math.exp(-beta * (t - last))
        loglik += math.log(mu + start * excitation)
        excitation += alpha
        last = t
    horizon = 3.0
    compensator = mu * horizon
    for t in times:
        compensator += start * alpha / beta * (1.0 - math.exp(-beta * (horizon - t)))
    return loglik - compensator


@program(signed(4), number(0.5, 1.0), signed(6, 4), np.array([1, -1, 1, 1, -1, 1]), argnums=(0, 1))
def support_vector_primal(w, c, x, labels):
    loss = 0.5 * np.dot(w, w)
    for row, label in zip(x, labels):
        margin = label * np.dot(row, w)
        if margin >= 1.0:
            continue
        loss += c * (1.0 - margin)
    return loss
