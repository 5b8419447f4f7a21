"""What the window remembers about the picture of the board."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from PyQt5.QtCore import QSettings

from gui.board.board_options import USUAL_LOOKS, BoardLooks
from gui.style.colour_blind import Palette

Choice = TypeVar("Choice", bound=Enum)


class BoardSettings:
    """Typed access to the board's part of the settings.

    Args:
        store: Where all settings stand.
    """

    def __init__(self, store: QSettings) -> None:
        self._store = store

    @property
    def looks(self) -> BoardLooks:
        """What the user has chosen to see."""
        usual = USUAL_LOOKS
        return BoardLooks(
            coordinates=self._flag("coordinates", default=usual.coordinates),
            numbers=self._flag("numbers", default=usual.numbers),
            orientation=self._choice("orientation", usual.orientation),
            side_marks=self._choice("side_marks", usual.side_marks),
        )

    @looks.setter
    def looks(self, looks: BoardLooks) -> None:
        self._store.setValue("board/coordinates", looks.coordinates)
        self._store.setValue("board/numbers", looks.numbers)
        self._store.setValue("board/orientation", looks.orientation.value)
        self._store.setValue("board/side_marks", looks.side_marks.value)

    @property
    def palette(self) -> Palette:
        """The colours that tell sides and marks apart."""
        return self._choice("palette", Palette.STANDARD)

    @palette.setter
    def palette(self, palette: Palette) -> None:
        self._store.setValue("board/palette", palette.value)

    def shows_candidates(self, arrangement: str) -> bool:
        """Say whether candidates are marked on the board in an arrangement."""
        key = f"candidates_{arrangement}"
        return self._flag(key, default=arrangement == "analyse")

    def set_shows_candidates(self, arrangement: str, is_wanted: bool) -> None:
        """Keep whether candidates are marked on the board in an arrangement."""
        self._store.setValue(f"board/candidates_{arrangement}", is_wanted)

    def _flag(self, key: str, *, default: bool) -> bool:
        return str(self._store.value(f"board/{key}", default)).lower() == "true"

    def _choice(self, key: str, default: Choice) -> Choice:
        text = self._store.value(f"board/{key}", default.value)
        kind = type(default)
        return kind(text) if text in {one.value for one in kind} else default
