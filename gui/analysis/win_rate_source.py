"""Win rates of all moves of the position on the board, by a search after each one.

Players, hints, reviews and comparisons go first; continuous analysis waits for the last
search and goes on by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.game import GameSetup, Position
from engine.match.view import MatchView
from engine.players.preset_player import PresetPlayer
from engine.review.move_values import MoveSearch, MoveValues
from gui.analysis.continuous_analysis import ContinuousAnalysis
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController
from gui.game.root_choice import RootChoice

log = logging.getLogger(__name__)

START_MS = 80
"""Delay after a change of the position; browsing searches nothing."""

KEPT_POSITIONS = 32
"""Positions whose win rates are kept while the map is on."""


class WinRateSource(QObject):
    """Searches the moves of the position on the board while it is switched on.

    Args:
        engine: Runs the searches.
        controller: The games.
        analysis: Continuous analysis.
        choose_engine: Returns the engine of a setup; ``None`` if there is none.
        seconds: Returns the time of a search in the last round.
        choice: The moves to consider; ``None`` for all of them.
    """

    changed = pyqtSignal()  # see ``values``
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        analysis: ContinuousAnalysis,
        *,
        choose_engine: Callable[[GameSetup], PresetPlayer | None],
        seconds: Callable[[], float],
        choice: RootChoice | None = None,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._analysis = analysis
        self._choose_engine = choose_engine
        self._choose_seconds = seconds
        self._choice = choice
        self._is_on = False
        self._kept: dict[Position, MoveValues] = {}
        self._running: tuple[MoveValues, MoveSearch] | None = None
        self._failed: GameSetup | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(START_MS)
        self._timer.timeout.connect(self._search_next)
        engine.became_idle.connect(self._plan)
        engine.preparing_changed.connect(self._on_preparing_changed)
        controller.match_changed.connect(self._on_match_changed)
        if choice is not None:
            choice.changed.connect(self._on_choice_changed)

    @property
    def values(self) -> MoveValues | None:
        """Win rates of the position on the board; ``None`` before its first search."""
        return self._kept.get(self._controller.session.position)

    @property
    def has_engine(self) -> bool:
        """Whether an engine plays on the board of the game on the screen."""
        setup = self._controller.session.setup
        return setup != self._failed and self._choose_engine(setup) is not None

    @property
    def seconds(self) -> float:
        """Time of a search in the last round."""
        return self._choose_seconds()

    @property
    def is_searching(self) -> bool:
        """Whether one of its searches is running."""
        return self._engine.is_searching_for(self)

    @property
    def is_preparing(self) -> bool:
        """Whether its engine is being prepared."""
        return self.is_searching and self._engine.is_preparing

    def set_on(self, is_on: bool) -> None:
        """Search the moves of the positions on the board from now on, or no longer."""
        if is_on == self._is_on:
            return
        self._is_on = is_on
        if is_on:
            self._plan()
        else:
            self._cancel()

    def restart(self) -> None:
        """Forget all win rates: the engine or the time is another one."""
        self._cancel()
        self._kept.clear()
        self._failed = None
        self._plan()
        self.changed.emit()

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        if self._running is not None:
            values, search = self._running
            values.take(search, report.result)
        self._search_next()
        self.changed.emit()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``; this board is not searched again."""
        log.warning("win rates failed: %s", message)
        game = self._controller.game
        setup = self._failed = game.session.setup
        engine = self._choose_engine(setup)
        if engine is not None:
            game.forget_searcher(engine)
        self.changed.emit()
        self.problem_reported.emit(message)

    def _plan(self) -> None:
        if self._is_on:
            self._timer.start()

    def _cancel(self) -> None:
        self._timer.stop()
        if self.is_searching:
            self._engine.cancel()
            self._timer.stop()  # the cancelled search has planned the next one
        self._running = None

    def _search_next(self) -> None:
        """Search the next move, if nothing else goes first."""
        view, game = self._controller.view, self._controller.game
        position = view.position
        if not self._is_on or position.outcome is not None or not self._is_free():
            return
        engine = self._choose_engine(position.setup)
        if engine is None or position.setup == self._failed:
            return
        values = self._values_of(position)
        search = values.next_search
        if search is None:
            return
        from engine.search.api import Limits  # noqa: PLC0415 - after the first paint

        self._running = values, search
        self._engine.request(
            game.searcher(engine),
            search.position,
            Limits(seconds=self.seconds * search.share),
            self,
            observer=lambda _report: None,
        )

    def _values_of(self, position: Position) -> MoveValues:
        """Return the win rates of a position, new ones for a new position."""
        if position not in self._kept:
            while len(self._kept) >= KEPT_POSITIONS:
                del self._kept[next(iter(self._kept))]
            self._kept[position] = MoveValues(position)
        self._restrict()
        return self._kept[position]

    def _restrict(self) -> None:
        """Apply the choice of moves to the position on the board."""
        if self._choice is not None and self.values is not None:
            self.values.allow(self._choice.allowed)

    def _is_free(self) -> bool:
        """Return whether the engine thread may be used."""
        if self._controller.view.awaits_engine:
            return False
        is_analysing = self._engine.is_searching_for(self._analysis)
        return is_analysing or not self._engine.is_searching

    def _on_match_changed(self, view: MatchView) -> None:
        """Follow the position; let the engine of a player go first."""
        if view.has_only_new_notes:
            return
        is_of_board = self._running is not None and self._running[0] is self.values
        if view.awaits_engine or not is_of_board:
            self._cancel()
        self._restrict()
        self._plan()

    def _on_choice_changed(self) -> None:
        """Search the allowed moves of the position on the board alone."""
        self._restrict()
        self._cancel()
        self._plan()
        self.changed.emit()

    def _on_preparing_changed(self) -> None:
        if self._is_on:
            self.changed.emit()
