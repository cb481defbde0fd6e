"""Objects that hold a state and are updated in run-time loops: filters, integrators, optimisers, networks."""

from dataclasses import dataclass

import numpy as np

from .registry import array, number, program, signed


class Kalman:
    """A filter of a level and a trend, seen through one measurement."""

    def __init__(self, noise, drift):
        self.mean = np.zeros(2)
        self.cov = np.eye(2)
        self.noise = noise
        self.drift = drift * np.eye(2)

    def predict(self, dt):
        f = np.array([[1.0, dt], [0.0, 1.0]])
        self.mean = f @ self.mean
        self.cov = f @ self.cov @ f.T + self.drift

    def update(self, z):
        gain = self.cov[:, 0] / (self.cov[0, 0] + self.noise)
        surprise = z - self.mean[0]
        self.mean = self.mean + gain * surprise
        self.cov = self.cov - np.outer(gain, self.cov[0])
        return surprise**2 / self.noise


class RunningMean:
    """Welford's mean and variance."""

    def __init__(self):
        self.count = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.count += 1
        delta = x - self.mean
        self.mean += delta / self.count
        self.m2 += delta * (x - self.mean)

    @property
    def variance(self):
        return self.m2 / (self.count - 1)


class RungeKutta:
    def __init__(self, rhs, dt):
        self.rhs = rhs
        self.dt = dt
        self.t = 0.0

    def step(self, y):
        h = self.dt
        k1 = self.rhs(self.t, y)
        k2 = self.rhs(self.t + 0.5 * h, y + 0.5 * h * k1)
        k3 = self.rhs(self.t + 0.5 * h, y + 0.5 * h * k2)
        k4 = self.rhs(self.t + h, y + h * k3)
        self.t += h
        return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


class Momentum:
    def __init__(self, size, rate, decay=0.9):
        self.velocity = np.zeros(size)
        self.rate = rate
        self.decay = decay

    def step(self, theta, gradient):
        self.velocity = self.decay * self.velocity - self.rate * gradient
        return theta + self.velocity


class InPlaceMomentum(Momentum):
    """The same with buffers that are written."""

    def step(self, theta, gradient):
        self.velocity *= self.decay
        self.velocity -= self.rate * gradient
        theta += self.velocity
        return theta


class Adam:
    def __init__(self, size, rate):
        self.rate = rate
        self.m = np.zeros(size)
        self.v = np.zeros(size)
        self.t = 0

    def step(self, theta, g):
        self.t += 1
        self.m = 0.9 * self.m + 0.1 * g
        self.v = 0.99 * self.v + 0.01 * g * g
        m = self.m / (1.0 - 0.9**self.t)
        v = self.v / (1.0 - 0.99**self.t)
        return theta - self.rate * m / (np.sqrt(v) + 1e-3)


class Dense:
    def __init__(self, w, b):
        self.w, self.b = w, b

    def forward(self, x):
        self.x = x
        return self.w @ x + self.b

    def backward(self, delta, rate):
        back = self.w.T @ delta
        self.w = self.w - rate * np.outer(delta, self.x)
        self.b = self.b - rate * delta
        return back


class Tanh:
    def forward(self, x):
        self.y = np.tanh(x)
        return self.y

    def backward(self, delta, rate):
        return delta * (1.0 - self.y**2)


