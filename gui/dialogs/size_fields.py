"""Fields for the size of a board; the width follows the height."""

from __future__ import annotations

from PyQt5.QtCore import QSignalBlocker, pyqtSignal
from PyQt5.QtWidgets import QSpinBox, QWidget

from engine.core.game import GameSetup
from engine.games import get_game
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.form import make_row

LARGEST_TYPED_SIDE = 99
"""Invalid sides can be typed, so that a message can state the limits."""


class SizeFields(QWidget):
    """Height and width of a board, and a list of the common sizes.

    A board stays square until its width is changed by hand.

    Args:
        name: Object name; its parts are ``<name>_height``, ``<name>_width`` and
            ``<name>_size``.
        has_list: Whether the common sizes are listed.
        limits: Lowest and highest number that can be typed, without showing the numbers
            on the way; ``None``: every number can be typed.
    """

    changed = pyqtSignal()

    def __init__(
        self,
        name: str,
        *,
        has_list: bool = False,
        limits: tuple[int, int] | None = None,
    ) -> None:
        super().__init__()
        self._is_square = True
        self._height, self._width = QSpinBox(), QSpinBox()
        for box, part in ((self._height, "height"), (self._width, "width")):
            box.setObjectName(f"{name}_{part}")
            box.setRange(*(limits or (1, LARGEST_TYPED_SIDE)))
            box.setKeyboardTracking(limits is None)
        self._common = ChoiceBox(f"{name}_size")
        times = PlainLabel("×")  # noqa: RUF001
        parts = (self._height, times, self._width)
        shown = (*parts, self._common) if has_list else parts
        self.setLayout(make_row(*shown, stretch=True))
        self._height.valueChanged.connect(self._on_height_changed)
        self._width.valueChanged.connect(self._on_width_changed)
        self._common.activated.connect(self._on_common_size_chosen)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._height.value()

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self._width.value()

    def show_size(self, setup: GameSetup) -> None:
        """Show the size of a setup, and the common sizes of its game."""
        self._common.clear()
        self._common.addItem(tr("NewGame", "Other size"), None)
        for side in get_game(setup.game).common_sides:
            title = tr("NewGame", "{side} × {side}").format(side=side)  # noqa: RUF001
            self._common.addItem(title, side)
        if (setup.height, setup.width) != (self._height.value(), self._width.value()):
            self._put(setup.height, setup.width)
            self._is_square = setup.height == setup.width
        self._show_common_size()

    def _put(self, height: int, width: int) -> None:
        for box, side in ((self._height, height), (self._width, width)):
            with QSignalBlocker(box):
                box.setValue(side)
        self._show_common_size()

    def _show_common_size(self) -> None:
        """Select the present size in the list."""
        entry = self._common.findData(self._height.value()) if self._is_square else 0
        self._common.setCurrentIndex(max(entry, 0))

    def _on_height_changed(self, height: int) -> None:
        self._put(height, height if self._is_square else self._width.value())
        self.changed.emit()

    def _on_width_changed(self, width: int) -> None:
        self._is_square = width == self._height.value()
        self._show_common_size()
        self.changed.emit()

    def _on_common_size_chosen(self, index: int) -> None:
        side = self._common.itemData(index)
        if side is None:
            self._show_common_size()
            self._height.setFocus()
            self._height.selectAll()
            return
        self._is_square = True
        self._put(side, side)
        self.changed.emit()
