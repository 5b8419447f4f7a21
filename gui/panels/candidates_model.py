"""Candidates of a search as a table: one row each, best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from string import digits
from typing import Any

from PyQt5.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PyQt5.QtGui import QFont

from engine.core.game import Position
from engine.core.types import Candidate, Move
from gui.text.i18n import tr
from gui.text.labels import (
    UNKNOWN,
    bound_sign,
    count_text,
    move_label,
    value_for_decider,
    win_rate,
)
from gui.text.percent import percent_text
from gui.text.plain_text import tip_text


class Column(IntEnum):
    """Columns of the table."""

    MOVE = 0
    RATE = 1
    VISITS = 2
    PRIOR = 3
    LINE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A candidate with its texts."""

    candidate: Candidate
    """The move, its value, visits, prior and line."""

    rank: int
    """Place in the order of the search, 0 for the best."""

    move: str
    """Name of the move."""

    line: str
    """The best line in names."""

    def text(self, column: int) -> str:
        """Return the text of a column."""
        candidate = self.candidate
        if column == Column.MOVE:
            return self.move
        if column == Column.RATE:
            return f"{bound_sign(candidate)}{win_rate(candidate.value):.1f}"
        if column == Column.VISITS:
            return count_text(candidate.visits) if candidate.visits else UNKNOWN
        if column == Column.PRIOR:
            prior = candidate.prior
            return UNKNOWN if prior is None else percent_text(100 * prior, 1)
        return self.line

    def copy_text(self, column: int) -> str:
        """Return the text of a column for the clipboard, with full visit counts."""
        if column == Column.VISITS and self.candidate.visits:
            return str(self.candidate.visits)
        return self.text(column)


SORT_KEYS: dict[int, Callable[[Row], Any]] = {
    Column.MOVE: lambda row: _natural(row.move),
    Column.RATE: lambda row: (row.candidate.value, not row.candidate.is_bound),
    Column.VISITS: lambda row: row.candidate.visits,
    Column.PRIOR: lambda row: row.candidate.prior or 0.0,
    Column.LINE: lambda row: len(row.candidate.pv),
}
"""Sort keys of the columns; a line is sorted by its length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Facts about a search on which the titles and the columns depend."""

    counts_nodes: bool = False
    """Whether the visits are nodes."""

    has_priors: bool = True
    """Whether any candidate has a prior."""

    has_bounds: bool = False
    """Whether the win rate of any candidate is an upper bound."""

    longest_move: str = ""
    """The longest name of a move that is no cell, such as an offered fifth move."""


