"""Commands of the board's actions."""

from __future__ import annotations

from functools import partial

from PyQt5.QtCore import QObject

from gui.actions.actions import Actions
from gui.board.board_options import BOARD_OPTIONS, SIDE_MARKS
from gui.board.board_view import BoardView
from gui.board.viewport import WHOLE
from gui.panels.players_panel import PlayersPanel
from gui.settings.settings import Settings, board_options

OPTION_KEYS = {option.key for option in BOARD_OPTIONS}


class BoardCommands(QObject):
    """Handlers of the board's actions; shows the display options.

    Args:
        actions: The window's actions.
        board: The board on the screen.
        players: The players, marked like their stones.
        settings: Display options of the board.
    """

    def __init__(
        self,
        actions: Actions,
        board: BoardView,
        players: PlayersPanel,
        settings: Settings,
    ) -> None:
        super().__init__(board)
        self._actions = actions
        self._board = board
        self._players = players
        self._settings = settings
        commands = actions.board
        commands.zoom_in.triggered.connect(partial(board.zoom_by, 1))
        commands.zoom_out.triggered.connect(partial(board.zoom_by, -1))
        commands.zoom_whole.triggered.connect(board.show_whole)
        commands.keyboard.triggered.connect(board.enter_keyboard)
        board.zoom_changed.connect(self.refresh)
        settings.changed.connect(self._on_setting_changed)
        self.refresh()
        self._show_options()
        self._show_side_marks()

    def refresh(self) -> None:
        """Enable the actions that the board on the screen supports."""
        self._actions.options.set_slanted(is_slanted=self._board.can_turn)
        is_zoomed = self._board.zoom_percent > WHOLE.percent
        self._actions.board.set_zoomed(is_zoomed=is_zoomed)

    def _on_setting_changed(self, key: str) -> None:
        if key in OPTION_KEYS:
            self._show_options()
        if key == SIDE_MARKS.key:
            self._show_side_marks()

    def _show_options(self) -> None:
        self._board.set_options(board_options(self._settings))

    def _show_side_marks(self) -> None:
        self._players.set_side_mark_style(self._settings[SIDE_MARKS])
