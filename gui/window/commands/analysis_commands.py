"""Commands of the actions for analysis."""

from __future__ import annotations

from PyQt5.QtCore import QObject, pyqtSignal

from gui.actions.actions import Commands
from gui.analysis.analysis_messages import switching_message
from gui.analysis.continuous_analysis import AnalysisState, ContinuousAnalysis
from gui.analysis.engine_comparison import EngineComparison
from gui.game.game_controller import GameController
from gui.window.docks.dock_layouts import DockLayouts


class AnalysisCommands(QObject):
    """Handlers of the actions for analysis.

    Args:
        controller: The games.
        analysis: Continuous analysis.
        comparison: Comparison of engines.
        layouts: The panels; a new game leaves the layout of analysis.
        parent: See ``QObject``.
    """

    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        controller: GameController,
        analysis: ContinuousAnalysis,
        comparison: EngineComparison,
        *,
        layouts: DockLayouts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._analysis = analysis
        self._comparison = comparison
        self._layouts = layouts
        analysis.status_reported.connect(self.status_reported)
        controller.game_begun.connect(self._on_game_begun)

    def commands(self) -> Commands:
        """Return the commands of analysis, by action name."""
        return {"analysis_on": self._switch, "compare_engines": self._compare}

    def stop(self) -> bool:
        """Stop all searches for analysis; return whether there was any."""
        had_any = self._analysis.is_on or self._comparison.is_on
        self._analysis.set_on(False)
        self._comparison.set_on(False)
        return had_any

    def _switch(self, is_on: bool) -> None:
        self._analysis.set_on(is_on)
        message = switching_message(self._analysis, self._controller.view)
        if self._analysis.state is AnalysisState.WITHOUT_ENGINE:
            self._analysis.set_on(False)
        if is_on and message:
            self.status_reported.emit(message)

    def _compare(self, is_on: bool) -> None:
        if is_on:
            self._layouts.show_panel("compare")
        self._comparison.set_on(is_on)

    def _on_game_begun(self) -> None:
        """Leave the layout of analysis, which a new game of a person switches off."""
        if not self._controller.view.is_watched:
            self._layouts.switch_to("play")