class CandidatesModel(QAbstractTableModel):
    """Item model of candidates; a selection follows its move during a search."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._facts = Facts()
        self._sorting: tuple[int, Qt.SortOrder] | None = None

    def show(
        self,
        position: Position,
        candidates: Sequence[Candidate],
        *,
        counts_nodes: bool = False,
    ) -> None:
        """Show the candidates of a search; without any, the titles stay.

        Args:
            position: The position.
            candidates: The candidates, best first.
            counts_nodes: Whether their visits are nodes.
        """
        if candidates:
            facts = Facts(
                counts_nodes=counts_nodes,
                has_priors=any(one.prior is not None for one in candidates),
                has_bounds=any(one.is_bound for one in candidates),
                longest_move=_longest_special_move(position, candidates),
            )
            self._set_facts(facts)
        rows: dict[Move, Row] = {}
        for rank, candidate in enumerate(candidates):
            value = value_for_decider(position, candidate.value)
            row = Row(
                candidate=replace(candidate, value=value),
                rank=rank,
                move=move_label(position, candidate.move),
                line=" ".join(move_label(position, move) for move in candidate.pv),
            )
            rows.setdefault(candidate.move, row)
        self._drop_all_but(rows)
        self._renew(rows)
        known = {row.candidate.move for row in self._rows}
        self._append([row for move, row in rows.items() if move not in known])
        self._arrange(self._arranged())

    @property
    def facts(self) -> Facts:
        """Facts about the last search with candidates."""
        return self._facts

    @property
    def sorting(self) -> tuple[int, Qt.SortOrder] | None:
        """Column and direction of the order; ``None``: as the search has it."""
        return self._sorting

    def row_at(self, index: QModelIndex) -> Row | None:
        """Return the row of a cell of the table."""
        is_there = index.isValid() and index.row() < len(self._rows)
        return self._rows[index.row()] if is_there else None

    def sort_by_search(self) -> None:
        """Put the rows in the order of the search again."""
        self._sort_by(None)

    def copy_text(self) -> str:
        """Return titles and rows in their order as tab-separated text."""
        hidden = set() if self._facts.has_priors else {Column.PRIOR}
        columns = [column for column in Column if column not in hidden]
        titles = [self._title(column) for column in columns]
        lines = [[row.copy_text(column) for column in columns] for row in self._rows]
        return "".join("\t".join(line) + "\n" for line in (titles, *lines))

    def _set_facts(self, facts: Facts) -> None:
        if facts == self._facts:
            return
        self._facts = facts
        is_by_prior = self._sorting is not None and self._sorting[0] == Column.PRIOR
        if is_by_prior and not facts.has_priors:
            self._sorting = None
        self.headerDataChanged.emit(Qt.Horizontal, 0, len(Column) - 1)

    def _title(self, column: int) -> str:
        if column == Column.VISITS and self._facts.counts_nodes:
            return tr("Candidates", "Nodes")
        return _title(column)

    def _tip(self, column: int) -> str:
        if column == Column.VISITS and self._facts.counts_nodes:
            return tr("Candidates", "Nodes spent on the move")
        if column == Column.RATE and self._facts.has_bounds:
            return tr(
                "Candidates",
                "Win rate of the side to move, in percent; ≤ marks an upper bound",
            )
        return _tip(column)

    def _drop_all_but(self, wanted: dict[Move, Row]) -> None:
        for number in reversed(range(len(self._rows))):
            if self._rows[number].candidate.move not in wanted:
                self.beginRemoveRows(QModelIndex(), number, number)
                del self._rows[number]
                self.endRemoveRows()

    def _renew(self, rows: dict[Move, Row]) -> None:
        """Update the rows of moves that are shown already."""
        for number, old in enumerate(self._rows):
            new = rows[old.candidate.move]
            if new != old:
                self._rows[number] = new
                last = self.index(number, len(Column) - 1)
                self.dataChanged.emit(self.index(number, 0), last)

    def _append(self, rows: list[Row]) -> None:
        if rows:
            count = len(self._rows)
            self.beginInsertRows(QModelIndex(), count, count + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def _arranged(self) -> list[Row]:
        rows = sorted(self._rows, key=lambda row: row.rank)
        if self._sorting is not None:
            column, order = self._sorting
            rows.sort(key=SORT_KEYS[column], reverse=order == Qt.DescendingOrder)
        return rows

    def _arrow(self, column: int) -> str:
        """Return the direction of the order after a title, if it is this column's."""
        if self._sorting is None or self._sorting[0] != column:
            return ""
        return " ↑" if self._sorting[1] == Qt.AscendingOrder else " ↓"

    def _sort_by(self, sorting: tuple[int, Qt.SortOrder] | None) -> None:
        self._sorting = sorting
        self.headerDataChanged.emit(Qt.Horizontal, 0, len(Column) - 1)
        self._arrange(self._arranged())

    def _arrange(self, rows: list[Row]) -> None:
        """Reorder the rows; persistent indexes follow them."""
        if rows == self._rows:
            return
        self.layoutAboutToBeChanged.emit()
        places = {row.candidate.move: number for number, row in enumerate(rows)}
        old = self.persistentIndexList()
        new = [
            self.index(places[self._rows[index.row()].candidate.move], index.column())
            for index in old
        ]
        self._rows = rows
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    # Qt

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.rowCount``."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.columnCount``."""
        return 0 if parent.isValid() else len(Column)

    def sort(self, column: int, order: Qt.SortOrder = Qt.AscendingOrder) -> None:
        """See ``QAbstractItemModel.sort``."""
        self._sort_by((column, order))

    def data(self, index: QModelIndex, role: int = Qt.DisplayRole) -> object:
        """See ``QAbstractItemModel.data``."""
        row, column = self._rows[index.row()], index.column()
        if role == Qt.DisplayRole:
            return row.text(column)
        if role == Qt.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ToolTipRole and column in (Column.VISITS, Column.LINE):
            return tip_text(row.copy_text(column))
        if role == Qt.FontRole and row.rank == 0 and column == Column.MOVE:
            font = QFont()
            font.setWeight(QFont.DemiBold)
            return font
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation != Qt.Horizontal:
            return None
        if role == Qt.DisplayRole:
            return self._title(section) + self._arrow(section)
        if role == Qt.ToolTipRole:
            return tip_text(self._tip(section))
        if role == Qt.TextAlignmentRole:
            return _alignment(section)
        return None


def _longest_special_move(position: Position, candidates: Sequence[Candidate]) -> str:
    moves = [one.move for one in candidates if one.move >= position.setup.cell_count]
    return max((move_label(position, move) for move in moves), key=len, default="")


def _title(column: int) -> str:
    titles = {
        Column.MOVE: tr("Candidates", "Move"),
        Column.RATE: tr("Candidates", "Win %"),
        Column.VISITS: tr("Candidates", "Visits"),
        Column.PRIOR: tr("Candidates", "Prior"),
        Column.LINE: tr("Candidates", "Best line"),
    }
    return titles[Column(column)]


def _tip(column: int) -> str:
    tips = {
        Column.MOVE: tr("Candidates", "Candidate move of the search"),
        Column.RATE: tr("Candidates", "Win rate of the side to move, in percent"),
        Column.VISITS: tr("Candidates", "Simulations or nodes spent on the move"),
        Column.PRIOR: tr("Candidates", "Policy prior of the network"),
        Column.LINE: tr("Candidates", "Expected continuation"),
    }
    return tips[Column(column)]


def _alignment(column: int) -> int:
    is_text = column in (Column.MOVE, Column.LINE)
    return int((Qt.AlignLeft if is_text else Qt.AlignRight) | Qt.AlignVCenter)


def _natural(name: str) -> tuple[str, int]:
    """Return a key that puts ``b2`` before ``b10``."""
    letters = name.rstrip(digits)
    return letters, int(name[len(letters) :] or 0)
