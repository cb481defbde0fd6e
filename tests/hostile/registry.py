"""The list of hostile programs: functions with arguments, each recorded by `case`."""

import numpy as np

PROGRAMS = []
REFUSED = []


def A(*shape):
    return np.random.default_rng(3).uniform(0.5, 1.5, shape)


def case(*args, argnums=0):
    def record(f):
        PROGRAMS.append((f, args, argnums))
        return f

    return record


def refused(*args, argnums=0):
    """A program whose gradient would be a guess: it has to raise SourceError, or to be right."""

    def record(f):
        REFUSED.append((f, args, argnums))
        return f

    return record
