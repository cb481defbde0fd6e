"""`match` as a chain of branches: patterns become tests of the subject, captures become assignments.

    match mode:                      if mode == "sum":
        case "sum":                      ...
            ...             ──▶      else:
        case (a, b) if a > b:            if isinstance(mode, (tuple, list)) and len(mode) == 2 and mode[0] > mode[1]:
            ...                              a = mode[0]; b = mode[1]; ...

In: a `match` statement and a name for its subject. Out: statements without `match`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from srctrans.syntax import build


class UnknownPattern(Exception):
    """A pattern that has no test."""

    def __init__(self, node: Any) -> None:
        super().__init__()
        self.node = node


@dataclass
class _Pattern:
    """What has to hold for a pattern to match, in order, and the names that it captures."""

    tests: list[Any] = field(default_factory=list)
    captures: list[tuple[str, Any]] = field(default_factory=list)


def branches(node: Any, subject: str) -> list[Any]:
    """The statements that do what a `match` does."""
    chain: list[Any] = []
    for case in reversed(node.cases):
        found = _Pattern()
        _pattern(case.pattern, build.name(subject), found)
        tests = list(found.tests)
        if case.guard is not None:
            tests.append(_captured(case.guard, dict(found.captures)))
        body = [build.assign(name, build.clone(value)) for name, value in found.captures] + list(case.body)
        if not tests:
            chain = body
            continue
        test = tests[0] if len(tests) == 1 else gast.BoolOp(op=gast.And(), values=tests)
        chain = [build.if_(test, body, chain)]
    return [build.assign(subject, node.subject), *chain]


def _pattern(pattern: Any, subject: Any, found: _Pattern) -> None:
    """Add the tests and the captures of a pattern."""
    if isinstance(pattern, gast.MatchValue):
        found.tests.append(build.compare(build.clone(subject), "==", pattern.value))
    elif isinstance(pattern, gast.MatchSingleton):
        found.tests.append(build.compare(build.clone(subject), "is", build.constant(pattern.value)))
    elif isinstance(pattern, gast.MatchAs):
        if pattern.pattern is not None:
            _pattern(pattern.pattern, subject, found)
        if pattern.name is not None:
            found.captures.append((pattern.name, subject))
    elif isinstance(pattern, gast.MatchOr):
        found.tests.append(gast.BoolOp(op=gast.Or(), values=[_whole(p, subject) for p in pattern.patterns]))
    elif isinstance(pattern, gast.MatchSequence):
        _sequence(pattern, subject, found)
    elif isinstance(pattern, gast.MatchMapping) and pattern.rest is None:
        for key, inner in zip(pattern.keys, pattern.patterns):
            found.tests.append(build.compare(build.clone(key), "in", build.clone(subject)))
            _pattern(inner, build.subscript(build.clone(subject), key), found)
    elif isinstance(pattern, gast.MatchClass):
        _class(pattern, subject, found)
    else:
        raise UnknownPattern(pattern)


def _whole(pattern: Any, subject: Any) -> Any:
    """The test of one of several patterns, which captures nothing."""
    inner = _Pattern()
    _pattern(pattern, subject, inner)
    if inner.captures:
        raise UnknownPattern(pattern)
    if not inner.tests:
        return build.constant(True)
    return inner.tests[0] if len(inner.tests) == 1 else gast.BoolOp(op=gast.And(), values=inner.tests)


def _sequence(pattern: Any, subject: Any, found: _Pattern) -> None:
    kinds = build.tuple_([build.name("tuple"), build.name("list")])
    found.tests.append(build.call("isinstance", build.clone(subject), kinds))
    stars = [i for i, p in enumerate(pattern.patterns) if isinstance(p, gast.MatchStar)]
    size, least = build.call("len", build.clone(subject)), build.constant(len(pattern.patterns) - len(stars))
    found.tests.append(build.compare(size, ">=" if stars else "==", least))
    for position, inner in enumerate(pattern.patterns):
        behind = len(pattern.patterns) - position
        if isinstance(inner, gast.MatchStar):
            upper = build.constant(1 - behind) if behind > 1 else None
            rest = build.subscript(build.clone(subject), build.slice_(build.constant(position), upper))
            found.captures += [(inner.name, build.call("list", rest))] if inner.name is not None else []
            continue
        index = -behind if stars and position > stars[0] else position
        _pattern(inner, build.subscript(build.clone(subject), build.constant(index)), found)


def _class(pattern: Any, subject: Any, found: _Pattern) -> None:
    found.tests.append(build.call("isinstance", build.clone(subject), pattern.cls))
    if pattern.patterns:
        # `float(v)` captures the subject itself; other classes name their fields in `__match_args__`.
        builtin = isinstance(pattern.cls, gast.Name) and pattern.cls.id in ("float", "int", "str", "bool", "tuple")
        if not builtin or len(pattern.patterns) > 1:
            raise UnknownPattern(pattern)
        _pattern(pattern.patterns[0], subject, found)
    for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns):
        _pattern(inner, build.attribute(build.clone(subject), name), found)


def _captured(guard: Any, captures: dict[str, Any]) -> Any:
    """A guard in which captured names stand for what they capture."""

    class Replace(gast.NodeTransformer):  # type: ignore[misc]
        def visit_Name(self, node: Any) -> Any:
            return build.clone(captures[node.id]) if node.id in captures else node

    return Replace().visit(build.clone(guard))
