"""Numbers of the most visited moves of a search, as in figure 5 of OU-2020."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QGridLayout, QWidget

from engine.core.game import Position
from engine.core.types import Candidate, MoveAnalysis, Player
from gui.analysis.game_graph import find_win_rate
from gui.analysis.search_history import SHOWN_MOVES
from gui.style.theme import SPACE_M, SPACE_XS
from gui.text.i18n import tr
from gui.text.labels import UNKNOWN, bound_sign, move_label, side_title
from gui.text.percent import percent_text
from gui.text.plain_text import PlainLabel

COLUMNS = 4
"""Point, visits, prior, win rate."""


class PointsTable(QWidget):
    """Visits, prior and win rate of each move; total nodes and depth above."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("history_points")
        self._total = PlainLabel()
        self._total.setProperty("role", "caption")
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_M, SPACE_XS, SPACE_M, SPACE_XS)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_XS)
        grid.addWidget(self._total, 0, 0, 1, COLUMNS)
        self._cells = [
            [PlainLabel() for _ in range(COLUMNS)] for _ in range(SHOWN_MOVES + 1)
        ]
        for row, cells in enumerate(self._cells):
            for column, cell in enumerate(cells):
                cell.setProperty("role", "muted" if row == 0 else "")
                side = Qt.AlignLeft if column == 0 else Qt.AlignRight
                grid.addWidget(cell, row + 1, column, side | Qt.AlignVCenter)
                grid.setColumnStretch(column, 1)
        grid.setRowStretch(SHOWN_MOVES + 2, 1)

    def texts(self) -> list[list[str]]:
        """Return the rows of the table, its headings first."""
        return [[cell.text() for cell in cells] for cells in self._cells]

    def show_search(self, position: Position, analysis: MoveAnalysis | None) -> None:
        """Show the moves of a search."""
        found = () if analysis is None else analysis.candidates
        leading = sorted(found, key=lambda one: one.visits, reverse=True)
        counts_nodes = analysis is not None and analysis.counts_nodes
        rows = [self._headings(position, counts_nodes=counts_nodes)]
        rows += [_row(position, one) for one in leading[:SHOWN_MOVES]]
        for index, cells in enumerate(self._cells):
            texts = rows[index] if index < len(rows) else [""] * COLUMNS
            for cell, text in zip(cells, texts, strict=True):
                cell.setText(text)
        nodes, depth = (0, 0) if analysis is None else (analysis.nodes, analysis.depth)
        total = tr("History", "{nodes} nodes, depth {depth}")
        if nodes == 1:
            total = tr("History", "{nodes} node, depth {depth}")
        self._total.setText(total.format(nodes=f"{nodes:,}", depth=depth))

    def _headings(self, position: Position, *, counts_nodes: bool) -> list[str]:
        side = side_title(position.setup.game, Player.FIRST)
        return [
            tr("History", "Point"),
            tr("History", "Nodes") if counts_nodes else tr("History", "Visits"),
            tr("History", "Prior"),
            tr("History", "Win rate of {side}").format(side=side),
        ]


def _row(position: Position, candidate: Candidate) -> list[str]:
    rate = find_win_rate(position, MoveAnalysis(value=candidate.value))
    is_mirrored = position.to_move is not Player.FIRST
    sign = bound_sign(candidate, is_mirrored=is_mirrored)
    prior = candidate.prior
    return [
        move_label(position, candidate.move),
        f"{candidate.visits:,}",
        UNKNOWN if prior is None else percent_text(100 * prior, 1),
        UNKNOWN if rate is None else percent_text(100 * rate, 1, sign=sign),
    ]