class Sequential:
    def __init__(self, *layers):
        self.layers = list(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def train(self, x, y, rate):
        delta = self.forward(x) - y
        for layer in reversed(self.layers):
            delta = layer.backward(delta, rate)


class Cell:
    """A recurrent cell that remembers its state."""

    def __init__(self, w, u):
        self.w, self.u = w, u
        self.h = np.zeros(len(w))

    def __call__(self, x):
        self.h = np.tanh(self.w @ x + self.u @ self.h)
        return self.h


@dataclass
class Tank:
    """Water in a tank with an outlet."""

    level: float
    outlet: float
    spilled: float = 0.0

    def step(self, inflow, dt):
        flow = self.outlet * np.sqrt(self.level)
        self.level += dt * (inflow - flow)
        if self.level > 2.0:
            self.spilled += self.level - 2.0
            self.level = 2.0
        return flow


class Pid:
    def __init__(self, p, i, d):
        self.p, self.i, self.d = p, i, d
        self.sum = 0.0
        self.last = None

    def control(self, error):
        self.sum += 0.1 * error
        slope = 0.0 if self.last is None else (error - self.last) / 0.1
        self.last = error
        return self.p * error + self.i * self.sum + self.d * slope


class Lattice:
    """Spins whose array is written in place, row by row."""

    def __init__(self, spins):
        self.spins = spins.copy()

    def sweep(self, coupling):
        for i in range(1, len(self.spins) - 1):
            self.spins[i] = np.tanh(coupling * (self.spins[i - 1] + self.spins[i + 1]))

    def energy(self):
        return -np.sum(self.spins[1:] * self.spins[:-1])


class Trace:
    """Keeps what it was given in an array of its own."""

    def __init__(self, n):
        self.values = np.zeros(n)
        self.position = 0

    def record(self, v):
        self.values[self.position] = v
        self.position += 1


class RandomNumbers:
    """A generator of pseudo-random numbers with integers for a state."""

    def __init__(self, seed):
        self.state = seed

    def draw(self):
        self.state = (1103515245 * self.state + 12345) % 2147483648
        return self.state / 2147483648


@program(signed(12), number(), number(), argnums=(0, 1, 2), numba=False)
def kalman_filter(z, noise, drift):
    kalman = Kalman(noise, 0.1 * drift)
    cost = 0.0
    for i in range(len(z)):
        kalman.predict(0.5)
        cost += kalman.update(z[i])
    return cost + kalman.mean[1]


@program(signed(9), numba=False)
def running_mean_and_variance(x):
    stats = RunningMean()
    for v in x:
        stats.push(v)
    return stats.mean * stats.variance


@program(signed(8), signed(8), argnums=(0, 1), numba=False)
def two_running_means(x, y):
    a, b = RunningMean(), RunningMean()
    for i in range(len(x)):
        a.push(x[i])
        b.push(y[i] * a.mean)
    return a.variance * b.variance


@program(array(2), number(), 15, argnums=(0, 1), numba=False)
def integrator_of_an_ode(y0, k, steps):
    def pendulum(t, y):
        return np.array([y[1], -k * np.sin(y[0]) + 0.1 * np.cos(t)])

    solver = RungeKutta(pendulum, 0.1)
    y = y0
    for _ in range(steps):
        y = solver.step(y)
    return y[0] * solver.t


@program(signed(3), number(), 12, argnums=(0, 1), numba=False)
def optimiser_with_momentum(theta, rate, steps):
    optimiser = Momentum(3, 0.1 * rate)
    target = np.array([1.0, -1.0, 0.5])
    for _ in range(steps):
        theta = optimiser.step(theta, theta - target)
    return np.sum((theta - target) ** 2)


@program(signed(3), number(), 12, argnums=(0, 1), numba=False)
def optimiser_that_writes_in_place(theta, rate, steps):
    optimiser = InPlaceMomentum(3, 0.1 * rate)
    theta = theta.copy()
    for _ in range(steps):
        optimiser.step(theta, theta - 0.3)
    return np.sum(theta**2) + optimiser.velocity[0]


@program(signed(3), number(), 10, argnums=(0, 1), numba=False)
def adam(theta, rate, steps):
    optimiser = Adam(3, 0.1 * rate)
    for _ in range(steps):
        theta = optimiser.step(theta, 2.0 * theta)
    return np.sum(theta**2)


@program(signed(3, 2), signed(3), signed(2, 3), signed(2), signed(4, 2), argnums=(0, 1, 2, 3), numba=False)
def network_of_layer_objects(w1, b1, w2, b2, points):
    network = Sequential(Dense(w1, b1), Tanh(), Dense(w2, b2))
    loss = 0.0
    for x in points:
        loss += np.sum((network.forward(x) - x) ** 2)
    return loss


@program(signed(3, 2), signed(3), signed(1, 3), signed(1), number(), argnums=(0, 1, 2, 3, 4), numba=False)
def network_that_trains_itself(w1, b1, w2, b2, rate):
    network = Sequential(Dense(w1, b1), Tanh(), Dense(w2, b2))
    data = np.array([[0.1, 0.2], [-0.3, 0.5], [0.7, -0.4]])
    for _ in range(3):
        for x in data:
            network.train(x, x[0] * x[1], 0.1 * rate)
    return np.sum(network.forward(data[0]) ** 2)


@program(signed(3, 2), signed(3, 3), signed(5, 2), argnums=(0, 1, 2), numba=False)
def recurrent_cell_with_its_state(w, u, xs):
    cell = Cell(w, u)
    loss = 0.0
    for x in xs:
        loss += np.sum(cell(x) ** 2)
    return loss + cell.h[0]


@program(number(), number(), array(10), argnums=(0, 1, 2), numba=False)
def tank_that_spills(level, outlet, inflows):
    tank = Tank(level + 0.6, outlet)
    flows = 0.0
    for q in inflows:
        flows += tank.step(3.0 * q, 0.3)
    return tank.level + tank.spilled**2 + flows


@program(Tank(number(), number()), Tank(number(), number()), array(6), argnums=(0, 1, 2), numba=False)
def tanks_in_a_cascade(upper, lower, inflows):
    out = 0.0
    for q in inflows:
        out += lower.step(upper.step(q, 0.1), 0.1)
    return out


@program(number(), number(), number(), 12, argnums=(0, 1, 2), numba=False)
def controller_of_a_heater(p, i, start, n):
    pid = Pid(p, i, 0.05)
    temperature = start
    for _ in range(n):
        u = pid.control(1.0 - temperature)
        temperature += 0.1 * (u - 0.2 * temperature)
    return (temperature - 1.0) ** 2


@program(signed(8), number(), 5, argnums=(0, 1), numba=False)
def lattice_written_in_place(spins, coupling, sweeps):
    lattice = Lattice(spins)
    for _ in range(sweeps):
        lattice.sweep(coupling)
    return lattice.energy() + lattice.spins[2] ** 2


@program(number(), 10, numba=False)
def trajectory_recorded_by_an_object(r, n):
    trace = Trace(n)
    x = 0.3
    for _ in range(n):
        x = 2.0 * r * x * (1.0 - x)
        trace.record(x * x)
    return np.mean(trace.values) + trace.position * x


@program(number(), number(), 7, 20, argnums=(0, 1), numba=False)
def walk_with_its_own_random_numbers(sigma, drift, seed, steps):
    numbers = RandomNumbers(seed)
    x = 1.0
    for _ in range(steps):
        x *= 1.0 + 0.01 * drift + 0.1 * sigma * (numbers.draw() - 0.5)
    return x


@program(number(), number(), argnums=(0, 1), numba=False)
def object_until_it_settles(level, outlet):
    tank = Tank(level, outlet)
    n = 0
    while tank.level > 0.2 and n < 50:
        tank.step(0.01, 0.2)
        n += 1
    return tank.level * n


@program(signed(6), number(), argnums=(0, 1), numba=False)
def mean_reset_when_it_grows(x, limit):
    stats = RunningMean()
    total = 0.0
    for v in x:
        stats.push(v * v)
        if stats.mean > limit:
            total += stats.mean
            stats.mean = 0.0
            stats.count = 0
    return total + stats.mean
