"""A look inside a search: its tree, its formulas, one simulation at a time."""
