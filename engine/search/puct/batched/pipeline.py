"""Searches of a forest that step together, and the batches that they fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from engine.core.game import GameSetup
from engine.search.evaluation import Evaluator, LeafBatch, Policy, Values

Indices = npt.NDArray[np.int64]
Answers = tuple[Policy, Values]


class EvaluationBatch:
    """Searches that one evaluator judges in one batch, and what they have come to.

    Args:
        evaluator: The number of what judges them.
        places: Where in the forest they stand.
        setup: Of their games.
        batch: Positions that each may give to a batch.
    """

    def __init__(
        self, evaluator: int, slots: Indices, setup: GameSetup, batch: int
    ) -> None:
        rows, cells = len(slots) * batch, setup.cell_count
        self.evaluator = evaluator
        self.slots = slots
        self.counts = np.zeros(len(slots), np.int64)
        """Positions that each search has come to."""

        self.starts = self._all_starts = np.arange(len(slots) + 1) * batch
        """Where the answers for each begin."""

        self._batch = batch
        self._leaves = LeafBatch(
            setup=setup,
            cells=np.empty((rows, cells), np.int8),
            to_move=np.empty(rows, np.int8),
            last_move=np.empty(rows, np.int16),
            legal=np.empty((rows, cells), np.bool_),
        )
        found = self._leaves
        self.columns = (found.cells, found.to_move, found.last_move, found.legal)
        """The arrays that kernels write positions to."""

    def leaves(self, total: int) -> LeafBatch | None:
        """Return the positions that the searches have come to, and set ``starts``.

        Args:
            total: How many these are.
        """
        if total == len(self._leaves):
            self.starts = self._all_starts
            return self._leaves
        self.starts = np.concatenate([[0], np.cumsum(self.counts)])
        is_there = np.arange(self._batch) < self.counts[:, np.newaxis]
        return self._leaves.rows(is_there.ravel()) if total > 0 else None


class PipelineStage:
    """Places of a forest that take their steps together.

    Args:
        places: Which.
        evaluators: What judges; nobody else asks these objects.
        is_apart: Whether judging has a thread of its own, so that another shift can go
            on meanwhile.
    """

    def __init__(
        self, slots: range, evaluators: Sequence[Evaluator], *, is_apart: bool
    ) -> None:
        self.slots = slice(slots.start, slots.stop)
        self.evaluations: list[EvaluationBatch] = []
        self.needs_batches = True
        """Whether other searches are at work than the groups know."""

        self.may_be_done = False
        """Whether one of them may have done what it was asked."""

        self._evaluators = evaluators
        self._thread = ThreadPoolExecutor(1) if is_apart else None
        self._asked: list[tuple[EvaluationBatch, Answers | Future[Answers]]] = []

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
        """Return an evaluator of the shift, for calls while none of its own runs."""
        return self._evaluators[number]

    def ask(self, evaluation: EvaluationBatch, leaves: LeafBatch) -> None:
        """Have the positions of a group judged."""
        evaluate = self._evaluators[evaluation.evaluator].evaluate
        if self._thread is None:
            self._asked.append((evaluation, evaluate(leaves)))
        else:
            self._asked.append((evaluation, self._thread.submit(evaluate, leaves)))

    def answers(self) -> Iterator[tuple[EvaluationBatch, Policy, Values]]:
        """Yield what was said since this was called last, waiting for it."""
        asked, self._asked = self._asked, []
        for evaluation, answer in asked:
            found = answer.result() if isinstance(answer, Future) else answer
            yield evaluation, *found
