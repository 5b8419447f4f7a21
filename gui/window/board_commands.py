"""Commands of the board's actions."""

from __future__ import annotations

from functools import partial

from PyQt5.QtCore import QObject

from gui.actions.actions import Commands
from gui.board.board_options import BOARD_OPTIONS, SIDE_MARKS
from gui.board.board_view import BoardView
from gui.panels.players_panel import PlayersPanel
from gui.settings.settings import Settings, board_options

OPTION_KEYS = {option.key for option in BOARD_OPTIONS}


class BoardCommands(QObject):
    """Handlers of the board's actions; shows the display options.

    Args:
        board: The board on the screen.
        players: The players, marked like their stones.
        settings: Display options of the board.
    """

    def __init__(
        self, board: BoardView, players: PlayersPanel, settings: Settings
    ) -> None:
        super().__init__(board)
        self._board = board
        self._players = players
        self._settings = settings
        settings.changed.connect(self._on_setting_changed)
        self._show_options()
        self._show_side_marks()

    def commands(self) -> Commands:
        """Return what the actions of the board do."""
        return {
            "zoom_in": partial(self._board.zoom_by, 1),
            "zoom_out": partial(self._board.zoom_by, -1),
            "zoom_whole": self._board.show_whole,
            "keyboard": self._board.enter_keyboard,
        }

    def _on_setting_changed(self, key: str) -> None:
        if key in OPTION_KEYS:
            self._show_options()
        if key == SIDE_MARKS.key:
            self._show_side_marks()

    def _show_options(self) -> None:
        self._board.set_options(board_options(self._settings))

    def _show_side_marks(self) -> None:
        self._players.set_side_mark_style(self._settings[SIDE_MARKS])
