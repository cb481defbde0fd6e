"""`FILE.py:FUNC`: the function that a command is about, and the kinds of its parameters."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Any

from srctrans.api.arguments import check_kind, names_of
from srctrans.api.guess import guessed_kinds
from srctrans.errors import SrctransError
from srctrans.kinds.kind import Kind
from srctrans.kinds.signature import kind_from_text, parse_signature
from srctrans.syntax.source import python_function


class UsageError(SrctransError):
    """A command that cannot be carried out as it was given."""


def function_at(target: str) -> Any:
    """The object that `FILE.py:FUNC` names. Raises UsageError for what is not there."""
    path, colon, name = target.rpartition(":")
    if not colon or not path or not name:
        raise UsageError(f"{target}: write FILE.py:FUNC")
    file = Path(path)
    if not file.is_file():
        raise UsageError(f"{path}: there is no such file")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path}: this is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UsageError(f"{path}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.pop(0)
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            known = [k for k, v in vars(module).items() if callable(v) and getattr(v, "__module__", "") == file.stem]
            raise UsageError(f"{path}: there is no function {name}; there are {', '.join(known) or 'none'}")
        found = getattr(found, part)
    return found


def chosen(function: Any, wrt: str | None) -> tuple[tuple[str, ...], bool]:
    """The names of the differentiated parameters: those of `--wrt`, else the first."""
    signature = inspect.signature(python_function(function))
    names = [n.strip() for n in wrt.split(",")] if wrt else [0]
    try:
        return names_of(signature, names[0] if len(names) == 1 else tuple(names))
    except (ValueError, TypeError) as error:
        raise UsageError(str(error)) from None


def kinds_for(function: Any, wrt: tuple[str, ...], signature: str | None) -> dict[str, Kind]:
    """The kinds of the parameters: those of `--signature`, else from annotations or from use."""
    names = list(inspect.signature(python_function(function)).parameters)
    if signature is None:
        kinds = guessed_kinds(function, wrt)
    else:
        texts = parse_signature(signature)
        if len(texts) != len(names):
            raise UsageError(f"--signature has {len(texts)} kinds, the function has {len(names)} parameters")
        kinds = {n: kind_from_text(t, n) for n, t in zip(names, texts)}
    for name in wrt:
        check_kind(name, kinds[name])
    return kinds
