"""Panel with the win rate over the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt5.QtCore import QSize, Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QPaintEvent, QShowEvent
from PyQt5.QtWidgets import QFrame, QStackedLayout, QVBoxLayout, QWidget

from engine.match.view import MatchView
from gui.analysis.game_graph import GameGraph, GraphReader
from gui.game.game_controller import GameController
from gui.game.live_analysis import LiveAnalysis
from gui.panels.graph.graph_texts import graph_title, point_text
from gui.settings.analysis_settings import BLUNDER, INACCURACY, MISTAKE
from gui.settings.settings import Settings, loss_thresholds
from gui.style.theme import SPACE_S, SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from gui.panels.graph.win_rate_chart import WinRateChart

HEIGHT, LEAST_HEIGHT = 180, 76
"""Heights of the graph, in pixels at 100 %."""


class GraphPanel(Retranslated, QFrame):
    """A card with the win rates of the line on the board, as the record has them.

    The chart is made after the first paint, when there is an analysis to show.

    Args:
        controller: The games.
        live: The record, with or without the analysis of the position on the board.
        settings: Losses from which a move is a mistake.
        parent: See ``QWidget``.
    """

    node_chosen = pyqtSignal(int)  # index in the record

    def __init__(
        self,
        controller: GameController,
        live: LiveAnalysis,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._live = live
        self._settings = settings
        self._reader = GraphReader()
        self._graph: GameGraph | None = None
        self._chart: WinRateChart | None = None
        self._is_painted = False
        self.setObjectName("panel_graph")
        self.setProperty("card", True)
        self._empty = PlainLabel()
        self._empty.setObjectName("label_no_graph")
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignCenter)
        self._empty.setWordWrap(True)
        self._pages = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XS, SPACE_XS, SPACE_S, SPACE_XS)
        column.addLayout(self._pages)
        self._pages.addWidget(self._empty)
        controller.match_changed.connect(self._on_match_changed)
        live.hidden_changed.connect(self._refresh)
        settings.changed.connect(self._on_setting_changed)
        self._retranslate()

    @property
    def graph(self) -> GameGraph | None:
        """The graph that is shown; ``None`` before the panel is visible."""
        return self._graph

    def _retranslate(self) -> None:
        self._empty.setText(
            tr(
                "Graph",
                "Review the game (F12) or analyse the position (Space) to see win "
                "rates.",
            )
        )
        self._refresh()

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_notes:
            self._refresh()

    def _on_setting_changed(self, key: str) -> None:
        if key in (row.key for row in (INACCURACY, MISTAKE, BLUNDER)):
            self._refresh()

    def _refresh(self) -> None:
        if not self.isVisible():
            return
        session = self._controller.session
        self._graph = graph = self._reader.read(self._live.shown_record, session.cursor)
        self.setAccessibleName(graph_title(session.setup.game))
        self.setAccessibleDescription(point_text(graph, graph.cursor))
        self._show_graph()

    def _show_graph(self) -> None:
        graph = self._graph
        if graph is None or not graph.has_analysis:
            self._pages.setCurrentWidget(self._empty)
        elif self._is_painted:
            thresholds = loss_thresholds(self._settings)
            self._make_chart().show_graph(graph, thresholds.mistake)
            self._pages.setCurrentIndex(1)

    def _make_chart(self) -> WinRateChart:
        """Return the chart, which is made once."""
        if self._chart is None:
            from gui.panels.graph.win_rate_chart import (  # noqa: PLC0415 - 0.3 s
                WinRateChart,
            )

            self._chart = WinRateChart()
            self._chart.number_chosen.connect(self._on_number_chosen)
            self._pages.addWidget(self._chart)
        return self._chart

    def _on_number_chosen(self, number: int) -> None:
        if self._graph is not None:
            node = self._graph.points[number].node
            if node != self._controller.session.cursor:
                self.node_chosen.emit(node)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Update after the panel was hidden."""
        super().showEvent(event)
        self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Make the chart after the first paint."""
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self._show_graph)

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``; the same for the sentence and the chart."""
        return QSize(super().minimumSizeHint().width(), LEAST_HEIGHT)

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return QSize(300, HEIGHT)
