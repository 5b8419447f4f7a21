"""Controller of the board annotations, such as bridges, dead cells and connections."""

from __future__ import annotations

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QAction

from engine.core.game import Position
from engine.core.offers.annotations import BoardAnnotations
from gui.actions.actions import Commands
from gui.board.board_view import BoardView
from gui.board.line_stones import number_stones
from gui.game.annotation_reader import AnnotationReader
from gui.game.game_controller import GameController
from gui.panels.annotation_legend import AnnotationLegend
from gui.text.i18n import tr


class AnnotationController(QObject):
    """Controller that shows the annotations of the position while they are switched on.

    Args:
        action: Checkable action, which switches them on and off.
        reader: Source of the annotations.
        controller: The games.
        board: The board view.
        legend: Legend of the annotations.
    """

    status_reported = pyqtSignal(str)  # one sentence

    def __init__(
        self,
        *,
        action: QAction,
        reader: AnnotationReader,
        controller: GameController,
        board: BoardView,
        legend: AnnotationLegend,
    ) -> None:
        super().__init__(board)
        self._action = action
        self._reader = reader
        self._controller = controller
        self._board = board
        self._legend = legend
        self._shown: Position | None = None
        self._is_hidden = False
        self._is_asked = False  # whether the user has just switched them on
        controller.game_put.connect(legend.begin_game)
        reader.board_read.connect(self._on_board_read)
        reader.problem_reported.connect(self._on_problem_reported)
        self.refresh()

    def commands(self) -> Commands:
        """Return the command of the annotations, by action name."""
        return {"reading": self._on_switched}

    def set_hidden(self, is_hidden: bool) -> None:
        """Hide the annotations, as they may answer a question, or show them again."""
        self._is_hidden = is_hidden
        self.refresh()

    def refresh(self) -> None:
        """Show or hide the annotations of the position on the board."""
        position = self._controller.session.position
        is_offered = self._reader.can_read(position.setup.game)
        is_wanted = is_offered and self._action.isChecked()
        self._legend.set_setup(position.setup)
        self._legend.set_wanted(is_wanted=is_wanted)
        if not is_wanted or self._is_hidden or position.outcome is not None:
            self._reader.cancel()
            self._forget()
            self._legend.show_annotations(BoardAnnotations() if is_wanted else None)
        elif position is not self._shown:
            self._forget()
            self._shown = position
            self._legend.show_waiting()
            self._reader.request(position)

    def _forget(self) -> None:
        self._shown = None
        self._board.set_annotations(None)

    def _on_switched(self) -> None:
        self._is_asked = self._action.isChecked()
        self.refresh()

    def _on_board_read(self, annotations: BoardAnnotations) -> None:
        line = (
            () if self._shown is None else number_stones(self._shown, annotations.line)
        )
        self._board.set_annotations(annotations, line)
        self._legend.show_annotations(annotations)
        if self._is_asked and not self._legend.has_marks:
            text = tr("Annotations", "Nothing is marked in this position.")
            self.status_reported.emit(text)
        self._is_asked = False

    def _on_problem_reported(self, message: str) -> None:
        """Switch the annotations off, so that the error does not recur each move."""
        self._action.setChecked(False)
        self.refresh()
        self.status_reported.emit(message)
