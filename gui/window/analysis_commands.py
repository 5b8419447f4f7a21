"""Commands of the actions for analysis."""

from __future__ import annotations

from PyQt5.QtCore import QObject, pyqtSignal

from gui.actions.actions import Commands
from gui.analysis.analysis_messages import switching_message
from gui.analysis.continuous_analysis import AnalysisState, ContinuousAnalysis
from gui.game.game_controller import GameController


class AnalysisCommands(QObject):
    """Handlers of the actions for analysis.

    Args:
        controller: The games.
        analysis: Continuous analysis.
        parent: See ``QObject``.
    """

    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        controller: GameController,
        analysis: ContinuousAnalysis,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._analysis = analysis
        analysis.status_reported.connect(self.status_reported)

    def commands(self) -> Commands:
        """Return what the actions of analysis do."""
        return {"analysis_on": self._switch}

    def _switch(self, is_on: bool) -> None:
        self._analysis.set_on(is_on)
        message = switching_message(self._analysis, self._controller.view)
        if self._analysis.state is AnalysisState.WITHOUT_ENGINE:
            self._analysis.set_on(False)
        if is_on and message:
            self.status_reported.emit(message)
