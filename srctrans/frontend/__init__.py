"""Any accepted Python to core form: names resolved, structures split, calls inlined, loops carried."""
