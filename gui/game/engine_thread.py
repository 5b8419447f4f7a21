"""Engine thread: runs searches in the background and reports to their listeners.

The worker drops reports of older requests. Searchers are built and prepared in the
thread, because that loads the compiler.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from weakref import ReferenceType, ref

from PyQt5.QtCore import QObject, Qt, pyqtSignal

from engine.core.compilation import watched
from engine.core.errors import EngineError, ExternalProgramError
from engine.core.game import Position
from engine.core.types import Move
from engine.search.api import StopFlag
from gui.game.latest_worker import SHUTDOWN_MS, Job, JobRun, LatestWorker
from gui.game.lazy_searcher import LazySearcher
from gui.text.i18n import tr, translate_message

if TYPE_CHECKING:
    from engine.search.api import Limits, Searcher, SearchResult

log = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.1
"""Minimum time between two progress reports."""

NEVER = 1_000_000
"""Threshold of full collections that is never reached."""

LOADING_SECONDS = 0.3
"""Duration above which a preparation has loaded or compiled kernels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchReport:
    """Result of a search so far, with its position."""

    position: Position
    """Root of the search."""

    result: SearchResult
    """The result."""

    root_moves: frozenset[Move] | None = None
    """The only moves of the root that the search considers; ``None`` for all."""


