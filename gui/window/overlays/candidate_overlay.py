"""Candidate moves on the board, and the principal variation of the one pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QAction

from engine.core.game import Position
from engine.core.types import EMPTY, Candidate, Move
from gui.actions.actions import Commands
from gui.board.board_view import BoardView
from gui.board.candidate_marks import CandidateMark
from gui.board.line_stones import number_stones
from gui.game.live_analysis import LiveAnalysis
from gui.settings.settings import Settings
from gui.settings.table import SHOWS_CANDIDATES
from gui.text.labels import (
    bound_sign,
    brief_count_text,
    value_for_decider,
    win_rate,
)
from gui.window.docks.dock_layouts import DockLayouts
from gui.window.docks.panel_signals import PanelSignals

SMALLEST_SHARE = 0.02
"""Minimum share of the most visited candidate's visits; the best are always shown."""

ALWAYS_SHOWN = 5
"""Number of best candidates that are shown with any number of visits."""


class CandidateOverlay(QObject):
    """Controller that keeps the candidates on the board up to date.

    Args:
        action: Shows or hides them; each dock layout has its own state.
        live: Results of the searches.
        board: The board that shows them, with the cell under the mouse.
        signals: Signals of the tables of candidates: the one pointed at.
        layouts: The panels and the current dock layout.
        settings: Stores the state of the action.
    """

    def __init__(
        self,
        *,
        action: QAction,
        live: LiveAnalysis,
        board: BoardView,
        signals: PanelSignals,
        layouts: DockLayouts,
        settings: Settings,
    ) -> None:
        super().__init__(board)
        self._action = action
        self._live = live
        self._board = board
        self._layouts = layouts
        self._settings = settings
        self._in_table: Candidate | None = None
        self._cell: Move | None = None
        self._line: tuple[Move, ...] = ()
        self._line_position: Position | None = None
        action.toggled.connect(self.refresh)
        live.progressed.connect(self.refresh)
        signals.candidate_pointed.connect(self._on_candidate_pointed)
        board.cell_pointed.connect(self._on_cell_pointed)
        layouts.changed.connect(self._restore_action)
        self._restore_action()

    def commands(self) -> Commands:
        """Return the command of the candidates, by action name."""
        return {"candidates": self._remember}

    def show_line(self, position: Position, line: Sequence[Move]) -> None:
        """Show a line while a position is on the board and no candidate is pointed at.

        Args:
            position: The position before the line.
            line: The moves; without any, the candidates are shown again.
        """
        self._line_position, self._line = position, tuple(line)
        self.refresh()

    def refresh(self) -> None:
        """Show the candidates of the position on the board, if switched on."""
        analysis, position = self._live.analysis, self._live.position
        candidates = () if analysis is None else analysis.candidates
        marks: tuple[CandidateMark, ...] = ()
        if self._action.isChecked() and position.outcome is None:
            marks = mark_candidates(position, candidates)
        marked = {mark.cell for mark in marks}
        line = self._line if position is self._line_position else ()
        if self._in_table is not None:
            line = self._in_table.pv
        for candidate in candidates:
            is_pointed = candidate.move == self._cell and self._cell in marked
            if self._in_table is None and is_pointed:
                line = candidate.pv
        self._board.set_candidates(marks)
        self._board.set_line(number_stones(position, line))

    def _restore_action(self) -> None:
        is_shown = self._settings[SHOWS_CANDIDATES[self._layouts.current]]
        self._action.setChecked(is_shown)

    def _remember(self, is_wanted: bool) -> None:
        self._settings[SHOWS_CANDIDATES[self._layouts.current]] = is_wanted

    def _on_candidate_pointed(self, candidate: Candidate | None) -> None:
        self._in_table = candidate
        self.refresh()

    def _on_cell_pointed(self, cell: Move | None) -> None:
        self._cell = cell
        self.refresh()


def mark_candidates(
    position: Position, candidates: Sequence[Candidate]
) -> tuple[CandidateMark, ...]:
    """Return the marks of the candidates of ``position``, which are best first."""
    most = max((candidate.visits for candidate in candidates), default=0)
    marks = []
    for rank, candidate in enumerate(candidates):
        cell = position.cell_of(candidate.move)
        if cell is None or position.stones[cell] != EMPTY:
            continue
        weight = candidate.visits / most if most else 1.0
        if rank >= ALWAYS_SHOWN and weight < SMALLEST_SHARE:
            continue
        rate = win_rate(value_for_decider(position, candidate.value))
        mark = CandidateMark(
            cell=cell,
            rate=f"{bound_sign(candidate).strip()}{rate:.0f}",
            visits=brief_count_text(candidate.visits) if candidate.visits else "",
            weight=weight,
            is_best=rank == 0,
        )
        marks.append(mark)
    return tuple(marks)
