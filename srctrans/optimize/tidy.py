"""Last touches: `x = x + e` as `x += e`, and `a[i] = 0.0` with `a[i] += e` as `a[i] = e`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import gast

from srctrans.analysis.dependence import Least, may_overlap
from srctrans.analysis.reads import loads
from srctrans.kinds.kind import Scalar, TupleKind
from srctrans.kinds.symbol import literal
from srctrans.optimize.algebra import positive
from srctrans.syntax import build
from srctrans.syntax.attempt import is_attempt
from srctrans.syntax.core import assigned_name, expressions_of, stored_array


def tidied(block: list[Any], kinds: dict[str, Any], least: Least, aliases: dict[str, set[str]]) -> list[Any]:
    """The block as a person would write it."""
    result: list[Any] = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, tidied(inner, kinds, least, aliases))
        if isinstance(st, gast.If) and not (result and is_attempt(result[-1])):
            if _alike(st.body, st.orelse):
                result += st.body
                continue
            st = _without_empty(st)
        if st is not None:
            result.append(_without_minus(_augmented(st, kinds)))
    return _stored_once(result, least, aliases)


def _alike(body: list[Any], orelse: list[Any]) -> bool:
    """Do both arms of a branch do the same?"""
    return len(body) == len(orelse) and all(map(build.same, body, orelse))


def _without_empty(st: Any) -> Any | None:
    """A branch that does nothing goes; one that does more, or anything at all, if its test fails is turned round."""
    body, orelse = ([n for n in block if not isinstance(n, gast.Pass)] for block in (st.body, st.orelse))
    negated = isinstance(st.test, gast.UnaryOp) and isinstance(st.test.op, gast.Not)
    if body and not (negated and orelse):
        return build.if_(st.test, body, orelse, lineno=st.lineno)
    if not orelse:
        return None
    test = st.test.operand if negated else build.unary("not ", st.test)
    return build.if_(test, orelse, body, lineno=st.lineno)


def appended(block: list[Any]) -> list[Any]:
    """`v_hist += [v]` as `v_hist.append(v)`: the passes look for stores, people for calls."""
    result: list[Any] = []
    for st in block:
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, appended(inner))
        if isinstance(st, gast.AugAssign) and isinstance(st.value, gast.List) and len(st.value.elts) == 1:
            method = build.attribute(build.name(st.target.id), "append")
            st = build.expression(build.call(method, st.value.elts[0]), lineno=st.lineno)
        result.append(st)
    return result


def unpacked(block: list[Any], kinds: dict[str, Any]) -> list[Any]:
    """`r = f(x)`, `y = r[0]`, `z = r[1]` as `y, z = f(x)`, where nothing else reads `r`."""
    reads = Counter(n.id for n in _names_in(block) if isinstance(n.ctx, gast.Load))
    return _unpacked(block, {n: len(k.items) for n, k in kinds.items() if isinstance(k, TupleKind)}, reads)


def _names_in(block: list[Any]) -> Iterator[Any]:
    return (n for st in block for n in gast.walk(st) if isinstance(n, gast.Name))


def _unpacked(block: list[Any], sizes: dict[str, int], reads: Counter[str]) -> list[Any]:
    result: list[Any] = []
    skipped = 0
    for position, st in enumerate(block):
        if skipped:
            skipped -= 1
            continue
        for field in ("body", "orelse"):
            inner = getattr(st, field, None)
            if isinstance(inner, list) and inner:
                setattr(st, field, _unpacked(inner, sizes, reads))
        names = _parts_after(block, position, sizes)
        if names and reads[st.targets[0].id] == len(names):
            target = [build.store(names.get(i, "_")) for i in range(sizes[st.targets[0].id])]
            st = build.assign(build.tuple_(target, store=True), st.value, lineno=st.lineno)
            skipped = len(names)
        result.append(st)
    return result


def _parts_after(block: list[Any], position: int, sizes: dict[str, int]) -> dict[int, str]:
    """The names that the statements after a call give to its results, by position."""
    whole = assigned_name(block[position])
    found: dict[int, str] = {}
    if whole not in sizes:
        return found
    for st in block[position + 1 :]:
        value = st.value if isinstance(st, gast.Assign) and assigned_name(st) is not None else None
        if not isinstance(value, gast.Subscript) or getattr(value.value, "id", "") != whole:
            break
        found[literal(value.slice)] = st.targets[0].id
    return found


def _augmented(st: Any, kinds: dict[str, Any]) -> Any:
    """`x = x + e` as `x += e`, for numbers."""
    if not (isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name)):
        return st
    name = st.targets[0].id
    if not isinstance(kinds.get(name), Scalar) or not isinstance(st.value, gast.BinOp):
        return st
    terms = _terms(st.value)
    mine = [i for i, (sign, t) in enumerate(terms) if sign > 0 and isinstance(t, gast.Name) and t.id == name]
    if len(mine) != 1 or len(terms) < 2:
        return st
    rest = terms[: mine[0]] + terms[mine[0] + 1 :]
    if len(rest) > 1 and (st.lineno or 0) >= 0:
        # The user's sums keep their order: what is computed again on the way back has to come out the same.
        return st
    if any(name in build.names_read(t) for _, t in rest) and not mine[0] == 0:
        return st
    op = "+"
    if all(sign < 0 for sign, _ in rest):
        op, rest = "-", [(-sign, t) for sign, t in rest]
    first = next((i for i, (sign, _) in enumerate(rest) if sign > 0), None)
    if first is None:
        return st
    rest.insert(0, rest.pop(first))
    value = rest[0][1]
    for sign, term in rest[1:]:
        value = build.binop(value, "+" if sign > 0 else "-", term)
    return build.augassign(name, op, value, lineno=st.lineno)


def _without_minus(st: Any) -> Any:
    """`x += -e` as `x -= e`."""
    if isinstance(st, gast.AugAssign) and isinstance(st.op, (gast.Add, gast.Sub)):
        inner = positive(st.value)
        if inner is not None:
            return build.augassign(st.target, "-" if isinstance(st.op, gast.Add) else "+", inner, lineno=st.lineno)
    return st


def _terms(node: Any) -> list[tuple[int, Any]]:
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add):
        return _terms(node.left) + [(1, node.right)]
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Sub):
        return _terms(node.left) + [(-1, node.right)]
    return [(1, node)]


def _stored_once(block: list[Any], least: Least, aliases: dict[str, set[str]]) -> list[Any]:
    """A store of zero followed by one addition to the same element is one store."""
    result = list(block)
    position = 0
    while position < len(result):
        st = result[position]
        target = stored_array(st)
        if target is not None and isinstance(st, gast.Assign) and literal(st.value) == 0.0:
            at = _addition(result, position, target, least, aliases)
            if at is not None:
                later = result[at]
                result[at] = build.assign(later.target, later.value, lineno=later.lineno)
                del result[position]
                continue
        position += 1
    return result


def _addition(block: list[Any], position: int, target: Any, least: Least, aliases: dict[str, set[str]]) -> int | None:
    """Where that element is first touched again, if it is by an addition that does not read it."""
    name = target.value.id
    family = aliases.get(name, {name})
    for at in range(position + 1, len(block)):
        st = block[at]
        if isinstance(st, (gast.For, gast.While, gast.If, gast.Expr)) and family & build.names_read(st):
            return None
        store = stored_array(st)
        touched = [x for e in expressions_of(st) for x in loads(e) if x.value.id in family]
        named = any(family & (build.names_read(e) - {x.value.id for x in touched}) for e in expressions_of(st))
        if named or any(x.value.id != name or may_overlap(x.slice, target.slice, least) for x in touched):
            return None
        if build.names_stored(st) & (build.names_read(target.slice) | family):
            return None
        if store is not None and store.value.id in family:
            if store.value.id == name and build.same(store.slice, target.slice):
                return at if isinstance(st, gast.AugAssign) and isinstance(st.op, gast.Add) else None
            if store.value.id != name or may_overlap(store.slice, target.slice, least):
                return None
    return None