class SearchListener(Protocol):
    """Receiver of the end of one search; never called after it was cancelled."""

    def search_finished(self, report: SearchReport) -> None:
        """Take the result."""
        ...

    def search_failed(self, message: str) -> None:
        """Take the reason of a failure, one sentence."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineWork:
    """Work with a searcher that is no request for a result; nobody observes it."""

    run: Callable[[Searcher, StopFlag], Any]
    """The work; called in the thread with the prepared searcher."""

    done: Callable[[Any], None]
    """Takes the result."""

    failed: Callable[[str], None]
    """Takes the reason of a failure, one sentence."""

    dropped: Callable[[], None]
    """Called when other work takes the place of this one."""


class EngineThread(QObject):
    """Engine thread with one search at a time; a new request replaces the old one."""

    preparing_changed = pyqtSignal(bool)  # whether a searcher is being prepared
    compiled_changed = pyqtSignal()  # see ``compiled_share``
    became_idle = pyqtSignal()  # the last search ended, or was cancelled

    _preparing = pyqtSignal(bool)  # from the thread: whether it prepares a searcher
    _compiled = pyqtSignal(float)  # from the thread: share of the compiled kernels

    def __init__(self) -> None:
        super().__init__()
        self._worker = LatestWorker("engine", self)
        self._stop: StopFlag | None = None
        self._last: tuple[ReferenceType[LazySearcher], Position] | None = None
        self._listener: SearchListener | None = None
        self._dropped: Callable[[], None] | None = None
        self._observers: list[Callable[[SearchReport], None]] = []
        self._is_preparing = False
        self._compiled_share: float | None = None
        self._preparing.connect(self._on_preparing, Qt.QueuedConnection)  # type: ignore[call-arg]
        self._compiled.connect(self._on_compiled, Qt.QueuedConnection)  # type: ignore[call-arg]

    @property
    def is_preparing(self) -> bool:
        """Whether a searcher is being built or its kernels compiled."""
        return self._is_preparing

    @property
    def compiled_share(self) -> float | None:
        """Share of compiled kernels of the searcher that is being prepared.

        ``None`` while nothing is compiled: cached kernels are only loaded.
        """
        return self._compiled_share

    @property
    def is_searching(self) -> bool:
        """Whether a search is running or waiting."""
        return self._worker.is_busy

    @property
    def last_search(self) -> tuple[LazySearcher, Position] | None:
        """Searcher and root of the last search, while a game keeps the searcher."""
        searcher = None if self._last is None else self._last[0]()
        if self._last is None or searcher is None:
            return None
        return searcher, self._last[1]

    def observe(self, observer: Callable[[SearchReport], None]) -> None:
        """Call ``observer`` with every report of every search, the last one included.

        It is called before the listener of the search. A search with an observer of
        its own reports to that one alone.
        """
        self._observers.append(observer)

    def request(
        self,
        searcher: LazySearcher,
        position: Position,
        limits: Limits,
        listener: SearchListener,
        *,
        observer: Callable[[SearchReport], None] | None = None,
        resigned: Callable[[], None] | None = None,
    ) -> None:
        """Start a search in the place of an earlier one, whose listener is dropped.

        Args:
            searcher: The searcher.
            position: Root of the search.
            limits: Limits of the search.
            listener: Receiver of its end.
            observer: Takes its reports in the place of those of ``observe``.
            resigned: Called when an external program resigns, which otherwise is a
                failure.
        """
        self._drop()
        stop = self._stop = StopFlag()
        self._last = ref(searcher), position
        self._listener = listener

        def search(run: JobRun) -> SearchResult | None:
            prepared = self._get_prepared(searcher, position)
            if not run.is_wanted():
                return None
            return search_unless_dropped(run, prepared, position, limits, stop)

        observers = self._observers if observer is None else [observer]

        def make_report(result: SearchResult) -> SearchReport:
            return SearchReport(
                position=position, result=result, root_moves=limits.root_moves
            )

        def observe(result: SearchResult) -> None:
            if not result.has_value:
                return
            for one in observers:
                one(make_report(result))

        def finish(result: SearchResult) -> None:
            self._listener = None
            observe(result)
            listener.search_finished(make_report(result))
            self._report_idle()

        def fail(error: Exception) -> None:
            self._listener = None
            if resigned is not None and is_resignation(error):
                resigned()
            else:
                listener.search_failed(describe_error(error))
            self._report_idle()

        self._worker.submit(
            Job(
                run=search,
                done=finish,
                failed=fail,
                progressed=observe,
            )
        )

    def run(self, searcher: LazySearcher, position: Position, work: EngineWork) -> None:
        """Do some work in the place of an earlier search; see ``request``."""
        self._drop()
        stop = self._stop = StopFlag()
        self._dropped = work.dropped

        def run(job: JobRun) -> object:
            prepared = self._get_prepared(searcher, position)
            return work.run(prepared, stop) if job.is_wanted() else None

        def finish(result: object) -> None:
            self._dropped = None
            work.done(result)
            self._report_idle()

        def fail(error: Exception) -> None:
            self._dropped = None
            work.failed(describe_error(error))
            self._report_idle()

        self._worker.submit(Job(run=run, done=finish, failed=fail))

    def is_searching_for(self, listener: SearchListener) -> bool:
        """Return whether a search of ``listener`` is running or waiting."""
        return self._listener is listener

    def warm_up(self, searcher: LazySearcher, position: Position) -> None:
        """Prepare ``searcher`` after the requests that wait, unless that failed."""
        if not searcher.is_ready and not searcher.has_failed:
            self._worker.run_later(lambda: self._warm_up(searcher, position))

    def answer_now(self) -> None:
        """Stop the current search and report its best move."""
        if self._stop is not None:
            self._stop.set()

    def cancel(self) -> None:
        """Stop the current search without a report."""
        was_searching = self.is_searching
        self._drop()
        if was_searching:
            self._report_idle()

    def shutdown(self, timeout_ms: int = SHUTDOWN_MS) -> bool:
        """Cancel the search and join the thread; ignore later requests.

        Returns:
            Whether the thread has ended; a compilation in it may still run.
        """
        self.cancel()
        return self._worker.shutdown(timeout_ms)

    def _warm_up(self, searcher: LazySearcher, position: Position) -> None:
        """Prepare a searcher in the thread."""
        if searcher.has_failed:  # since it was planned
            return
        try:
            self._get_prepared(searcher, position)
        except ExternalProgramError as error:
            searcher.keep_refusal(error)
            log.warning("a program is not ready: %s", error)

    def _get_prepared(self, searcher: LazySearcher, position: Position) -> Searcher:
        """Return the prepared searcher; called in the thread."""
        if searcher.is_ready:
            return searcher.get_prepared(position)
        self._preparing.emit(True)
        started = time.monotonic()
        try:
            with defer_full_collections(), watched(self._compiled.emit):
                return searcher.get_prepared(position)
        finally:
            log.info("engine prepared in %.2f s", time.monotonic() - started)
            self._preparing.emit(False)

    def _drop(self) -> None:
        """Stop the current search and forget its listener."""
        if self._stop is not None:
            self._stop.discard()
        self._stop = self._listener = None
        self._worker.cancel()
        dropped, self._dropped = self._dropped, None
        if dropped is not None:
            dropped()

    def _report_idle(self) -> None:
        if not self.is_searching and not self._worker.is_shut_down:
            self.became_idle.emit()

    def _on_preparing(self, is_preparing: bool) -> None:
        self._is_preparing = is_preparing
        self._compiled_share = None
        if not self._worker.is_shut_down:
            self.preparing_changed.emit(is_preparing)

    def _on_compiled(self, share: float) -> None:
        self._compiled_share = share
        if not self._worker.is_shut_down:
            self.compiled_changed.emit()


def limit_rate(
    report: Callable[[SearchResult], None],
) -> Callable[[SearchResult], None]:
    """Return ``report`` for at most one result in ``PROGRESS_SECONDS``."""
    last = time.monotonic()

    def limited(partial: SearchResult) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PROGRESS_SECONDS:
            last = now
            report(partial)

    return limited


def search_unless_dropped(
    run: JobRun,
    searcher: Searcher,
    position: Position,
    limits: Limits,
    stop: StopFlag,
) -> SearchResult | None:
    """Return the result; ``None`` of a program that was ended as nobody needs it."""
    report = limit_rate(run.report)
    try:
        return searcher.search(position, limits, stop=stop, on_progress=report)
    except ExternalProgramError:
        if run.is_wanted():
            raise
        return None


@contextmanager
def defer_full_collections() -> Iterator[None]:
    """Defer full garbage collections while kernels are loaded or compiled.

    The compiler makes so many objects that a full collection stops all threads, also
    the GUI thread, for 0.1 to 0.2 s. Afterwards all objects are frozen: later
    collections skip them, because nearly all of them live until the end.
    """
    young, middle, old = gc.get_threshold()
    if old == NEVER:  # another thread has deferred them and will restore them
        yield
        return
    gc.set_threshold(young, middle, NEVER)
    started = time.monotonic()
    try:
        yield
    finally:
        if time.monotonic() - started > LOADING_SECONDS:
            gc.freeze()
        gc.set_threshold(young, middle, old)


def is_resignation(error: Exception) -> bool:
    """Return whether an external program has resigned."""
    return isinstance(error, ExternalProgramError) and error.reason == "resignation"


def describe_error(error: Exception) -> str:
    """Return a sentence for the user about an engine's error."""
    if isinstance(error, EngineError):
        return translate_message(error.message)
    if isinstance(error, MemoryError):
        return tr("Engine", "The engine ran out of memory.")
    return tr("Engine", "The engine stopped with an error ({kind}).").format(
        kind=type(error).__name__
    )
