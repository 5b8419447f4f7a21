"""Comparison of engines: they search the position on the board in turn.

One engine searches at a time, so that each has the whole machine, and each turn is as
long as the others. An engine continues its own tree or tables in its next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.core.game import GameSetup, Position
from engine.core.types import MoveAnalysis
from engine.match.engine_choice import best_engine
from engine.match.view import MatchView
from engine.players.preset_player import PresetPlayer
from engine.search.kept_analysis import KEPT_CANDIDATES
from gui.analysis.analysis_target import AnalysisTarget
from gui.analysis.compared_engine import ComparedEngine
from gui.analysis.continuous_analysis import START_MS
from gui.game.engine_thread import EngineThread, SearchListener, SearchReport
from gui.game.game_controller import GameController
from gui.text.i18n import translate_message

MOST_ENGINES = 3
"""Number of engines side by side."""


class EngineComparison(QObject):
    """Searches of up to three engines, switched on and off by the user.

    Players and hints go first, continuous analysis and win rates of all moves wait.

    Args:
        engine: Runs the searches.
        controller: The games.
        fit: Returns an engine as it searches a setup.
        turn_seconds: Returns the length of a turn.
        background: Listeners of the searches that wait for a comparison.
    """

    switched = pyqtSignal(bool)  # whether it is on
    changed = pyqtSignal()  # see ``compared``, ``current`` and ``is_on``

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        *,
        fit: Callable[[PresetPlayer, GameSetup], PresetPlayer],
        turn_seconds: Callable[[], float],
        background: Collection[SearchListener],
    ) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._fit = fit
        self._turn_seconds = turn_seconds
        self._background = background
        self._is_on = False
        self._compared: tuple[ComparedEngine, ...] = ()
        self._fitted: dict[tuple[PresetPlayer, GameSetup], PresetPlayer] = {}
        self._current = 0
        self._seconds = 0.0
        self._target = AnalysisTarget.on_board(controller.game)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(START_MS)
        self._timer.timeout.connect(self._search)
        engine.became_idle.connect(self._plan)
        controller.match_changed.connect(self._on_match_changed)

    @property
    def is_on(self) -> bool:
        """Whether it is switched on."""
        return self._is_on

    @property
    def compared(self) -> tuple[ComparedEngine, ...]:
        """The engines with their results for ``position``."""
        return self._compared

    @property
    def position(self) -> Position:
        """The position that the engines search."""
        return self._target.position

    @property
    def current(self) -> int | None:
        """Index of the engine that searches now; ``None`` if none does."""
        return self._current if self._engine.is_searching_for(self) else None

    @property
    def is_done(self) -> bool:
        """Whether no engine would find anything new."""
        return all(one.is_done or one.problem for one in self._compared)

    def choose(self, engines: Sequence[PresetPlayer]) -> None:
        """Compare other engines; the results of those that remain are kept.

        Raises:
            ValueError: There are too many engines.
        """
        if len(engines) > MOST_ENGINES:
            raise ValueError(
                f"Expected at most {MOST_ENGINES} engines, got {len(engines)}."
            )
        self._cancel()
        known = {one.engine: one for one in self._compared}
        for engine in set(known).difference(engines):
            self._forget_searcher(known[engine])
        self._compared = tuple(
            known.get(engine) or self._begin(engine) for engine in engines
        )
        self._plan()
        self.changed.emit()

    def restart(self) -> None:
        """Begin again, with other settings of the searches."""
        self._cancel()
        for one in self._compared:
            self._forget_searcher(one)
        self._fitted.clear()
        self._compared = tuple(self._begin(one.engine) for one in self._compared)
        self._plan()
        self.changed.emit()

    def set_on(self, is_on: bool) -> None:
        """Switch on or off; the results stay until the position changes."""
        if is_on == self._is_on:
            return
        self._is_on = is_on
        if is_on:
            self._follow()
            self._search()
        else:
            self._cancel()
        self.switched.emit(is_on)
        self.changed.emit()

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        one = self._compared[self._current]
        self._set_current(one.after_turn(report.result, self._seconds))
        self._store()
        self._go_on()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``; the others go on."""
        one = self._compared[self._current]
        self._forget_searcher(one)
        self._set_current(replace(one, problem=message))
        self._go_on()

    def _go_on(self) -> None:
        """Start a search of the engine that has had the least time."""
        self._search()
        self.changed.emit()

    def _plan(self) -> None:
        if self._is_on:
            self._timer.start()

    def _search(self) -> None:
        """Start the next turn, if nothing else goes first."""
        view = self._controller.view
        is_taken = self._engine.is_searching and not any(
            self._engine.is_searching_for(one) for one in self._background
        )
        is_over = view.position.outcome is not None
        if not self._is_on or is_taken or is_over or view.awaits_engine or self.is_done:
            return
        from engine.search.api import Limits  # noqa: PLC0415 - after the first paint

        self._current = self._find_next()
        self._seconds = self._turn_seconds()
        engine = self._fit_engine(self._compared[self._current].engine)
        self._engine.request(
            self._target.game.searcher(engine),
            self._target.position,
            Limits(seconds=self._seconds),
            self,
            observer=self._on_report,
        )

    def _find_next(self) -> int:
        """Return the engine with the least time, the first one of equal ones."""
        able = [
            index
            for index, one in enumerate(self._compared)
            if not (one.is_done or one.problem)
        ]
        return min(able, key=lambda index: self._compared[index].seconds_before)

    def _cancel(self) -> None:
        self._timer.stop()
        if self._engine.is_searching_for(self):
            self._engine.cancel()
            self._timer.stop()  # the cancelled search has planned the next one

    def _set_current(self, one: ComparedEngine) -> None:
        compared = list(self._compared)
        compared[self._current] = one
        self._compared = tuple(compared)

    def _store(self) -> None:
        """Store what the strongest engine has found with its position."""
        one, setup = self._compared[self._current], self._target.position.setup
        node = self._target.find_node()
        if one.engine == best_engine(setup) and one.analysis and node is not None:
            kept = _shortened(one.analysis, one.nodes)
            self._controller.store_analysis(node, kept, game=self._target.game)

    def _begin(self, engine: PresetPlayer) -> ComparedEngine:
        """Return an engine before its first turn; one that does not play has failed."""
        reason = engine.refusal(self._target.position.setup)
        return ComparedEngine(engine=engine, problem=translate_message(reason or ""))

    def _forget_searcher(self, one: ComparedEngine) -> None:
        """Drop the searcher of an engine; one that failed or does not play has none."""
        if not one.problem:
            self._target.game.forget_searcher(self._fit_engine(one.engine))

    def _fit_engine(self, engine: PresetPlayer) -> PresetPlayer:
        """Return an engine as it searches the board."""
        key = engine, self._target.position.setup
        if key not in self._fitted:
            self._fitted[key] = self._fit(*key)
        return self._fitted[key]

    def _follow(self) -> None:
        """Begin again with the position on the board, if that is another one."""
        target = AnalysisTarget.on_board(self._controller.game)
        if target.position is self._target.position and target.game is (
            self._target.game
        ):
            return
        self._cancel()
        if target.game is not self._target.game:
            for one in self._compared:
                self._forget_searcher(one)
        self._target = target
        self._compared = tuple(self._begin(one.engine) for one in self._compared)

    def _on_report(self, report: SearchReport) -> None:
        one = self._compared[self._current]
        self._set_current(one.after_progress(report.result))
        self.changed.emit()

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_only_new_notes:
            return
        self._follow()
        if view.awaits_engine:
            self._cancel()
        self._plan()
        self.changed.emit()


def _shortened(analysis: MoveAnalysis, nodes: int) -> MoveAnalysis:
    """Return an analysis as records store it: fewer candidates, at least ``nodes``."""
    return replace(
        analysis,
        nodes=max(nodes, analysis.nodes),
        candidates=analysis.candidates[:KEPT_CANDIDATES],
    )
