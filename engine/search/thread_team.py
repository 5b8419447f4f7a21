"""Threads that search beside the thread of a search.

They work only while that thread advances its run, so that nothing has to be stopped
when a search ends, however it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, Protocol, TypeVar

from engine.search.api import StopFlag

Result = TypeVar("Result")
Run = TypeVar("Run", bound="Member")


class Member(Protocol):
    """Run of one thread, the part of a ``SearchRun`` that a team needs."""

    @property
    def nodes(self) -> int:
        """Number of simulations or nodes so far."""
        ...

    def advance(self, count: int, stop: StopFlag) -> bool:
        """Search up to ``count`` nodes; return whether the search can continue."""
        ...


class ThreadTeam:
    """Threads of one engine, besides the one that calls; idle between two calls.

    They end with the last reference to the team.

    Args:
        count: Number of threads; at least one.
    """

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="search")

    def start(self, tasks: Iterable[Callable[[], Result]]) -> list[Result]:
        """Run tasks side by side, the first one in this thread; return their results.

        An error of a task is raised when all have ended.
        """
        first, *others = tasks
        futures: list[Future[Result]] = []
        try:
            futures += map(self._pool.submit, others)
            result = first()
        finally:
            _wait(futures)
        return [result, *(future.result() for future in futures)]

    def advance(self, runs: Sequence[Member], count: int, stop: StopFlag) -> bool:
        """Advance the first run in this thread, and the others until it returns.

        Args:
            runs: One run for each thread at most.
            count: Largest number of nodes of all runs; each has an equal share. Runs
                without a share of one node wait.
            stop: Flag that ends the first run, and so all of them.

        Returns:
            Whether the first run can continue.
        """
        used = runs[: max(count, 1)]
        share = count // len(used)
        own_stop = StopFlag()
        futures: list[Future[None]] = []
        try:
            for run in used[1:]:
                helping = self._pool.submit(
                    _advance_until_stopped, run, share, own_stop
                )
                futures.append(helping)
            return runs[0].advance(share, stop)
        finally:
            own_stop.set()
            _wait(futures)
            for future in futures:
                future.result()


class TeamRun(Generic[Run]):
    """Run of one search in several threads; a ``SearchRun`` without its summary.

    Args:
        runs: One run for each thread.
        team: The threads besides the first.
    """

    step = None

    def __init__(self, runs: Sequence[Run], team: ThreadTeam) -> None:
        self._runs = runs
        self._team = team

    @property
    def nodes(self) -> int:
        """Number of simulations or nodes of all threads so far."""
        return sum(run.nodes for run in self._runs)

    def advance(self, count: int, stop: StopFlag) -> bool:
        """See ``SearchRun.advance``."""
        return self._team.advance(self._runs, count, stop)


def _wait(futures: Iterable[Future[Result]]) -> None:
    """Wait for the end of all tasks, with a result or an error."""
    for future in futures:
        future.exception()


def _advance_until_stopped(run: Member, count: int, stop: StopFlag) -> None:
    """Advance a run by ``count`` nodes, or until it ends or is stopped."""
    until = run.nodes + count
    while not stop and run.nodes < until and run.advance(until - run.nodes, stop):
        pass
