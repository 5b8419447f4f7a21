"""Board annotations computed in a background thread, without a search.

The thread is not the engine thread, so that annotations are ready during a search.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from PyQt5.QtCore import QObject, QThread, pyqtSignal, pyqtSlot

from engine.core.game import Position
from engine.games.hex.annotations import BoardAnnotations, analyse_board
from gui.game.engine_thread import SHUTDOWN_MS, defer_full_collections, describe_error

log = logging.getLogger(__name__)

Read = Callable[[Position], BoardAnnotations]
"""Function that annotates a board; called in the reader's thread."""

READS: Mapping[str, Read] = {"hex": analyse_board}
"""Annotation function of each game that has one."""


class _AnnotationWorker(QObject):
    """Worker in the reader's thread; annotates one board at a time."""

    finished = pyqtSignal(int, object)  # request number, BoardAnnotations
    failed = pyqtSignal(int, object)  # request number, Exception

    @pyqtSlot(int, object, object, object)
    def serve(
        self, number: int, position: Position, read: Read, latest: Callable[[], int]
    ) -> None:
        """Annotate a board, unless there is a newer request."""
        if number != latest():
            return
        try:
            with defer_full_collections():
                reading = read(position)
        except Exception as error:  # a thread's edge: logged and passed on
            log.exception("could not annotate the board")
            self.failed.emit(number, error)
        else:
            self.finished.emit(number, reading)


class AnnotationReader(QObject):
    """Source of board annotations; a newer request replaces an older one.

    The thread starts with the first request.

    Args:
        reads: Annotation function of each game.
        parent: See ``QObject``.
    """

    board_read = pyqtSignal(object)  # BoardAnnotations
    problem_reported = pyqtSignal(str)  # one sentence

    _requested = pyqtSignal(int, object, object, object)  # see ``_Worker.serve``

    def __init__(
        self, reads: Mapping[str, Read] = READS, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._reads = reads
        self._number = 0
        self._is_shut_down = False
        self._thread = QThread()
        self._thread.setObjectName("reader")
        self._worker = _AnnotationWorker()
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.serve)
        self._worker.finished.connect(self._on_finished)
        self._worker.failed.connect(self._on_failed)

    def can_read(self, game: str) -> bool:
        """Return whether ``game`` has annotations."""
        return game in self._reads

    def request(self, position: Position) -> None:
        """Annotate a board in the background; drop the result of earlier requests."""
        self.cancel()
        if self._is_shut_down:
            return
        if not self._thread.isRunning():
            self._thread.start()
        read = self._reads[position.setup.game]
        self._requested.emit(self._number, position, read, lambda: self._number)

    def cancel(self) -> None:
        """Drop the results of all requests so far."""
        self._number += 1

    def shutdown(self, timeout_ms: int = SHUTDOWN_MS) -> bool:
        """Join the thread; ignore later requests.

        Returns:
            Whether the thread has ended; a compilation in it may still run.
        """
        self.cancel()
        self._is_shut_down = True
        self._thread.quit()
        return self._thread.wait(timeout_ms)

    def _on_finished(self, number: int, reading: BoardAnnotations) -> None:
        if number == self._number:
            self.board_read.emit(reading)

    def _on_failed(self, number: int, error: Exception) -> None:
        if number == self._number:
            self.problem_reported.emit(describe_error(error))
