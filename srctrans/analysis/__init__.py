"""Facts about core form, kept beside the trees: activity, definitions, dependence."""
