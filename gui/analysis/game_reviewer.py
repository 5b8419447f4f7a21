"""Review of a game behind the window: a search of each position of a line.

Each result is stored in the record at once, so that a stopped review goes on later. A
player's engine and a hint go first; the review goes on when they are done.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from enum import Enum
from weakref import WeakKeyDictionary

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.game import Position
from engine.core.types import Move
from engine.match.view import MatchView
from engine.records.model.record import GameRecord
from engine.review.reviewed_line import ReviewedLine
from engine.review.reviewer import is_reviewed
from engine.search.kept_analysis import kept_analysis
from gui.analysis.review_choice import ReviewChoice, has_network
from gui.game.engine_thread import EngineThread, SearchListener, SearchReport
from gui.game.game_controller import GameController
from gui.game.lazy_searcher import LazySearcher
from gui.game.open_game import OpenGame
from gui.text.i18n import tr
from gui.text.labels import game_title

log = logging.getLogger(__name__)


class ReviewState(Enum):
    """What a review of the line can do, or does."""

    WITHOUT_MOVES = "without_moves"
    """No position of the line needs a search."""
    WITHOUT_ENGINE = "without_engine"
    """No engine plays the game by these rules."""
    NEW = "new"
    """No position has been searched for the time of a review."""
    PARTIAL = "partial"
    """Some positions have."""
    COMPLETE = "complete"
    """All positions have."""
    RUNNING = "running"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewCount:
    """How far a review is."""

    done: int
    """Positions that need no search, or no longer."""

    total: int
    """Positions of the line that a review searches."""

    seconds_left: float
    """Estimated time of the other searches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """Searches of a review at one moment."""

    has_engine: bool = False
    """Whether an engine plays the game; not looked up if there is nothing to search."""

    waiting: tuple[Position, ...] = ()
    """Positions that are still to be searched."""

    total: int = 0
    """Positions of the line that a review searches."""

    reviewed: frozenset[int] = frozenset()
    """Nodes of the line whose positions need no search, or no longer."""


@dataclass(slots=True)
class _Memory:
    """What a review has done in one game; kept while another is on the screen."""

    variation: tuple[Move, ...] = ()
    """The moves of the variation that is reviewed; without any, the main line is."""

    searched: dict[tuple[Move, ...], float] = field(default_factory=dict)
    """Longest time of a search in seconds, by the moves to its position."""


