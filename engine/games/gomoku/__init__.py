"""Gomoku: a line of stones wins."""
