"""Selection and backup of many PUCT searches in lock-step, into one batch of leaves.

A call processes a range of the searches in ``chosen``; several threads share them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import RandomState
from engine.core.kernels.tuple_table import get_entry
from engine.search.puct.kernels.edge_tree import NO_EDGE, NO_NODE, ROOT, EdgeTree
from engine.search.puct.kernels.scores import PuctParams, PuctWorkspace
from engine.search.puct.kernels.simulation import (
    LEAF_COUNT,
    back_up_leaves,
    select_leaves,
)


class SearchSlot(NamedTuple):
    """State of one search of a batched search; see ``select_leaves``."""

    tree: EdgeTree
    root_state: Any
    work: PuctWorkspace
    rng: RandomState


class ThreadScratch(NamedTuple):
    """Scratch state and parameters of one thread; see ``select_leaves``."""

    state: Any
    params: PuctParams


@njit()
def select_in_slots(
    slots,
    scratch,
    thread,
    chosen,
    first,
    last,
    batch,
    simulations_left,
    simulations_begun,
    is_blocked,
    counts,
    leaves,
    stop,
):
    """Begin simulations in the searches ``chosen[first:last]``.

    Args:
        slots: Table of ``SearchSlot``.
        scratch: Table of ``ThreadScratch``.
        thread: Index of this thread's entry in ``scratch``.
        chosen: ``[K]`` int64, the slots with a running search.
        first: Index in ``chosen`` of the first search of this call.
        last: Index after the last one.
        batch: Largest number of leaves of one search.
        simulations_left: ``[slots]`` int64, simulations that may begin; reduced.
        simulations_begun: ``[slots]`` int64, simulations so far; increased.
        is_blocked: ``[slots]`` bool, set to whether this call began no simulation.
        counts: ``[K]`` int64, set to the number of leaves of each search.
        leaves: Cells, to_move, last_move and legal of ``K * batch`` positions; those
            of search k begin at ``k * batch``.
        stop: See ``select_leaves``.

    Returns:
        The number of leaves, and the number of searches that are blocked or have no
        simulations left.
    """
    total = 0
    paused = 0
    own = get_entry(scratch, thread)
    for k in range(first, last):
        g = chosen[k]
        slot = get_entry(slots, g)
        done = select_leaves(
            slot.tree,
            slot.root_state,
            own.state,
            slot.work,
            own.params,
            slot.rng,
            slot.rng,
            batch,
            simulations_left[g],
            stop,
        )
        simulations_left[g] -= done
        simulations_begun[g] += done
        is_blocked[g] = done == 0
        paused += done == 0 or simulations_left[g] <= 0
        counts[k] = slot.work.info[LEAF_COUNT]
        total += counts[k]
        copy_leaves(slot.work, counts[k], leaves, k * batch)
    return total, paused


@njit()
def copy_leaves(work, count, leaves, row):
    """Copy the first ``count`` positions of ``work`` to a larger batch at ``row``."""
    cells, to_move, last_move, legal = leaves
    for slot in range(count):
        for cell in range(cells.shape[1]):
            cells[row + slot, cell] = work.cells[slot, cell]
            legal[row + slot, cell] = work.legal[slot, cell]
        to_move[row + slot] = work.to_move[slot]
        last_move[row + slot] = work.last_move[slot]


@njit()
def back_up_slots(
    slots, scratch, thread, chosen, first, last, starts, policies, values
):
    """Back up the evaluations of the searches ``chosen[first:last]``.

    Args:
        slots: See ``select_in_slots``.
        scratch: Likewise.
        thread: Likewise.
        chosen: Likewise.
        first: Likewise.
        last: Likewise.
        starts: ``[K + 1]`` int64, row of the first evaluation of each search.
        policies: ``[L, N]`` float32, of the whole batch; see ``back_up_leaves``.
        values: ``[L]`` float32, likewise.

    Returns:
        The number of searches whose root has no edges yet.
    """
    unexpanded = 0
    own = get_entry(scratch, thread)
    for k in range(first, last):
        slot = get_entry(slots, chosen[k])
        back_up_leaves(
            slot.tree,
            slot.work,
            own.params,
            policies[starts[k] : starts[k + 1]],
            values[starts[k] : starts[k + 1]],
        )
        root = np.int64(slot.tree.edges[ROOT].node)
        unexpanded += root == NO_NODE or slot.tree.nodes[root].first_edge == NO_EDGE
    return unexpanded
