"""The state of a reverse sweep: new names, where it is, which loops are around."""

from srctrans.analysis.definitions import Definitions
from srctrans.kinds.kind import Scalar
from srctrans.syntax.build import parse_statements
from srctrans.transform.sweep import Open, Sweep


def sweep(taken=(), block=()):
    root = Open(list(block))
    kinds = {"x": Scalar("float64")}
    return Sweep(kinds, {"v": "y"}, set(), set(), set(), set(taken), {}, Definitions(), root, root)


def test_a_new_name_is_the_hint_or_has_a_number():
    s = sweep(taken={"t", "t_2"})
    assert [s.fresh("t"), s.fresh("t"), s.fresh("e")] == ["t_3", "t_4", "e"]


def test_an_adjoint_has_one_name_and_the_kind_of_its_value():
    s = sweep(taken={"x_bar"})
    assert s.bar("x") == s.bar("x") == "x_bar_2"
    assert s.kinds["x_bar_2"] == Scalar("float64")


def test_the_base_of_a_view_and_of_what_is_none():
    assert (sweep().base("v"), sweep().base("x")) == ("y", "x")


def test_what_is_placed_has_the_negative_line_that_is_reversed():
    s = sweep()
    s.lineno = 7
    assert s.place(parse_statements("a = b")[0]).lineno == -7


def test_position_and_loops_go_from_the_outermost_inwards():
    loop = parse_statements("for i in range(n):\n    if a:\n        b = c")[0]
    outer = Open([loop], at=0)
    body = Open(loop.body, outer, loop, loop, at=0)
    branch = Open(loop.body[0].body, body, loop, at=0)
    assert branch.position() == [(id(outer.statements), 0), (id(loop.body), 0), (id(loop.body[0].body), 0)]
    assert (branch.loops(), outer.loops()) == ([loop], [])
