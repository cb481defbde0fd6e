"""Derivatives: rules by function, and how they are applied."""
from srctrans.rules.apply import has_rule, is_inactive, pullback, pushforward, rule_of
from srctrans.rules.registry import adjoint, inactive, partials, tangent

__all__ = ["adjoint", "has_rule", "inactive", "is_inactive", "partials", "pullback", "pushforward", "rule_of", "tangent"]
