"""Controller of the window *Search over time*."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, QTimer
from PyQt5.QtWidgets import QWidget

from engine.core.types import MoveAnalysis
from engine.match.view import MatchView
from gui.actions.actions import Commands
from gui.analysis.game_graph import GraphReader
from gui.files.file_dialogs import FileDialogs
from gui.game.game_controller import GameController
from gui.game.live_analysis import LiveAnalysis
from gui.settings.folders import record_folder
from gui.settings.settings import Settings

if TYPE_CHECKING:
    from gui.panels.graph.history_window import HistoryWindow

REFRESH_MS = 500
"""Shortest time between two refreshes while a search reports."""


class HistoryController(QObject):
    """Controller of the window for the position and the game on the board.

    Args:
        controller: The games.
        live: Analysis of the position on the board.
        dialogs: Questions for files.
        settings: Folder of the records.
        window: The main window.
    """

    def __init__(
        self,
        *,
        controller: GameController,
        live: LiveAnalysis,
        dialogs: FileDialogs,
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._live = live
        self._dialogs = dialogs
        self._settings = settings
        self._window = window
        self._reader = GraphReader()
        self._shown: HistoryWindow | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        controller.match_changed.connect(self._on_match_changed)
        live.progressed.connect(self._refresh_soon)

    def commands(self) -> Commands:
        """Return the command by its action name."""
        return {"search_over_time": self.show}

    def show(self) -> None:
        """Show the window, or bring it to the front."""
        from gui.panels.graph.history_window import (  # noqa: PLC0415 - pyqtgraph
            HistoryWindow,
        )

        if self._shown is None:
            self._shown = HistoryWindow(self._ask_target, self._window)
            self._shown.closed.connect(self._forget)
            self._refresh()
            self._shown.show()
        self._shown.raise_()
        self._shown.activateWindow()

    def _forget(self) -> None:
        self._shown = None

    def _ask_target(self, parent: QWidget, name: str, ending: str) -> Path | None:
        folder = record_folder(self._settings)
        return self._dialogs.ask_export(parent, folder / name, ending)

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_position:
            self._refresh()
        elif view.has_new_notes:
            self._refresh_soon()

    def _refresh_soon(self) -> None:
        if self._shown is not None and not self._timer.isActive():
            self._timer.start()

    def _refresh(self) -> None:
        self._timer.stop()
        if self._shown is None:
            return
        session = self._controller.session
        self._shown.show_search(session.position, self._analysis())
        record = self._live.shown_record
        self._shown.show_game(record, self._reader.read(record, session.cursor).line)

    def _analysis(self) -> MoveAnalysis | None:
        """Return the search of the position with all its moves, or the stored one."""
        analysis, result = self._live.analysis, self._live.result
        if analysis is None or result is None or result.nodes != analysis.nodes:
            return analysis
        return result.analysis()
