"""Header of the search panel: the switch of the analysis, its engine and its state."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gui.actions.actions import Actions
from gui.analysis.analysis_messages import analysis_summary
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.game.game_controller import GameController
from gui.style.theme import SPACE_S
from gui.widgets.named_widgets import make_tool_button
from gui.widgets.wrapped_label import WrappedLabel


class AnalysisHeader(QWidget):
    """Row with a switch, the engine and what it does, and the engine's settings.

    Args:
        controller: The games.
        analysis: Continuous analysis.
        actions: The window's actions.
    """

    def __init__(
        self, controller: GameController, analysis: ContinuousAnalysis, actions: Actions
    ) -> None:
        super().__init__()
        self._analysis = analysis
        self.setObjectName("head_analysis")
        self._state = WrappedLabel()
        self._state.setObjectName("label_analysis")
        self._state.setProperty("role", "caption")
        self._state.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        switch = make_tool_button("switch_analysis", actions["analysis_on"])
        switch.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(switch)
        row.addWidget(self._state, 1, Qt.AlignVCenter)
        row.addWidget(
            make_tool_button("button_engine_settings", actions["engine_settings"])
        )
        analysis.changed.connect(self.refresh)
        controller.match_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the engine and what it does."""
        text = analysis_summary(self._analysis)
        if text != self._state.text():
            self._state.setText(text)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self.refresh()
