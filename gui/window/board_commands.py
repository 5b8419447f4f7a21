"""Commands of the board's actions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PyQt5.QtCore import QObject, pyqtSignal

from gui.actions.actions import BoardActions
from gui.board.board_options import Orientation, SideMarkStyle
from gui.board.board_view import BoardView
from gui.board.viewport import WHOLE
from gui.settings.board_settings import BoardSettings
from gui.style.colour_blind import Palette


class BoardCommands(QObject):
    """Handlers of the board's actions.

    Args:
        actions: The board's actions.
        board: The board on the screen.
        settings: Settings of the board.
    """

    settings_changed = pyqtSignal()

    def __init__(
        self, actions: BoardActions, board: BoardView, settings: BoardSettings
    ) -> None:
        super().__init__(board)
        self._actions = actions
        self._board = board
        self._settings = settings
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
        self.refresh()

    def refresh(self) -> None:
        """Enable the actions that the board on the screen supports."""
        self._actions.show_board(
            can_turn=self._board.can_turn,
            is_zoomed=self._board.zoom_percent > WHOLE.percent,
        )

    def show_settings(self) -> None:
        """Apply the settings to the board and its actions."""
        self._board.set_options(self._settings.options)
        self._actions.show_settings(self._settings)

    def _show_coordinates(self, is_wanted: bool) -> None:
        self._settings.options = replace(self._settings.options, coordinates=is_wanted)
        self.settings_changed.emit()

    def _show_numbers(self, is_wanted: bool) -> None:
        self._settings.options = replace(self._settings.options, numbers=is_wanted)
        self.settings_changed.emit()

    def _turn(self, orientation: Orientation) -> None:
        self._settings.options = replace(
            self._settings.options, orientation=orientation
        )
        self.settings_changed.emit()

    def _mark(self, side_mark_style: SideMarkStyle) -> None:
        self._settings.options = replace(
            self._settings.options, side_mark_style=side_mark_style
        )
        self.settings_changed.emit()

    def _colour(self, palette: Palette) -> None:
        self._settings.palette = palette
        self.settings_changed.emit()
