"""Settings page for the board view."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gui.board.board_options import BoardOptions, Orientation, SideMarkStyle
from gui.dialogs.settings_dialog.page import SettingsPage
from gui.settings.board_settings import BoardSettings
from gui.style.colour_blind import Palette
from gui.text.i18n import tr
from gui.widgets.choice_box import ChoiceBox


class BoardPage(SettingsPage):
    """Settings page for marks, orientation and colours of the board."""

    def __init__(self, settings: BoardSettings) -> None:
        super().__init__("settings_board", tr("Settings", "Board"))
        self._settings = settings
        options = settings.options
        self._coordinates = self.add_check(
            "settings_coordinates",
            tr("Settings", "Coordinates"),
            is_checked=options.coordinates,
            label=tr("Settings", "Show"),
        )
        self._numbers = self.add_check(
            "settings_numbers",
            tr("Settings", "Numbers on the stones"),
            is_checked=options.numbers,
        )
        self._side_mark_style = _choice(
            "settings_side_marks",
            {
                SideMarkStyle.NONE: tr("Settings", "None"),
                SideMarkStyle.LETTERS: tr("Settings", "Letters"),
                SideMarkStyle.PATTERNS: tr("Settings", "Patterns"),
            },
            options.side_mark_style,
        )
        self.form.add_row(tr("Settings", "Marks on the stones"), self._side_mark_style)
        self._orientation = _choice(
            "settings_orientation",
            {
                Orientation.FLAT: tr("Settings", "Flat"),
                Orientation.DIAMOND: tr("Settings", "Diamond"),
                Orientation.UPRIGHT: tr("Settings", "Upright"),
            },
            options.orientation,
        )
        self.form.add_row(tr("Settings", "Hex board"), self._orientation)
        self._palette = _choice(
            "settings_palette",
            {
                Palette.STANDARD: tr("Settings", "Standard"),
                Palette.COLOUR_BLIND: tr("Settings", "Colour-blind safe"),
            },
            settings.palette,
        )
        self.form.add_row(tr("Settings", "Colours"), self._palette)
        for box in (self._coordinates, self._numbers):
            box.toggled.connect(self._on_changed)
        for choice in (self._side_mark_style, self._orientation, self._palette):
            choice.activated.connect(self._on_changed)
        self.column.addStretch(1)

    def _on_changed(self) -> None:
        self._settings.options = BoardOptions(
            coordinates=self._coordinates.isChecked(),
            numbers=self._numbers.isChecked(),
            side_mark_style=self._side_mark_style.currentData(),
            orientation=self._orientation.currentData(),
        )
        self._settings.palette = self._palette.currentData()


def _choice(name: str, titles: Mapping[Enum, str], chosen: Enum) -> ChoiceBox:
    """Return a list of what can be chosen."""
    box = ChoiceBox(name)
    for one, title in titles.items():
        box.addItem(title, one)
    box.setCurrentIndex(list(titles).index(chosen))
    return box
