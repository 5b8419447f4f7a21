"""Compiled parts of the playout tree search."""
