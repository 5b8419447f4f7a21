"""Trace of one simulation, found by comparing the tree before and after it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.core.game import Position
from engine.search.inspection import (
    BackUp,
    Ending,
    SearchTree,
    Selection,
    SimulationTrace,
    TreeNode,
)


def trace_simulation(
    before: SearchTree, after: SearchTree, entries: Sequence[int], number: int
) -> SimulationTrace:
    """Return the trace of one simulation.

    Args:
        before: Copy of the tree before it.
        after: The tree after it.
        entries: Nodes from the root on; those behind the leaf are ignored.
        number: Number of the simulation.
    """
    position = before.position
    old: TreeNode | None = before.root
    new = after.root
    selections: list[Selection] = []
    back_ups = [BackUp(before=old, after=new)]
    for entry in entries[1:]:
        if old is None:
            break
        found = {child.entry: child for child in after.children(new)}.get(entry)
        if found is None or found.move is None:
            break
        children = before.children(old)
        known = {child.move: child for child in children}.get(found.move)
        if known is not None and known.visits >= found.visits:
            break
        selections.append(
            Selection(
                node=old, children=children, move=found.move, is_new=known is None
            )
        )
        back_ups.append(BackUp(before=known, after=found))
        position = position.play(found.move)
        old, new = known, found
    return SimulationTrace(
        number=number,
        tree=before,
        selections=tuple(selections),
        ending=_find_ending(position, back_ups[-1]),
        value=_find_value(back_ups),
        back_ups=tuple(back_ups),
    )


def _find_ending(position: Position, leaf: BackUp) -> Ending:
    """Return the kind of the leaf of a simulation."""
    if position.outcome is not None:
        return "finished"
    if leaf.before is not None and leaf.before.proof:
        return "proven"
    is_new = leaf.before is None or leaf.before.visits == 0
    return "evaluated" if is_new else "known"


def _find_value(back_ups: Sequence[BackUp]) -> float:
    """Return the result for the side to move at the leaf.

    It is the change of W at the deepest node that is not proven; a proof has no sum.
    """
    sign = -1 if len(back_ups) > 1 else 1
    for depth in reversed(range(len(back_ups))):
        before, after = back_ups[depth].before, back_ups[depth].after
        change = after.value_sum - (0.0 if before is None else before.value_sum)
        if math.isfinite(change):
            # W of the root is for its side to move, that of a move for its side.
            own = -sign if depth == 0 and len(back_ups) > 1 else sign
            return min(max(own * change, -1.0), 1.0)
        sign = -sign
    leaf = back_ups[-1].after
    return float(leaf.proof if len(back_ups) == 1 else -leaf.proof)
