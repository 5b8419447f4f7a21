"""Analysis of the position on the board: from the running search or the record.

A search belongs to its root position. After a move its values do not hold for the new
position, whose side to move is the other one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import Move, MoveAnalysis
from engine.records.model.record import GameRecord
from engine.search.kept_analysis import kept_analysis, replaces
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController
from gui.game.root_choice import RootChoice

if TYPE_CHECKING:
    from engine.search.api import SearchResult


class LiveAnalysis(QObject):
    """Latest analysis of the position on the board, from moves and hints.

    Args:
        controller: The games.
        engine: Runs the searches of engines and hints.
        choice: The moves to consider; ``None`` for all of them.
        parent: See ``QObject``.
    """

    progressed = pyqtSignal()  # see ``analysis``; the position is the same
    hidden_changed = pyqtSignal()  # see ``is_hidden``

    def __init__(
        self,
        controller: GameController,
        engine: EngineThread,
        choice: RootChoice | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._choice = choice
        self._report: SearchReport | None = None
        self._is_hidden = False
        engine.observe(self._on_report)
        if choice is not None:
            choice.changed.connect(self.progressed)

    @property
    def latest(self) -> SearchResult | None:
        """The last result of the last search, for any position."""
        return None if self._report is None else self._report.result

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._controller.session.position

    @property
    def analysis(self) -> MoveAnalysis | None:
        """Analysis of the position on the board: the latest or the record's.

        The record's stays until the latest search is better. With excluded moves it is
        the latest search without them, before it the record's allowed candidates.
        Hidden analysis is ``None``.
        """
        if self._is_hidden:
            return None
        session, report = self._controller.session, self._report_here
        stored = session.record.nodes[session.cursor].analysis
        latest = None if report is None else kept_analysis(report.result)
        if self._allowed is not None:
            return latest or _restricted(stored, self._allowed)
        return latest if latest and replaces(latest, stored) else stored

    @property
    def result(self) -> SearchResult | None:
        """The result of the latest search, if it is of the position on the board."""
        report = self._report_here
        return None if report is None else report.result

    @property
    def _allowed(self) -> frozenset[Move] | None:
        return None if self._choice is None else self._choice.allowed

    @property
    def _report_here(self) -> SearchReport | None:
        """The latest report of the position on the board with its allowed moves."""
        report = self._report
        is_here = (
            report is not None
            and not self._is_hidden
            and report.position is self.position
            and report.root_moves == self._allowed
        )
        return report if is_here else None

    @property
    def analysis_before(self) -> MoveAnalysis | None:
        """Analysis in the record of the position before the last move."""
        session = self._controller.session
        parent = session.record.nodes[session.cursor].parent
        if parent is None or self._is_hidden:
            return None
        return session.record.nodes[parent].analysis

    @property
    def is_hidden(self) -> bool:
        """Whether analysis is hidden from the user."""
        return self._is_hidden

    @property
    def shown_record(self) -> GameRecord:
        """The record; hidden analysis of the position on the board is left out."""
        session = self._controller.session
        if not self._is_hidden:
            return session.record
        return session.record.with_node(session.cursor, analysis=None)

    def set_hidden(self, is_hidden: bool) -> None:
        """Hide analysis of the position on the board, or show it again."""
        if is_hidden != self._is_hidden:
            self._is_hidden = is_hidden
            self.progressed.emit()
            self.hidden_changed.emit()

    def _on_report(self, report: SearchReport) -> None:
        self._report = report
        self.progressed.emit()


def _restricted(
    stored: MoveAnalysis | None, allowed: frozenset[Move]
) -> MoveAnalysis | None:
    """Return the analysis of some moves alone, by the best of them."""
    kept = [] if stored is None else [c for c in stored.candidates if c.move in allowed]
    if stored is None or not kept:
        return None
    best = kept[0]
    return replace(stored, value=best.value, pv=best.pv, candidates=tuple(kept))