class GameReviewer(QObject):
    """Review of the main line, or of a variation, of the game on the screen.

    Args:
        engine: Runs the searches.
        controller: The games.
        choice: Engine and time of the searches.
    """

    changed = pyqtSignal()  # see ``state``, ``count`` and ``line``
    completed = pyqtSignal()  # all positions are searched
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self, engine: EngineThread, controller: GameController, *, choice: ReviewChoice
    ) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._choice = choice
        self._before: list[SearchListener] = []
        self._game = controller.game
        self._memories: WeakKeyDictionary[OpenGame, _Memory] = WeakKeyDictionary()
        self._line = ReviewedLine.through(controller.session.record)
        self._record: GameRecord | None = controller.session.record
        self._asked_seconds = 0.0
        self._is_running = self._repeats = False
        self._kept_plan: tuple[GameRecord, _Plan] | None = None
        engine.became_idle.connect(self._search_next)
        engine.preparing_changed.connect(self._on_preparing_changed)
        controller.match_changed.connect(self._on_match_changed)

    @property
    def is_running(self) -> bool:
        """Whether a review is running or waits for another search."""
        return self._is_running

    @property
    def is_waiting(self) -> bool:
        """Whether a review is running, but another search goes first."""
        return self._is_running and not self._engine.is_searching_for(self)

    @property
    def is_preparing(self) -> bool:
        """Whether the engine is being prepared for a review."""
        return self._engine.is_searching_for(self) and self._engine.is_preparing

    @property
    def seconds(self) -> float:
        """Time for a position."""
        return self._choice.seconds()

    @property
    def line(self) -> ReviewedLine:
        """The line that is reviewed: the main line unless a variation was."""
        record, memory = self._game.session.record, self._memory
        if record is not self._record:
            self._record = record
            node = record.find_node(memory.variation)
            if node is None:
                memory.variation, node = (), 0
            if not self._line.is_through(record, node):
                self._line = ReviewedLine.through(record, node)
        return self._line

    @property
    def state(self) -> ReviewState:
        """What a review can do now."""
        if self._is_running:
            return ReviewState.RUNNING
        if not self._plan.total:
            return ReviewState.WITHOUT_MOVES
        if not self._plan.has_engine:
            return ReviewState.WITHOUT_ENGINE
        count = self.count
        if count.done == count.total:
            return ReviewState.COMPLETE
        return ReviewState.PARTIAL if count.done else ReviewState.NEW

    @property
    def count(self) -> ReviewCount:
        """How far the review of the line is."""
        waiting, total = len(self._plan.waiting), self._plan.total
        return ReviewCount(
            done=total - waiting, total=total, seconds_left=waiting * self.seconds
        )

    @property
    def reviewed_nodes(self) -> frozenset[int]:
        """Nodes of the line whose positions need no search, or no longer."""
        return self._plan.reviewed

    def refresh(self) -> None:
        """Follow another engine or another time."""
        self._forget_plan()
        self.changed.emit()

    def searcher(self) -> LazySearcher:
        """Return the searcher of reviews for the game on the screen.

        Raises:
            PresetError: No engine plays the game.
        """
        game = self._game
        return game.searcher(self._choice.fitted_engine(game.session.setup))

    def forget_searcher(self) -> None:
        """Drop the searcher; the next search gets a fresh one."""
        game = self._game
        game.forget_searcher(self._choice.fitted_engine(game.session.setup))

    def yield_to(self, listener: SearchListener) -> None:
        """Give the searches of ``listener`` priority."""
        self._before.append(listener)

    def start(self, *, of_board: bool = False, repeats: bool = False) -> None:
        """Start or continue a review; without moves or an engine, report it.

        Args:
            of_board: Review the line on the board, which may be a variation.
            repeats: Search every position again if none is left.
        """
        self._choose_line(of_board=of_board)
        state = self.state
        if state is ReviewState.WITHOUT_MOVES:
            message = tr("Review", "There are no moves to review yet.")
            self.problem_reported.emit(message)
        elif state is ReviewState.WITHOUT_ENGINE:
            message = tr("Review", "No engine supports this game with these rules.")
            self.problem_reported.emit(message)
        elif state is not ReviewState.RUNNING:
            self._repeats = repeats and state is ReviewState.COMPLETE
            if self._repeats:
                self._memory.searched.clear()
            self._is_running = True
            self._forget_plan()
            log.info("review of %d positions", self.count.total)
            self._search_next()

    def stop(self) -> bool:
        """Stop the review and keep what was found; return whether one was running."""
        was_running, self._is_running = self._is_running, False
        self._forget_plan()
        if was_running:
            if self._engine.is_searching_for(self):
                self._engine.cancel()
            log.info("review stopped")
            self.changed.emit()
        return was_running

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        history = report.position.history
        self._memory.searched[history] = self._asked_seconds
        self._forget_plan()
        node = self._game.session.record.find_node(history)
        if node is not None and report.result.has_value:
            analysis = kept_analysis(report.result)
            self._controller.store_analysis(node, analysis, game=self._game)
        self._search_next()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``."""
        log.warning("the review failed: %s", message)
        self.forget_searcher()
        self._is_running = False
        self.changed.emit()
        self.problem_reported.emit(message)

    def _choose_line(self, *, of_board: bool) -> None:
        """Take the main line, or the line on the board if that is another one."""
        session, memory = self._game.session, self._memory
        variation: tuple[Move, ...] = ()
        if of_board and not session.record.is_main(session.cursor):
            nodes = session.record.line_through(session.cursor)
            variation = tuple(session.record.moves_of(nodes))
        if variation != memory.variation:
            self.stop()
            memory.variation, self._record = variation, None
            self._forget_plan()

    @property
    def _memory(self) -> _Memory:
        return self._memories.setdefault(self._game, _Memory())

    @property
    def _plan(self) -> _Plan:
        """The searches to be made; the same until the record or a choice changes."""
        record = self._game.session.record
        if self._kept_plan is None or self._kept_plan[0] is not record:
            self._kept_plan = record, self._make_plan(record)
        return self._kept_plan[1]

    def _forget_plan(self) -> None:
        self._kept_plan = None

    def _make_plan(self, record: GameRecord) -> _Plan:
        line, seconds = self.line, self.seconds
        searches = line.searches()
        engine = self._choice.engine(record.setup) if searches else None
        if engine is None:
            every = tuple(position for _, position in searches)
            return _Plan(waiting=every, total=len(every))
        repeats = self._is_running and self._repeats
        with_network = has_network(engine, record.setup)

        def is_known(node: int, position: Position) -> bool:
            if self._memory.searched.get(position.history, 0.0) >= seconds:
                return True
            analysis = record.nodes[node].analysis
            return not repeats and is_reviewed(
                analysis, seconds=seconds, with_network=with_network
            )

        waiting = {node: at for node, at in searches if not is_known(node, at)}
        return _Plan(
            has_engine=True,
            waiting=tuple(waiting.values()),
            total=len(searches),
            reviewed=frozenset(line.nodes) - waiting.keys(),
        )

    def _search_next(self) -> None:
        """Search the next position, unless another search goes first."""
        from engine.search.api import Limits  # noqa: PLC0415

        if not self._is_running or self._must_wait():
            return
        waiting = self._plan.waiting
        if waiting:
            self._asked_seconds = seconds = self.seconds
            self._engine.request(
                self.searcher(),
                waiting[0],
                Limits(seconds=seconds),
                self,
                observer=_ignore,
            )
            self.changed.emit()
            return
        self._is_running = False
        self._forget_plan()
        log.info("review completed")
        self.changed.emit()
        self.completed.emit()

    def _must_wait(self) -> bool:
        """Return whether a search is running that goes first, or a player's is due."""
        searchers = (self, *self._before)
        is_busy = any(self._engine.is_searching_for(one) for one in searchers)
        return is_busy or self._controller.view.awaits_engine

    def _on_match_changed(self, view: MatchView) -> None:
        """Follow the line; another game stops the review."""
        if view.has_only_new_notes:
            return
        if self._controller.game is not self._game:
            self._follow_game()
        elif self._is_running:
            self._search_next()
        if view.has_new_position:
            self.changed.emit()

    def _follow_game(self) -> None:
        """Turn to the game on the screen, and report a review that this stops.

        Nothing listens in between: what is shown must be of one game.
        """
        left, was_running = self._game, self._is_running
        message = self._stopped_message(left) if was_running else ""
        self._is_running = False
        self._game, self._record = self._controller.game, None
        self._forget_plan()
        if was_running:
            if self._engine.is_searching_for(self):
                self._engine.cancel()
            log.info("review stopped by another game")
            self.problem_reported.emit(message)

    def _stopped_message(self, left: OpenGame) -> str:
        """Return the progress of the review of a game that leaves the screen."""
        text = tr("Review", "Review stopped at {done} of {total} positions.")
        if left in self._controller.games:
            text = tr(
                "Review",
                "Review of {game} stopped at {done} of {total} positions. Go back to "
                "the board to continue it.",
            )
        count, title = self.count, game_title(left.session.setup.game)
        return text.format(game=title, done=count.done, total=count.total)

    def _on_preparing_changed(self) -> None:
        if self._is_running:
            self.changed.emit()


def _ignore(_report: SearchReport) -> None:
    """Take a report that concerns no view: its position may not be on the board."""
