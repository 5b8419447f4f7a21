"""Reusable widgets, independent of window and controller."""
