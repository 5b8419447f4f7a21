"""The table of a comparison: lists of engines, cells that are pointed at, copying."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QModelIndex, QSize, Qt, pyqtSignal
from PyQt5.QtWidgets import QAbstractItemView, QHeaderView, QStyle

from engine.core.types import Candidate
from gui.analysis.engine_comparison import MOST_ENGINES
from gui.panels.comparison.comparison_model import ComparisonModel, Fact
from gui.style.theme import SPACE_XS
from gui.text.i18n import tr
from gui.widgets.engine_box import EngineBox
from gui.widgets.panel_table import PanelTable

ROW_MARGINS = 2
"""Free space above and below the text of a row together, in pixels at 100 %."""

WIDEST = "m00 99 %"
"""The longest usual text of a cell, a candidate with its share of the visits."""

SHOWN_ROWS = 8
"""Rows for which the table needs room."""


class ComparisonView(PanelTable):
    """Table of a comparison that reports the candidate under the mouse."""

    candidate_pointed = pyqtSignal(object)  # Candidate | None
    engines_chosen = pyqtSignal()  # see ``boxes``

    def __init__(self, model: ComparisonModel) -> None:
        super().__init__(row_margins=ROW_MARGINS, copy_text=model.copy_text)
        self._model = model
        self._hovered = QModelIndex()
        self._reported: Candidate | None = None
        self.setObjectName("table_comparison")
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.NoSelection)
        self.setMouseTracking(True)
        columns, rows = self.horizontalHeader(), self.verticalHeader()
        columns.hide()
        columns.setSectionResizeMode(QHeaderView.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAsNeeded)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollPerPixel)
        rows.setHighlightSections(False)
        self.boxes = [EngineBox(f"compared_{n}") for n in range(MOST_ENGINES)]
        for column, box in enumerate(self.boxes):
            box.setMinimumContentsLength(4)
            box.setSizeAdjustPolicy(EngineBox.AdjustToMinimumContentsLengthWithIcon)
            box.setProperty("compact", True)
            box.activated.connect(self.engines_chosen)
            self.setIndexWidget(model.index(Fact.ENGINE, column), box)
        self._fit()
        self.entered.connect(self._on_entered)
        self.viewportEntered.connect(self._forget_hovered)
        model.dataChanged.connect(self._report_pointed)
        self._retranslate()

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Comparison", "Compared engines"))

    def _fit(self) -> None:
        """Make the row of the engines as high as their lists; cut no usual text.

        In a narrow panel the columns do not shrink below that width, but scroll.
        """
        super()._fit()
        margin = self.style().pixelMetric(QStyle.PM_FocusFrameHMargin, None, self) + 1
        text = self.fontMetrics().horizontalAdvance(WIDEST)
        self.horizontalHeader().setMinimumSectionSize(text + 2 * margin + SPACE_XS)
        highest = max(box.sizeHint().height() for box in self.boxes)
        self.setRowHeight(Fact.ENGINE, highest)

    def _on_entered(self, index: QModelIndex) -> None:
        self._hovered = index
        self._report_pointed()

    def _forget_hovered(self) -> None:
        self._hovered = QModelIndex()
        self._report_pointed()

    def _report_pointed(self) -> None:
        """Emit the candidate pointed at, if it changed."""
        pointed = self._model.candidate_at(self._hovered)
        if pointed != self._reported:
            self._reported = pointed
            self.candidate_pointed.emit(pointed)

    # Qt

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        height = SHOWN_ROWS * self.verticalHeader().defaultSectionSize()
        return QSize(super().minimumSizeHint().width(), height)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the cell under the mouse."""
        super().leaveEvent(event)
        self._forget_hovered()
