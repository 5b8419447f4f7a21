"""Tree view of a search, with the board of the node that is selected."""

from __future__ import annotations

from PyQt5.QtCore import QModelIndex, QSortFilterProxyModel, Qt, pyqtSignal
from PyQt5.QtWidgets import QAbstractItemView, QHeaderView, QTreeView

from engine.core.offers.game_offers import SearchKind
from engine.core.types import Move
from gui.inside.tree_item import Tree, TreeItem
from gui.inside.tree_model import SORT_ROLE, TreeModel

LEAST_MOVES = 96
"""Width of the moves at least, in pixels at 100 %."""

INDENTATION = 14
"""Pixels at 100 % by which each level is moved to the right."""

AS_SEARCHED = -1
"""Column of Qt for rows in their own order."""


class SearchTreeView(QTreeView):
    """Sortable view of a search tree; what is open stays open in the next tree."""

    node_chosen = pyqtSignal(object)  # TreeItem

    def __init__(self) -> None:
        super().__init__()
        self._model = TreeModel(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self.setObjectName("inside_tree")
        self.setModel(self._sorted)
        self.setProperty("dense", True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENTATION)
        self.setAlternatingRowColors(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionBehavior(QAbstractItemView.SelectRows)
        self.setSortingEnabled(True)
        self._keys: tuple[str, ...] = ()
        header = self.header()
        header.setStretchLastSection(True)
        header.setResizeContentsPrecision(0)  # visible rows alone
        self._fit_columns()
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_nothing(self, kind: SearchKind, game: str) -> None:
        """Show the columns of a kind of search of a game, without a tree."""
        self._model.show_nothing(kind, game)
        self._fit_columns()

    def show_tree(self, tree: Tree) -> None:
        """Show a tree that does not change; open the root."""
        opened = self._opened_lines()
        chosen = self.item(self.currentIndex())
        line = () if chosen is None else chosen.line
        self._model.show_tree(tree)
        self._fit_columns()
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

    def choose_result(self) -> None:
        """Select the root, or the last iteration that is finished."""
        finished = [
            row
            for row in range(self._model.rowCount())
            if self._has_result(self._model.index(row, 0))
        ]
        index = self._model.index(finished[-1] if finished else 0, 0)
        self.expand(self._sorted.mapFromSource(index))
        self.setCurrentIndex(self._sorted.mapFromSource(index))

    def _has_result(self, index: QModelIndex) -> bool:
        item = self._model.item(index)
        return item is not None and item.named_value is not None

    def item(self, index: QModelIndex) -> TreeItem | None:
        """Return the row of an index of the view."""
        return self._model.item(self._sorted.mapToSource(index))

    def _fit_columns(self) -> None:
        """Sort other columns by visits, or leave them in the order of the search."""
        keys = tuple(column.key for column in self._model.columns)
        if keys == self._keys:
            return
        self._keys = keys
        header = self.header()
        header.setSectionResizeMode(QHeaderView.ResizeToContents)
        at = keys.index("visits") if "visits" in keys else AS_SEARCHED
        self.sortByColumn(at, Qt.DescendingOrder)

    def _opened_lines(self) -> list[tuple[Move, ...]]:
        """Return the lines of all open nodes."""
        lines: list[tuple[Move, ...]] = []
        tops = range(self._sorted.rowCount())
        waiting = [self._sorted.index(row, 0) for row in tops]
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

    # Qt

    def sizeHintForColumn(self, column: int) -> int:
        """Keep space for a few levels of moves."""
        width = super().sizeHintForColumn(column)
        return max(width, LEAST_MOVES) if column == 0 else width
