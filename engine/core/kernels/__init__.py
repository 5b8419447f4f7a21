"""The numba layer: compiler options, dispatch by type, cache, random numbers."""
