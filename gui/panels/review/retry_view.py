"""The part of the panel *Review* for *Try again*."""

from __future__ import annotations

from PyQt5.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.review.game_review import MoveReview
from gui.analysis.retry import Retry, Task
from gui.analysis.review_messages import line_text, verdict_message
from gui.settings.settings import Settings, loss_thresholds
from gui.style.theme import SPACE_M, SPACE_S
from gui.text.i18n import tr
from gui.text.labels import move_label, side_title
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.retranslated import Retranslated


class RetryView(Retranslated, QWidget):
    """Task, verdict on the move that was tried, and what to do next.

    Args:
        retry: The retry of a mistake.
        settings: Loss below which a move is as good as the best one.
    """

    def __init__(self, retry: Retry, settings: Settings) -> None:
        super().__init__()
        self._retry = retry
        self._settings = settings
        self.setObjectName("view_trial")
        self._heading, self._task, self._verdict = (PlainLabel() for _ in range(3))
        self._heading.setProperty("role", "strong")
        self._task.setWordWrap(True)
        self._verdict.setWordWrap(True)
        self._verdict.setObjectName("label_verdict")
        self.leave_button = QPushButton()
        self.leave_button.setObjectName("button_leave_trial")
        self._solution, self._keep = QPushButton(), QPushButton()
        self._solution.setObjectName("button_solution")
        self._keep.setObjectName("button_keep_trial")
        self._solution.clicked.connect(retry.show_solution)
        self._keep.clicked.connect(retry.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        for label in (self._heading, self._task, self._verdict):
            column.addWidget(label)
        column.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        for button in (self._solution, self._keep, self.leave_button):
            buttons.addWidget(button, 1)
        column.addLayout(buttons)
        retry.changed.connect(self.refresh)
        self._retranslate()

    def _retranslate(self) -> None:
        self._heading.setText(tr("Review", "Try again"))
        self._solution.setText(tr("Review", "Solution"))
        self._keep.setText(tr("Review", "Keep"))
        self.leave_button.setText(tr("Review", "Leave"))
        set_tip(self._solution, tr("Review", "Show the best line on the board"))
        tip = tr("Review", "Add the moves on the board to the game as a variation")
        set_tip(self._keep, tip)
        set_tip(self.leave_button, tr("Review", "Back to the review (Esc)"))
        self.refresh()

    def refresh(self) -> None:
        """Show the task and the verdict."""
        task = self._retry.task
        if task is None:
            return
        self._task.setText(_task_text(task.mistake, task))
        self._verdict.setText(self._verdict_text(task))
        is_good = self._retry.is_solved or self._is_good()
        self._verdict.setProperty("role", "strong" if is_good else "")
        self._verdict.style().unpolish(self._verdict)
        self._verdict.style().polish(self._verdict)
        self._solution.setEnabled(not self._retry.is_solved)
        self._keep.setEnabled(bool(self._retry.line))

    def _is_good(self) -> bool:
        """Return whether the tried move is as good as the best one."""
        tried = self._retry.tried
        return tried is not None and tried.loss < loss_thresholds(self._settings).least

    def _verdict_text(self, task: Task) -> str:
        retry, position = self._retry, task.position
        if retry.is_solved:
            return tr("Review", "Solution: {moves}").format(
                moves=line_text(position, retry.line)
            )
        if retry.searched is not None:
            return tr("Review", "Searching {move}…").format(
                move=move_label(position, retry.searched)
            )
        if retry.tried is None:
            return tr("Review", "Click your move on the board.")
        return verdict_message(
            position,
            retry.tried,
            is_played=retry.tried.move == task.mistake.move,
            least_loss=loss_thresholds(self._settings).least,
        )


def _task_text(mistake: MoveReview, task: Task) -> str:
    position = task.position
    text = tr(
        "Review",
        "Move {number}: {side} played {move} and lost {loss} %. Find a better move.",
    )
    return text.format(
        number=mistake.ply,
        side=side_title(position.setup.game, position.colour_of(mistake.seat)),
        move=move_label(position, mistake.move),
        loss=f"{100 * mistake.loss:.0f}",
    )
