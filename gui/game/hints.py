"""Hints: the move of the strongest engine for the person to move.

A hint only shows a move. The search uses the person's time and is cancelled when the
game goes on or another position is shown.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from gui.game.engine_thread import EngineThread
from gui.game.game_controller import GameController

if TYPE_CHECKING:
    from engine.search.api import SearchResult

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

    value: float
    """Expected result in [-1, 1] for the side to move."""

    @property
    def cell(self) -> Move | None:
        """The cell to mark: of the new stone, or of the stone to take over."""
        setup = self.position.setup
        if self.move < setup.cell_count:
            return self.move
        is_choice = get_game(setup.game).is_choice(setup, self.move)
        return None if is_choice else self.position.last_cell


class Hints(QObject):
    """Search for hints, one at a time.

    Args:
        engine: Runs the search, one at a time.
        controller: The games.
        seconds: Time for a hint.
        parent: See ``QObject``.
    """

    changed = pyqtSignal()  # see ``hint``, ``is_searching`` and ``can_ask``
    search_progressed = pyqtSignal(object)  # SearchResult, the last one included
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        *,
        seconds: float = HINT_SECONDS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._controller = controller
        self._seconds = seconds
        self._number: int | None = None
        self._asked_at: Position | None = None
        self._hint: Hint | None = None
        engine.search_progressed.connect(self._on_search_progressed)
        engine.search_finished.connect(self._on_search_finished)
        engine.search_failed.connect(self._on_search_failed)
        controller.table_changed.connect(self._on_game_changed)
        controller.position_changed.connect(self._on_game_changed)
        controller.activity_changed.connect(self._on_game_changed)

    @property
    def hint(self) -> Hint | None:
        """The hint for the position on the board, if there is one."""
        return self._hint

    @property
    def is_searching(self) -> bool:
        """Whether the search for a hint runs."""
        number = self._number
        return number is not None and self._engine.is_searching_for(number)

    @property
    def can_ask(self) -> bool:
        """Whether a person is to move and an engine plays the game."""
        table = self._controller.table
        return not table.is_locked and table.hint_engine is not None

    def ask(self) -> None:
        """Search for a hint; a second call continues the search tree of the first."""
        from engine.search.api import Limits  # noqa: PLC0415

        table = self._controller.table
        if not self.can_ask or self.is_searching:
            return
        position = table.session.position
        self._asked_at = position
        self._number = self._engine.request(
            table.hint_searcher(), position, Limits(seconds=self._seconds)
        )
        self.changed.emit()

    def clear(self) -> bool:
        """Cancel the search or remove the hint; return whether there was either."""
        had_any = self.is_searching or self._hint is not None
        if self.is_searching:
            self._engine.cancel()
        self._forget()
        return had_any

    def _forget(self) -> None:
        if self._number is not None or self._hint is not None:
            self._number = self._asked_at = self._hint = None
            self.changed.emit()

    def _on_game_changed(self) -> None:
        """Clear a hint or search for a position that is no longer on the board."""
        position = self._controller.session.position
        if self._asked_at is not position or not self.can_ask:
            self.clear()

    def _on_search_progressed(self, result: SearchResult, number: int) -> None:
        if number == self._number:
            self.search_progressed.emit(result)

    def _on_search_finished(self, result: SearchResult, number: int) -> None:
        if number != self._number or self._asked_at is None:
            return
        position = self._asked_at
        self._hint = Hint(position=position, move=result.move, value=result.value)
        self._controller.table.note_hint()
        log.info("hint %s", position.cell_name(result.move))
        self.search_progressed.emit(result)
        self.changed.emit()

    def _on_search_failed(self, message: str, number: int) -> None:
        if number == self._number:
            self._controller.table.forget_hint_searcher()
            self._forget()
            self.problem_reported.emit(message)
