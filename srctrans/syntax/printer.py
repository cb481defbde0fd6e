"""Printer (temporary)."""
import ast
import gast
from srctrans.syntax.build import Comment


def to_source(tree, comment_of=None):
    if isinstance(tree, list):
        return "\n".join(to_source(t, comment_of) for t in tree)
    return ast.unparse(ast.fix_missing_locations(gast.gast_to_ast(tree))) + "\n"
