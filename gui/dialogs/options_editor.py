"""Lists for the rules of any game, made from ``Game.options``."""

from __future__ import annotations

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import QVBoxLayout, QWidget

from engine.core.game import GameSetup
from engine.games import get_game
from gui.style.theme import SPACE_S
from gui.text.labels import choice_title
from gui.widgets.choice_box import ChoiceBox


class OptionsEditor(QWidget):
    """One list for each rule; each is called ``<name>_<key>``."""

    changed = pyqtSignal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._lists: dict[str, ChoiceBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_S)

    @property
    def values(self) -> dict[str, str]:
        """The chosen value of every rule."""
        return {key: box.currentData() for key, box in self._lists.items()}

    def show_setup(self, setup: GameSetup) -> None:
        """Offer the rules of the game, with the values of ``setup`` chosen."""
        for box in self._lists.values():
            box.hide()
            box.deleteLater()
        self._lists = {}
        for option in get_game(setup.game).options:
            box = ChoiceBox(f"{self._name}_{option.key}")
            for value in option.choices:
                box.addItem(choice_title(setup.game, option.key, value), value)
            box.setCurrentIndex(option.choices.index(setup.option(option.key)))
            box.currentIndexChanged.connect(self.changed)
            self._column.addWidget(box)
            self._lists[option.key] = box
