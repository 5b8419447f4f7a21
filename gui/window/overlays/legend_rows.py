"""The legends under the board, at most one row of them in a low window."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtWidgets import QVBoxLayout, QWidget

from gui.style.theme import SPACE_S
from gui.widgets.side_by_side import LOW_HEIGHT

ROW_HEIGHT = 48
"""Height of a legend with one row, in pixels at 100 %, with some slack."""


class LegendRows(QWidget):
    """Column of two legends; in a low parent the marks give way to the heat map.

    There the legend of the marks is shown only if it has one row: more would enlarge
    the window beyond the screen.

    Args:
        marks: The legend of the marks.
        heat: The legend of a heat map.
        parent: The widget of the board.
    """

    def __init__(self, marks: QWidget, heat: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._marks, self._heat = marks, heat
        self._holder = QWidget(self)
        inner = QVBoxLayout(self._holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(marks)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self._holder)
        column.addWidget(heat)
        for part in (marks, heat, parent):
            part.installEventFilter(self)
        self._fit()

    def _fit(self) -> None:
        is_low = self.parentWidget().height() < LOW_HEIGHT
        has_heat = not self._heat.isHidden()
        is_cut = is_low and (has_heat or self._marks.minimumHeight() > ROW_HEIGHT)
        has_marks = not self._marks.isHidden() and not is_cut
        self._holder.setVisible(has_marks)
        self.setVisible(has_marks or has_heat)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the legends that come and go, and the height of the parent."""
        changes = (QEvent.ShowToParent, QEvent.HideToParent, QEvent.Resize)
        if event.type() in changes:
            self._fit()
        return super().eventFilter(watched, event)
