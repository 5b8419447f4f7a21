"""The table of candidates: pointed at, sorted and copied."""

from __future__ import annotations

from PyQt5.QtCore import (
    QEvent,
    QModelIndex,
    QPoint,
    QSize,
    Qt,
    pyqtSignal,
)
from PyQt5.QtGui import QContextMenuEvent, QFocusEvent
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from engine.core.types import Candidate
from gui.panels.candidates_model import CandidatesModel, Column
from gui.text.i18n import tr
from gui.widgets.column_widths import fit_columns
from gui.widgets.panel_table import ROW_KEYS, PanelTable

WIDEST = {
    Column.MOVE: "m00",
    Column.RATE: "100.0",
    Column.VISITS: "000.0k",
    Column.PRIOR: "100.0 %",
}
"""The longest usual text of each column but the last, which takes the rest."""

WIDEST_BOUND = "≤ 00.0"
"""The longest win rate that is an upper bound."""

BOLD = "0"
"""Width that a longer move needs in bold, as the best one is."""

ROW_MARGINS = 2
"""Free space above and below the text of a row, in pixels at 100 %."""

LINE_WIDTH = 60
"""Wanted width of the best line, in pixels at 100 %; a narrow table cuts the line."""

SHOWN_ROWS, FEWEST_ROWS = 8, 4
"""Rows for which the table would like to have room, and for which it needs it."""


class _RowDelegate(QStyledItemDelegate):
    """Delegate that highlights the whole row under the mouse."""

    def __init__(self, view: CandidatesView) -> None:
        super().__init__(view)
        self._view = view

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        """See ``QStyledItemDelegate.initStyleOption``."""
        super().initStyleOption(option, index)
        state = int(option.state) & ~int(QStyle.State_MouseOver)
        if index.row() == self._view.hovered_row:
            state |= int(QStyle.State_MouseOver)
        option.state = QStyle.State(state)


class CandidatesView(PanelTable):
    """Table of candidates that reports the one pointed at.

    That is the one under the mouse, else the selected one while the table has the
    keyboard.
    """

    candidate_pointed = pyqtSignal(object)  # Candidate | None
    menu_requested = pyqtSignal(object, QPoint)  # Move; place on the screen

    def __init__(self, model: CandidatesModel) -> None:
        super().__init__(
            row_margins=ROW_MARGINS, own_keys=ROW_KEYS, copy_text=model.copy_text
        )
        self._model = model
        self._hovered_row: int | None = None
        self._reported: Candidate | None = None
        self.setObjectName("table_candidates")
        self.setModel(model)
        self.setItemDelegate(_RowDelegate(self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollPerPixel)
        self.setMouseTracking(True)
        self._select_rows()
        columns = self.horizontalHeader()
        columns.setSectionsClickable(True)
        columns.setSectionResizeMode(Column.LINE, QHeaderView.Stretch)
        columns.setTextElideMode(Qt.ElideRight)
        columns.sectionClicked.connect(self._on_header_clicked)
        model.headerDataChanged.connect(self._fit)
        self.entered.connect(self._on_entered)
        self.viewportEntered.connect(self._forget_hovered)
        self.verticalScrollBar().valueChanged.connect(self._forget_hovered)
        for changed in (model.dataChanged, model.layoutChanged, model.rowsRemoved):
            changed.connect(self._report_pointed)
        self.selectionModel().selectionChanged.connect(self._report_pointed)
        self._retranslate()

    @property
    def hovered_row(self) -> int | None:
        """The row under the mouse, whichever candidate has it."""
        return self._hovered_row

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Candidates", "Candidates"))
        self._fit()

    def _fit(self) -> None:
        """Set the width of each column by its title and its longest usual text.

        The column of priors is hidden for an engine without them.
        """
        super()._fit()
        facts = self._model.facts
        self.setColumnHidden(Column.PRIOR, not facts.has_priors)
        bound = {Column.RATE: WIDEST_BOUND} if facts.has_bounds else {}
        special = {Column.MOVE: facts.longest_move + BOLD} if facts.longest_move else {}
        widest = {**WIDEST, **bound, **special}
        if not facts.has_priors:
            del widest[Column.PRIOR]
        fit_columns(self, widest.items())

    def _on_header_clicked(self, column: int) -> None:
        """Sort, sort the other way round, and go back to the order of the search."""
        first = Qt.AscendingOrder if column == Column.MOVE else Qt.DescendingOrder
        if self._model.sorting == (column, first):
            self._model.sort(column, Qt.SortOrder(1 - first))
        elif self._model.sorting == (column, Qt.SortOrder(1 - first)):
            self._model.sort_by_search()
        else:
            self._model.sort(column, first)

    def _on_entered(self, index: QModelIndex) -> None:
        self._set_hovered(index.row())

    def _forget_hovered(self) -> None:
        self._set_hovered(None)

    def _set_hovered(self, row: int | None) -> None:
        self._hovered_row = row
        self.viewport().update()
        self._report_pointed()

    def _report_pointed(self) -> None:
        """Emit the candidate pointed at, if it changed."""
        index = QModelIndex()
        if self._hovered_row is not None:
            index = self._model.index(self._hovered_row, 0)
        elif self.hasFocus() and self.selectionModel().hasSelection():
            index = self.selectionModel().selectedRows()[0]
        row = self._model.row_at(index)
        pointed = None if row is None else row.candidate
        if pointed != self._reported:
            self._reported = pointed
            self.candidate_pointed.emit(pointed)

    # Qt

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return self._size_of(WIDEST, SHOWN_ROWS) + QSize(LINE_WIDTH, 0)

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``; the column of the line may vanish."""
        return self._size_of(WIDEST, FEWEST_ROWS)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the candidate under the mouse or of the selected one."""
        index, place = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Keyboard:
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        row = self._model.row_at(index)
        if row is not None:
            self.menu_requested.emit(row.candidate.move, place)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the row under the mouse."""
        super().leaveEvent(event)
        self._forget_hovered()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Report the selected row."""
        super().focusInEvent(event)
        self._report_pointed()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Stop reporting the selected row."""
        super().focusOutEvent(event)
        self._report_pointed()
