"""Reading aids: bridges, dead cells and connections, drawn for as long as wanted."""

from __future__ import annotations

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QAction

from engine.core.game import Position
from engine.games.hex.annotations import BoardAnnotations
from gui.board.board_view import BoardView
from gui.game.annotation_reader import BoardReader
from gui.game.game_controller import GameController
from gui.panels.annotation_legend import AnnotationLegend


class ReadingAids(QObject):
    """Keeps what is known of the position on the board in sight.

    Args:
        action: Says whether the user wants it; enabled where a game has any.
        reader: Reads the boards.
        controller: The games.
        board: Where it is drawn.
        bar: Explains it.
    """

    problem_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        *,
        action: QAction,
        reader: BoardReader,
        controller: GameController,
        board: BoardView,
        bar: AnnotationLegend,
    ) -> None:
        super().__init__(board)
        self._action = action
        self._reader = reader
        self._controller = controller
        self._board = board
        self._bar = bar
        self._shown: Position | None = None
        action.toggled.connect(self.refresh)
        reader.board_read.connect(self._on_board_read)
        reader.problem_reported.connect(self._on_problem_reported)
        self.refresh()

    def refresh(self) -> None:
        """Follow the position on the board and the wish of the user."""
        position = self._controller.session.position
        has_aids = self._reader.can_read(position.setup.game)
        self._action.setEnabled(has_aids)
        is_wanted = has_aids and self._action.isChecked()
        self._bar.setVisible(is_wanted)
        if not is_wanted or position.outcome is not None:
            self._reader.cancel()
            self._forget()
        elif position is not self._shown:
            self._forget()
            self._shown = position
            self._bar.show_waiting()
            self._reader.request(position)

    def _forget(self) -> None:
        self._shown = None
        self._board.set_annotations(None)
        self._bar.show_legend()

    def _on_board_read(self, reading: BoardAnnotations) -> None:
        self._board.set_annotations(reading)
        self._bar.show_legend()

    def _on_problem_reported(self, message: str) -> None:
        """Let the wish go, so that no board fails again with every move."""
        self._action.setChecked(False)
        self.problem_reported.emit(message)
