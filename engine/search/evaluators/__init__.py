"""Evaluators that wrap another one: symmetries, cache, solver."""
