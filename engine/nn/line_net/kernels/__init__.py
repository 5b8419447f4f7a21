"""Compiled inference of the line-pattern network."""
