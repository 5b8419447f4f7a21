"""Tree view of a search, with the board of the node that is selected."""

from __future__ import annotations

from PyQt5.QtCore import QModelIndex, QSortFilterProxyModel, Qt, pyqtSignal
from PyQt5.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from engine.core.types import Move
from engine.search.inspection import SearchTree
from gui.inside.tree_model import SORT_ROLE, Column, TreeItem, TreeModel


class SearchTreeView(QTreeView):
    """Sortable view of a search tree; what is open stays open in the next tree."""

    node_chosen = pyqtSignal(object)  # TreeItem

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = TreeModel(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self.setObjectName("inside_tree")
        self.setModel(self._sorted)
        self.setProperty("dense", True)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.setSortingEnabled(True)
        self.sortByColumn(Column.VISITS, Qt.DescendingOrder)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeToContents)
        header.setSectionResizeMode(Column.MOVE, QHeaderView.Stretch)
        header.setResizeContentsPrecision(0)  # visible rows alone
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_tree(self, tree: SearchTree | None) -> None:
        """Show a tree that does not change; open the root."""
        opened = self._opened_lines()
        chosen = self.item(self.currentIndex())
        line = () if chosen is None else chosen.line
        self._model.show_tree(tree)
        if tree is None:
            return
        used = self._model.used_columns()
        for column in Column:
            self.setColumnHidden(column, column not in used)
        for one in sorted({(), *opened}, key=len):
            index = self._model.index_of(one)
            found = self._model.item(index)
            if found is not None and found.line == one:
                self.expand(self._sorted.mapFromSource(index))
        self.choose(line)

    def choose(self, line: tuple[Move, ...]) -> None:
        """Select the node after a line, or the last one on it."""
        index = self._sorted.mapFromSource(self._model.index_of(line))
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def item(self, index: QModelIndex) -> TreeItem | None:
        """Return the row of an index of the view."""
        return self._model.item(self._sorted.mapToSource(index))

    def _opened_lines(self) -> list[tuple[Move, ...]]:
        """Return the lines of all open nodes."""
        lines: list[tuple[Move, ...]] = []
        waiting = [self._sorted.index(0, 0)]
        while waiting:
            index = waiting.pop()
            item = self.item(index)
            if item is None or not self.isExpanded(index):
                continue
            lines.append(item.line)
            waiting += [
                self._sorted.index(row, 0, index)
                for row in range(self._sorted.rowCount(index))
            ]
        return lines

    def _on_current_changed(self, index: QModelIndex) -> None:
        item = self.item(index)
        if item is not None:
            self.node_chosen.emit(item)
