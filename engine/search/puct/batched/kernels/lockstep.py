"""Many network-guided searches in lock-step: what all of them want judged, at once.

A call works on a range of the searches in ``chosen``, so that several threads share
them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.rng import RandomState
from engine.core.kernels.tuple_table import get_entry
from engine.search.puct.kernels.edge_tree import NO_EDGE, NO_NODE, ROOT, EdgeTree
from engine.search.puct.kernels.scores import Rules, Workspace
from engine.search.puct.kernels.simulation import LEAVES, back_up_leaves, select_leaves


class Place(NamedTuple):
    """A search of a forest; see ``select_leaves``."""

    tree: EdgeTree
    root_state: Any
    work: Workspace
    rng: RandomState


class Tools(NamedTuple):
    """What a thread works with in all places; see ``select_leaves``."""

    state: Any
    rules: Rules


@njit()
def select_in_forest(
    places,
    tools,
    thread,
    chosen,
    first,
    last,
    batch,
    left,
    begun,
    is_stuck,
    counts,
    leaves,
    stop,
):
    """Begin simulations in the searches ``chosen[first:last]``.

    Args:
        places: ``TupleTable`` of ``Place``.
        tools: ``TupleTable`` of ``Tools``.
        thread: Which of them this call may use.
        chosen: ``[K]`` int64, the searches at work.
        first: Place of the first one of this call.
        last: Place after its last one.
        batch: Positions to judge for each, at most.
        left: int64, by search: simulations that may begin; grows less.
        begun: int64, by search: simulations there were; grows.
        is_stuck: bool, by search: set to whether none has begun now.
        counts: ``[K]`` int64, set to the positions there are to judge.
        leaves: Cells, to_move, last_move and legal of ``K * batch`` positions, of which
            those of search k begin at ``k * batch``.
        stop: See ``select_leaves``.

    Returns:
        How many positions there are to judge, and how many searches have begun
        nothing, or all they may.
    """
    total = 0
    paused = 0
    own = get_entry(tools, thread)
    for k in range(first, last):
        g = chosen[k]
        place = get_entry(places, g)
        done = select_leaves(
            place.tree,
            place.root_state,
            own.state,
            place.work,
            own.rules,
            place.rng,
            place.rng,
            batch,
            left[g],
            stop,
        )
        left[g] -= done
        begun[g] += done
        is_stuck[g] = done == 0
        paused += done == 0 or left[g] <= 0
        counts[k] = place.work.info[LEAVES]
        total += counts[k]
        copy_leaves(place.work, counts[k], leaves, k * batch)
    return total, paused


@njit()
def copy_leaves(work, count, leaves, row):
    """Copy the first positions in ``work`` to rows of a larger batch."""
    cells, to_move, last_move, legal = leaves
    for slot in range(count):
        for cell in range(cells.shape[1]):
            cells[row + slot, cell] = work.cells[slot, cell]
            legal[row + slot, cell] = work.legal[slot, cell]
        to_move[row + slot] = work.to_move[slot]
        last_move[row + slot] = work.last_move[slot]


@njit()
def answer_forest(places, tools, thread, chosen, first, last, starts, policies, values):
    """End the simulations of the searches ``chosen[first:last]``.

    Args:
        places: See ``select_in_forest``.
        tools: Likewise.
        thread: Likewise.
        chosen: Likewise.
        first: Likewise.
        last: Likewise.
        starts: ``[K + 1]`` int64, where the answers for each search begin.
        policies: ``[L, N]`` float32, of the whole batch; see ``back_up_leaves``.
        values: ``[L]`` float32, likewise.

    Returns:
        How many of the searches have a root whose moves were not made yet.
    """
    closed = 0
    own = get_entry(tools, thread)
    for k in range(first, last):
        place = get_entry(places, chosen[k])
        back_up_leaves(
            place.tree,
            place.work,
            own.rules,
            policies[starts[k] : starts[k + 1]],
            values[starts[k] : starts[k + 1]],
        )
        root = np.int64(place.tree.edges[ROOT].node)
        closed += root == NO_NODE or place.tree.nodes[root].first_edge == NO_EDGE
    return closed
