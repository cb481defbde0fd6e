"""Random gast expressions of every kind that Python's grammar has, from a seed."""
import random

import gast

from srctrans.syntax import build

NUMBERS = [0, 1, 2, 17, 0.5, 2.0, 1e-6, 1e300, 1e16, 3j, True, None, ...]
TEXTS = ["", "a", "it's", 'say "x"', "both ' and \"", "back\\slash", "line\nbreak", "é\x00", b"bytes", b"'"]


class RandomTrees:
    """Expressions and statements; `expression(depth)` has at most that many levels."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def name(self):
        return build.name(self.random.choice("abcxyz"))

    def expression(self, depth):
        if depth <= 0:
            return self.leaf()
        return self.random.choice(self.makers())(depth - 1)

    def makers(self):
        return [
            self.binop, self.binop, self.binop, self.unary, self.unary, self.compare, self.boolop,
            self.conditional, self.lambda_, self.call, self.call, self.subscript, self.subscript,
            self.attribute, self.display, self.dict_, self.comprehension, self.named, self.fstring,
            lambda depth: self.leaf(),
        ]  # fmt: skip

    def leaf(self):
        kind = self.random.random()
        if kind < 0.5:
            return self.name()
        value = self.random.choice(NUMBERS if kind < 0.9 else TEXTS)
        return gast.Constant(value=value, kind=None)

    def several(self, depth, least=0, most=3, starred=False):
        made = [self.expression(depth) for _ in range(self.random.randint(least, most))]
        if starred and made and self.random.random() < 0.2:
            made[0] = gast.Starred(value=made[0], ctx=gast.Load())
        return made

    def binop(self, depth):
        op = self.random.choice(list(build.BINARY))
        return build.binop(self.expression(depth), op, self.expression(depth))

    def unary(self, depth):
        return build.unary(self.random.choice(["-", "not ", "~", "+"]), self.expression(depth))

    def compare(self, depth):
        count = self.random.randint(1, 3)
        ops = [build.COMPARISONS[self.random.choice(list(build.COMPARISONS))]() for _ in range(count)]
        return gast.Compare(
            left=self.expression(depth), ops=ops, comparators=[self.expression(depth) for _ in range(count)]
        )

    def boolop(self, depth):
        return build.boolop(self.random.choice(["and", "or"]), self.several(depth, 2, 3))

    def conditional(self, depth):
        return build.conditional(self.expression(depth), self.expression(depth), self.expression(depth))

    def arguments(self, depth):
        names = iter("abcdefg")
        made = build.arguments(next(names) for _ in range(self.random.randint(0, 2)))
        if self.random.random() < 0.2:
            made.posonlyargs = [build.parameter(next(names))]
        made.defaults = self.several(depth, 0, len(made.args) + len(made.posonlyargs))
        if self.random.random() < 0.2:
            made.kwonlyargs = [build.parameter(next(names))]
            made.kw_defaults = [self.random.choice([None, self.expression(depth)])]
        if self.random.random() < 0.2:
            made.vararg = build.parameter(next(names))
        if self.random.random() < 0.2:
            made.kwarg = build.parameter(next(names))
        return made

    def lambda_(self, depth):
        return gast.Lambda(args=self.arguments(depth), body=self.expression(depth))

    def call(self, depth):
        given = self.random.sample(["axis", "out"], self.random.randint(0, 2))
        keywords = {key: self.expression(depth) for key in given}
        return build.call(self.expression(depth), *self.several(depth, starred=True), **keywords)

    def slice_(self, depth):
        return build.slice_(*[self.random.choice([None, self.expression(depth)]) for _ in range(3)])

    def subscript(self, depth):
        kind = self.random.random()
        if kind < 0.3:
            index = self.slice_(depth)
        elif kind < 0.6:
            index = build.tuple_([self.slice_(depth), *self.several(depth)])
        else:
            index = self.expression(depth)
        return build.subscript(self.expression(depth), index)

    def attribute(self, depth):
        return build.attribute(self.expression(depth), self.random.choice(["T", "real"]))

    def display(self, depth):
        elts = self.several(depth, starred=True)
        of_set = lambda elts: gast.Set(elts=elts or [self.name()])
        return self.random.choice([build.tuple_, build.list_, of_set])(elts)

    def dict_(self, depth):
        values = self.several(depth)
        return build.dict_([self.random.choice([None, self.expression(depth)]) for _ in values], values)

    def comprehension(self, depth):
        pair = build.tuple_([build.store("i"), build.store("j")], store=True)
        generator = gast.comprehension(
            target=self.random.choice([build.store("i"), pair]),
            iter=self.expression(depth),
            ifs=self.several(depth, 0, 2),
            is_async=0,
        )
        if self.random.random() < 0.3:
            key, value = self.expression(depth), self.expression(depth)
            return gast.DictComp(key=key, value=value, generators=[generator])
        kind = self.random.choice([gast.ListComp, gast.SetComp, gast.GeneratorExp])
        return kind(elt=self.expression(depth), generators=[generator])

    def named(self, depth):
        return gast.NamedExpr(target=build.store("n"), value=self.expression(depth))

    def fstring(self, depth):
        part = gast.FormattedValue(value=self.name(), conversion=-1, format_spec=None)
        return gast.JoinedStr(values=[gast.Constant(value="a{b}'", kind=None), part])

    def statement(self, depth):
        value = self.expression(depth)
        return self.random.choice([
            lambda: build.assign("x", value),
            lambda: build.assign(build.subscript(self.name(), self.expression(depth), store=True), value),
            lambda: build.assign(build.tuple_([build.store("x"), build.store("y")], store=True), value),
            lambda: build.augassign("x", "+", value),
            lambda: build.return_(value),
            lambda: build.expression(value),
            lambda: build.if_(value, [gast.Pass()], [build.if_(value, [gast.Pass()], [gast.Break()])]),
            lambda: build.while_(value, [gast.Break()]),
            lambda: build.for_("i", value, [gast.Continue()]),
        ])()  # fmt: skip
