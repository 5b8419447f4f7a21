"""Iterative deepening over a game's resumable alpha-beta search."""
