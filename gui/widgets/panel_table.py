"""Table of one-line rows in a panel: look, keys and size."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PyQt5.QtCore import QEvent, QSize, Qt
from PyQt5.QtGui import QKeyEvent, QKeySequence
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QTableView,
)

from gui.widgets.retranslated import Retranslated

ROW_KEYS = (Qt.Key_Up, Qt.Key_Down)
"""Keys from row to row, which the window would handle itself."""


class PanelTable(Retranslated, QTableView):
    """Base of the dense tables of panels, which have neither frame nor grid.

    Args:
        row_margins: Free space above and below the text of a row together, in pixels
            at 100 %.
        own_keys: Keys without modifiers that the table takes before shortcuts do.
        copy_text: Returns the text that the key for copying puts on the clipboard;
            without it the window has that key.
    """

    def __init__(
        self,
        *,
        row_margins: int,
        own_keys: Collection[int] = (),
        copy_text: Callable[[], str] | None = None,
    ) -> None:
        super().__init__()
        self._row_margins = row_margins
        self._own_keys = own_keys
        self._copy_text = copy_text
        self.setFrameShape(QFrame.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setProperty("plain", True)
        self.setProperty("dense", True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.Fixed)

    def _select_rows(self) -> None:
        """Select one whole row at a time; rows have no titles."""
        self.setSelectionMode(QAbstractItemView.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectRows)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setMinimumSectionSize(0)
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(0)
        columns.setSectionResizeMode(QHeaderView.Fixed)

    def _fit(self) -> None:
        """Set the height of the rows by the font; a subclass adds widths."""
        height = self.fontMetrics().height() + self._row_margins
        self.verticalHeader().setDefaultSectionSize(height)

    def _size_of(self, columns: Collection[int], rows: int) -> QSize:
        """Return the size of columns and of so many rows below their titles."""
        header = self.horizontalHeader()
        width = sum(header.sectionSize(column) for column in columns)
        height = self.verticalHeader().defaultSectionSize() * rows
        return QSize(width, header.sizeHint().height() + height)

    def _takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is handled here, not by a shortcut of the window."""
        if self._copy_text is not None and event.matches(QKeySequence.Copy):
            return True
        is_plain = int(event.modifiers()) in (Qt.NoModifier, Qt.KeypadModifier)
        return is_plain and event.key() in self._own_keys

    # Qt

    def event(self, event: QEvent) -> bool:
        """Take keys before shortcuts do."""
        if (
            event.type() == QEvent.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._takes(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the whole table; go from row to row."""
        if self._copy_text is not None and event.matches(QKeySequence.Copy):
            QApplication.clipboard().setText(self._copy_text())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the size of the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.FontChange, QEvent.StyleChange):
            self._fit()
