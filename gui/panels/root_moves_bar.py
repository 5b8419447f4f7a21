"""Row with the moves that analysis excludes, and the way back to all moves."""

from __future__ import annotations

from PyQt5.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gui.game.game_controller import GameController
from gui.game.root_choice import RootChoice
from gui.style.theme import SPACE_S
from gui.text.i18n import join_list, tr
from gui.text.labels import move_label
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.retranslated import Retranslated


class RootMovesBar(Retranslated, QWidget):
    """Row that is visible while moves of the position on the board are excluded.

    Args:
        controller: The games.
        choice: The moves that analysis considers.
    """

    def __init__(self, controller: GameController, choice: RootChoice) -> None:
        super().__init__()
        self._controller = controller
        self._choice = choice
        self.setObjectName("bar_root_moves")
        self._label = ElidedLabel()
        self._label.setObjectName("label_root_moves")
        self._label.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._button = QPushButton()
        self._button.setObjectName("button_all_moves")
        self._button.setProperty("flat", True)
        self._button.clicked.connect(choice.allow_all)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        choice.changed.connect(self.refresh)
        controller.match_changed.connect(self.refresh)
        self._retranslate()

    def refresh(self) -> None:
        """Show the moves of the position on the board."""
        focused, excluded = self._choice.focused, self._choice.excluded
        self.setVisible(bool(focused or excluded))
        text = tr("RootMoves", "Without {moves}")
        if focused:
            text = tr("RootMoves", "Only {moves}")
        position = self._controller.session.position
        names = [move_label(position, move) for move in sorted(focused or excluded)]
        self._label.setText(text.format(moves=join_list(names)))

    def _retranslate(self) -> None:
        self._button.setText(tr("RootMoves", "All moves again"))
        self.refresh()
