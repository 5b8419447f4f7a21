"""*Try again*: the user looks for the better move in the place of a mistake.

The record is not changed unless the user keeps a move as a variation. Until the retry
ends, nothing that an engine has found in the position is shown.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.errors import EngineError, IllegalMoveError
from engine.core.game import Position
from engine.core.types import Move, MoveAnalysis
from engine.match.session.game_session import GameSession
from engine.match.view import MatchView
from engine.review.game_review import MoveReview
from engine.review.tried_move import TriedMove, try_move
from engine.search.kept_analysis import kept_analysis
from gui.analysis.game_reviewer import GameReviewer
from gui.analysis.mistakes import Mistakes
from gui.game.engine_thread import EngineThread, SearchReport
from gui.game.game_controller import GameController
from gui.text.i18n import translate_message

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The position in which a better move is to be found."""

    mistake: MoveReview
    """The mistake."""

    node: int
    """Index of the node before it."""

    position: Position
    """The position before it, as it is on the board."""

    analysis: MoveAnalysis
    """What the review has found there."""


class Retry(QObject):
    """A retry of a mistake: the user looks for the better move.

    Args:
        engine: Searches the position after a move that the review did not look at.
        controller: The games.
        mistakes: The mistakes of the line.
        reviewer: Engine and time of a search.
    """

    changed = pyqtSignal()  # see ``task``, ``tried``, ``is_solved`` and ``line``
    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        engine: EngineThread,
        controller: GameController,
        mistakes: Mistakes,
        reviewer: GameReviewer,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._controller = controller
        self._mistakes = mistakes
        self._reviewer = reviewer
        self._task: Task | None = None
        self._searched: Move | None = None
        self._tried: TriedMove | None = None
        self._is_solved = False
        controller.match_changed.connect(self._on_match_changed)

    @property
    def task(self) -> Task | None:
        """The position in which a better move is to be found; ``None`` outside."""
        return self._task

    @property
    def tried(self) -> TriedMove | None:
        """The move that was tried last, with its loss."""
        return self._tried

    @property
    def searched(self) -> Move | None:
        """The move whose loss a search evaluates."""
        return self._searched

    @property
    def is_solved(self) -> bool:
        """Whether the solution is shown."""
        return self._is_solved

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that the board shows: those tried, or the solution."""
        if self._task is not None and self._is_solved:
            return self._task.mistake.best_line
        if self._searched is not None:
            return (self._searched,)
        return () if self._tried is None else self._tried.line

    def can_start(self, mistake: MoveReview) -> bool:
        """Return whether the better move of a mistake is a cell to click."""
        position = self._mistakes.position_before(mistake)
        return mistake.best < position.setup.cell_count

    def start(self, mistake: MoveReview) -> None:
        """Show the position before a mistake and wait for a move."""
        self.leave()
        session, node = self._controller.session, self._mistakes.node_before(mistake)
        analysis = session.record.nodes[node].analysis
        if analysis is None or not self.can_start(mistake):
            return
        self._controller.go_to(node)
        self._task = Task(
            mistake=mistake, node=node, position=session.position, analysis=analysis
        )
        self.changed.emit()

    def try_cell(self, move: Move) -> None:
        """Find out how good a move is; a search may be needed."""
        task = self._task
        if task is None:
            return
        self._forget()
        try:
            after = self._find_analysis(task, move)
            self._tried = try_move(
                task.position, move, before=task.analysis, after=after
            )
        except IllegalMoveError as error:
            self.problem_reported.emit(translate_message(error.message))
        else:
            if self._tried is None:
                self._search(task.position.play(move))
        self.changed.emit()

    def take_back(self) -> None:
        """Take the tried move or the solution off the board."""
        if self.line:
            self._forget()
            self.changed.emit()

    def show_solution(self) -> None:
        """Show the best line of the review."""
        if self._task is not None:
            self._forget()
            self._is_solved = True
            self.changed.emit()

    def keep(self) -> None:
        """Add the moves on the board as a variation, and leave."""
        task, line = self._task, self.line
        if task is None or not line:
            return
        self.leave()
        try:
            self._controller.edit(lambda session: _add_line(session, task, line))
        except EngineError as error:
            self.problem_reported.emit(translate_message(error.message))

    def leave(self) -> bool:
        """End the retry; return whether there was one."""
        was_active = self._task is not None
        self._forget()
        self._task = None
        if was_active:
            self.changed.emit()
        return was_active

    def search_finished(self, report: SearchReport) -> None:
        """See ``SearchListener``."""
        task, move = self._task, self._searched
        if task is not None and move is not None:
            self._searched = None
            after = kept_analysis(report.result)
            self._tried = try_move(
                task.position, move, before=task.analysis, after=after
            )
            self.changed.emit()

    def search_failed(self, message: str) -> None:
        """See ``SearchListener``."""
        log.warning("the search of a tried move failed: %s", message)
        self._reviewer.forget_searcher()
        self._searched = None
        self.changed.emit()
        self.problem_reported.emit(message)

    def _find_analysis(self, task: Task, move: Move) -> MoveAnalysis | None:
        """Return the analysis of the position after a move, if the record has one."""
        record = self._controller.session.record
        node = record.child_by_move(task.node, move)
        return None if node is None else record.nodes[node].analysis

    def _search(self, position: Position) -> None:
        from engine.search.api import Limits  # noqa: PLC0415

        self._searched = position.last_move
        self._engine.request(
            self._reviewer.searcher(),
            position,
            Limits(seconds=self._reviewer.seconds),
            self,
            observer=_ignore,
        )

    def _forget(self) -> None:
        """Forget the last move and the search of it."""
        self._tried = self._searched = None
        self._is_solved = False
        if self._engine.is_searching_for(self):
            self._engine.cancel()

    def _on_match_changed(self, view: MatchView) -> None:
        """End the retry when another position is shown."""
        if self._task is not None and view.position is not self._task.position:
            self.leave()


def _add_line(session: GameSession, task: Task, line: tuple[Move, ...]) -> None:
    """Add a variation as far as its moves are legal, and go to its first move.

    A line that follows the game to its end adds nothing to it.
    """
    session.go_to(task.mistake.node)
    session.go_to(task.node)
    nodes = []
    for move in line:
        if session.outcome is not None or session.is_in_play:
            break
        if not session.position.is_legal(move):
            break
        session.play(move)
        nodes.append(session.cursor)
    session.go_to(nodes[0])


def _ignore(_report: SearchReport) -> None:
    """Take a report of a position that is not on the board."""
