"""Thinking of a server: one task at a time, and an answer in time.

The worker searches; the server's own thread sets the stop flag when the time is over.
While kernels are being compiled, and after a failure, a simple engine moves instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.errors import EngineError
from engine.core.game import Position
from engine.core.types import Candidate
from engine.search.api import SearchResult, StopFlag
from engine.search.greedy_searcher import make_greedy_search
from engine.servers.served_engine import EngineRequest, SearchOrder, ServedEngine
from engine.servers.worker import TaskDone, Worker

STAND_IN_SECONDS, STAND_IN_SHARE = 0.3, 0.3
"""Time before the deadline at which the simple engine moves for one that is not ready:
seconds, and largest share of the time. The compiler may delay other threads by 0.1 s.
"""


@dataclass(slots=True, kw_only=True)
class _Job:
    """Task that the server waits for."""

    number: int
    """Number of the worker's task."""

    began: float
    """Start in seconds of the clock."""

    finish: Callable[[TaskDone], None]
    """Called in the server's thread when the task is done."""

    timers: list[tuple[float, Callable[[], None]]] = field(default_factory=list)
    """Times and what to do then, the earliest first."""

    order: SearchOrder | None = None
    """The search; ``None`` for another task."""

    stop: StopFlag = field(default_factory=StopFlag)
    """Flag of the search."""


class Thinker:
    """Engine of a server, as the server's own thread sees it.

    Args:
        engine: The searcher.
        worker: Thread of the searcher.
        now: Clock in seconds.
        notify: Called with one sentence for the user.
    """

    def __init__(
        self,
        engine: ServedEngine,
        worker: Worker,
        *,
        now: Callable[[], float],
        notify: Callable[[str], None],
    ) -> None:
        self._engine = engine
        self._worker = worker
        self._now = now
        self._notify = notify
        self._job: _Job | None = None
        self._latest: EngineRequest | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is due before the next command."""
        return self._job is not None

    @property
    def is_searching(self) -> bool:
        """Whether a move is searched."""
        return self._job is not None and self._job.order is not None

    @property
    def began(self) -> float | None:
        """Start of the current task in seconds of the clock."""
        return None if self._job is None else self._job.began

    @property
    def wake_time(self) -> float | None:
        """Time at which ``tick`` is due."""
        if self._job is None or not self._job.timers:
            return None
        return self._job.timers[0][0]

    def warm_up(self, request: EngineRequest) -> None:
        """Prepare the engine in the background, unless another one is wanted."""
        if request == self._latest or self._engine.is_ready_for(request):
            return
        self._latest = request

        def prepare() -> None:
            if request == self._latest:
                self._engine.prepare(request)

        self._worker.submit(prepare)

    def prepare(
        self, request: EngineRequest, until: float, finish: Callable[[], None]
    ) -> None:
        """Prepare the engine; call ``finish`` then, or at the latest at ``until``."""

        def end(done: TaskDone) -> None:
            self._report(done)
            finish()

        self._latest = request
        number = self._worker.submit(lambda: self._engine.prepare(request))
        job = _Job(number=number, began=self._now(), finish=end)
        job.timers.append((until, self._end_early))
        self._job = job

    def search(
        self, order: SearchOrder, finish: Callable[[SearchResult], None]
    ) -> None:
        """Search; call ``finish`` with the result.

        The result is that of the simple engine if the engine fails, or is not ready
        shortly before the deadline.
        """

        def end(done: TaskDone) -> None:
            self._report(done)
            result = done.value if isinstance(done.value, SearchResult) else None
            finish(result or find_simple_move(order.position))

        self._latest = order.request
        job = _Job(number=0, began=self._now(), finish=end, order=order)
        reserve = STAND_IN_SHARE * max(order.deadline - job.began, 0.0)
        ready_by = order.deadline - min(STAND_IN_SECONDS, reserve)
        job.timers += [(ready_by, self._stand_in), (order.deadline, job.stop.set)]
        job.number = self._worker.submit(lambda: self._engine.search(order, job.stop))
        self._job = job

    def run(
        self, task: Callable[[], object], finish: Callable[[TaskDone], None]
    ) -> None:
        """Run another task in the worker's thread; call ``finish`` then."""
        number = self._worker.submit(task)
        self._job = _Job(number=number, began=self._now(), finish=finish)

    def hurry(self) -> None:
        """End a search soon, with its best move so far, and a preparation at once."""
        job = self._job
        if job is None:
            return
        job.stop.set()
        if job.order is None and job.timers:
            self._end_early()
        else:
            self._stand_in()

    def drop(self) -> None:
        """Stop the current task; nothing is called at its end."""
        if self._job is not None:
            self._job.stop.set()
        self._job = None

    def tick(self) -> None:
        """Do what is due by now."""
        while self._job is not None and self._job.timers:
            if self._job.timers[0][0] > self._now():
                return
            self._job.timers.pop(0)[1]()

    def take(self, done: TaskDone) -> None:
        """Take the end of a task; that of a dropped one changes nothing."""
        if self._job is not None and done.number == self._job.number:
            self._end(done)

    def _stand_in(self) -> None:
        """End a search whose engine is not ready."""
        job = self._job
        if job is None or job.order is None:
            return
        if not self._engine.is_ready_for(job.order.request):
            job.stop.set()
            self._end_early()

    def _end_early(self) -> None:
        if self._job is not None:
            self._end(TaskDone(number=self._job.number))

    def _end(self, done: TaskDone) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.finish(done)

    def _report(self, done: TaskDone) -> None:
        if done.error is not None:
            self._notify(describe_failure(done.error))


def find_simple_move(position: Position) -> SearchResult:
    """Return the move of the simple engine, which needs no compiled code."""
    simple = make_greedy_search(position.setup.game)
    move = position.legal_moves()[0] if simple is None else simple.best_move(position)
    candidate = Candidate(move=move, value=0.0, pv=(move,))
    return SearchResult.of_candidates((candidate,), nodes=1, seconds=0.0, depth=1)


def describe_failure(error: Exception) -> str:
    """Return one sentence about the failure of an engine."""
    if isinstance(error, EngineError):
        return error.message
    if isinstance(error, MemoryError):
        return "The engine ran out of memory."
    return f"The engine stopped with an error ({type(error).__name__})."
