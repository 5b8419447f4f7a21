"""Item model of a search tree; children are read when a node is opened."""

from __future__ import annotations

from PyQt5.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from engine.core.offers.game_offers import SearchKind
from engine.core.types import Move, Player
from gui.inside.columns import Column, columns_before, columns_of
from gui.inside.tree_item import Tree, TreeItem, list_children, list_tops
from gui.text.labels import side_title
from gui.text.plain_text import tip_text

SORT_ROLE = Qt.UserRole
"""Role of the numbers by which rows are sorted."""

ARROW_SPACE = "\u2002"
"""Free space for the arrow of the order beside a title on the right."""

NO_INDEX = QModelIndex()


class TreeModel(QAbstractItemModel):
    """Model with the root, or the iterations of alpha-beta, as top rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: Tree | None = None
        self._tops: list[TreeItem] = []
        self._columns = columns_before("tree-search")
        self._game = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the tree."""
        return self._columns

    def show_tree(self, tree: Tree) -> None:
        """Show another tree, which must not change any more."""
        self.beginResetModel()
        self._tree, self._game = tree, tree.position.setup.game
        self._columns = columns_of(tree)
        self._tops = [
            TreeItem(tree, node, tree.position, None, row)
            for row, node in enumerate(list_tops(tree))
        ]
        self.endResetModel()

    def show_nothing(self, kind: SearchKind, game: str) -> None:
        """Show the columns of a kind of search of a game, without a tree."""
        self.beginResetModel()
        self._tree, self._game = None, game
        self._columns = columns_before(kind)
        self._tops = []
        self.endResetModel()

    def item(self, index: QModelIndex) -> TreeItem | None:
        """Return the row of an index."""
        return index.internalPointer() if index.isValid() else None

    def index_of(self, line: tuple[Move, ...]) -> QModelIndex:
        """Return the index of the node after ``line``, or of the last one on it.

        Of several iterations, it is in the last one.
        """
        if not self._tops:
            return QModelIndex()
        item = self._tops[-1]
        index = self.createIndex(item.row, 0, item)
        for move in line:
            self._load(index, item)
            found = [child for child in item.children or () if child.node.move == move]
            if not found:
                break
            item = found[-1]
            index = self.createIndex(item.row, 0, item)
        return index

    def _load(self, index: QModelIndex, item: TreeItem) -> None:
        """Read the children of a row, unless they are read already."""
        if item.children is not None or self._tree is None:
            return
        position = item.position
        loaded = [
            TreeItem(self._tree, node, position, item, row)
            for row, node in enumerate(list_children(self._tree, item.node))
        ]
        if loaded:
            self.beginInsertRows(index, 0, len(loaded) - 1)
        item.children = loaded
        if loaded:
            self.endInsertRows()

    # Qt

    def index(
        self, row: int, column: int, parent: QModelIndex = NO_INDEX
    ) -> QModelIndex:
        """See ``QAbstractItemModel.index``."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        above = self.item(parent)
        rows = self._tops if above is None else above.children or []
        return self.createIndex(row, column, rows[row])

    def parent(self, index: QModelIndex) -> QModelIndex:  # type: ignore[override]
        """See ``QAbstractItemModel.parent``."""
        item = self.item(index)
        if item is None or item.parent is None:
            return QModelIndex()
        return self.createIndex(item.parent.row, 0, item.parent)

    def rowCount(self, parent: QModelIndex = NO_INDEX) -> int:
        """See ``QAbstractItemModel.rowCount``; only rows that were read count."""
        item = self.item(parent)
        return len(self._tops) if item is None else len(item.children or ())

    def columnCount(self, parent: QModelIndex = NO_INDEX) -> int:
        """See ``QAbstractItemModel.columnCount``."""
        del parent
        return len(self._columns)

    def hasChildren(self, parent: QModelIndex = NO_INDEX) -> bool:
        """See ``QAbstractItemModel.hasChildren``."""
        item = self.item(parent)
        return bool(self._tops) if item is None else item.node.child_count > 0

    def canFetchMore(self, parent: QModelIndex) -> bool:
        """See ``QAbstractItemModel.canFetchMore``."""
        item = self.item(parent)
        return item is not None and item.children is None and item.node.child_count > 0

    def fetchMore(self, parent: QModelIndex) -> None:
        """See ``QAbstractItemModel.fetchMore``."""
        item = self.item(parent)
        if item is not None:
            self._load(parent, item)

    def data(self, index: QModelIndex, role: int = Qt.DisplayRole) -> object:
        """See ``QAbstractItemModel.data``."""
        item = self.item(index)
        if item is None:
            return None
        column = self._columns[index.column()]
        if role == Qt.DisplayRole:
            return column.text(item)
        if role == SORT_ROLE:
            return column.sort_key(item)
        return _alignment(column) if role == Qt.TextAlignmentRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation != Qt.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.DisplayRole:
            space = "" if column.is_text else ARROW_SPACE
            return column.title(self._colour) + space
        if role == Qt.ToolTipRole:
            return tip_text(column.tip(self._colour))
        return _alignment(column) if role == Qt.TextAlignmentRole else None

    @property
    def _colour(self) -> str:
        """Name of the colour whose win rate is shown."""
        return side_title(self._game, Player.FIRST) if self._game else ""


def _alignment(column: Column) -> int:
    side = Qt.AlignLeft if column.is_text else Qt.AlignRight
    return int(side | Qt.AlignVCenter)
