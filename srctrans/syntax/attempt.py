"""Attempts: how core form says `try`, and how that is spelled in the end.

    failed = attempt(ValueError)            failed = False
    if not failed:                          try:
        y = math.sqrt(x)                        y = math.sqrt(x)
    else:                        ──▶        except ValueError:
        y = 0.0                                 failed = True
                                                y = 0.0

The flag has its value after the branch that follows it directly; that branch runs whole or not at all.
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.syntax import build

ATTEMPT = "attempt"


def is_attempt(statement: Any) -> bool:
    """Is it `failed = attempt(...)`?"""
    value = getattr(statement, "value", None)
    return (
        isinstance(statement, gast.Assign)
        and isinstance(value, gast.Call)
        and isinstance(value.func, gast.Name)
        and value.func.id == ATTEMPT
    )


def spelled(block: list[Any]) -> list[Any]:
    """The block with each attempt and its branch as a `try`."""
    read = build.names_read(block)
    return _spelled(block, read)


def _spelled(block: list[Any], read: set[str]) -> list[Any]:
    result: list[Any] = []
    position = 0
    while position < len(block):
        st = block[position]
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, _spelled(inner, read))
        if is_attempt(st):
            result += _as_try(st, block[position + 1], read)
            position += 1
        else:
            result.append(st)
        position += 1
    return result


def _as_try(attempt: Any, branch: Any, read: set[str]) -> list[Any]:
    failed = attempt.targets[0].id
    assert isinstance(branch, gast.If) and failed in build.names_read(branch.test), "an attempt without its branch"
    negated = isinstance(branch.test, gast.UnaryOp)
    body, orelse = (branch.body, branch.orelse) if negated else (branch.orelse, branch.body)
    body, orelse = _spelled(body, read), _spelled(orelse, read)
    classes = attempt.value.args
    caught = classes[0] if len(classes) == 1 else build.tuple_(classes)
    handler = gast.ExceptHandler(type=caught, name=None, body=[build.assign(failed, build.constant(True)), *orelse])
    made = gast.Try(body=body or [build.pass_()], handlers=[handler], orelse=[], finalbody=[])
    made.lineno = branch.lineno
    return [build.assign(failed, build.constant(False)), made]
