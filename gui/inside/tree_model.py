"""Item model of a search tree; children are read when a node is opened."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING

from PyQt5.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from engine.core.game import Position
from engine.core.types import Move, Player
from engine.search.formulas import Rave
from gui.inside.formula_text import number
from gui.text.i18n import tr
from gui.text.labels import UNKNOWN, move_label, side_title, win_rate
from gui.text.plain_text import tip_text

if TYPE_CHECKING:
    from engine.search.inspection import SearchTree, TreeNode

SORT_ROLE = Qt.UserRole
"""Role of the numbers by which rows are sorted."""

NO_INDEX = QModelIndex()


class Column(IntEnum):
    """Columns of the tree."""

    MOVE = 0
    VISITS = 1
    SUM = 2
    MEAN = 3
    RATE = 4
    PRIOR = 5
    RAVE = 6
    BONUS = 7
    SCORE = 8


class TreeItem:
    """Row of the tree: a node with its place and its position.

    Args:
        node: The node.
        position: The position before its move; at the root, that of the root.
        parent: The row above; ``None`` at the root.
        row: Place among the children.
    """

    __slots__ = ("_position", "children", "node", "parent", "row")

    def __init__(
        self, node: TreeNode, position: Position, parent: TreeItem | None, row: int
    ) -> None:
        self.node = node
        self.parent = parent
        self.row = row
        self.children: list[TreeItem] | None = None
        self._position = position

    @property
    def before(self) -> Position:
        """The position in which the move is made."""
        return self._position

    @property
    def position(self) -> Position:
        """The position of the node."""
        move = self.node.move
        return self._position if move is None else self._position.play(move)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves from the root to the node."""
        move = self.node.move
        if self.parent is None or move is None:
            return ()
        return (*self.parent.line, move)

    @property
    def named_value(self) -> float | None:
        """The mean result for the first colour, in [-1, 1]."""
        mean = self.node.mean
        if mean is None:
            return None
        return mean if self._position.to_move is Player.FIRST else -mean

    def text(self, column: int) -> str:
        """Return the text of a column."""
        return _TEXTS[Column(column)](self)

    def sort_key(self, column: int) -> float | str:
        """Return what a column is sorted by."""
        if column == Column.MOVE:
            return self.text(column)
        found = _NUMBERS[Column(column)](self)
        return float("-inf") if found is None else found


