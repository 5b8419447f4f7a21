"""Simulations of one PUCT search whose batches several threads evaluate.

The thread of the search selects leaves and backs up. Each batch waits in a stage of its
own, with virtual losses on its paths, while other stages select or wait. The order in
which evaluations end changes the tree, so such a search cannot be repeated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future

from engine.core.game import GameSetup
from engine.search.api import StopFlag
from engine.search.puct.evaluation_threads import Evaluations, ThreadEvaluator
from engine.search.puct.kernels import simulation as kernels
from engine.search.puct.kernels.edge_tree import EdgeTree
from engine.search.puct.kernels.scores import PuctWorkspace, new_batch_workspace
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.workspace import LeafBatches, back_up


class _Stage:
    """A batch of leaves and the thread that evaluates it."""

    def __init__(
        self, setup: GameSetup, buffers: SearchBuffers, evaluator: ThreadEvaluator
    ) -> None:
        work = new_batch_workspace(buffers.work)
        self.buffers = buffers._replace(work=work)
        self.evaluation: Future[Evaluations]
        self._leaves = LeafBatches(setup, work)
        self._evaluator = evaluator

    def start_evaluation(self) -> bool:
        """Start to evaluate the selected leaves; return whether there are any."""
        count = int(self.buffers.work.info["leaf_count"][0])
        if count == 0:
            return False
        self.evaluation = self._evaluator.start(self._leaves.first(count))
        return True


class ParallelSimulations:
    """Simulations of one search, with a batch for each thread.

    Args:
        setup: Setup of the root.
        tree: Tree of the search, with an expanded root; grown in place.
        buffers: Buffers of the search, which all batches share but for the leaves.
        evaluators: Evaluator of each batch.
        batch: Largest number of leaves of a batch.
    """

    def __init__(
        self,
        setup: GameSetup,
        tree: EdgeTree,
        buffers: SearchBuffers,
        evaluators: Sequence[ThreadEvaluator],
        batch: int,
    ) -> None:
        self._tree = tree
        self._batch = batch
        self._idle = [_Stage(setup, buffers, evaluator) for evaluator in evaluators]
        self._pending: deque[_Stage] = deque()
        self.backed_up: PuctWorkspace | None = None
        """The batch that the last call of ``advance`` has backed up, if any."""

    def advance(self, count: int, stop: StopFlag) -> int:
        """Begin up to ``count`` simulations and return how many.

        It waits for a pending batch if all are pending, or if none of the leaves is
        new. It returns 0 if the search cannot continue; ``finish`` is still necessary.
        """
        while True:
            stage = self._idle.pop()
            begun: int = kernels.select_leaves(
                self._tree, stage.buffers, self._batch, count, stop.array
            )
            if stage.start_evaluation():
                self._pending.append(stage)
            else:
                self._back_up(stage, None)
            self.backed_up = None
            must_wait = not self._idle or (begun == 0 and not stop)
            if self._pending and must_wait:
                self.backed_up = self._finish_one()
            elif begun == 0:
                return 0
            if begun > 0:
                return begun

    def finish(self) -> bool:
        """Wait for all pending batches and back them up; return whether there were any.

        No virtual loss remains in the tree.
        """
        was_pending = bool(self._pending)
        while self._pending:
            self._finish_one()
        return was_pending

    def _finish_one(self) -> PuctWorkspace:
        """Back up a pending batch: the oldest evaluated one, or wait for the oldest."""
        found = (stage for stage in self._pending if stage.evaluation.done())
        stage = next(found, self._pending[0])
        evaluations = stage.evaluation.result()
        self._pending.remove(stage)
        self._back_up(stage, evaluations)
        return stage.buffers.work

    def _back_up(self, stage: _Stage, evaluations: Evaluations | None) -> None:
        """Back up a batch, without evaluations if it has no leaf; it becomes idle."""
        buffers = stage.buffers
        back_up(self._tree, buffers.work, buffers.params, evaluations)
        self._idle.append(stage)
