"""NumPy, products: dot, @, matmul, outer in every combination of ranks."""

import numpy as np

from .registry import number, program, signed


@program(signed(4), signed(4), argnums=(0, 1), exact=lambda x, y: (y, x))
def vector_dot_vector(x, y):
    return np.dot(x, y)


@program(signed(4), signed(4), argnums=(0, 1))
def vector_at_vector(x, y):
    return (x @ y) ** 2 + x.dot(x)


@program(signed(3, 4), signed(4), argnums=(0, 1))
def matrix_at_vector(a, x):
    return np.sum((a @ x) ** 2)


@program(signed(3), signed(3, 4), argnums=(0, 1))
def vector_at_matrix(x, a):
    return np.sum((x @ a) ** 3)


@program(signed(3, 4), signed(4, 2), argnums=(0, 1))
def matrix_at_matrix(a, b):
    return np.sum((a @ b) ** 2)


@program(signed(3, 4), signed(4, 2), signed(2), argnums=(0, 1, 2))
def dot_of_matrices(a, b, x):
    return np.sum(np.dot(np.dot(a, b), x) ** 2) + np.sum(a.dot(b))


@program(signed(3, 4), signed(4, 2), argnums=(0, 1), numba=False)
def matmul_function(a, b):
    return np.sum(np.matmul(a, b) ** 2)


@program(signed(2, 3, 4), signed(2, 4, 2), argnums=(0, 1), numba=False)
def stacks_of_matrices(a, b):
    return np.sum((a @ b) ** 2)


@program(signed(2, 3, 4), signed(4, 2), argnums=(0, 1), numba=False)
def stack_at_matrix(a, b):
    return np.sum(np.matmul(a, b) ** 2)


@program(signed(3, 4), signed(2, 4, 2), argnums=(0, 1), numba=False)
def matrix_at_stack(a, b):
    return np.sum((a @ b) ** 2)


@program(signed(1, 3, 4), signed(2, 4, 2), argnums=(0, 1), numba=False)
def stack_of_one_at_stack(a, b):
    return np.sum((a @ b) ** 2)


@program(signed(2, 3, 4), signed(4), argnums=(0, 1), numba=False)
def stack_at_vector(a, x):
    return np.sum((a @ x) ** 2)


@program(signed(3), signed(2, 3, 4), argnums=(0, 1), numba=False)
def vector_at_stack(x, a):
    return np.sum((x @ a) ** 2)


@program(signed(2, 3, 4), signed(4, 2), argnums=(0, 1), numba=False)
def dot_of_higher_rank(a, b):
    return np.sum(np.dot(a, b) ** 2)


@program(signed(2, 3), signed(2, 3, 2), argnums=(0, 1), numba=False)
def dot_with_higher_rank(a, b):
    return np.sum(np.dot(a, b) ** 2)


@program(number(), signed(3), argnums=(0, 1), numba=False)
def dot_with_scalar(c, x):
    return np.sum(np.dot(c, x) ** 2) + np.dot(x, c)[0]


@program(signed(3), signed(4), argnums=(0, 1))
def outer_product(x, y):
    return np.sum(np.outer(x, y) ** 2 * y)


@program(signed(2, 2), signed(3), argnums=(0, 1))
def outer_of_matrix(a, y):
    return np.sum(np.outer(a, y) ** 3)


@program(signed(4), signed(4, 4), argnums=(0, 1))
def quadratic_form(x, a):
    return x @ a @ x + np.dot(x, np.dot(a.T, x))


@program(signed(3, 3))
def matrix_power_by_hand(a):
    p = np.eye(3)
    for _ in range(4):
        p = p @ a
    return np.sum(p) + p[0, 0] ** 2


@program(signed(3, 3), signed(3), argnums=(0, 1))
def power_iteration(a, x):
    for _ in range(4):
        x = a @ x
        x = x / np.sqrt(np.sum(x * x))
    return x @ a @ x


@program(signed(2, 3), signed(3, 4), signed(4, 2), argnums=(0, 1, 2))
def trace_of_chain(a, b, c):
    return np.trace(a @ b @ c)


@program(signed(4, 3))
def gram_matrix(a):
    g = a.T @ a
    return np.sum(g * g) + g[0, 1]


@program(signed(4, 1), signed(1, 3), argnums=(0, 1))
def column_at_row(u, v):
    return np.sum((u @ v) ** 2) + (v @ v.T)[0, 0]


@program(signed(3, 4), signed(3, 4), argnums=(0, 1))
def rows_in_dot(a, b):
    s = 0.0
    for i in range(3):
        s += np.dot(a[i], b[i]) ** 2 * np.dot(a[i], b[2 - i])
    return s


@program(signed(3, 4), signed(5, 4), argnums=(0, 1))
def transposed_operands(a, b):
    return np.sum((a @ b.T) ** 2) + np.sum((b @ a.T)[0])


@program(signed(3, 3))
def product_with_itself(a):
    b = a @ a
    b += a @ b
    return np.sum(b)
