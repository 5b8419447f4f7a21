"""Threads that evaluate for one search, each with an evaluator of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from engine.search.evaluation import Evaluations, Evaluator, LeafBatch


class ThreadEvaluator:
    """Evaluator in a thread of its own.

    Args:
        thread: Executor of one thread.
        evaluator: Result of the factory, which has run in that thread.
    """

    def __init__(
        self, thread: ThreadPoolExecutor, evaluator: Future[Evaluator]
    ) -> None:
        self._thread = thread
        self._evaluate = evaluator.result().evaluate

    def start(self, batch: LeafBatch) -> Future[Evaluations]:
        """Start an evaluation; the arrays of ``batch`` must not change before its end.

        Evaluations of one evaluator run one after the other.
        """
        return self._thread.submit(self._evaluate, batch)

    def evaluate(self, batch: LeafBatch) -> Evaluations:
        """See ``Evaluator.evaluate``; wait for the thread."""
        return self.start(batch).result()


class EvaluationThreads:
    """Helpers of a searcher; they end when nothing refers to them any more.

    Args:
        count: Number of threads, which start when they are used.
    """

    def __init__(self, count: int) -> None:
        self._threads = tuple(
            ThreadPoolExecutor(1, thread_name_prefix="evaluation") for _ in range(count)
        )

    def __len__(self) -> int:
        return len(self._threads)

    def make_evaluators(
        self, make_evaluator: Callable[[int], Evaluator]
    ) -> tuple[ThreadEvaluator, ...]:
        """Return an evaluator for each thread.

        Args:
            make_evaluator: Factory that takes the number of the thread, from 1 on, and
                is called in it; its errors are raised here.
        """
        started = [
            (thread, thread.submit(make_evaluator, number))
            for number, thread in enumerate(self._threads, start=1)
        ]
        return tuple(ThreadEvaluator(*pair) for pair in started)
