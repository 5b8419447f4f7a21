"""Batches of positions turned and mirrored, and policies turned back."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

KEY_SHIFT = 33
"""Upper bits of a position's key, a sum of random numbers, are the more mixed."""


@njit()
def choose_ways(cells, keys, count, ways):
    """Choose a way to show each position, which hangs on its stones.

    Args:
        cells: ``[B, N]`` int8, see ``LeafBatch``.
        keys: ``[1 + N]`` uint64, random numbers.
        count: Ways there are.
        ways: ``[B]`` int64, set to one of them.
    """
    for row in range(cells.shape[0]):
        key = keys[0]
        for cell in range(cells.shape[1]):
            key += keys[1 + cell] * np.uint64(cells[row, cell])
        ways[row] = np.int64((key >> np.uint64(KEY_SHIFT)) % np.uint64(count))


@njit()
def turn_batch(batch, rows, ways, origin, goal, swaps, shown):
    """Write positions as they look in some ways.

    Args:
        batch: Arrays of ``B`` positions: cells, to_move, last_move, legal.
        rows: ``[K]`` int64, which of them.
        ways: ``[K]`` int64, and how.
        origin: ``[W, N]`` int64, where what stands on a cell came from.
        goal: ``[W, N]`` int64, where a cell goes.
        swaps: ``[W]`` bool, whether colours are exchanged.
        shown: Likewise, of ``K`` positions; written.
    """
    cells, to_move, last_move, legal = batch
    shown_cells, shown_to_move, shown_last_move, shown_legal = shown
    for k in range(rows.size):
        row, way = rows[k], ways[k]
        for cell in range(cells.shape[1]):
            shown_cells[k, cell] = cells[row, origin[way, cell]]
            shown_legal[k, cell] = legal[row, origin[way, cell]]
        shown_to_move[k] = 3 - to_move[row] if swaps[way] else to_move[row]
        last = last_move[row]
        shown_last_move[k] = goal[way, last] if last >= 0 else last


@njit()
def turn_back(policies, ways, goal, found):
    """Write policies of turned boards, ``[K, N]``, as they are before turning."""
    for k in range(ways.size):
        for cell in range(policies.shape[1]):
            found[k, cell] = policies[k, goal[ways[k], cell]]
