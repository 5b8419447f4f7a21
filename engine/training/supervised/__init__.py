"""Supervised runs on games of existing engines."""
