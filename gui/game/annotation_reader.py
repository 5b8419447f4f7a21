"""Reads boards off the window's thread: what is known of them without search.

It has a thread of its own, so that a board can be read while an engine thinks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from PyQt5.QtCore import QObject, QThread, pyqtSignal, pyqtSlot

from engine.core.game import Position
from engine.games.hex.annotations import BoardAnnotations, analyse_board
from gui.game.engine_thread import SHUTDOWN_MS, full_collections_put_off, sentence_on

log = logging.getLogger(__name__)

Read = Callable[[Position], BoardAnnotations]
"""Reads one board; called in the reader's thread."""

READS: Mapping[str, Read] = {"hex": analyse_board}
"""By game, what reads its boards."""


class _Worker(QObject):
    """Lives in the reader's thread and reads one board after the other."""

    finished = pyqtSignal(int, object)  # request number, BoardAnnotations
    failed = pyqtSignal(int, object)  # request number, Exception

    @pyqtSlot(int, object, object, object)
    def serve(
        self, number: int, position: Position, read: Read, latest: Callable[[], int]
    ) -> None:
        """Read a board, unless another one was asked for since."""
        if number != latest():
            return
        try:
            with full_collections_put_off():
                reading = read(position)
        except Exception as error:  # a thread's edge: logged and passed on
            log.exception("board could not be read")
            self.failed.emit(number, error)
        else:
            self.finished.emit(number, reading)


class BoardReader(QObject):
    """Reads one board at a time; a newer request replaces an older one.

    The thread itself begins with the first request.

    Args:
        reads: By game, what reads its boards.
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
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._requested.connect(self._worker.serve)
        self._worker.finished.connect(self._on_finished)
        self._worker.failed.connect(self._on_failed)

    def can_read(self, game: str) -> bool:
        """Say whether boards of ``game`` can be read."""
        return game in self._reads

    def request(self, position: Position) -> None:
        """Have a board read; what an earlier request may still report is dropped."""
        self.cancel()
        if self._is_shut_down:
            return
        if not self._thread.isRunning():
            self._thread.start()
        read = self._reads[position.setup.game]
        self._requested.emit(self._number, position, read, lambda: self._number)

    def cancel(self) -> None:
        """Report nothing of what was asked for so far."""
        self._number += 1

    def shutdown(self, timeout_ms: int = SHUTDOWN_MS) -> bool:
        """Join the thread; what is asked of it later is not done.

        Returns:
            Whether the thread has ended; a compilation may still be at work in it.
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
            self.problem_reported.emit(sentence_on(error))
