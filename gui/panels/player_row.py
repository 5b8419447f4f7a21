"""The row of one player: colour, name, and a clock that counts up or down."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QGridLayout, QLabel

from gui.game.clock_display import TimeFace
from gui.text.plain_text import PlainLabel
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.side_badge import SideBadge
from gui.widgets.turn_indicator import TurnIndicator

NAMES_COLUMN, MOVE_COLUMN, CLOCK_COLUMN = 2, 3, 4

RIGHT = Qt.AlignRight | Qt.AlignVCenter


class PlayerRow:
    """The widgets of one player, laid into two rows of the panel's grid.

    Args:
        grid: The panel's grid.
        row: The first of the two rows.
        name: Ends the object names.
    """

    def __init__(self, grid: QGridLayout, row: int, name: str) -> None:
        self._grid = grid
        self._row = row
        self._is_timed: bool | None = None
        self.turn = TurnIndicator()
        self.mark = SideBadge(22)
        self.side = label("strong", f"label_side_{name}")
        self.player = ElidedLabel()
        self.player.setProperty("role", "caption")
        self.player.setObjectName(f"label_player_{name}")
        self.this_move = label("title", f"label_move_time_{name}")
        self.total = label("muted", f"label_total_time_{name}")
        self.left = label("clock", f"label_time_left_{name}")
        self.note = label("caption", f"label_time_note_{name}")
        grid.addWidget(self.turn, row, 0, 2, 1, Qt.AlignVCenter)
        grid.addWidget(self.mark, row, 1, 2, 1, Qt.AlignVCenter)
        grid.addWidget(self.side, row, NAMES_COLUMN, Qt.AlignBottom)
        grid.addWidget(self.player, row + 1, NAMES_COLUMN, Qt.AlignTop)

    def arrange(self, *, is_timed: bool) -> None:
        """Show time used alone, or beside the time left, which then is larger."""
        if is_timed is self._is_timed:
            return
        self._is_timed = is_timed
        grid, row = self._grid, self._row
        for part in (self.this_move, self.total, self.left, self.note):
            grid.removeWidget(part)
        if is_timed:
            grid.addWidget(self.this_move, row, MOVE_COLUMN, RIGHT)
            grid.addWidget(self.total, row + 1, MOVE_COLUMN, RIGHT)
            grid.addWidget(self.left, row, CLOCK_COLUMN, RIGHT)
            grid.addWidget(self.note, row + 1, CLOCK_COLUMN, RIGHT)
        else:
            grid.addWidget(self.this_move, row, MOVE_COLUMN, 2, 1, RIGHT)
            grid.addWidget(self.total, row, CLOCK_COLUMN, 2, 1, RIGHT)
        self.left.setVisible(is_timed)
        self.note.setVisible(is_timed)
        set_role(self.this_move, "muted" if is_timed else "title")
        set_role(self.total, "caption" if is_timed else "muted")

    def show_times(self, face: TimeFace, *, is_lit: bool) -> None:
        """Show the player's times; only what has changed is painted.

        Args:
            face: What to show.
            is_lit: Whether the clock stands out, as that of the one to move.
        """
        shown = (self.this_move, self.total, self.left, self.note)
        texts = (face.move, face.total, face.left, face.note)
        for part, text in zip(shown, texts, strict=True):
            if part.text() != text:
                part.setText(text)
        look = "clock" if is_lit else "clock_waiting"
        set_role(self.left, "clock_low" if face.is_low else look)
        set_role(self.note, "clock_low_note" if face.has_fallen else "caption")


def label(role: str, name: str = "") -> QLabel:
    """Return an empty label of a look."""
    made = PlainLabel()
    made.setProperty("role", role)
    made.setObjectName(name)
    return made


def set_role(part: QLabel, role: str) -> None:
    """Give a label another look."""
    if part.property("role") != role:
        part.setProperty("role", role)
        part.style().unpolish(part)
        part.style().polish(part)
