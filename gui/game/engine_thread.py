"""Engine thread: runs searches in the background and reports to their listeners.

Each request has a number; reports of older requests are dropped here, and nobody else
compares numbers. Searchers are built and prepared in the thread, because that loads the
compiler.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PyQt5.QtCore import QObject, QThread, pyqtSignal, pyqtSlot

from engine.core.compilation import watched
from engine.core.errors import EngineError
from engine.core.game import Position
from gui.game.lazy_searcher import LazySearcher
from gui.text.i18n import tr, translate_message

if TYPE_CHECKING:
    from engine.search.api import Limits, Searcher, SearchResult, StopFlag

log = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.1
"""Minimum time between two progress reports."""

SHUTDOWN_MS = 1000
"""A search stops within some 20 ms; a compilation cannot be stopped at all."""


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


class SearchListener(Protocol):
    """Receiver of the end of one search; never called after it was cancelled."""

    def search_finished(self, report: SearchReport) -> None:
        """Take the result."""
        ...

    def search_failed(self, message: str) -> None:
        """Take the reason of a failure, one sentence."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """Request to the worker."""

    number: int
    """Later requests have larger numbers."""

    searcher: LazySearcher
    """The searcher to use."""

    position: Position
    """Root of the search."""

    limits: Limits | None
    """Limits of the search; ``None`` only prepares the searcher."""

    stop: StopFlag | None
    """Set to end the search early."""

    is_wanted: Callable[[], bool]
    """Returns whether the request is current; called in the engine thread."""


class _SearchWorker(QObject):
    """Worker in the engine thread; handles one request at a time."""

    preparing = pyqtSignal(bool)  # whether a searcher is being prepared
    compiled = pyqtSignal(float)  # share of the kernels that are compiled
    progressed = pyqtSignal(int, object)  # request number, SearchResult
    finished = pyqtSignal(int, object)  # request number, SearchResult
    failed = pyqtSignal(int, object)  # request number, Exception

    @pyqtSlot(object)
    def serve(self, request: _Request) -> None:
        """Search, or only prepare the searcher, and report the result."""
        if not request.is_wanted():
            return
        try:
            searcher = self._get_prepared(request)
            if request.limits is None or not request.is_wanted():
                return
            result = searcher.search(
                request.position,
                request.limits,
                stop=request.stop,
                on_progress=self._reporter(request.number),
            )
        except Exception as error:  # a thread's edge: logged and passed on
            log.exception("request %d failed", request.number)
            if request.limits is not None:
                self.failed.emit(request.number, error)
        else:
            self.finished.emit(request.number, result)

    def _get_prepared(self, request: _Request) -> Searcher:
        if request.searcher.is_ready:
            return request.searcher.get_prepared(request.position)
        self.preparing.emit(True)
        started = time.monotonic()
        try:
            with defer_full_collections(), watched(self.compiled.emit):
                return request.searcher.get_prepared(request.position)
        finally:
            log.info("engine prepared in %.2f s", time.monotonic() - started)
            self.preparing.emit(False)

    def _reporter(self, number: int) -> Callable[[SearchResult], None]:
        last = time.monotonic()

        def report(partial: SearchResult) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= PROGRESS_SECONDS:
                last = now
                self.progressed.emit(number, partial)

        return report


class EngineThread(QObject):
    """Engine thread with one search at a time; a newer request replaces an older one.

    The thread starts with the first request.
    """

    preparing_changed = pyqtSignal(bool)  # whether a searcher is being prepared
    compiled_changed = pyqtSignal()  # see ``compiled_share``

    _requested = pyqtSignal(object)  # _Request

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._stop: StopFlag | None = None
        self._listener: SearchListener | None = None
        self._position: Position | None = None
        self._observers: list[Callable[[SearchReport], None]] = []
        self._is_preparing = False
        self._compiled_share: float | None = None
        self._is_shut_down = False
        self._thread = QThread()
        self._thread.setObjectName("engine")
        self._worker = _SearchWorker()
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.serve)
        self._worker.preparing.connect(self._on_preparing)
        self._worker.compiled.connect(self._on_compiled)
        self._worker.progressed.connect(self._on_progressed)
        self._worker.finished.connect(self._on_finished)
        self._worker.failed.connect(self._on_failed)

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
        return self._stop is not None

    def observe(self, observer: Callable[[SearchReport], None]) -> None:
        """Call ``observer`` with every report of every search, the last one included.

        It is called before the listener of the search.
        """
        self._observers.append(observer)

    def request(
        self,
        searcher: LazySearcher,
        position: Position,
        limits: Limits,
        listener: SearchListener,
    ) -> None:
        """Start a search in the place of an earlier one, whose listener is dropped."""
        self.cancel()
        self._stop = make_stop_flag()
        self._listener, self._position = listener, position
        self._send(searcher, position, limits, self._stop)

    def is_searching_for(self, listener: SearchListener) -> bool:
        """Return whether a search of ``listener`` is running or waiting."""
        return self._listener is listener

    def warm_up(self, searcher: LazySearcher, position: Position) -> None:
        """Prepare ``searcher`` after the requests that wait."""
        if not searcher.is_ready:
            self._send(searcher, position, None, None)

    def answer_now(self) -> None:
        """Stop the current search and report its best move."""
        if self._stop is not None:
            self._stop.set()

    def cancel(self) -> None:
        """Stop the current search without a report."""
        if self._stop is not None:
            self._stop.set()
        self._stop = self._listener = self._position = None
        self._number += 1

    def shutdown(self, timeout_ms: int = SHUTDOWN_MS) -> bool:
        """Cancel the search and join the thread; ignore later requests.

        Returns:
            Whether the thread has ended; a compilation in it may still run.
        """
        self.cancel()
        self._is_shut_down = True
        self._thread.quit()
        return self._thread.wait(timeout_ms)

    def _send(
        self,
        searcher: LazySearcher,
        position: Position,
        limits: Limits | None,
        stop: StopFlag | None,
    ) -> None:
        if self._is_shut_down:
            return
        number = self._number

        def is_wanted() -> bool:
            if limits is None:
                return not self._is_shut_down
            return number == self._number

        if not self._thread.isRunning():
            self._thread.start()
        self._requested.emit(
            _Request(
                number=number,
                searcher=searcher,
                position=position,
                limits=limits,
                stop=stop,
                is_wanted=is_wanted,
            )
        )

    def _on_preparing(self, is_preparing: bool) -> None:
        self._is_preparing = is_preparing
        self._compiled_share = None
        if not self._is_shut_down:
            self.preparing_changed.emit(is_preparing)

    def _on_compiled(self, share: float) -> None:
        self._compiled_share = share
        if not self._is_shut_down:
            self.compiled_changed.emit()

    def _on_progressed(self, number: int, result: SearchResult) -> None:
        if number == self._number and self._stop is not None:
            self._observe(result)

    def _on_finished(self, number: int, result: SearchResult) -> None:
        if number != self._number:
            return
        report = self._observe(result)
        listener = self._end_search()
        if listener is not None and report is not None:
            listener.search_finished(report)

    def _on_failed(self, number: int, error: Exception) -> None:
        if number == self._number:
            listener = self._end_search()
            if listener is not None:
                listener.search_failed(describe_error(error))

    def _observe(self, result: SearchResult) -> SearchReport | None:
        if self._position is None:
            return None
        report = SearchReport(position=self._position, result=result)
        for observer in self._observers:
            observer(report)
        return report

    def _end_search(self) -> SearchListener | None:
        """Forget the search; return its listener."""
        listener = self._listener
        self._stop = self._listener = self._position = None
        return listener


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


def make_stop_flag() -> StopFlag:
    """Return a cleared stop flag; its module loads numpy, so not before first paint."""
    from engine.search.api import StopFlag  # noqa: PLC0415

    return StopFlag()


def describe_error(error: Exception) -> str:
    """Return a sentence for the user about an engine's error."""
    if isinstance(error, EngineError):
        return translate_message(error.message)
    if isinstance(error, MemoryError):
        return tr("Engine", "The engine ran out of memory.")
    return tr("Engine", "The engine stopped with an error ({kind}).").format(
        kind=type(error).__name__
    )
