"""Pipeline stages of a batched search, and their evaluation batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup
from engine.search.evaluation import Evaluations, Evaluator, LeafBatch, Policy, Values
from engine.search.puct.batched.kernels.lockstep import BatchRows

Indices = npt.NDArray[np.int64]


class EvaluationBatch:
    """Batch of leaves of the searches that use one evaluator.

    Args:
        evaluator: Index of the evaluator.
        slots: ``[K]`` int64, slots of the searches.
        setup: Setup of their games.
        batch: Largest number of leaves of one search.
    """

    def __init__(
        self, evaluator: int, slots: Indices, setup: GameSetup, batch: int
    ) -> None:
        rows, cells = len(slots) * batch, setup.cell_count
        self.evaluator = evaluator
        self.slots = slots
        self.starts = self._all_starts = np.arange(len(slots) + 1) * batch
        """``[K + 1]``: row of the first evaluation of each search."""

        self._batch = batch
        self._leaves = LeafBatch(
            setup=setup,
            cells=np.empty((rows, cells), np.int8),
            to_move=np.empty(rows, np.int8),
            last_move=np.empty(rows, np.int16),
            legal=np.empty((rows, cells), np.bool_),
        )
        found = self._leaves
        self.rows = BatchRows(
            slots,
            np.zeros(len(slots), np.int64),
            *(found.cells, found.to_move, found.last_move, found.legal),
        )
        """The arrays to which kernels write positions and their numbers."""

    def leaves(self, total: int) -> LeafBatch | None:
        """Return the leaves of all searches, and set ``starts``.

        Args:
            total: Number of leaves.
        """
        if total == len(self._leaves):
            self.starts = self._all_starts
            return self._leaves
        self.starts = np.concatenate([[0], np.cumsum(self.rows.counts)])
        is_there = np.arange(self._batch) < self.rows.counts[:, np.newaxis]
        return self._leaves.rows(is_there.ravel()) if total > 0 else None


class PipelineStage:
    """Slots of a batched search that select and evaluate together.

    Args:
        slots: The slots.
        evaluators: Evaluators, used by this stage only.
        is_apart: Whether evaluation has its own thread, so that other stages can select
            meanwhile.
    """

    def __init__(
        self, slots: range, evaluators: Sequence[Evaluator], *, is_apart: bool
    ) -> None:
        self.slots = slice(slots.start, slots.stop)
        self.evaluations: list[EvaluationBatch] = []
        self.needs_batches = True
        """Whether the running searches differ from those of the batches."""

        self.may_be_done = False
        """Whether one of the searches may be done."""

        self._evaluators = evaluators
        self._thread = ThreadPoolExecutor(1) if is_apart else None
        self._in_evaluation: list[
            tuple[EvaluationBatch, Evaluations | Future[Evaluations]]
        ] = []

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None:
            self._thread.shutdown()

    def assign_batches(
        self, evaluators_used: Indices, setup: GameSetup, batch: int
    ) -> None:
        """Assign the running searches of the stage to one batch per evaluator.

        Args:
            evaluators_used: ``[slots]`` int64, index of each search's evaluator, or -1
                for a free slot.
            setup: See ``EvaluationBatch``.
            batch: Likewise.
        """
        known = {evaluation.evaluator: evaluation for evaluation in self.evaluations}
        self.evaluations = []
        self.needs_batches = False
        own = evaluators_used[self.slots]
        for evaluator in range(len(self._evaluators)):
            slots = np.flatnonzero(own == evaluator) + self.slots.start
            evaluation = known.get(evaluator)
            if evaluation is None or not np.array_equal(evaluation.slots, slots):
                evaluation = EvaluationBatch(evaluator, slots, setup, batch)
            if slots.size:
                self.evaluations.append(evaluation)

    def evaluator(self, number: int) -> Evaluator:
        """Return an evaluator, for calls while the stage does not evaluate."""
        return self._evaluators[number]

    def start_evaluation(self, evaluation: EvaluationBatch, leaves: LeafBatch) -> None:
        """Start the evaluation of a batch."""
        evaluate = self._evaluators[evaluation.evaluator].evaluate
        if self._thread is None:
            self._in_evaluation.append((evaluation, evaluate(leaves)))
        else:
            self._in_evaluation.append(
                (evaluation, self._thread.submit(evaluate, leaves))
            )

    def collect_evaluations(self) -> Iterator[tuple[EvaluationBatch, Policy, Values]]:
        """Yield the evaluations started since the last call; wait for each."""
        started, self._in_evaluation = self._in_evaluation, []
        for evaluation, evaluated in started:
            found = evaluated.result() if isinstance(evaluated, Future) else evaluated
            yield evaluation, *found
