"""Random programs: what people write in loops, branches and arrays, put together by chance, to find wrong gradients.

`python -m tests.random_programs --programs 20000 --seed 0 --jobs 2` makes and checks programs, prints each failing
one as small as it can be made, and counts why programs were refused. `--show SEED` prints a program and its gradient.

    names         what a name stands for, and which names can be seen where
    expressions   numbers and tests        arrays       array expressions, views, indices
    statements    simple statements        blocks       loops, branches, jumps
    program       functions, helpers and arguments: a whole program
    check         the program against differences, forward mode, passes switched off, Numba
    shrink        the smallest program that still fails
"""
