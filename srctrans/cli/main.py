"""The command `srctrans`: emit a gradient module, show the source after a pass, check a gradient.

Exit codes: 0 right, 1 a check failed, 2 bad usage or source that is refused.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from srctrans.api import __version__
from srctrans.api.check import differing
from srctrans.cli.target import UsageError, chosen, function_at, kinds_for
from srctrans.errors import SrctransError
from srctrans.kinds.signature import text_of
from srctrans.pipeline import derive, stages


def main(argv: list[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    arguments = parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except SrctransError as error:
        print(f"srctrans: {error}", file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    """What the command line may hold."""
    top = argparse.ArgumentParser(prog="srctrans", description="Gradients of Python functions as Python source.")
    top.add_argument("--version", action="version", version=f"srctrans {__version__}")
    commands = top.add_subparsers(dest="command", required=True)
    emit = commands.add_parser("grad", help="emit a module with the gradient; it runs without srctrans")
    show = commands.add_parser("show", help="print the source after a pass")
    check = commands.add_parser("check", help="compare a gradient with central differences")
    for command in (emit, show, check):
        command.add_argument("target", metavar="FILE.py:FUNC")
        command.add_argument("--wrt", help="parameters to differentiate by, separated by commas (default: the first)")
    for command in (emit, show):
        command.add_argument("--signature", help='kinds of the parameters, such as "float64[:], int64"')
        command.add_argument("--value", action="store_true", help="give the value beside the gradient")
    emit.add_argument("--jit", action="store_true", help="compile the gradient with Numba")
    emit.add_argument("-o", "--output", help="the file to write (default: standard output)")
    show.add_argument("--after", help="one of specialise, differentiate, optimise (default: the last)")
    check.add_argument("--at", required=True, help="the arguments, as Python expressions with np: 'np.ones(3), 2.0'")
    check.add_argument("--rtol", type=float, default=1e-5)
    emit.set_defaults(run=_grad)
    show.set_defaults(run=_show)
    check.set_defaults(run=_check)
    return top


def _grad(arguments: argparse.Namespace) -> int:
    function = function_at(arguments.target)
    wrt, single = chosen(function, arguments.wrt)
    kinds = kinds_for(function, wrt, arguments.signature)
    mode = "value_and_grad" if arguments.value else "grad"
    derived = derive(function, kinds, wrt, mode, False, single, arguments.jit)
    if derived.namespace:
        names = ", ".join(derived.namespace)
        raise UsageError(f"the module would need {names}, which cannot be written out; pass it as an argument")
    kinds_text = ", ".join(f"{n}: {text_of(k)}" for n, k in kinds.items())
    text = f'"""The gradient of {arguments.target.rpartition(":")[2]} for {kinds_text}."""\n\n{derived.source}'
    if arguments.jit:
        text = _with_numba(text, derived.name)
    _write(text, arguments.output)
    return 0


def _with_numba(text: str, name: str) -> str:
    """The module with its functions compiled by Numba."""
    text = text.replace("import numpy as np\n", "import numba\nimport numpy as np\n", 1)
    return text.replace("\ndef ", '\n@numba.njit(error_model="numpy")\ndef ')


def _write(text: str, output: str | None) -> None:
    """Print the text, or replace the file whole or not at all."""
    if output is None:
        print(text, end="")
        return
    path = Path(output)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent or Path("."), prefix=f".{path.name}.")
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        raise UsageError(f"{output}: {error.strerror}") from None


def _show(arguments: argparse.Namespace) -> int:
    function = function_at(arguments.target)
    wrt, _ = chosen(function, arguments.wrt)
    kinds = kinds_for(function, wrt, arguments.signature)
    found = stages(function, kinds, wrt, "value_and_grad" if arguments.value else "grad")
    after = arguments.after or list(found)[-1]
    if after not in found:
        raise UsageError(f"--after {after}: there is no such pass; there are {', '.join(found)}")
    print(found[after], end="")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    function = function_at(arguments.target)
    wrt, single = chosen(function, arguments.wrt)
    try:
        args = eval(f"({arguments.at},)", {"np": np})
    except Exception as error:
        raise UsageError(f"--at {arguments.at!r}: {type(error).__name__}: {error}") from None
    try:
        faults = list(differing(function, args, wrt[0] if single else wrt, arguments.rtol))
    except TypeError as error:
        raise UsageError(str(error)) from None
    for fault in faults:
        print(fault)
    if not faults:
        print("the gradient agrees with differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
