"""Hints: the move of the strongest engine for the person to move.

A hint only shows a move. The search uses the person's time and is cancelled when the
game goes on or another position is shown.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.match.view import MatchView
from engine.search.kept_analysis import kept_analysis
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController

log = logging.getLogger(__name__)

HINT_SECONDS = 1.0
"""Time of a hint: enough for a good move, short enough to wait for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """Recommended move for a person."""

    position: Position
    """The position it is for."""

    move: Move
    """The move, which may be a special one."""

    value: float | None
    """Expected result in [-1, 1] for the side to move; ``None`` without a search."""

    @property
    def cell(self) -> Move | None:
        """The cell to mark: of the new stone, or of the stone to take over."""
        setup = self.position.setup
        cell = self.position.cell_of(self.move)
        if cell is not None:
            return cell
        is_choice = get_game(setup.game).is_choice(setup, self.move)
        return None if is_choice else self.position.last_cell


class Hints(QObject):
    """Search for hints, one at a time.

    Args:
        engine: Runs the search, one at a time.
        controller: The games.
    """

    changed = pyqtSignal()  # see ``hint``, ``is_searching`` and ``can_request``
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(self, engine: EngineThread, controller: GameController) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._requested_at: Position | None = None
        self._hint: Hint | None = None
        controller.match_changed.connect(self._on_match_changed)

    @property
    def hint(self) -> Hint | None:
        """The hint for the position on the board, if there is one."""
        return self._hint

    @property
    def is_searching(self) -> bool:
        """Whether the search for a hint runs."""
        return self._engine.is_searching_for(self)

    @property
    def can_request(self) -> bool:
        """Whether a person is to move and an engine plays the game."""
        game = self._controller.game
        return not game.view.is_locked and game.has_hint_engine

    def request(self) -> None:
        """Search for a hint; a second call continues the search tree of the first."""
        from engine.search.api import Limits  # noqa: PLC0415

        game = self._controller.game
        if not self.can_request or self.is_searching:
            return
        self._requested_at = position = game.session.position
        self._engine.request(
            game.hint_searcher(), position, Limits(seconds=HINT_SECONDS), self
        )
        self.changed.emit()

    def clear(self) -> bool:
        """Cancel the search or remove the hint; return whether there was either."""
        had_any = self.is_searching or self._hint is not None
        if self.is_searching:
            self._engine.cancel()
        self._forget()
        return had_any

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        position, result = report.position, report.result
        value = result.value if result.has_value else None
        self._hint = Hint(position=position, move=result.move, value=value)
        cursor = self._controller.session.cursor
        is_stored = result.has_value and self._controller.store_analysis(
            cursor, kept_analysis(result)
        )
        if not is_stored:
            self._follow_analysis(position)
        self._controller.store_hint()
        log.info("hint %s", position.cell_name(self._hint.move))
        self.changed.emit()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``."""
        self._controller.game.forget_hint_searcher()
        self._forget()
        self.problem_reported.emit(message)

    def _forget(self) -> None:
        if self._requested_at is not None or self._hint is not None:
            self._requested_at = self._hint = None
            self.changed.emit()

    def _follow_analysis(self, position: Position) -> None:
        """Replace the hint by the best move of the analysis in the record."""
        session = self._controller.session
        analysis = session.record.nodes[session.cursor].analysis
        if analysis is not None and analysis.candidates:
            best = analysis.candidates[0].move
            self._hint = Hint(position=position, move=best, value=analysis.value)

    def _on_match_changed(self, view: MatchView) -> None:
        """Clear a hint or search for a position that is no longer on the board."""
        if self._requested_at is not view.position or not self.can_request:
            self.clear()
        elif self._hint is not None and view.has_new_notes:
            before = self._hint
            self._follow_analysis(view.position)
            if self._hint != before:
                self.changed.emit()
