"""Supervised runs on games of our engines."""
