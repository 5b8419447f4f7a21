"""Buffers of a PUCT search, beside its tree."""

from __future__ import annotations

import numpy as np

from engine.core.game import GameSetup, Position
from engine.core.kernels.game_api import move_space
from engine.core.kernels.rng import new_rng
from engine.search.evaluation import Evaluations, LeafBatch
from engine.search.puct.kernels.backup import back_up_leaves
from engine.search.puct.kernels.edge_tree import EdgeTree
from engine.search.puct.kernels.scores import (
    PuctParams,
    PuctWorkspace,
    new_puct_workspace,
)
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.puct_settings import PuctSettings


def new_search_buffers(position: Position, settings: PuctSettings) -> SearchBuffers:
    """Return buffers for searches on boards such as that of ``position``."""
    state = position.kernel_state()
    work = new_puct_workspace(
        settings.most_paths, position.setup.cell_count, int(move_space(state))
    )
    streams = (new_rng(0) for _ in range(3))
    return SearchBuffers(
        state, position.kernel_state(), work, settings.params(), *streams
    )


class LeafBatches:
    """The leaves of a workspace, as evaluators get them.

    Args:
        setup: Setup of the positions.
        work: The workspace.
    """

    def __init__(self, setup: GameSetup, work: PuctWorkspace) -> None:
        self._setup = setup
        self._work = work
        self._known: dict[int, LeafBatch] = {}

    def first(self, leaves: int) -> LeafBatch:
        """Return the first ``leaves`` positions as views."""
        if leaves not in self._known:
            work = self._work
            self._known[leaves] = LeafBatch(
                setup=self._setup,
                cells=work.cells[:leaves],
                to_move=work.to_move[:leaves],
                last_move=work.last_move[:leaves],
                legal=work.legal[:leaves],
            )
        return self._known[leaves]


def back_up(
    tree: EdgeTree,
    work: PuctWorkspace,
    params: PuctParams,
    evaluations: Evaluations | None,
) -> None:
    """Back up a batch; see ``back_up_leaves``.

    Args:
        tree: Changed in place.
        work: The batch.
        params: Parameters of the search.
        evaluations: Evaluations of its leaves; ``None`` if it has none.
    """
    if evaluations is None:
        evaluations = np.zeros((0, work.cells.shape[1]), np.float32), work.results[:0]
    policies, values = evaluations
    back_up_leaves(
        tree,
        work,
        params,
        policies.astype(np.float32, copy=False),
        values.astype(np.float32, copy=False),
    )
