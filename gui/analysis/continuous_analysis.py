"""Continuous analysis: the position on the board is searched for as long as one looks.

Players, hints and reviews go first: their searches replace this one in the engine
thread, and it goes on when the thread is idle. Results are stored in the record.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from enum import Enum

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.game import GameSetup
from engine.core.types import Move, MoveAnalysis
from engine.match.view import MatchView
from engine.players.preset_player import PresetPlayer
from engine.search.kept_analysis import kept_analysis
from gui.analysis.analysis_target import AnalysisTarget
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController
from gui.game.open_game import OpenGame
from gui.game.root_choice import RootChoice
from gui.text.i18n import tr

log = logging.getLogger(__name__)

START_MS = 80
"""Delay of a search after a change of the position; browsing starts none."""

SAVE_SECONDS = 1.0
"""Shortest time between two changes of the record by one search."""

CHANGE_SECONDS = 0.25
"""Shortest time between two signals of a search's progress."""


class AnalysisState(Enum):
    """What continuous analysis does."""

    OFF = "off"
    SEARCHING = "searching"
    RESTING = "resting"
    """The search of the position has ended by itself."""
    YIELDING = "yielding"
    """Another search has the engine thread, or a player's engine is to answer."""
    FINISHED = "finished"
    """The game is over in the position."""
    WITHOUT_ENGINE = "without_engine"
    """No engine plays the game by these rules."""


