"""Kept calls: what the calls of a recursion gave is kept on the way forward, so that no call is made twice.

In: functions that call themselves and return numbers and arrays. Out: for each a forward function that keeps, and in
sweeps the places where the results of calls are found. Every call of a function has a place in `kept` for each call
that it makes outside of loops: the results, and where the calls inside of that one begin.

    def fall_kept(x, n, kept):                      def fall_vjp(x, n, value_bar, kept, at):
        at = len(kept)                                  ...
        kept.append((0.0, 0))                           t, inner = kept[at]
        ...                                             x_bar = fall_vjp(x, n - 1, value_bar * t, kept, inner)
        t, inner = fall_kept(x, n - 1, kept)
        kept[at] = t, inner
        ...
        return value, at

Without it each call of `fall_vjp` calls `fall` anew for the value that it reads: d calls inside of each other
would cost d²/2.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import gast

from srctrans.frontend.specialised import Callee
from srctrans.kinds.kind import Array, Dim, Kind, Scalar, TupleKind
from srctrans.syntax import build
from srctrans.syntax.core import blocks_of, statements_of
from srctrans.transform.functions import Functions, Keeping, results_of
from srctrans.transform.sweep import Sweep

_INDEX = Scalar("int64")


def keeping(functions: Functions) -> Keeping | None:
    """How calls are kept, if all functions that call themselves return the same kinds of numbers and arrays."""
    found = [tuple(_without_sizes(v.kind) for v in results_of(c)) for c in functions.callees.values()]
    results: tuple[Kind, ...] = found[0] if len(set(found)) == 1 else ()
    if not results or not all(getattr(k, "dtype", "") in ("float64", "int64") for k in results):
        return None
    names = {c: functions.fresh(f"{c.rstrip('_')}_kept") for c in functions.callees}
    return Keeping(functions.fresh("kept"), functions.fresh("at"), results, names)


def _without_sizes(kind: Kind) -> Kind:
    return Array(kind.dtype, (Dim("?"),) * kind.rank) if isinstance(kind, Array) else kind


def with_places(functions: Functions, s: Any, block: list[Any]) -> list[Any]:
    """The block with a part more for each call: where the calls inside of it are kept."""
    how = functions.keeping
    result: list[Any] = []
    for st in block:
        for block_inside in blocks_of(st):
            block_inside[:] = with_places(functions, s, block_inside)
        result.append(st)
        if how is None or not _is_call(functions, st):
            continue
        name, inner = _whole(how, s, st, result), _fresh(s, "inner")
        s.kinds[inner] = _INDEX
        part = build.subscript(build.name(name), build.constant(len(how.results)))
        result.append(build.assign(inner, part, lineno=st.lineno))
    return result


def _whole(how: Keeping, s: Any, call: Any, result: list[Any]) -> str:
    """The name of all that a call gives; of one result, the part with its name follows."""
    name = str(call.targets[0].id)
    whole = s.kinds[name]
    kinds = whole.items if isinstance(whole, TupleKind) else (whole,)
    if len(how.results) == 1:
        part, name = name, _fresh(s, "call")
        call.targets[0] = build.store(name)
        value = build.subscript(build.name(name), build.constant(0))
        result.append(build.assign(part, value, lineno=call.lineno))
    s.kinds[name] = TupleKind((*kinds, _INDEX))
    return name


def _is_call(functions: Functions, st: Any) -> bool:
    value = getattr(st, "value", None)
    is_call = isinstance(st, gast.Assign) and isinstance(value, gast.Call) and isinstance(value.func, gast.Name)
    return is_call and value.func.id in functions.callees


def _fresh(s: Any, hint: str) -> str:
    name, count = hint, 1
    while name in s.taken:
        count += 1
        name = f"{hint}_{count}"
    s.taken.add(name)
    return name


def settled(s: Sweep, forward: list[Any], inside: bool) -> tuple[list[Any], bool]:
    """The forward sweep with each call as what keeps, or reads what was kept; does any keep?

    `inside`: it is that of a function that calls itself, whose own places are given.
    """
    if s.functions.keeping is None:
        return forward, False
    read = Counter(n.id for st in [*forward, *s.root.out] for n in gast.walk(st) if _is_read(n))
    state = _Settling(s, s.functions.keeping, read, inside)
    return state.block(forward, False), state.keeps


def _is_read(node: Any) -> bool:
    return isinstance(node, gast.Name) and isinstance(node.ctx, gast.Load)


@dataclass
class _Settling:
    """How calls are kept, how often names are read, whether places are given, how many calls were found so far."""

    s: Sweep
    how: Keeping
    read: Counter[str]
    inside: bool
    keeps: bool = False
    sites: int = 0

    def block(self, block: list[Any], in_loop: bool) -> list[Any]:
        gone: set[int] = set()
        for st in block:
            for inner in blocks_of(st):
                inner[:] = self.block(inner, in_loop or isinstance(st, (gast.For, gast.While)))
            if _is_call(self.s.functions, st):
                gone |= self.call(block, st, in_loop)
        return [st for st in block if id(st) not in gone]

    def call(self, block: list[Any], st: Any, in_loop: bool) -> set[int]:
        """One call: found among what was kept, or made by a function that keeps; what is not needed then.

        A call that the way back does not go into stays as it is.
        """
        site, whole = self.sites, st.targets[0].id
        self.sites += not in_loop
        if self.inside and not in_loop:
            st.value = build.subscript(build.name(self.how.name), place(self.how, site))
            self.copy_written(block, whole)
            return set()
        inner = _part(block, whole, len(self.how.results))
        if self.read[inner.targets[0].id]:
            _make_keep(self.how, st)
            self.keeps = True
            return set()
        if len(self.how.results) > 1:
            self.s.kinds[whole] = TupleKind(self.s.kinds[whole].items[:-1])  # type: ignore[union-attr]
            return {id(inner)}
        only = _part(block, whole, 0)
        st.targets[0] = only.targets[0]
        return {id(inner), id(only)}


    def copy_written(self, block: list[Any], whole: str) -> None:
        """An array that is kept stays what it is: what is written into is a copy."""
        for at, kind in enumerate(self.how.results):
            part = _part(block, whole, at)
            if isinstance(kind, Array) and part is not None and self.s.base(part.targets[0].id) in self.s.stored:
                part.value = build.call("np.copy", part.value)


def _part(block: list[Any], whole: str, at: int) -> Any:
    """The statement that takes one part of what a call gives, or None."""
    wanted = build.subscript(build.name(whole), build.constant(at))
    return next((st for st in block if isinstance(st, gast.Assign) and build.same(st.value, wanted)), None)


def _make_keep(how: Keeping, call: Any) -> None:
    """The function that is called keeps what its own calls give."""
    name = build.name(how.functions[call.value.func.id])
    call.value = build.call(name, *call.value.args, build.name(how.name))


def place(how: Keeping, site: int) -> Any:
    """Where the results of the call at a site are kept."""
    at = build.name(how.at)
    return build.binop(at, "+", build.constant(site)) if site else at


def sites(functions: Functions, block: list[Any]) -> int:
    """How many calls outside of loops a block has."""
    count = 0
    for st in block:
        count += _is_call(functions, st)
        if not isinstance(st, (gast.For, gast.While)):
            count += sum(sites(functions, inner) for inner in blocks_of(st))
    return count


def forward(functions: Functions, callee: Callee, body: list[Any], s: Any) -> list[Any]:
    """The body of a function that keeps what its calls give."""
    how = functions.keeping
    assert how is not None
    count = iter(range(sites(functions, body)))
    kept = _keeping_block(functions, how, body, s, count)
    values = [v.node for v in results_of(callee)]
    return [*kept, build.return_(build.tuple_([*values, build.name(how.at)]))]


def _keeping_block(functions: Functions, how: Keeping, block: list[Any], s: Any, count: Any) -> list[Any]:
    result: list[Any] = []
    for st in block:
        if not isinstance(st, (gast.For, gast.While)):
            for inner in blocks_of(st):
                inner[:] = _keeping_block(functions, how, inner, s, count)
        result.append(st)
        if not _is_call(functions, st):
            continue
        _make_keep(how, st)
        name = _whole(how, s, st, result)
        target = build.subscript(build.name(how.name), place(how, next(count)), store=True)
        result.append(gast.Assign(targets=[target], value=_to_keep(how, name), type_comment=None))
        result[-1].lineno = st.lineno
    return result


def _to_keep(how: Keeping, name: str) -> Any:
    """What a call gave, with copies of its arrays: whoever has them may write into them."""
    if not any(isinstance(k, Array) for k in how.results):
        return build.name(name)
    parts = [build.subscript(build.name(name), build.constant(i)) for i in range(len(how.results) + 1)]
    copied = [build.call("np.copy", p) if isinstance(k, Array) else p for p, k in zip(parts, (*how.results, _INDEX))]
    return build.tuple_(copied)


def opening(how: Keeping, count: int) -> list[Any]:
    """The places of a function's own calls, empty."""
    empty = empty_place(how)
    begin: Any = build.assign(how.at, build.call("len", build.name(how.name)))
    if not count:
        return [begin]
    if count == 1:
        add = build.call(build.attribute(build.name(how.name), "append"), empty)
    else:
        many = build.binop(build.list_([empty]), "*", build.constant(count))
        add = build.call(build.attribute(build.name(how.name), "extend"), many)
    return [begin, build.expression(add)]


