"""Does a decorator's wrapper only call the function that it wraps?

In: the tree of a wrapper, its closure and the function it wraps. Out: whether the wrapper's result is always
what that function returns for the same arguments, so that the one may be differentiated for the other. Where
this cannot be seen, the answer is no.

>>> from srctrans.syntax.build import parse_statements
>>> text = '''
... def timed(*args, **kwargs):
...     start = clock()
...     result = f(*args, **kwargs)
...     print(clock() - start)
...     return result
... '''
>>> passes_through(parse_statements(text)[0], {"f": abs}, abs)
True
>>> passes_through(parse_statements("def twice(*args): return 2 * f(*args)")[0], {"f": abs}, abs)
False
"""
from __future__ import annotations

from typing import Any

import gast

from srctrans.syntax.build import name, names_read, names_stored, same

_LEAVING = (gast.Return, gast.Yield, gast.YieldFrom)


def passes_through(tree: Any, closure: dict[str, Any], original: Any) -> bool:
    """Is what the wrapper returns always the wrapped function's result for the wrapper's own arguments?"""
    given = _given(tree.args)
    if given is None or not isinstance(tree, gast.FunctionDef) or names_stored(tree.body) & names_read(given):
        return False
    *before, last = tree.body
    if any(isinstance(node, _LEAVING) for statement in before for node in gast.walk(statement)):
        return False
    result = last.value if isinstance(last, gast.Return) else None
    if isinstance(result, gast.Name):
        results = [s for s in before if isinstance(s, gast.Assign) and same(s.targets, [name(result.id)])]
        others = [s for s in before if s not in results]
        if len(results) != 1 or result.id in names_stored(others) | names_read(others):
            return False
        before, result = others, results[0].value
    if not isinstance(result, gast.Call) or not isinstance(result.func, gast.Name):
        return False
    if closure.get(result.func.id) is not original or result.func.id in names_stored(before):
        return False
    if names_read(given) & names_read(before):
        return False
    return same([result.args, result.keywords], [given.args, given.keywords])


def _given(arguments: Any) -> Any:
    """The call that hands on all arguments, or None if there are others than `*args, **kwargs`."""
    if arguments.args or arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg is None:
        return None
    starred = [gast.Starred(value=name(arguments.vararg.id), ctx=gast.Load())]
    keywords = [gast.keyword(arg=None, value=name(arguments.kwarg.id))] if arguments.kwarg is not None else []
    return gast.Call(func=name("_"), args=starred, keywords=keywords)
