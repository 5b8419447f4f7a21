"""Experiments of the papers from the window."""
