"""Compiled virtual connections (H-search), fill-in, two-distance."""
