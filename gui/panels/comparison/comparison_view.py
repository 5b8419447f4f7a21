"""The table of a comparison: lists of engines, cells that are pointed at, copying."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QModelIndex, QSize, Qt, pyqtSignal
from PyQt5.QtGui import QKeyEvent, QKeySequence
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QTableView,
)

from engine.core.types import Candidate
from gui.analysis.engine_comparison import MOST_ENGINES
from gui.panels.comparison.comparison_model import ComparisonModel, Fact
from gui.text.i18n import tr
from gui.widgets.engine_box import EngineBox

ROW_MARGINS = 2
"""Free space above and below the text of a row together, in pixels at 100 %."""

SHOWN_ROWS = 8
"""Rows for which the table needs room."""


class ComparisonView(QTableView):
    """Table of a comparison that reports the candidate under the mouse."""

    candidate_pointed = pyqtSignal(object)  # Candidate | None
    engines_chosen = pyqtSignal()  # see ``boxes``

    def __init__(self, model: ComparisonModel) -> None:
        super().__init__()
        self._model = model
        self._hovered = QModelIndex()
        self._reported: Candidate | None = None
        self.setObjectName("table_comparison")
        self.setModel(model)
        self.setFrameShape(QFrame.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setProperty("plain", True)
        self.setProperty("dense", True)
        columns, rows = self.horizontalHeader(), self.verticalHeader()
        columns.hide()
        columns.setSectionResizeMode(QHeaderView.Stretch)
        rows.setSectionResizeMode(QHeaderView.Fixed)
        rows.setHighlightSections(False)
        self.boxes = [EngineBox(f"compared_{n}") for n in range(MOST_ENGINES)]
        for column, box in enumerate(self.boxes):
            box.setMinimumContentsLength(4)
            box.setSizeAdjustPolicy(EngineBox.AdjustToMinimumContentsLengthWithIcon)
            box.setProperty("compact", True)
            box.activated.connect(self.engines_chosen)
            self.setIndexWidget(model.index(Fact.ENGINE, column), box)
        self._fit_rows()
        self.entered.connect(self._on_entered)
        self.viewportEntered.connect(self._forget_hovered)
        model.dataChanged.connect(self._report_pointed)
        self._retranslate()

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Comparison", "Compared engines"))

    def _fit_rows(self) -> None:
        height = self.fontMetrics().height() + ROW_MARGINS
        self.verticalHeader().setDefaultSectionSize(height)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the whole table."""
        if event.matches(QKeySequence.Copy):
            QApplication.clipboard().setText(self._model.copy_text())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take the key that copies before the window's shortcut."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.ShortcutOverride
            and event.matches(QKeySequence.Copy)
        ):
            event.accept()
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the cell under the mouse."""
        super().leaveEvent(event)
        self._forget_hovered()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the size of the font."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        if event.type() in (QEvent.FontChange, QEvent.StyleChange):
            self._fit_rows()