class TreeModel(QAbstractItemModel):
    """Model with the root as its only top row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: SearchTree | None = None
        self._root: TreeItem | None = None

    @property
    def root(self) -> TreeItem | None:
        """The row of the root."""
        return self._root

    def show_tree(self, tree: SearchTree | None) -> None:
        """Show another tree, which must not change any more."""
        self.beginResetModel()
        self._tree = tree
        self._root = None
        if tree is not None:
            self._root = TreeItem(tree.root, tree.position, None, 0)
        self.endResetModel()

    def item(self, index: QModelIndex) -> TreeItem | None:
        """Return the row of an index."""
        return index.internalPointer() if index.isValid() else None

    def index_of(self, line: tuple[Move, ...]) -> QModelIndex:
        """Return the index of the node after ``line``, or of the last one on it."""
        item, index = self._root, self.index(0, 0)
        for move in line:
            if item is None:
                return NO_INDEX
            self._load(index, item)
            found = [child for child in item.children or () if child.node.move == move]
            if not found:
                break
            item = found[0]
            index = self.createIndex(item.row, 0, item)
        return index

    def used_columns(self) -> frozenset[Column]:
        """Return the columns that have numbers in this tree."""
        used = set(Column) - {Column.PRIOR, Column.RAVE}
        if self._tree is not None:
            for node in self._tree.children(self._tree.root):
                if node.prior is not None:
                    used.add(Column.PRIOR)
                if isinstance(node.formula, Rave):
                    used.add(Column.RAVE)
        return frozenset(used)

    def _load(self, index: QModelIndex, item: TreeItem) -> None:
        """Read the children of a row, unless they are read already."""
        if item.children is not None or self._tree is None:
            return
        nodes = self._tree.children(item.node)
        position = item.position
        loaded = [TreeItem(node, position, item, k) for k, node in enumerate(nodes)]
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
        item = self._root if above is None else (above.children or [])[row]
        return self.createIndex(row, column, item)

    def parent(self, index: QModelIndex) -> QModelIndex:  # type: ignore[override]
        """See ``QAbstractItemModel.parent``."""
        item = self.item(index)
        if item is None or item.parent is None:
            return QModelIndex()
        return self.createIndex(item.parent.row, 0, item.parent)

    def rowCount(self, parent: QModelIndex = NO_INDEX) -> int:
        """See ``QAbstractItemModel.rowCount``; only rows that were read count."""
        item = self.item(parent)
        if item is None:
            return 0 if self._root is None else 1
        return len(item.children or ())

    def columnCount(self, parent: QModelIndex = NO_INDEX) -> int:
        """See ``QAbstractItemModel.columnCount``."""
        del parent
        return len(Column)

    def hasChildren(self, parent: QModelIndex = NO_INDEX) -> bool:
        """See ``QAbstractItemModel.hasChildren``."""
        item = self.item(parent)
        return self._root is not None if item is None else item.node.child_count > 0

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
        if role == Qt.DisplayRole:
            return item.text(index.column())
        if role == SORT_ROLE:
            return item.sort_key(index.column())
        if role == Qt.TextAlignmentRole:
            return _alignment(index.column())
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation != Qt.Horizontal:
            return None
        if role == Qt.DisplayRole:
            return column_title(section, self._colour)
        if role == Qt.ToolTipRole:
            return tip_text(column_tip(section, self._colour))
        if role == Qt.TextAlignmentRole:
            return _alignment(section)
        return None

    @property
    def _colour(self) -> str:
        """Name of the colour whose win rate is shown."""
        if self._tree is None:
            return ""
        return side_title(self._tree.position.setup.game, Player.FIRST)


def column_title(column: int, colour: str) -> str:
    """Return the title of a column; ``colour`` is the one whose win rate is shown."""
    return {
        Column.MOVE: tr("Inside", "Move"),
        Column.VISITS: "N",
        Column.SUM: "W",
        Column.MEAN: "Q",
        Column.RATE: tr("Inside", "{colour} wins").format(colour=colour),
        Column.PRIOR: "P",
        Column.RAVE: "RAVE",
        Column.BONUS: "U",
        Column.SCORE: tr("Inside", "Score"),
    }[Column(column)]


def column_tip(column: int, colour: str) -> str:
    """Return the meaning of a column."""
    return {
        Column.MOVE: tr("Inside", "The move that leads to the position"),
        Column.VISITS: tr("Inside", "Visits: simulations through the move"),
        Column.SUM: tr(
            "Inside",
            "Sum of the results from −1 to 1 for the side that moves",  # noqa: RUF001
        ),
        Column.MEAN: tr("Inside", "Mean result W / N for the side that moves"),
        Column.RATE: tr("Inside", "Win rate of {colour} after the move").format(
            colour=colour
        ),
        Column.PRIOR: tr("Inside", "Prior: probability of the move by the network"),
        Column.RAVE: tr(
            "Inside", "Mean result of simulations that played the move later"
        ),
        Column.BONUS: tr("Inside", "Exploration term of the formula"),
        Column.SCORE: tr(
            "Inside", "Value and exploration: the highest score is selected next"
        ),
    }[Column(column)]


def _alignment(column: int) -> int:
    side = Qt.AlignLeft if column == Column.MOVE else Qt.AlignRight
    return int(side | Qt.AlignVCenter)


def _move_text(item: TreeItem) -> str:
    move = item.node.move
    if move is None:
        return tr("Inside", "Root")
    return move_label(item.before, move)


def _rave(item: TreeItem) -> float | None:
    formula = item.node.formula
    return formula.rave_mean if isinstance(formula, Rave) else None


def _rate(item: TreeItem) -> float | None:
    value = item.named_value
    return None if value is None else win_rate(value)


def _bonus(item: TreeItem) -> float | None:
    formula = item.node.formula
    return None if formula is None else formula.bonus


def _score(item: TreeItem) -> float | None:
    formula = item.node.formula
    return None if formula is None else formula.score


_NUMBERS: dict[Column, Callable[[TreeItem], float | None]] = {
    Column.VISITS: lambda item: item.node.visits,
    Column.SUM: lambda item: item.node.value_sum,
    Column.MEAN: lambda item: item.node.mean,
    Column.RATE: _rate,
    Column.PRIOR: lambda item: item.node.prior,
    Column.RAVE: _rave,
    Column.BONUS: _bonus,
    Column.SCORE: _score,
}
"""Numbers of the columns; ``None`` where there is none."""


def _written(column: Column) -> Callable[[TreeItem], str]:
    """Return the text of a number of three digits."""

    def text(item: TreeItem) -> str:
        found = _NUMBERS[column](item)
        return UNKNOWN if found is None else number(found)

    return text


def _percent(column: Column, scale: float) -> Callable[[TreeItem], str]:
    def text(item: TreeItem) -> str:
        found = _NUMBERS[column](item)
        return UNKNOWN if found is None else f"{found * scale:.1f} %"

    return text


_TEXTS: dict[Column, Callable[[TreeItem], str]] = {
    Column.MOVE: _move_text,
    Column.VISITS: lambda item: f"{item.node.visits:,}",
    Column.SUM: _written(Column.SUM),
    Column.MEAN: _written(Column.MEAN),
    Column.RATE: _percent(Column.RATE, 1),
    Column.PRIOR: _percent(Column.PRIOR, 100),
    Column.RAVE: _written(Column.RAVE),
    Column.BONUS: _written(Column.BONUS),
    Column.SCORE: _written(Column.SCORE),
}
"""Texts of the columns."""
