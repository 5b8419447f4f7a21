"""Puzzles: positions with a proven win, and the attempts to find it."""
