"""Commands of the board's actions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PyQt5.QtCore import QObject

from gui.actions.actions import BoardActions
from gui.board.board_options import Orientation, SideMarkStyle
from gui.board.board_view import BoardView
from gui.board.viewport import WHOLE
from gui.panels.players_panel import PlayersPanel
from gui.settings.board_settings import OPTIONS, PALETTE, SIDE_MARKS
from gui.settings.settings import Settings
from gui.style.colour_blind import Palette


class BoardCommands(QObject):
    """Handlers of the board's actions.

    Args:
        actions: The board's actions.
        board: The board on the screen.
        players: The players, marked like their stones.
        settings: Display options of the board.
    """

    def __init__(
        self,
        actions: BoardActions,
        board: BoardView,
        players: PlayersPanel,
        settings: Settings,
    ) -> None:
        super().__init__(board)
        self._actions = actions
        self._board = board
        self._players = players
        self._settings = settings.board
        actions.coordinates.triggered.connect(self._show_coordinates)
        actions.numbers.triggered.connect(self._show_numbers)
        for orientation, action in actions.orientations.items():
            action.triggered.connect(partial(self._turn, orientation))
        for side_mark_style, action in actions.side_mark_style.items():
            action.triggered.connect(partial(self._mark, side_mark_style))
        for palette, action in actions.palettes.items():
            action.triggered.connect(partial(self._colour, palette))
        actions.zoom_in.triggered.connect(partial(board.zoom_by, 1))
        actions.zoom_out.triggered.connect(partial(board.zoom_by, -1))
        actions.zoom_whole.triggered.connect(board.show_whole)
        actions.keyboard.triggered.connect(board.enter_keyboard)
        board.zoom_changed.connect(self.refresh)
        settings.changed.connect(self._on_setting_changed)
        self.refresh()
        self._show_options()
        players.set_side_mark_style(self._settings.options.side_mark_style)

    def refresh(self) -> None:
        """Enable the actions that the board on the screen supports."""
        self._actions.show_board(
            can_turn=self._board.can_turn,
            is_zoomed=self._board.zoom_percent > WHOLE.percent,
        )

    def _on_setting_changed(self, key: str) -> None:
        if key in (*OPTIONS, PALETTE):
            self._show_options()
        if key == SIDE_MARKS:
            self._players.set_side_mark_style(self._settings.options.side_mark_style)

    def _show_options(self) -> None:
        """Apply the settings to the board and its actions."""
        self._board.set_options(self._settings.options)
        self._actions.show_settings(self._settings)

    def _show_coordinates(self, is_wanted: bool) -> None:
        self._settings.options = replace(self._settings.options, coordinates=is_wanted)

    def _show_numbers(self, is_wanted: bool) -> None:
        self._settings.options = replace(self._settings.options, numbers=is_wanted)

    def _turn(self, orientation: Orientation) -> None:
        self._settings.options = replace(
            self._settings.options, orientation=orientation
        )

    def _mark(self, side_mark_style: SideMarkStyle) -> None:
        self._settings.options = replace(
            self._settings.options, side_mark_style=side_mark_style
        )

    def _colour(self, palette: Palette) -> None:
        self._settings.palette = palette
