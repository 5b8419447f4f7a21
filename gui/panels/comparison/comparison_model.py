"""Engines of a comparison as a table: a column for each engine, a row for each fact."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from enum import IntEnum

from PyQt5.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from engine.core.game import Position
from engine.core.types import Candidate, Player
from gui.analysis.compared_engine import ComparedEngine
from gui.analysis.engine_comparison import MOST_ENGINES
from gui.text.i18n import tr
from gui.text.labels import (
    UNKNOWN,
    bound_sign,
    clock_text,
    count_text,
    move_label,
    side_title,
    win_rate,
)
from gui.text.percent import percent_text
from gui.text.plain_text import tip_text
from gui.text.strength_labels import kind_title

SHOWN_CANDIDATES = 5
"""Candidates of each engine, the best first."""

LINE_MOVES = 12
"""Moves of a line in a cell; a record may have more."""

SHORT_SECONDS = 10
"""Time below which hundredths are shown: a proof takes less than a second."""


class Fact(IntEnum):
    """Rows of the table; the candidates follow."""

    ENGINE = 0
    MOVE = 1
    RATE = 2
    DEPTH = 3
    NODES = 4
    SPEED = 5
    TIME = 6
    LINE = 7


class ComparisonModel(QAbstractTableModel):
    """Item model of a comparison; a column without an engine is empty."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._position: Position | None = None
        self._columns: tuple[ComparedEngine | None, ...] = (None,) * MOST_ENGINES
        self._current: int | None = None

    def show(
        self,
        position: Position,
        columns: Sequence[ComparedEngine | None],
        current: int | None,
    ) -> None:
        """Show the engines that search a position.

        Args:
            position: The position.
            columns: The engine of each column, or ``None``.
            current: Column of the engine that searches now.
        """
        self._position, self._columns = position, tuple(columns)
        self._current = current
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(Fact.MOVE, 0), last)

    def candidate_at(self, index: QModelIndex) -> Candidate | None:
        """Return the candidate of a cell, whose line the board may show."""
        one = self._columns[index.column()] if index.isValid() else None
        if one is None or one.analysis is None:
            return None
        if index.row() in (Fact.MOVE, Fact.LINE):
            return one.best
        place = index.row() - len(Fact)
        candidates = one.analysis.candidates[:SHOWN_CANDIDATES]
        return candidates[place] if 0 <= place < len(candidates) else None

    def copy_text(self) -> str:
        """Return the table as tab-separated text, one row a line."""
        return "".join("\t".join(row) + "\n" for row in self._rows())

    def copy_csv(self) -> str:
        """Return the table as comma-separated values, one engine a line."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(zip(*self._rows(), strict=True))
        return out.getvalue()

    def _rows(self) -> list[list[str]]:
        engines = [column for column in self._columns if column is not None]
        return [
            [self._title(row), *(self._text(row, one) for one in engines)]
            for row in range(self.rowCount())
        ]

    def _title(self, row: int) -> str:
        """Return the heading of a row."""
        if row >= len(Fact):
            return tr("Comparison", "No. {number}").format(number=row - len(Fact) + 1)
        if row == Fact.RATE:
            game = "" if self._position is None else self._position.setup.game
            side = side_title(game, Player.FIRST) if game else ""
            return tr("Comparison", "{side} wins").format(side=side)
        return {
            Fact.ENGINE: tr("Comparison", "Engine"),
            Fact.MOVE: tr("Comparison", "Best move"),
            Fact.DEPTH: tr("Search", "Depth"),
            Fact.NODES: tr("Search", "Nodes"),
            Fact.SPEED: tr("Search", "Nodes/s"),
            Fact.TIME: tr("Comparison", "Time"),
            Fact.LINE: tr("Search", "Best line"),
        }[Fact(row)]

    def _text(self, row: int, one: ComparedEngine) -> str:
        """Return the text of an engine in a row."""
        if row == Fact.ENGINE:
            return kind_title(one.engine)
        if one.problem and row == Fact.MOVE:
            return one.problem
        best, position = one.best, self._position
        if best is None or position is None:
            return UNKNOWN
        if row >= len(Fact):
            return self._candidate_text(one, row - len(Fact))
        facts: dict[int, Callable[[], str]] = {
            Fact.MOVE: lambda: move_label(position, best.move),
            Fact.RATE: lambda: percent_text(self._first_rate(best.value), 1),
            Fact.DEPTH: lambda: str(one.analysis.depth if one.analysis else 0),
            Fact.NODES: lambda: count_text(one.nodes),
            Fact.SPEED: lambda: count_text(one.nodes_per_second),
            Fact.TIME: lambda: _time_text(one.seconds),
            Fact.LINE: lambda: self._line_text(best),
        }
        return facts[row]()

    def _candidate_text(self, one: ComparedEngine, place: int) -> str:
        """Return a candidate with its share of the visits."""
        candidates = () if one.analysis is None else one.analysis.candidates
        if place >= len(candidates) or self._position is None:
            return UNKNOWN
        candidate = candidates[place]
        move = move_label(self._position, candidate.move)
        if not candidate.visits:
            return move
        return tr("Comparison", "{move} {share}").format(
            move=move, share=percent_text(100 * one.share_of(candidate))
        )

    def _line_text(self, candidate: Candidate) -> str:
        if self._position is None:
            return UNKNOWN
        position = self._position
        return " ".join(move_label(position, m) for m in candidate.pv[:LINE_MOVES])

    @property
    def _is_mirrored(self) -> bool:
        """Whether the win rates shown are not those of the side to move."""
        return self._position is not None and (
            self._position.to_move is not Player.FIRST
        )

    def _first_rate(self, value: float) -> float:
        """Return the win rate of the first side in percent."""
        return win_rate(-value if self._is_mirrored else value)

    def _bound_sign(self, candidate: Candidate) -> str:
        return bound_sign(candidate, is_mirrored=self._is_mirrored)

    def _tip(self, index: QModelIndex, one: ComparedEngine) -> str:
        candidate = self.candidate_at(index)
        if candidate is None or one.problem:
            return one.problem
        text = tr("Comparison", "{side} wins {rate}: {line}")
        game = "" if self._position is None else self._position.setup.game
        return text.format(
            side=side_title(game, Player.FIRST),
            rate=percent_text(
                self._first_rate(candidate.value), 1, sign=self._bound_sign(candidate)
            ),
            line=self._line_text(candidate),
        )

    # Qt

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.rowCount``."""
        return 0 if parent.isValid() else len(Fact) + SHOWN_CANDIDATES

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.columnCount``."""
        return 0 if parent.isValid() else MOST_ENGINES

    def data(self, index: QModelIndex, role: int = Qt.DisplayRole) -> object:
        """See ``QAbstractItemModel.data``."""
        one, row = self._columns[index.column()], index.row()
        if one is None or row == Fact.ENGINE:
            return None
        if role == Qt.DisplayRole:
            return self._text(row, one)
        if role == Qt.ToolTipRole:
            return tip_text(self._tip(index, one))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation == Qt.Vertical and role == Qt.DisplayRole:
            return self._title(section)
        return None


def _time_text(seconds: float) -> str:
    """Return the time of a search, such as ``0.02 s`` or ``0:17``."""
    if seconds >= SHORT_SECONDS:
        return clock_text(seconds)
    return tr("Comparison", "{seconds} s").format(seconds=f"{seconds:.2f}")
