"""Functions whose derivative is zero wherever it exists, and functions whose result carries none.

    k = np.argmax(x)     ──▶     nothing
"""
from __future__ import annotations

import builtins
import math

import numpy as np

from srctrans.rules.registry import inactive

# Steps: constant between their jumps.
inactive(
    np.floor, np.ceil, np.rint, np.trunc, np.fix, np.round, np.around, np.sign, np.heaviside,
    np.floor_divide, math.floor, math.ceil, math.trunc, builtins.round, builtins.int,
)  # fmt: skip

# Truths.
inactive(
    np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal, np.logical_and,
    np.logical_or, np.logical_xor, np.logical_not, np.bitwise_and, np.bitwise_or, np.bitwise_xor,
    np.invert, np.left_shift, np.right_shift, np.isnan, np.isinf, np.isfinite, np.isposinf, np.isneginf,
    np.signbit, np.isclose, np.allclose, np.array_equal, np.any, np.all, math.isnan, math.isinf,
    math.isfinite, math.isclose, builtins.bool,
)  # fmt: skip

# Positions, counts and shapes.
inactive(
    np.argmax, np.argmin, np.argsort, np.argwhere, np.nonzero, np.flatnonzero, np.count_nonzero,
    np.searchsorted, np.digitize, np.shape, np.size, np.ndim, builtins.len, np.indices, np.triu_indices,
    np.tril_indices, np.diag_indices, math.factorial, math.comb, math.perm, math.gcd, np.int64, np.int32,
    np.bool_,
)  # fmt: skip
