"""Table of the mistakes; a click or the arrow keys choose one."""

from __future__ import annotations

from PyQt5.QtCore import QModelIndex, QRectF, QSize, pyqtSignal
from PyQt5.QtGui import QKeyEvent, QMouseEvent, QPainter
from PyQt5.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem

from engine.review.game_review import MoveReview
from gui.board.board_options import SideMarkStyle
from gui.board.side_marks import make_side_mark
from gui.panels.review.mistakes_model import Column, MistakesModel
from gui.text.i18n import tr
from gui.widgets.column_widths import fit_columns
from gui.widgets.panel_table import ROW_KEYS, PanelTable
from gui.widgets.side_badge import paint_badge

WIDEST = {
    Column.NUMBER: "000",
    Column.SIDE: "0",
    Column.MOVE: "m00",
    Column.LOSS: "100 %",
    Column.BEST: "m00",
}
"""The longest usual text of each column but the last, which takes the rest."""

ROW_MARGINS = 6
"""Free space above and below the text of a row, in pixels at 100 %."""

KIND_WIDTH = 70
"""Least width of the last column, in pixels at 100 %."""

SHOWN_ROWS, FEWEST_ROWS = 8, 2
"""Rows for which the table would like to have room, and for which it needs it."""

BADGE = 16
"""Side of the stone of a side, in pixels at 100 %."""


class _SideDelegate(QStyledItemDelegate):
    """Delegate that paints the stone of the side that made the mistake."""

    def __init__(self, view: MistakesView, model: MistakesModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        """See ``QStyledItemDelegate.paint``."""
        super().paint(painter, option, index)
        side = self._model.side_of(index.row())
        box = QRectF(0, 0, BADGE, BADGE)
        box.moveCenter(QRectF(option.rect).center())
        mark = make_side_mark(self._view.side_marks, self._view.game, side)
        paint_badge(painter, box, (self._view.game, side), mark)


class MistakesView(PanelTable):
    """Table with a row for each mistake."""

    mistake_chosen = pyqtSignal(object)  # MoveReview

    def __init__(self, model: MistakesModel) -> None:
        super().__init__(row_margins=ROW_MARGINS, own_keys=ROW_KEYS)
        self._model = model
        self.game = ""
        """Name of the game."""
        self.side_marks = SideMarkStyle.NONE
        """Marks on the stones of the sides."""
        self.setObjectName("table_mistakes")
        self.setModel(model)
        self.setItemDelegateForColumn(Column.SIDE, _SideDelegate(self, model))
        self._select_rows()
        columns = self.horizontalHeader()
        columns.setSectionsClickable(False)
        columns.setSectionResizeMode(Column.KIND, QHeaderView.Stretch)
        self.clicked.connect(self._on_clicked)
        model.modelReset.connect(self._fit)
        self._retranslate()

    def show_selected(self, mistake: MoveReview | None) -> None:
        """Select the row of a mistake; ``None`` selects none."""
        row = self._model.row_of(mistake)
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.selectRow(row)
            self.scrollTo(self._model.index(row, 0))

    def _retranslate(self) -> None:
        self.setAccessibleName(tr("Review", "Mistakes"))
        self._fit()

    def _fit(self) -> None:
        """Give the columns and rows the size of their texts."""
        super()._fit()
        texts = {column: [text] for column, text in WIDEST.items()}
        for row in range(self._model.rowCount()):
            for column, usual in texts.items():
                usual.append(str(self._model.index(row, column).data()))
        width_of = self.fontMetrics().horizontalAdvance
        fit_columns(
            self, [(column, max(own, key=width_of)) for column, own in texts.items()]
        )

    def _on_clicked(self, index: QModelIndex) -> None:
        """Choose a row, also the one that is selected already."""
        mistake = self._model.mistake_at(index)
        if mistake is not None:
            self.mistake_chosen.emit(mistake)

    # Qt

    def sizeHint(self) -> QSize:
        """See ``QWidget.sizeHint``."""
        return self._size_of(WIDEST, SHOWN_ROWS) + QSize(KIND_WIDTH, 0)

    def minimumSizeHint(self) -> QSize:
        """See ``QWidget.minimumSizeHint``."""
        return self._size_of(WIDEST, FEWEST_ROWS) + QSize(KIND_WIDTH, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the row that the key went to."""
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        mistake = self._model.mistake_at(self.currentIndex())
        if mistake is not None and self.currentIndex().row() != before:
            self.mistake_chosen.emit(mistake)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select nothing while a button is down: rows move below the mouse."""
        if not event.buttons():
            super().mouseMoveEvent(event)
