"""Board annotations computed in a background thread, without a search.

The thread is not the engine thread, so that annotations are ready during a search.
"""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.kernel_loading import load_kernels
from engine.core.offers.annotations import BoardAnnotations
from engine.games import get_game
from gui.game.engine_thread import defer_full_collections, describe_error
from gui.game.latest_worker import SHUTDOWN_MS, Job, JobRun, LatestWorker

Read = Callable[[Position], BoardAnnotations]
"""Function that annotates a board; called in the reader's thread."""


def find_read(game: str) -> Read | None:
    """Return the annotation function of a game, if it has one."""
    annotator = get_game(game).annotator()
    return None if annotator is None else annotator.read


class AnnotationReader(QObject):
    """Source of board annotations; a newer request replaces an older one.

    The thread starts with the first request.

    Args:
        find: Returns the annotation function of a game.
    """

    board_read = pyqtSignal(object)  # BoardAnnotations
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(self, find: Callable[[str], Read | None] = find_read) -> None:
        super().__init__()
        self._find = find
        self._worker = LatestWorker("reader", self)

    def can_read(self, game: str) -> bool:
        """Return whether ``game`` has annotations."""
        return self._find(game) is not None

    def request(self, position: Position) -> None:
        """Annotate a board in the background; drop the result of earlier requests."""
        read = self._find(position.setup.game)
        if read is None:
            return

        def annotate(_run: JobRun) -> BoardAnnotations:
            with defer_full_collections():
                load_kernels(position)
                return read(position)

        self._worker.submit(
            Job(run=annotate, done=self.board_read.emit, failed=self._on_failed)
        )

    def cancel(self) -> None:
        """Drop the results of all requests so far."""
        self._worker.cancel()

    def shutdown(self, timeout_ms: int = SHUTDOWN_MS) -> bool:
        """Join the thread; ignore later requests.

        Returns:
            Whether the thread has ended; a compilation in it may still run.
        """
        return self._worker.shutdown(timeout_ms)

    def _on_failed(self, error: Exception) -> None:
        self.problem_reported.emit(describe_error(error))
