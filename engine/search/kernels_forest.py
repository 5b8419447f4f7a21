"""Many network-guided searches in lock-step: what all of them want judged, at once.

Trees, states and workspaces are typed lists with an entry for each search. A call works
on a range of the searches in ``chosen``, so that several threads share them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numba.typed import List

from engine.core.jit import njit
from engine.search.kernels_guided import LEAVES, back_up_leaves, select_leaves


def typed_list(entries: Sequence[Any]) -> Any:
    """Return entries of one type as kernels take them."""
    return List(entries)


@njit()
def select_in_forest(
    trees,
    tree_of,
    roots,
    states,
    works,
    rngs,
    rules,
    chosen,
    first,
    last,
    batch,
    most,
    begun,
    stop,
):
    """Begin simulations in the searches ``chosen[first:last]``.

    Args:
        trees: Typed list, see ``select_leaves``; there may be more than searches.
        tree_of: ``[K]`` int64, the tree of each search in ``chosen``.
        roots: Likewise.
        states: Likewise.
        works: Likewise.
        rngs: Likewise.
        rules: How every tree grows.
        chosen: ``[K]`` int64, the searches at work.
        first: Place of the first one of this call.
        last: Place after its last one.
        batch: Positions to judge for each, at most.
        most: ``[K]`` int64, simulations to begin.
        begun: ``[K]`` int64, set to how many were.
        stop: See ``select_leaves``.
    """
    for k in range(first, last):
        g = chosen[k]
        begun[k] = select_leaves(
            trees[tree_of[k]],
            roots[g],
            states[g],
            works[g],
            rules,
            rngs[g],
            rngs[g],
            batch,
            most[k],
            stop,
        )


@njit()
def count_leaves(works, chosen, starts):
    """Write where each search's positions begin among all; return how many there are.

    ``starts``: ``[K + 1]`` int64.
    """
    total = 0
    for k in range(chosen.size):
        starts[k] = total
        total += works[chosen[k]].info[LEAVES]
    starts[chosen.size] = total
    return total


@njit()
def gather_leaves(works, chosen, first, last, starts, cells, to_move, last_move, legal):
    """Copy the positions of the searches ``chosen[first:last]`` to one batch."""
    for k in range(first, last):
        work = works[chosen[k]]
        for slot in range(starts[k + 1] - starts[k]):
            row = starts[k] + slot
            cells[row] = work.cells[slot]
            to_move[row] = work.to_move[slot]
            last_move[row] = work.last_move[slot]
            legal[row] = work.legal[slot]


@njit()
def answer_forest(
    trees, tree_of, works, rules, chosen, first, last, starts, policies, values
):
    """End the simulations of the searches ``chosen[first:last]``.

    ``policies`` and ``values`` are those of the whole batch.
    """
    for k in range(first, last):
        start, end = starts[k], starts[k + 1]
        back_up_leaves(
            trees[tree_of[k]],
            works[chosen[k]],
            rules,
            policies[start:end],
            values[start:end],
        )
