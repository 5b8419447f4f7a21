"""Dialog that sets both stopped clocks, on the referee's decision."""

from __future__ import annotations

from PyQt5.QtWidgets import QLineEdit, QWidget

from engine.core.types import Player
from gui.contest.contest_game import ContestGame
from gui.contest.contest_labels import clock_hint, read_clock, seconds_left
from gui.text.i18n import tr
from gui.text.labels import side_title
from gui.text.plain_text import PlainLabel
from gui.text.time_labels import time_left_text
from gui.widgets.form import FormDialog


class ClocksDialog(FormDialog):
    """Dialog with a time field for each side.

    Args:
        game: The game.
        parent: The window it belongs to.
    """

    def __init__(self, game: ContestGame, parent: QWidget) -> None:
        super().__init__(
            "contest_clocks",
            tr("Contest", "Correct the clocks"),
            tr("Contest", "Set both clocks"),
            parent,
        )
        self._game = game
        self._lines: dict[Player, QLineEdit] = {}
        hint = PlainLabel(clock_hint())
        hint.setProperty("role", "caption")
        for seat in Player:
            line = QLineEdit(time_left_text(max(seconds_left(game.session, seat), 0.0)))
            line.setObjectName(f"contest_clocks_{seat.name.lower()}")
            line.textChanged.connect(self._check)
            self._lines[seat] = line
            colour = game.session.position.colour_of(seat)
            side = side_title(game.contest.setup.game, colour)
            name = game.contest.name_of(seat)
            self.add_row(f"{side} {name}".strip(), line)
        self.add_row("", hint)
        self._check()

    def accept(self) -> None:
        """Set the clocks."""
        times = [read_clock(line.text()) for line in self._lines.values()]
        first, second = times
        if first is not None and second is not None:
            super().accept()
            self._game.set_clocks(first, second)

    def _check(self) -> None:
        is_readable = all(read_clock(line.text()) for line in self._lines.values())
        self.set_problem(
            "" if is_readable else tr("Contest", "Expected a time such as 4:30.")
        )
