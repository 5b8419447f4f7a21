"""Compiled parts of the static analysis."""
