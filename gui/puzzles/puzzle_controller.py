"""Controller of the window *Puzzles*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWidgets import QWidget

from engine.core.game import Position
from engine.games import GAMES
from engine.records.model.record import GameRecord
from gui.actions.actions import Commands
from gui.game.game_controller import GameController
from gui.game.game_factory import GameFactory
from gui.settings.settings import Settings, board_options

if TYPE_CHECKING:
    from gui.puzzles.puzzle_window import PuzzleWindow


class PuzzleController(QObject):
    """Shows the window; one at a time.

    Args:
        controller: The games.
        factory: Makes the game of a puzzle that goes to the main board.
        settings: Solved puzzles, and display options of the board.
        window: The main window.
    """

    game_begun = pyqtSignal()  # a puzzle is on the main board

    def __init__(
        self,
        controller: GameController,
        factory: GameFactory,
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._controller = controller
        self._factory = factory
        self._settings = settings
        self._window = window
        self._shown: PuzzleWindow | None = None

    def commands(self) -> Commands:
        """Return the command by its action name."""
        return {"puzzles": self.show}

    def show(self) -> PuzzleWindow:
        """Show the window, or bring it to the front."""
        from engine.puzzles.puzzle import read_puzzles  # noqa: PLC0415
        from gui.puzzles.puzzle_collection import PuzzleCollection  # noqa: PLC0415
        from gui.puzzles.puzzle_window import PuzzleWindow  # noqa: PLC0415

        if self._shown is None:
            puzzles = [puzzle for game in GAMES for puzzle in read_puzzles(game)]
            self._shown = PuzzleWindow(
                PuzzleCollection(puzzles, self._settings),
                self._controller.session.setup.game,
                board_options(self._settings),
                self._window,
            )
            self._shown.closed.connect(self._forget)
            self._shown.board_requested.connect(self._put_on_board)
            self._shown.show()
            return self._shown
        self._shown.raise_()
        self._shown.activateWindow()
        return self._shown

    def _put_on_board(self, position: Position) -> None:
        """Begin a game of two persons with the moves of a puzzle."""
        record, last = GameRecord(setup=position.setup), 0
        for move in position.history:
            record, last = record.with_move(last, move)
        self._controller.begin_game(
            position.setup.game, lambda: self._factory.open_record(record, None)
        )
        self.game_begun.emit()

    def _forget(self) -> None:
        self._shown = None
