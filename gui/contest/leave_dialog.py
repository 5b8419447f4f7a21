"""Question before the operator leaves a contest game that has begun."""

from __future__ import annotations

from PyQt5.QtWidgets import QRadioButton, QVBoxLayout, QWidget

from gui.contest.contest_game import ContestGame
from gui.style.theme import SPACE_XS
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.form import FormDialog


class LeaveDialog(FormDialog):
    """Dialog with the ways to leave: to return later, or to give the game up.

    Args:
        game: The game; its clocks run on meanwhile.
        parent: The window it belongs to, which is closed.
    """

    def __init__(self, game: ContestGame, parent: QWidget) -> None:
        super().__init__(
            "contest_leave",
            tr("Contest", "Leave this contest game?"),
            tr("Contest", "Leave"),
            parent,
            cancel_text=tr("Contest", "Go on"),
        )
        self._game = game
        self._window = parent
        self._return = QRadioButton(tr("Contest", "Leave, and return later"))
        self._return.setObjectName("contest_leave_return")
        self._return.setChecked(True)
        self._give_up = QRadioButton(tr("Contest", "Give up this contest game"))
        self._give_up.setObjectName("contest_leave_give_up")
        choice = QWidget()
        ways = QVBoxLayout(choice)
        ways.setContentsMargins(0, 0, 0, 0)
        ways.setSpacing(SPACE_XS)
        ways.addWidget(self._return)
        ways.addWidget(
            _remark(
                tr(
                    "Contest",
                    "The clocks stop. Contest game… or the next start returns to it.",
                )
            )
        )
        ways.addWidget(self._give_up)
        ways.addWidget(
            _remark(
                tr(
                    "Contest",
                    "It ends without a result; its record is kept as an unfinished "
                    "game.",
                )
            )
        )
        self.add_wide(choice)

    def accept(self) -> None:
        """Leave in the chosen way."""
        super().accept()
        if self._give_up.isChecked():
            self._game.give_up()
        self._window.close()


def _remark(text: str) -> PlainLabel:
    remark = PlainLabel(text)
    remark.setProperty("role", "caption")
    remark.setWordWrap(True)
    return remark
