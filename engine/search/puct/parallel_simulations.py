"""Simulations of one PUCT search whose batches several threads evaluate.

The thread of the search selects leaves, backs up, and evaluates every other batch. Each
helper has two batches, so that one waits while it evaluates the other. The virtual
losses of pending batches stay in the tree. The order in which evaluations end changes
it, so such a search cannot be repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from engine.core.game import GameSetup
from engine.search.api import StopFlag
from engine.search.evaluation import Evaluator
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.evaluation_threads import Evaluations, ThreadEvaluator
from engine.search.puct.kernels import simulation as kernels
from engine.search.puct.kernels.edge_tree import EdgeTree
from engine.search.puct.kernels.scores import PuctWorkspace, new_batch_workspace
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.workspace import LeafBatches, back_up

BATCHES_PER_HELPER = 2
"""Pending batches of a thread: one is evaluated, the other one waits."""

VISITS_PER_LEAF = 128
"""Visits of the root for each pending leaf, if these are more than a batch.

Virtual losses distort a small tree. Two threads against one in Gomoku, at equal
simulations: without this limit 4 wins and 2 draws in 20 games, with 32 visits 18 and 1
in 47, with 128 15 and 6 in 35.
"""

SMALLEST_SHARE = 4
"""Divisor of the batch size: the smallest batches, which cost more for each leaf."""


class _Stage:
    """A batch of leaves.

    Args:
        setup: Setup of the positions.
        buffers: Buffers of the search, with the workspace of this batch.
        helper: Thread that evaluates the batch; ``None`` for that of the search.
    """

    def __init__(
        self, setup: GameSetup, buffers: SearchBuffers, helper: ThreadEvaluator | None
    ) -> None:
        self.buffers = buffers
        self.evaluation: Future[Evaluations] | None = None
        """Evaluation in the helper, if it has begun or waits."""

        self._leaves = LeafBatches(setup, buffers.work)
        self._helper = helper

    @property
    def leaf_count(self) -> int:
        """Number of selected leaves."""
        return int(self.buffers.work.info["leaf_count"][0])

    def start(self) -> None:
        """Start to evaluate the selected leaves in the helper, if there is one."""
        if self._helper is not None and self.leaf_count > 0:
            self.evaluation = self._helper.start(self._leaves.first(self.leaf_count))

    @property
    def is_ready(self) -> bool:
        """Whether ``evaluate`` need not wait."""
        return self.evaluation is not None and self.evaluation.done()

    def evaluate(self, evaluator: Evaluator) -> Evaluations | None:
        """Return the evaluations of the leaves; ``None`` without any.

        Args:
            evaluator: Evaluator for leaves that no helper has begun to evaluate.
        """
        evaluation, self.evaluation = self.evaluation, None
        if evaluation is not None and not evaluation.cancel():
            return evaluation.result()
        count = self.leaf_count
        return evaluator.evaluate(self._leaves.first(count)) if count > 0 else None


class ParallelSimulations:
    """Simulations of one search, with batches in several threads.

    Args:
        setup: Setup of the root.
        tree: Tree of the search, with an expanded root; grown in place.
        buffers: Buffers of the search; all batches share them but for their leaves.
        evaluator: Evaluator of the thread of the search.
        helpers: Evaluators in other threads.
        batch: Largest number of leaves of a batch.
    """

    def __init__(
        self,
        setup: GameSetup,
        tree: EdgeTree,
        buffers: SearchBuffers,
        evaluator: Evaluator,
        helpers: Sequence[ThreadEvaluator],
        *,
        batch: int,
    ) -> None:
        self._tree = tree
        self._evaluator = evaluator
        self._most_leaves = self._leaves = batch
        self._most_pending = 0
        self._own = _Stage(setup, buffers, None)
        self._idle = [
            _Stage(
                setup, buffers._replace(work=new_batch_workspace(buffers.work)), helper
            )
            for _ in range(BATCHES_PER_HELPER)
            for helper in helpers
        ]
        self._pending: list[_Stage] = []
        self.backed_up: list[PuctWorkspace] = []
        """Batches backed up by ``advance``, those whose paths are still known."""

    def advance(self, count: int, stop: StopFlag) -> int:
        """Begin up to ``count`` simulations and return how many.

        The helpers get new batches; then one batch is evaluated here. It returns 0 if
        the search cannot continue; ``finish`` is still necessary.
        """
        while True:
            self.backed_up = []
            self._share_leaves()
            begun = self._start_helpers(count, stop)
            begun += self._select(self._own, count - begun, stop)
            must_wait = self._own.leaf_count == 0 and bool(self._pending) and not stop
            if must_wait:
                # The last one probably still waits: then it is evaluated here.
                self._back_up_pending(self._pending[-1])
            self._back_up(self._own)
            for stage in [stage for stage in self._pending if stage.is_ready]:
                self._back_up_pending(stage)
            if begun > 0 or not must_wait:
                return begun

    def finish(self) -> bool:
        """Back up all pending batches; return whether there were any.

        No virtual loss remains in the tree.
        """
        was_pending = bool(self._pending)
        while self._pending:
            self._back_up_pending(self._pending[-1])
        return was_pending

    def _share_leaves(self) -> None:
        """Choose the number and size of pending batches by the visits of the root."""
        most = self._most_leaves
        visits = int(self._tree.edges["visits"][ROOT])
        allowed = max(most, visits // VISITS_PER_LEAF)
        share = allowed // (1 + len(self._idle) + len(self._pending))
        self._leaves = min(max(share, most // SMALLEST_SHARE, 1), most)
        self._most_pending = allowed // self._leaves - 1

    def _start_helpers(self, count: int, stop: StopFlag) -> int:
        """Begin up to ``count`` simulations for the helpers; return how many."""
        begun = 0
        while self._idle and len(self._pending) < self._most_pending:
            stage = self._idle[-1]
            begun += self._select(stage, count - begun, stop)
            if stage.leaf_count == 0:
                self._back_up(stage)
                break
            stage.start()
            self._pending.append(self._idle.pop())
        return begun

    def _select(self, stage: _Stage, count: int, stop: StopFlag) -> int:
        begun: int = kernels.select_leaves(
            self._tree, stage.buffers, self._leaves, count, stop.array
        )
        return begun

    def _back_up_pending(self, stage: _Stage) -> None:
        """Back up a batch of a helper, which then gets another one."""
        self._back_up(stage)
        self._pending.remove(stage)
        self._idle.append(stage)

    def _back_up(self, stage: _Stage) -> None:
        """Evaluate a batch, or wait for its evaluation, and back it up."""
        evaluations = stage.evaluate(self._evaluator)
        work = stage.buffers.work
        back_up(self._tree, work, stage.buffers.params, evaluations)
        self.backed_up.append(work)
