"""Card with the last move of a contest game in large type and the operator's task."""

from __future__ import annotations

from PyQt5.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from engine.core.game import Position
from engine.core.types import Move, Player
from gui.contest.big_text import BigText, Ink
from gui.contest.contest_game import ContestGame, ContestState
from gui.contest.contest_labels import colour_of_last, move_text, result_text
from gui.contest.size_class import SizeClass
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from gui.text.i18n import join_sentences, tr
from gui.text.labels import (
    decision_message,
    opening_title,
    outcome_title,
    side_title,
)
from gui.text.plain_text import PlainLabel
from gui.widgets.side_badge import SideBadge

MOVE_SIZE = 150
"""Height of the move's font in pixels at 100 %."""

STONE_SIZE = 76
"""Side of the stone beside it, in pixels at 100 %."""


SMALL_STONE_SIZE = 40
"""The same in the tight size class."""


class MoveCard(QFrame):
    """Card with the move to read aloud and the operator's task.

    Args:
        game: The game.
    """

    def __init__(self, game: ContestGame) -> None:
        super().__init__()
        self._game = game
        self.setObjectName("contest_move_card")
        self.setProperty("card", True)
        self._caption = PlainLabel()
        self._caption.setObjectName("contest_move_caption")
        self._caption.setProperty("role", "title")
        self._mark = SideBadge(STONE_SIZE)
        self._mark.setSizePolicy(QSizePolicy.Preferred, QSizePolicy.Ignored)
        self._move = BigText("contest_move", largest=MOVE_SIZE)
        self.task = PlainLabel()
        """Label of the operator's task."""

        self.task.setObjectName("contest_task")
        self.task.setWordWrap(True)
        row = self._row = QHBoxLayout()
        row.addWidget(self._mark)
        row.addWidget(self._move, 1)
        column = self._column = QVBoxLayout(self)
        column.setSpacing(SPACE_S)
        column.addWidget(self._caption)
        column.addLayout(row, 1)
        self.set_size_class(SizeClass.LARGE)
        self.refresh()

    def set_size_class(self, size_class: SizeClass) -> None:
        """Choose the type of the task, the margins and the place of the caption.

        In the tight class the caption is beside the move, and ``task`` is to be placed
        outside.
        """
        is_tight = size_class is SizeClass.TIGHT
        for part in (self._caption, self.task):
            set_dynamic_property(part, "size_class", size_class.value)
        self._caption.setWordWrap(is_tight)
        if is_tight:
            self._column.removeWidget(self._caption)
            self._row.addWidget(self._caption, 1)
        else:
            self._row.removeWidget(self._caption)
            self._column.insertWidget(0, self._caption)
            self._column.addWidget(self.task)
        self._row.setSpacing(SPACE_M if is_tight else SPACE_L)
        self._mark.setMaximumWidth(SMALL_STONE_SIZE if is_tight else STONE_SIZE)
        side, end = (SPACE_M, SPACE_XS) if is_tight else (SPACE_L, SPACE_M)
        self._column.setContentsMargins(side, end, side, end)
        self._column.setSpacing(SPACE_XS if is_tight else SPACE_S)

    def refresh(self) -> None:
        """Show the result, our answer or the last move."""
        game = self._game
        session = game.session
        history = session.position.history
        if game.state is ContestState.OVER and session.outcome is not None:
            self._show_result()
        elif game.answer is not None:
            self._show_move(len(history) + 1, game.answer, session.position.to_move)
        elif history:
            self._show_move(len(history), history[-1], self._colour_of_last())
        else:
            self._show_nothing()
        self.show_task()

    def _colour_of_last(self) -> Player:
        """Return the side of the last stone, or of who made the last choice."""
        session = self._game.session
        return colour_of_last(session.record, session.position)

    def _show_move(self, number: int, move: Move, colour: Player) -> None:
        game = self._game
        side = side_title(game.contest.setup.game, colour)
        text = tr("Contest", "Move {number} · {side}")
        parts = [text.format(number=number, side=side), self._opening_title()]
        self._caption.setText(" · ".join(filter(None, parts)))
        self._mark.setVisible(True)
        self._mark.show_side(game.contest.setup.game, colour)
        is_ours = game.answer is not None
        self._move.set_ink(Ink.ACCENT if is_ours else Ink.TEXT)
        self._move.set_text(move_text(game.contest, move))

    def _opening_title(self) -> str:
        """Return the name of the opening after the move shown; empty without one."""
        position, answer = self._game.session.position, self._game.answer
        shown = position if answer is None else position.play(answer)
        return opening_title(shown)

    def _show_result(self) -> None:
        outcome = self._game.session.outcome
        if outcome is None:
            return
        contest = self._game.contest
        self._caption.setText(result_text(contest, outcome))
        self._mark.setVisible(outcome.winner is not None)
        if outcome.winner is not None:
            self._mark.show_side(contest.setup.game, outcome.winner)
        self._move.set_ink(Ink.TEXT)
        self._move.set_text(outcome_title(contest.setup, outcome))

    def _show_nothing(self) -> None:
        self._caption.setText(tr("Contest", "No move yet"))
        self._mark.setVisible(False)
        self._move.set_ink(Ink.MUTED)
        self._move.set_text("–")  # noqa: RUF001

    def show_task(self) -> None:
        """Show the operator's task, which changes while our engine is prepared."""
        game = self._game
        self.task.setText(_task_sentence(game))
        is_urgent = game.state is ContestState.PLACING or game.is_paused
        set_dynamic_property(self.task, "urgent", is_urgent)


