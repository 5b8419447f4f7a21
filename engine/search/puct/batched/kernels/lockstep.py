"""Selection and backup of many PUCT searches in lock-step, into one batch of leaves.

A call processes a range of the searches in a batch; several threads share them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import RandomState
from engine.core.kernels.tuple_table import get_entry
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels.backup import back_up_leaves
from engine.search.puct.kernels.edge_tree import NO_EDGE, NO_NODE, EdgeTree
from engine.search.puct.kernels.scores import PuctParams, PuctWorkspace
from engine.search.puct.kernels.simulation import SearchBuffers, select_leaves


class SearchSlot(NamedTuple):
    """One search of a batched search; see ``SearchBuffers``."""

    tree: EdgeTree
    root_state: Any
    work: PuctWorkspace
    rng: RandomState


class ThreadScratch(NamedTuple):
    """Scratch state and parameters of one thread; see ``SearchBuffers``."""

    state: Any
    params: PuctParams


PROGRESS = np.dtype(
    [
        ("simulations_left", np.int64),
        ("simulations_begun", np.int64),
        ("is_blocked", np.bool_),
    ],
    align=True,
)
"""Progress of the search in a slot.

simulations_left: simulations that may begin.
simulations_begun: simulations so far.
is_blocked: whether the last selection began no simulation.
"""


class BatchRows(NamedTuple):
    """Rows of an evaluation batch; ``K`` searches of up to ``B`` leaves each.

    slots: ``[K]`` int64, slots of the searches.
    counts: ``[K]`` int64, number of leaves of each search.
    cells, to_move, last_move, legal: ``[K * B]`` positions, see
        ``evaluation.LeafBatch``; those of search k begin at row ``k * B``.
    """

    slots: np.ndarray
    counts: np.ndarray
    cells: np.ndarray
    to_move: np.ndarray
    last_move: np.ndarray
    legal: np.ndarray


class BatchEvaluations(NamedTuple):
    """Evaluations of the ``L`` leaves of ``K`` searches.

    slots: ``[K]`` int64, slots of the searches.
    starts: ``[K + 1]`` int64, row of the first evaluation of each search.
    policies: ``[L, N]`` float32, see ``back_up_leaves``.
    values: ``[L]`` float32, likewise.
    """

    slots: np.ndarray
    starts: np.ndarray
    policies: np.ndarray
    values: np.ndarray


@njit()
def select_in_slots(slots, scratch, thread, progress, rows, first, last, stop):
    """Begin simulations in the searches ``rows.slots[first:last]``.

    Args:
        slots: Table of ``SearchSlot``.
        scratch: Table of ``ThreadScratch``.
        thread: Index of this thread's entry in ``scratch``.
        progress: ``[slots]`` records of the type ``PROGRESS``; changed in place.
        rows: The batch; leaves and their counts are written to it.
        first: Index in ``rows.slots`` of the first search of this call.
        last: Index after the last one.
        stop: See ``select_leaves``.

    Returns:
        The number of leaves, and the number of searches that are blocked or have no
        simulations left.
    """
    total = 0
    paused = 0
    own = get_entry(scratch, thread)
    batch = rows.cells.shape[0] // rows.slots.size
    for k in range(first, last):
        g = rows.slots[k]
        slot = get_entry(slots, g)
        search = SearchBuffers(
            slot.root_state,
            own.state,
            slot.work,
            own.params,
            slot.rng,
            slot.rng,
            slot.rng,
        )
        done = select_leaves(
            slot.tree, search, batch, progress[g].simulations_left, stop
        )
        progress[g].simulations_left -= done
        progress[g].simulations_begun += done
        progress[g].is_blocked = done == 0
        paused += done == 0 or progress[g].simulations_left <= 0
        rows.counts[k] = slot.work.info[0].leaf_count
        total += rows.counts[k]
        copy_leaves(slot.work, rows.counts[k], rows, k * batch)
    return total, paused


@njit()
def copy_leaves(work, count, rows, row):
    """Copy the first ``count`` positions of ``work`` to a larger batch at ``row``."""
    for leaf in range(count):
        for cell in range(rows.cells.shape[1]):
            rows.cells[row + leaf, cell] = work.cells[leaf, cell]
            rows.legal[row + leaf, cell] = work.legal[leaf, cell]
        rows.to_move[row + leaf] = work.to_move[leaf]
        rows.last_move[row + leaf] = work.last_move[leaf]


@njit()
def back_up_slots(slots, scratch, thread, evaluations, first, last):
    """Back up the evaluations of the searches ``evaluations.slots[first:last]``.

    Args:
        slots: See ``select_in_slots``.
        scratch: Likewise.
        thread: Likewise.
        evaluations: Evaluations of the whole batch.
        first: See ``select_in_slots``.
        last: Likewise.

    Returns:
        The number of searches whose root has no edges yet.
    """
    unexpanded = 0
    own = get_entry(scratch, thread)
    starts = evaluations.starts
    for k in range(first, last):
        slot = get_entry(slots, evaluations.slots[k])
        back_up_leaves(
            slot.tree,
            slot.work,
            own.params,
            evaluations.policies[starts[k] : starts[k + 1]],
            evaluations.values[starts[k] : starts[k + 1]],
        )
        root = np.int64(slot.tree.edges[ROOT].node)
        unexpanded += root == NO_NODE or slot.tree.nodes[root].first_edge == NO_EDGE
    return unexpanded
