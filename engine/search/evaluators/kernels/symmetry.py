"""Symmetries of the board applied to batches, and their inverse for policies."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit

KEY_SHIFT = 33
"""Bits of a position's key that are dropped: the upper ones are mixed better."""


@njit()
def choose_symmetries(cells, keys, count, chosen):
    """Choose a symmetry for each position by a hash of its stones.

    Args:
        cells: ``[B, N]`` int8, see ``LeafBatch``.
        keys: ``[1 + N]`` uint64, random numbers.
        count: Number of symmetries.
        chosen: ``[B]`` int64, set to the indices of symmetries.
    """
    for row in range(cells.shape[0]):
        key = keys[0]
        for cell in range(cells.shape[1]):
            key += keys[1 + cell] * np.uint64(cells[row, cell])
        chosen[row] = np.int64((key >> np.uint64(KEY_SHIFT)) % np.uint64(count))


@njit()
def transform_batch(batch, rows, chosen, origin, goal, swaps, transformed):
    """Write positions transformed by symmetries of the board.

    Args:
        batch: Arrays of ``B`` positions: cells, to_move, last_move, legal.
        rows: ``[K]`` int64, indices of positions.
        chosen: ``[K]`` int64, index of the symmetry of each.
        origin: ``[S, N]`` int64, source of each cell, by symmetry.
        goal: ``[S, N]`` int64, target of each cell, by symmetry.
        swaps: ``[S]`` bool, whether the symmetry exchanges the colours.
        transformed: Arrays of ``K`` positions, as in ``batch``; written.
    """
    cells, to_move, last_move, legal = batch
    new_cells, new_to_move, new_last_move, new_legal = transformed
    for k in range(rows.size):
        row, way = rows[k], chosen[k]
        for cell in range(cells.shape[1]):
            new_cells[k, cell] = cells[row, origin[way, cell]]
            new_legal[k, cell] = legal[row, origin[way, cell]]
        new_to_move[k] = 3 - to_move[row] if swaps[way] else to_move[row]
        last = last_move[row]
        new_last_move[k] = goal[way, last] if last >= 0 else last


@njit()
def restore_policies(policies, chosen, goal, restored):
    """Write policies ``[K, N]`` of transformed boards for the original boards."""
    for k in range(chosen.size):
        for cell in range(policies.shape[1]):
            restored[k, cell] = policies[k, goal[chosen[k], cell]]
