"""Table of texts for views; rows keep their selection while others are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt5.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from gui.text.plain_text import tip_text

Row = tuple[str, ...]


class TextTable(QAbstractTableModel):
    """Table whose first column names the row.

    Args:
        parent: See ``QObject``.
        left: Columns that are aligned to the left; the others are numbers.
    """

    def __init__(self, parent: QObject, *, left: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self._left = frozenset(left)
        self._titles: Row = ()
        self._tips: Row = ()
        self._meanings: Mapping[str, str] = {}
        self._rows: list[Row] = []

    def show_titles(
        self, titles: Row, tips: Row = (), meanings: Mapping[str, str] | None = None
    ) -> None:
        """Show other columns, without rows.

        Args:
            titles: Titles of the columns.
            tips: What they mean, for the first ones.
            meanings: Tips of some texts in the rows; a text is its own tip otherwise.
        """
        self._meanings = meanings or {}
        self.beginResetModel()
        self._titles, self._tips, self._rows = titles, tips, []
        self.endResetModel()

    def show_rows(self, rows: list[Row]) -> None:
        """Show other texts; rows that were added on top are inserted there."""
        added = len(rows) - len(self._rows)
        names = [row[0] for row in self._rows]
        if added < 0 or [row[0] for row in rows[added:]] != names:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        if added:
            self.beginInsertRows(QModelIndex(), 0, added - 1)
            self._rows = rows[:added] + self._rows
            self.endInsertRows()
        before, self._rows = self._rows, rows
        changed = [i for i, row in enumerate(rows) if row != before[i]]
        if changed:
            last = len(self._titles) - 1
            self.dataChanged.emit(
                self.index(changed[0], 0), self.index(changed[-1], last)
            )

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.rowCount``."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.columnCount``."""
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: QModelIndex, role: int = Qt.DisplayRole) -> object:
        """See ``QAbstractItemModel.data``."""
        if role == Qt.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ToolTipRole:
            text = self._rows[index.row()][index.column()]
            return tip_text(self._meanings.get(text, text))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation != Qt.Horizontal:
            return None
        if role == Qt.DisplayRole:
            return self._titles[section]
        if role == Qt.ToolTipRole and section < len(self._tips):
            return tip_text(self._tips[section])
        if role == Qt.TextAlignmentRole:
            return self._alignment(section)
        return None

    def _alignment(self, column: int) -> int:
        side = Qt.AlignLeft if column in self._left else Qt.AlignRight
        return int(side | Qt.AlignVCenter)
