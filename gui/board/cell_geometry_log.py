"""Log of the place of each cell on the screen, for drivers of the program.

The lines ``geometry cells change`` and ``geometry cells settled`` enclose each change.
Nothing happens unless the logger ``gui.geometry`` is at debug level.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from PyQt5.QtCore import QEvent, QObject, QPoint, QTimer
from PyQt5.QtWidgets import QWidget

logger = logging.getLogger("gui.geometry")

Cells = Iterable[tuple[str, QPoint]]

_MOVING = (QEvent.Move, QEvent.Resize, QEvent.Show, QEvent.ParentChange)


class CellGeometryLog(QObject):
    """Logger of the cells of one board, at each change of their screen position."""

    def __init__(self, board: QWidget, cells: Callable[[], Cells]) -> None:
        """Watch ``board``; ``cells`` returns names and centres in its pixels."""
        super().__init__(board)
        self._board = board
        self._cells = cells
        self._logged: list[tuple[str, QPoint]] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(0)
        self._pause.timeout.connect(self._on_pause_timeout)
        board.installEventFilter(self)

    def note_change(self) -> None:
        """Log the cells once the running layout has settled."""
        if logger.isEnabledFor(logging.DEBUG):
            self._begin_change()

    def _begin_change(self) -> None:
        if not self._pause.isActive():
            logger.debug("geometry cells change")
        self._pause.start()

    def _watch_ancestors(self) -> None:
        """A board also moves when something around it does."""
        ancestor = self._board.parentWidget()
        while ancestor is not None:
            ancestor.removeEventFilter(self)
            ancestor.installEventFilter(self)
            ancestor = ancestor.parentWidget()

    def _on_pause_timeout(self) -> None:
        if self._board.isVisible():
            self._log_cells()
        logger.debug("geometry cells settled")

    def _log_cells(self) -> None:
        scale = self._board.devicePixelRatioF()
        cells = [
            (name, self._board.mapToGlobal(at) * scale) for name, at in self._cells()
        ]
        if cells == self._logged:
            return
        self._logged = cells
        for name, at in cells:
            logger.debug("geometry cell %s %d %d", name, at.x(), at.y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See ``QObject.eventFilter``."""
        if event.type() in _MOVING and logger.isEnabledFor(logging.DEBUG):
            if watched is self._board and event.type() != QEvent.Move:
                self._watch_ancestors()
            self._begin_change()
        return False