def empty_place(how: Keeping) -> Any:
    return build.tuple_([*map(_empty, how.results), build.constant(0)])


def _empty(kind: Any) -> Any:
    if not isinstance(kind, Array):
        return build.constant(0.0 if kind.dtype == "float64" else 0)
    sizes = build.constant(0) if kind.rank == 1 else build.tuple_([build.constant(0)] * kind.rank)
    dtype = {} if kind.dtype == "float64" else {"dtype": build.dotted(f"np.{kind.dtype}")}
    return build.call("np.empty", sizes, **dtype)


def reads_values(how: Keeping, body: list[Any]) -> bool:
    """Does the way back read more of what is kept than where the calls inside of calls are?"""
    count, wholes = len(how.results), {how.name}
    for st in statements_of(body):
        target = st.targets[0] if isinstance(st, gast.Assign) else None
        if isinstance(target, gast.Tuple) and how.name in build.names_read(st.value):
            if any(name.id != "_" for name in target.elts[:count]):
                return True
        elif isinstance(target, gast.Name) and isinstance(st.value, gast.Subscript):
            wholes |= {target.id} if getattr(st.value.value, "id", "") == how.name else set()
    parts = (n for st in body for n in gast.walk(st) if isinstance(n, gast.Subscript))
    return any(_reads_part(n, how.name, wholes, count) for n in parts)


def _reads_part(node: Any, kept: str, wholes: set[str], count: int) -> bool:
    """Is it `kept[at][i]`, or `call[i]` of a whole call, of a result?"""
    owner = node.value
    of_call = isinstance(owner, gast.Name) and owner.id in wholes - {kept}
    of_kept = isinstance(owner, gast.Subscript) and getattr(owner.value, "id", "") == kept
    return (of_call or of_kept) and getattr(node.slice, "value", count) < count
