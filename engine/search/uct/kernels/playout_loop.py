"""Bare loops that benchmarks compare a search with."""

from __future__ import annotations

from engine.core.kernels.game_api import copy_state, playout
from engine.core.kernels.jit import njit_lean as njit


@njit()
def run_playouts(root_state, state, rng, count):
    """Play ``count`` random games from ``root_state`` and return the sum of results."""
    total = 0
    for _ in range(count):
        copy_state(state, root_state)
        total += playout(state, rng)
    return total