class ContinuousAnalysis(QObject):
    """Search of the position on the board, switched on and off by the user.

    Args:
        engine: Runs the searches.
        controller: The games.
        choose_engine: Returns the engine of a setup; ``None`` if there is none.
        choose_seconds: Returns the longest time of the search of one position.
        choice: The moves to consider; ``None`` for all of them.
        now: Source of seconds.
    """

    changed = pyqtSignal()  # see ``state`` and ``latest``
    switched = pyqtSignal(bool)  # whether it is on
    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        *,
        choose_engine: Callable[[GameSetup], PresetPlayer | None],
        choose_seconds: Callable[[], float],
        choice: RootChoice | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._choose_engine = choose_engine
        self._choose_seconds = choose_seconds
        self._choice = choice
        self._root_moves: frozenset[Move] | None = None
        self._now = now
        self._is_on = False
        self._is_resting = False
        self._target = AnalysisTarget.on_board(controller.game)
        self._used: PresetPlayer | None = None
        self._latest: MoveAnalysis | None = None
        self._left: list[tuple[AnalysisTarget, MoveAnalysis]] = []
        self._seconds = 0.0
        self._saved_at = self._changed_at = now()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(START_MS)
        self._timer.timeout.connect(self._search)
        engine.observe(self._on_report)
        engine.became_idle.connect(self._plan)
        engine.preparing_changed.connect(self._on_preparing_changed)
        engine.compiled_changed.connect(self._on_preparing_changed)
        controller.match_changed.connect(self._on_match_changed)
        controller.game_put.connect(self._on_game_put)
        if choice is not None:
            choice.changed.connect(self._on_choice_changed)

    @property
    def is_on(self) -> bool:
        """Whether it is switched on."""
        return self._is_on

    @property
    def engine(self) -> PresetPlayer | None:
        """The engine that analyses the game on the screen, if there is one."""
        return self._choose_engine(self._controller.session.setup)

    @property
    def latest(self) -> MoveAnalysis | None:
        """The result of the current search; ``None`` before its first report.

        Stones that an opening places without a search have none.
        """
        return self._latest

    @property
    def seconds(self) -> float:
        """Seconds of the search that has ended by itself."""
        return self._seconds

    @property
    def state(self) -> AnalysisState:
        """What it does now."""
        if not self._is_on:
            return AnalysisState.OFF
        view = self._controller.view
        if view.position.outcome is not None:
            return AnalysisState.FINISHED
        if self.engine is None:
            return AnalysisState.WITHOUT_ENGINE
        if self._engine.is_searching_for(self):
            return AnalysisState.SEARCHING
        if view.awaits_engine or self._engine.is_searching:
            return AnalysisState.YIELDING
        return AnalysisState.RESTING if self._is_resting else AnalysisState.SEARCHING

    def set_on(self, is_on: bool) -> None:
        """Switch on or off; the record keeps what was found."""
        if is_on == self._is_on:
            return
        self._is_on = is_on
        self._is_resting = False
        log.info("analysis %s", "on" if is_on else "off")
        if is_on:
            self._target = AnalysisTarget.on_board(self._controller.game)
            self._search()
        else:
            self._stop()
        self.switched.emit(is_on)
        self.changed.emit()

    def restart(self) -> None:
        """Search again, by another engine or with other limits."""
        self._stop()
        self._is_resting = False
        if self._used is not None:
            self._target.game.forget_searcher(self._used)
        self._plan()
        self.changed.emit()

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        result = report.result
        self._latest = kept_analysis(result) if result.has_value else None
        self._seconds = result.all_seconds
        self._is_resting = True
        self._save()
        self.changed.emit()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``."""
        log.warning("analysis failed: %s", message)
        if self._used is not None:
            self._target.game.forget_searcher(self._used)
        self.set_on(False)
        self.status_reported.emit(message)

    def _plan(self) -> None:
        """Search soon, unless the position changes again before."""
        if self._is_on:
            self._timer.start()

    def _search(self) -> None:
        """Start the search of the position, if nothing else goes first."""
        self._store_left()
        engine, target = self.engine, self._target
        is_free = not (self._is_resting or self._engine.is_searching)
        if self.state is not AnalysisState.SEARCHING or engine is None or not is_free:
            self.changed.emit()
            return
        from engine.search.api import Limits  # noqa: PLC0415 - after the first paint

        self._save()
        self._used, self._latest = engine, None
        self._saved_at = self._changed_at = self._now()
        if self._choice is not None:
            self._root_moves = self._choice.allowed_in(target.game)
        limits = Limits(seconds=self._choose_seconds(), root_moves=self._root_moves)
        self._engine.request(
            target.game.searcher(engine), target.position, limits, self
        )
        self.changed.emit()

    def _stop(self) -> None:
        """End the search and store what it has found."""
        self._cancel()
        self._store_left()

    def _cancel(self) -> None:
        """End the search; its result waits for its place in the record."""
        self._timer.stop()
        if self._engine.is_searching_for(self):
            self._engine.cancel()
            self._timer.stop()  # the cancelled search has planned the next one
        if self._latest is not None and self._root_moves is None:
            self._left.append((self._target, self._latest))
        self._latest = None

    def _save(self) -> None:
        """Store the latest result with its position, unless moves are excluded."""
        self._saved_at = self._now()
        if self._latest is not None and self._root_moves is None:
            self._store(self._target, self._latest)

    def _store_left(self) -> None:
        """Store the results of positions that were left."""
        left, self._left = self._left, []
        for target, analysis in left:
            self._store(target, analysis)

    def _store(self, target: AnalysisTarget, analysis: MoveAnalysis) -> None:
        node = target.find_node()
        if node is not None:
            self._controller.store_analysis(node, analysis, game=target.game)

    def _on_report(self, report: SearchReport) -> None:
        if not self._engine.is_searching_for(self):
            return
        self._latest = kept_analysis(report.result)
        now = self._now()
        if now - self._saved_at >= SAVE_SECONDS:
            self._save()
        if now - self._changed_at >= CHANGE_SECONDS:
            self._changed_at = now
            self.changed.emit()

    def _on_match_changed(self, view: MatchView) -> None:
        """Follow the position; let the engine of a player go first."""
        if view.has_only_new_notes:
            return
        game = self._controller.game
        if self._is_on:
            target = self._target
            if game is not target.game or view.position is not target.position:
                self._follow(game)
            elif view.awaits_engine:
                self._stop()
            self._plan()
            self.changed.emit()

    def _follow(self, game: OpenGame) -> None:
        """Leave the position for that on the board.

        What was found is stored a little later, so that browsing is quick.
        """
        self._cancel()
        self._target = AnalysisTarget.on_board(game)
        self._is_resting = False

    def _on_game_put(self) -> None:
        """Switch off in a new game; the board of a game that goes on keeps it on."""
        if self._is_on and is_in_progress(self._controller.view):
            self.set_on(False)
            self.status_reported.emit(
                tr("Analysis", "Analysis is off in a new game. Space switches it on.")
            )

    def _on_choice_changed(self) -> None:
        """Search the same position again, with other moves."""
        self._stop()
        self._is_resting = False
        self._plan()
        self.changed.emit()

    def _on_preparing_changed(self) -> None:
        if self._is_on:
            self.changed.emit()


def is_in_progress(view: MatchView) -> bool:
    """Return whether a person plays a game that has begun and is not over."""
    is_going = view.state.is_started and view.record.outcome is None
    return is_going and not view.is_watched and not view.is_paused
