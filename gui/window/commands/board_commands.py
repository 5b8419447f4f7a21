"""Commands of the board's actions."""

from __future__ import annotations

from functools import partial

from PyQt5.QtCore import QObject

from gui.actions.actions import Commands
from gui.board.board_options import BOARD_OPTIONS
from gui.board.board_view import BoardView
from gui.settings.settings import Settings, board_options

OPTION_KEYS = {option.key for option in BOARD_OPTIONS}


class BoardCommands(QObject):
    """Handlers of the board's actions; shows the display options.

    Args:
        board: The board on the screen.
        settings: Display options of the board.
    """

    def __init__(self, board: BoardView, settings: Settings) -> None:
        super().__init__(board)
        self._board = board
        self._settings = settings
        settings.changed.connect(self._on_setting_changed)
        self._show_options()

    def commands(self) -> Commands:
        """Return the commands of the board, by action name."""
        return {
            "zoom_in": partial(self._board.zoom_by, 1),
            "zoom_out": partial(self._board.zoom_by, -1),
            "zoom_whole": self._board.show_whole,
            "keyboard": self._board.enter_keyboard,
        }

    def _on_setting_changed(self, key: str) -> None:
        if key in OPTION_KEYS:
            self._show_options()

    def _show_options(self) -> None:
        self._board.set_options(board_options(self._settings))
