"""Moves of a simple engine while the kernels of the chosen one are being compiled."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.game import Position
from engine.games import get_game
from engine.match.view import MatchView
from gui.game.engine_thread import EngineThread

if TYPE_CHECKING:
    from engine.search.greedy_searcher import GreedySearch

WAIT_MS = 3000
"""Time within which cached kernels are loaded."""

SHORT_WAIT_MS = 500
"""Pause before each further move, and between two checks."""


class StandIn(QObject):
    """Stand-in for an engine that a person plays against.

    It never plays between two engines or in a contest, nor in an opening whose colours
    are not settled.

    Args:
        engine: Prepares the chosen engine.
        parent: See ``QObject``.
    """

    found = pyqtSignal(object)  # Move

    def __init__(self, engine: EngineThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._position: Position | None = None
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timeout)
        engine.preparing_changed.connect(self._on_preparing_changed)

    def wait_for(self, view: MatchView, *, is_contest: bool) -> None:
        """Find the move of the engine to move if compiling its kernels takes long.

        Args:
            view: The match.
            is_contest: Whether only the chosen engine may move.
        """
        self._position = view.position
        is_free_game = bool(view.persons) and not is_contest
        opening = get_game(view.setup.game).opening()
        if is_free_game and (opening is None or opening.is_over(view.position)):
            waited = 0.0
            if self._engine.is_preparing:
                waited = 1000 * (time.monotonic() - self._began)
            self._timer.start(max(SHORT_WAIT_MS, round(WAIT_MS - waited)))

    def stop(self) -> None:
        """Leave the move to the engine."""
        self._timer.stop()

    def _on_preparing_changed(self, is_preparing: bool) -> None:
        if is_preparing:
            self._began = time.monotonic()

    def _on_timeout(self) -> None:
        position = self._position
        if position is None or not self._engine.is_preparing:
            return
        searcher = _make_searcher(position.setup.game)
        if searcher is None:
            return
        if self._engine.compiled_share is None:  # kernels are only loaded so far
            self._timer.start(SHORT_WAIT_MS)
            return
        self.found.emit(searcher.best_move(position))


def _make_searcher(game: str) -> GreedySearch | None:
    """Return the greedy searcher; import its modules after the first paint."""
    from engine.search.greedy_searcher import make_greedy_search  # noqa: PLC0415

    return make_greedy_search(game)
