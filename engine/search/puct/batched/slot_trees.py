"""Trees and buffers of the slots; a search may reuse the subtree of the one before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.game import Position
from engine.core.kernels.tuple_table import TupleTable
from engine.core.types import Move
from engine.search.continuation import moves_between
from engine.search.kernels.search_tree import copy_subtree
from engine.search.puct.batched.kernels import lockstep as kernels
from engine.search.puct.batched.slot_search import Task
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.root import find_edge_after
from engine.search.puct.workspace import new_search_buffers


class SlotTrees:
    """Memory of the searches, a tree and buffers for each slot.

    Args:
        position: Any position of the setup.
        settings: Settings of the searches.
        size: Number of slots.
    """

    def __init__(self, position: Position, settings: PuctSettings, size: int) -> None:
        self._reuses_tree = settings.reuses_tree
        self.buffers: list[SearchBuffers] = [
            new_search_buffers(position, settings) for _ in range(size)
        ]
        """Buffers of each slot."""

        *self.trees, self._spare_tree = settings.new_trees(position, size + 1)
        self.table = TupleTable([self._make_slot(number) for number in range(size)])
        """Table of the slots for kernels."""

        self._last: list[Task | None] = [None] * size

    def prepare(self, slot: int, task: Task) -> Sequence[Move] | None:
        """Reuse the subtree of the task's position, or clear the tree of the slot.

        Only a search with the same evaluator is continued. Sequential halving needs
        even visits and reuses nothing.

        Returns:
            The moves from the slot's previous position, or ``None`` without them.
        """
        tree, before = self.trees[slot], self._last[slot]
        self._last[slot] = task
        moves, edge = None, None
        if before is not None:
            moves = moves_between(before.position, task.position)
            keeps = self._reuses_tree and not task.considered
            if keeps and moves is not None and before.evaluator == task.evaluator:
                edge = find_edge_after(tree, moves)
        if edge is None or np.isinf(tree.edges["value"][edge]):
            edges.clear_tree(tree)
            return moves
        copy_subtree(self._spare_tree, tree, edge)
        self.trees[slot], self._spare_tree = self._spare_tree, tree
        self.table[slot] = self._make_slot(slot)
        return moves

    def forget(self, slot: int) -> None:
        """Continue no search in a slot that is free now."""
        self._last[slot] = None

    def _make_slot(self, slot: int) -> kernels.SearchSlot:
        buffers = self.buffers[slot]
        return kernels.SearchSlot(
            self.trees[slot], buffers.root_state, buffers.work, buffers.rng
        )
