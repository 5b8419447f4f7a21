"""Compiled value network."""
