"""Continuations of the record on the board."""

from __future__ import annotations

from PyQt5.QtCore import QObject

from gui.board.board_view import BoardView
from gui.board.continuation_marks import Continuation
from gui.game.game_controller import GameController


class ContinuationOverlay(QObject):
    """Controller that marks the moves of the record in the position on the board.

    In a game in progress nothing is marked: moves taken back are not hints.

    Args:
        controller: The games.
        board: The board view.
    """

    def __init__(self, controller: GameController, board: BoardView) -> None:
        super().__init__(board)
        self._controller = controller
        self._board = board

    def refresh(self) -> None:
        """Mark the continuations of the current node."""
        marks = () if self._controller.view.is_in_play else self._continuations()
        self._board.set_continuations(marks)

    def _continuations(self) -> tuple[Continuation, ...]:
        """Return the continuations; a choice of colours has no cell."""
        session = self._controller.session
        children = session.record.nodes[session.cursor].children
        moves = session.record.moves_of(list(children))
        cells = [session.position.cell_of(move) for move in moves]
        return tuple(
            Continuation(cell=cell, is_main=number == 0)
            for number, cell in enumerate(cells)
            if cell is not None
        )
