"""Evaluators that wrap another: symmetries, cache, solver first."""
