"""Gomoku's alpha-beta search (PVS), which can pause at every node."""
