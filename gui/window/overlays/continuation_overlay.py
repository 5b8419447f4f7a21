"""Continuations of the record on the board."""

from __future__ import annotations

from PyQt5.QtCore import QObject

from gui.board.board_view import BoardView
from gui.board.continuation_marks import Continuation
from gui.game.game_controller import GameController
from gui.game.live_analysis import LiveAnalysis


class ContinuationOverlay(QObject):
    """Controller that marks the moves of the record in the position on the board.

    In a game in progress nothing is marked: moves taken back are not hints. Nor is the
    solution marked while the user tries again.

    Args:
        controller: The games.
        live: Whether analysis is hidden from the user.
        board: The board view.
    """

    def __init__(
        self, controller: GameController, live: LiveAnalysis, board: BoardView
    ) -> None:
        super().__init__(board)
        self._controller = controller
        self._live = live
        self._board = board
        live.hidden_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Mark the continuations of the current node."""
        is_hidden = self._controller.view.is_in_play or self._live.is_hidden
        self._board.set_continuations(() if is_hidden else self._continuations())

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
