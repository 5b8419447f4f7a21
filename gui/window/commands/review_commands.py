"""Commands of a review, and what the board shows of it."""

from __future__ import annotations

from PyQt5.QtCore import QObject, pyqtSignal

from engine.core.types import EMPTY, Move
from engine.review.game_review import MoveReview
from gui.actions.actions import Commands
from gui.analysis.review_parts import ReviewParts
from gui.board.board_view import BoardView
from gui.game.game_controller import GameController
from gui.game.live_analysis import LiveAnalysis
from gui.text.i18n import tr
from gui.text.labels import win_rate
from gui.window.docks.dock_layouts import DockLayouts
from gui.window.overlays.candidate_overlay import CandidateOverlay


class ReviewCommands(QObject):
    """Handlers of the actions of a review.

    After a mistake the board shows its refutation and the better move. While the user
    tries again, a click is a move to judge and everything that engines found is hidden.

    Args:
        controller: The games.
        review: Search, result and practice of the review.
        live: Analysis of the position on the board.
        board: The board.
        candidates: Shows lines on the board.
        layouts: The panels.
    """

    status_reported = pyqtSignal(str)  # one sentence
    trying_changed = pyqtSignal(bool)  # see ``is_trying``

    def __init__(
        self,
        *,
        controller: GameController,
        review: ReviewParts,
        live: LiveAnalysis,
        board: BoardView,
        candidates: CandidateOverlay,
        layouts: DockLayouts,
    ) -> None:
        super().__init__(board)
        self._controller = controller
        self._reviewer, self._mistakes = review.reviewer, review.mistakes
        self._retry = review.retry
        self._live = live
        self._board = board
        self._candidates = candidates
        self._layouts = layouts
        self._is_marked = False
        self._reviewer.completed.connect(self._on_completed)
        for part in (self._reviewer, self._retry):
            part.problem_reported.connect(self.status_reported)
        self._mistakes.selected_changed.connect(self.refresh)
        self._retry.changed.connect(self._on_retry_changed)

    def commands(self) -> Commands:
        """Return the commands of a review, by action name."""
        return {
            "analyse_game": self.toggle,
            "review_variation": self._review_variation,
            "next_mistake": self._select_next,
            "previous_mistake": self._select_previous,
            "try_again": self._try_again,
        }

    @property
    def is_trying(self) -> bool:
        """Whether a click on the board is a move to judge."""
        return self._retry.task is not None

    def toggle(self) -> None:
        """Start, continue or stop the review of the main line, or repeat it."""
        if not self._reviewer.stop():
            self._layouts.show_panel("review")
            self._reviewer.start(repeats=True)

    def start(self) -> None:
        """Start or continue the review of the main line, and show its panel."""
        self._layouts.show_panel("review")
        self._reviewer.start()

    def select(self, mistake: MoveReview) -> None:
        """Show a mistake on the board and in its panel."""
        self._layouts.show_panel("review")
        self._mistakes.select(mistake)

    def try_cell(self, cell: Move) -> bool:
        """Judge a move if the user tries again; return whether that is so."""
        if self.is_trying:
            self._retry.try_cell(cell)
            return True
        return False

    def take_back(self) -> bool:
        """Take back the tried move if the user tries again; return whether that is so.

        The moves of the game stay as they are.
        """
        if self.is_trying:
            self._retry.take_back()
            return True
        return False

    def cancel(self) -> bool:
        """Leave *Try again*, or stop the review; return whether there was either."""
        task = self._retry.task
        if task is not None:
            self._retry.leave()
            self._mistakes.select(task.mistake)
            self._board.setFocus()
            return True
        return self._reviewer.stop()

    def refresh(self) -> None:
        """Show the selected mistake, or the move that was tried."""
        position, selected = self._live.position, self._mistakes.selected
        line: tuple[Move, ...] = ()
        better: MoveReview | None = None
        if self.is_trying:
            line = self._retry.line
        elif selected is not None:
            line, better = selected.refutation, selected
        self._candidates.show_line(position, line)
        self._mark(better)

    def _mark(self, mistake: MoveReview | None) -> None:
        """Mark the better move of a mistake on the board."""
        stones = self._live.position.stones
        is_cell = mistake is not None and mistake.best < len(stones)
        if mistake is not None and is_cell and stones[mistake.best] == EMPTY:
            text = f"{win_rate(mistake.best_value):.0f}"
            self._board.set_hint(mistake.best, text)
            self._is_marked = True
        elif self._is_marked:
            self._board.set_hint(None)
            self._is_marked = False

    def _review_variation(self) -> None:
        self._layouts.show_panel("review")
        self._reviewer.start(of_board=True)

    def _select_next(self) -> None:
        if self._mistakes.next is not None:
            self.select(self._mistakes.next)

    def _select_previous(self) -> None:
        if self._mistakes.previous is not None:
            self.select(self._mistakes.previous)

    def _try_again(self) -> None:
        mistake = self._mistakes.on_board
        if mistake is not None:
            self._layouts.show_panel("review")
            self._retry.start(mistake)
            self._board.setFocus()  # not the next button, which Space would press

    def _on_retry_changed(self) -> None:
        self._live.set_hidden(self.is_trying)
        self.refresh()
        self.trying_changed.emit(self.is_trying)

    def _on_completed(self) -> None:
        count = len(self._mistakes.found)
        text = tr("Review", "The review is complete. Mistakes: {count}.")
        self.status_reported.emit(text.format(count=count))
