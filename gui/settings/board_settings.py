"""Settings of the board view."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from PyQt5.QtCore import QSettings

from gui.board.board_options import DEFAULT_BOARD_OPTIONS, BoardOptions
from gui.style.colour_blind import Palette

Choice = TypeVar("Choice", bound=Enum)

PALETTE, SIDE_MARKS = "board/palette", "board/side_marks"
OPTIONS = ("board/coordinates", "board/numbers", "board/orientation", SIDE_MARKS)


class BoardSettings:
    """Typed access to the board's part of the settings.

    Args:
        store: Storage of all settings.
        set_value: Stores a value by its key.
    """

    def __init__(
        self, store: QSettings, set_value: Callable[[str, object], None]
    ) -> None:
        self._store = store
        self._set_value = set_value

    @property
    def options(self) -> BoardOptions:
        """Display options of the user."""
        usual = DEFAULT_BOARD_OPTIONS
        return BoardOptions(
            coordinates=self._flag("coordinates", default=usual.coordinates),
            numbers=self._flag("numbers", default=usual.numbers),
            orientation=self._choice("orientation", usual.orientation),
            side_mark_style=self._choice("side_marks", usual.side_mark_style),
        )

    @options.setter
    def options(self, options: BoardOptions) -> None:
        self._set_value("board/coordinates", options.coordinates)
        self._set_value("board/numbers", options.numbers)
        self._set_value("board/orientation", options.orientation.value)
        self._set_value(SIDE_MARKS, options.side_mark_style.value)

    @property
    def palette(self) -> Palette:
        """Palette of sides and marks."""
        return self._choice("palette", Palette.STANDARD)

    @palette.setter
    def palette(self, palette: Palette) -> None:
        self._set_value(PALETTE, palette.value)

    def shows_candidates(self, dock_layout: str) -> bool:
        """Return whether a dock layout marks candidates on the board."""
        key = f"candidates_{dock_layout}"
        return self._flag(key, default=dock_layout == "analyse")

    def set_shows_candidates(self, dock_layout: str, is_wanted: bool) -> None:
        """Store whether a dock layout marks candidates on the board."""
        self._set_value(f"board/candidates_{dock_layout}", is_wanted)

    def _flag(self, key: str, *, default: bool) -> bool:
        return str(self._store.value(f"board/{key}", default)).lower() == "true"

    def _choice(self, key: str, default: Choice) -> Choice:
        text = self._store.value(f"board/{key}", default.value)
        kind = type(default)
        return kind(text) if text in {one.value for one in kind} else default
