"""Compiled parts of Gomoku's alpha-beta search."""
