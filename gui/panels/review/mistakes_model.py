"""Mistakes of a line as a table: one row each, in order of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PyQt5.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PyQt5.QtGui import QColor

from engine.core.types import Player
from engine.review.game_review import MoveReview, Severity
from gui.analysis.mistakes import Mistakes
from gui.analysis.review_messages import mistake_message, severity_title
from gui.style.theme import current_theme
from gui.text.i18n import tr
from gui.text.labels import move_label, side_title
from gui.text.percent import percent_text
from gui.text.plain_text import tip_text


class Column(IntEnum):
    """Columns of the table."""

    NUMBER = 0
    SIDE = 1
    MOVE = 2
    LOSS = 3
    BEST = 4
    KIND = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A mistake with its texts."""

    mistake: MoveReview
    """The mistake."""

    side: Player
    """Colour of its player."""

    severity: Severity
    """Its kind."""

    texts: tuple[str, ...]
    """Text of each column."""

    sentence: str
    """The whole mistake in one sentence."""


class MistakesModel(QAbstractTableModel):
    """Item model of the mistakes."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show(self, mistakes: Mistakes) -> None:
        """Show the mistakes that were found; rows that stay keep their places."""
        rows = [_make_row(mistakes, one) for one in mistakes.found]
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def mistake_at(self, index: QModelIndex) -> MoveReview | None:
        """Return the mistake of a row."""
        is_there = index.isValid() and index.row() < len(self._rows)
        return self._rows[index.row()].mistake if is_there else None

    def row_of(self, mistake: MoveReview | None) -> int | None:
        """Return the row of a mistake; ``None`` if it has none."""
        found: Sequence[MoveReview] = [row.mistake for row in self._rows]
        return found.index(mistake) if mistake in found else None

    def side_of(self, row: int) -> Player:
        """Return the colour of the player of a mistake."""
        return self._rows[row].side

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.rowCount``."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.columnCount``."""
        return 0 if parent.isValid() else len(Column)

    def data(self, index: QModelIndex, role: int = Qt.DisplayRole) -> object:
        """See ``QAbstractItemModel.data``."""
        row, column = self._rows[index.row()], Column(index.column())
        if role == Qt.DisplayRole:
            return row.texts[column]
        if role in (Qt.ToolTipRole, Qt.AccessibleTextRole):
            return tip_text(row.sentence) if role == Qt.ToolTipRole else row.sentence
        if role == Qt.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ForegroundRole and column is Column.KIND:
            return _ink(row.severity)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation != Qt.Horizontal:
            return None
        if role == Qt.DisplayRole:
            return _titles()[Column(section)]
        if role == Qt.TextAlignmentRole:
            return _alignment(Column(section))
        return None


def _make_row(mistakes: Mistakes, mistake: MoveReview) -> Row:
    position = mistakes.position_before(mistake)
    side = position.colour_of(mistake.seat)
    severity = mistakes.severity(mistake)
    return Row(
        mistake=mistake,
        side=side,
        severity=severity,
        texts=(
            str(mistake.ply),
            "",
            move_label(position, mistake.move),
            percent_text(100 * mistake.loss),
            move_label(position, mistake.best),
            severity_title(severity),
        ),
        sentence=tr("Review", "{side}. {sentence}.").format(
            side=side_title(position.setup.game, side),
            sentence=mistake_message(position, mistake),
        ),
    )


def _titles() -> dict[Column, str]:
    return {
        Column.NUMBER: tr("Review", "#"),
        Column.SIDE: "",
        Column.MOVE: tr("Review", "Move"),
        Column.LOSS: tr("Review", "Loss"),
        Column.BEST: tr("Review", "Better"),
        Column.KIND: tr("Review", "Kind"),
    }


def _alignment(column: Column) -> int:
    is_number = column in (Column.NUMBER, Column.LOSS)
    return int((Qt.AlignRight if is_number else Qt.AlignLeft) | Qt.AlignVCenter)


def _ink(severity: Severity) -> QColor:
    """Return the colour of the name of a kind; the name differs as well."""
    theme = current_theme()
    inks = {
        Severity.INACCURACY: theme.muted,
        Severity.MISTAKE: theme.warning,
        Severity.BLUNDER: theme.danger,
    }
    return QColor(inks[severity])