def _task_sentence(game: ContestGame) -> str:
    """Return the operator's task now."""
    contest, position = game.contest, game.session.position
    name = contest.setup.game
    if game.state is ContestState.OVER:
        return _end_sentence(game)
    if game.is_paused:
        return join_sentences([game.clocks_sentence, _preparation_sentence(game)])
    if game.compiled_share is not None and game.state is ContestState.THINKING:
        return _preparation_sentence(game)
    if game.state is ContestState.PLACING and game.answer is not None:
        return _placing_message(position, game.answer).format(
            side=side_title(name, position.to_move),
            cell=move_text(contest, game.answer),
        )
    sentences = {
        ContestState.THINKING: tr("Contest", "Our engine is thinking for {side}."),
        ContestState.OURS: tr("Contest", "Our turn. Type our move for {side}."),
        ContestState.THEIRS: tr("Contest", "Their turn. Type their move for {side}."),
    }
    request = decision_message(position)
    if request and game.state is not ContestState.THINKING:
        # it names the colour of a stone, which need not be that of who decides
        sentences = {
            ContestState.OURS: tr("Contest", "Our turn. Type our move."),
            ContestState.THEIRS: tr("Contest", "Their turn. Type their move."),
        }
        text = tr("Contest", "{turn} {request}")
        return text.format(turn=sentences[game.state], request=request)
    side = side_title(name, position.colour_of(position.seat_to_move))
    return sentences[game.state].format(side=side)


def _end_sentence(game: ContestGame) -> str:
    if game.is_saved:
        return tr("Contest", "The record is saved. Press F12 to leave.")
    return tr("Contest", "Press F2 to save the record.")


def _preparation_sentence(game: ContestGame) -> str:
    """Return how far our engine is compiled; an empty text if nothing is compiled."""
    share = game.compiled_share
    if share is None:
        return ""
    text = tr("Contest", "Our engine is being prepared (only once): {percent} %.")
    return text.format(percent=int(100 * share))


def _placing_message(position: Position, answer: Move) -> str:
    """Return the task for our answer, with fields for the side and the cell.

    The clock is pressed when the other team is to move.
    """
    is_stone = answer < position.setup.cell_count
    if position.play(answer).seat_to_move is position.seat_to_move:
        if is_stone:
            return tr("Contest", "Put {side} on {cell}, then Enter.")
        return tr("Contest", "Say “{cell}”, then Enter.")
    if is_stone:
        return tr("Contest", "Put {side} on {cell}, press the clock, then Enter.")
    return tr("Contest", "Say “{cell}”, press the clock, then Enter.")
