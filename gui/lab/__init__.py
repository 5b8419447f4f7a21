"""Matches, training and experiments in child processes."""
