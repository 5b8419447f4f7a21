"""Experiments that repeat the figures and tables of the papers."""
