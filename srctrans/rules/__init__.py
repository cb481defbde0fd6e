"""Derivatives: rules by function, and how they are applied. Importing the package declares all rules."""
from importlib import import_module

from srctrans.rules.apply import has_rule, is_inactive, pullback, pushforward, rule_of
from srctrans.rules.registry import adjoint, inactive, partials, tangent

FILES = (
    "elementwise", "exponentials", "trigonometric", "choices", "reductions", "cumulative", "norms",
    "products", "contractions", "shape", "diagonals", "joining", "create", "steps",
)  # fmt: skip
for _file in FILES:
    import_module(f"srctrans.rules.{_file}")

__all__ = [
    "adjoint", "has_rule", "inactive", "is_inactive", "partials", "pullback", "pushforward", "rule_of",
    "tangent",
]  # fmt: skip
