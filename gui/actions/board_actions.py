"""What the user can tell the board: how to lie, to be marked, coloured and enlarged."""

from __future__ import annotations

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QAction, QActionGroup

from gui.board.board_options import Orientation, SideMarkStyle
from gui.settings.board_settings import BoardSettings
from gui.style.colour_blind import Palette


class BoardActions(QObject):
    """The part of the window's actions that is about the board.

    Args:
        parent: The window's actions, which own these, too, and give them texts.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.coordinates = self._toggle("coordinates")
        self.numbers = self._toggle("numbers")
        self.candidates = self._toggle("candidates")
        self.annotations = self._toggle("reading")
        self.side_mark_style = {
            one: self._toggle(f"side_marks_{one.value}") for one in SideMarkStyle
        }
        self.orientations = {
            one: self._toggle(f"orientation_{one.value}") for one in Orientation
        }
        self.palettes = {one: self._toggle(f"palette_{one.value}") for one in Palette}
        for choices in (self.side_mark_style, self.orientations, self.palettes):
            group = QActionGroup(self)
            for action in choices.values():
                group.addAction(action)
        self.zoom_in = self._action("zoom_in")
        self.zoom_out = self._action("zoom_out")
        self.zoom_whole = self._action("zoom_whole")
        self.keyboard = self._action("keyboard")

    def show_settings(self, settings: BoardSettings) -> None:
        """Tick what is chosen."""
        options = settings.options
        self.coordinates.setChecked(options.coordinates)
        self.numbers.setChecked(options.numbers)
        self.side_mark_style[options.side_mark_style].setChecked(True)
        self.orientations[options.orientation].setChecked(True)
        self.palettes[settings.palette].setChecked(True)

    def show_board(self, *, can_turn: bool, is_zoomed: bool) -> None:
        """Enable what makes sense for the board on the screen."""
        for action in self.orientations.values():
            action.setEnabled(can_turn)
        self.zoom_out.setEnabled(is_zoomed)
        self.zoom_whole.setEnabled(is_zoomed)

    def _toggle(self, name: str) -> QAction:
        action = self._action(name)
        action.setCheckable(True)
        return action

    def _action(self, name: str) -> QAction:
        action = QAction(self)
        action.setObjectName(name)
        return action
