"""Analysis of the position on the board: from the running search or the record.

A search belongs to its root position. After a move its values do not hold for the new
position, whose side to move is the other one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import MoveAnalysis
from engine.match.answers import kept_analysis, replaces
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController

if TYPE_CHECKING:
    from engine.search.api import SearchResult


class LiveAnalysis(QObject):
    """Latest analysis of the position on the board, from moves and hints.

    Args:
        controller: The games.
        engine: Runs the searches of engines and hints.
        parent: See ``QObject``.
    """

    progressed = pyqtSignal()  # see ``analysis``; the position is the same

    def __init__(
        self,
        controller: GameController,
        engine: EngineThread,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._report: SearchReport | None = None
        engine.observe(self._on_report)

    @property
    def latest(self) -> SearchResult | None:
        """The last result of the last search, for any position."""
        return None if self._report is None else self._report.result

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._controller.session.position

    @property
    def analysis(self) -> MoveAnalysis | None:
        """Analysis of the position on the board: the latest or the record's.

        The record's stays until the latest search is better.
        """
        session, report = self._controller.session, self._report
        stored = session.record.nodes[session.cursor].analysis
        if report is not None and report.position is session.position:
            latest = kept_analysis(report.result)
            if replaces(latest, stored):
                return latest
        return stored

    @property
    def analysis_before(self) -> MoveAnalysis | None:
        """Analysis in the record of the position before the last move."""
        session = self._controller.session
        parent = session.record.nodes[session.cursor].parent
        return None if parent is None else session.record.nodes[parent].analysis

    def _on_report(self, report: SearchReport) -> None:
        self._report = report
        self.progressed.emit()
