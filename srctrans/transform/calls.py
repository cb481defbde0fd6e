"""Calls of functions that call themselves: what the way back and forward mode do at such a call.

y = fall(x, n)                ──▶     x_bar = fall_vjp(x, n, y_bar)
y = total(c, n)  (an array)   ──▶     total_vjp(c, n, y_bar, c_bar=c_bar)
y = fall(x, n)                ──▶     parts = fall_jvp(x, n, x_dot); y = parts[0]; y_dot = parts[1]
"""

from __future__ import annotations

from typing import Any

import gast

from srctrans.frontend.specialised import Callee
from srctrans.kinds.kind import Array, TupleKind
from srctrans.kinds.symbol import Sym, full_like
from srctrans.syntax import build
from srctrans.transform.adjoints import contribute, emit, owned, shadow, take
from srctrans.transform.functions import Functions, Wanted, differentiable, results_of
from srctrans.transform.needs import need_shape, provide
from srctrans.transform.sweep import Sweep


def callee_of(functions: Functions, value: Any) -> Callee | None:
    """The callee that an expression calls, or None."""
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Name):
        return functions.callees.get(value.func.id)
    return None


def is_part(s: Any, value: Any) -> bool:
    """Is this one of several results of a call?"""
    if not isinstance(value, gast.Subscript) or not isinstance(value.value, gast.Name):
        return False
    return isinstance(s.kinds.get(value.value.id), TupleKind)


def parts_in(s: Sweep, statements: list[Any]) -> dict[str, dict[int, str]]:
    """The names of the parts of each result that is read part by part."""
    found: dict[str, dict[int, str]] = {}
    for st in statements:
        if isinstance(st, gast.Assign) and isinstance(st.targets[0], gast.Name) and is_part(s, st.value):
            found.setdefault(st.value.value.id, {})[st.value.slice.value] = st.targets[0].id
    return found


def active_parameters(s: Sweep, callee: Callee, value: Any) -> tuple[dict[str, str], tuple[str, ...]]:
    """The names that are handed over by parameter, and the parameters whose values are active."""
    assert callee.program is not None
    given = {p: a.id for p, a in zip(callee.program.parameters, value.args) if isinstance(a, gast.Name)}
    return given, tuple(p for p, name in given.items() if name in s.active)


def reverse_call(s: Sweep, callee: Callee, statement: Any) -> None:
    """The adjoints of what is handed over, from those of the results."""
    name, value = statement.targets[0].id, statement.value
    names = s.parts.get(name, {}) if isinstance(s.kinds.get(name), TupleKind) else {0: name}
    bars = {i: _taken(s, names[i]) for i in differentiable(callee) if i in names}
    given, active = active_parameters(s, callee, value)
    if not active or all(bar is None for bar in bars.values()):
        return
    wanted = s.functions.derivative(callee, "vjp", active)
    s.taken.add(wanted.name)
    adjoints = [bars.get(i) or _zero(s, callee, i, names.get(i)) for i in differentiable(callee)]
    arrays = {f"{p}_bar": build.name(shadow(s, given[p])) for p in wanted.arrays()}
    how = s.functions.keeping
    kept = [build.name(how.name), build.name(names[len(how.results)])] if how is not None else []
    node = build.call(build.name(wanted.name), *value.args, *adjoints, *kept, **arrays)
    provide(s, node)
    _emit(s, wanted, node, given)


def _taken(s: Sweep, name: str) -> Any:
    """The adjoint of a result as an atom of its shape, or None for zero."""
    if name not in s.active:
        return None
    bar = take(s, name)
    s.allocated.discard(name)
    if bar is None:
        return None
    kind = s.kinds[name]
    if isinstance(kind, Array) and not full_like(bar, kind):
        node = owned(s, bar, name)
        emit(s, build.assign(s.bar(name), node))
        return build.name(s.bar(name))
    return bar.node


def _zero(s: Sweep, callee: Callee, position: int, name: str | None) -> Any:
    """The adjoint of a result that nothing uses."""
    if not isinstance(results_of(callee)[position].kind, Array):
        return build.constant(0.0)
    assert name is not None
    need_shape(s, name)
    return build.call("np.zeros_like", build.name(name))


def _emit(s: Sweep, wanted: Wanted, node: Any, given: dict[str, str]) -> None:
    """The call as a statement; the adjoints that it returns are contributions."""
    numbers = wanted.numbers()
    if not numbers:
        emit(s, build.expression(node))
        return
    names = [s.fresh(f"{given[p]}_bar") for p in numbers]
    if len(numbers) == 1:
        emit(s, build.assign(names[0], node))
    else:
        whole = s.fresh(f"{wanted.callee.name.rstrip('_')}_bars")
        s.kinds[whole] = TupleKind(tuple(s.kinds[given[p]] for p in numbers))
        emit(s, build.assign(whole, node))
        for i, bar in enumerate(names):
            emit(s, build.assign(bar, build.subscript(build.name(whole), build.constant(i))))
    for bar, parameter in zip(names, numbers):
        s.kinds[bar] = s.kinds[given[parameter]]
        contribute(s, given[parameter], Sym.name(bar, s.kinds[bar]))
