"""Segmented buttons: a row of exclusive buttons."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt5.QtCore import QSize, Qt, pyqtSignal
from PyQt5.QtGui import QIcon
from PyQt5.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from gui.style.theme import ICON_SIZE


class SegmentedButtons(QWidget):
    """Row of exclusive buttons, one for each value.

    Args:
        name: Each button is called ``<name>_<value>``.
        choices: Values and their texts.
    """

    chosen = pyqtSignal(str)  # value

    def __init__(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for value, text in choices:
            button = QToolButton()
            button.setObjectName(f"{name}_{value}")
            button.setText(text)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.ClickFocus)
            button.setProperty("segment", "middle")
            button.clicked.connect(lambda _checked, value=value: self._choose(value))
            self._group.addButton(button)
            self._buttons[value] = button
            row.addWidget(button)
        row.addStretch(1)
        buttons = list(self._buttons.values())
        if len(buttons) > 1:
            buttons[0].setProperty("segment", "first")
            buttons[-1].setProperty("segment", "last")

    def set_icon(self, value: str, icon: QIcon) -> None:
        """Show an icon beside the text of one value."""
        button = self._buttons[value]
        button.setIcon(icon)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)

    def set_value(self, value: str) -> None:
        """Press the button of ``value``; none, if there is no such button."""
        self._group.setExclusive(False)
        for known, button in self._buttons.items():
            button.setChecked(known == value)
            button.setFocusPolicy(_policy(is_chosen=known == value))
        self._group.setExclusive(True)

    def _choose(self, value: str) -> None:
        self.chosen.emit(value)


def _policy(*, is_chosen: bool) -> Qt.FocusPolicy:
    """Move the focus by tab to the chosen value only, as among radio buttons.

    Qt follows a choice by itself, but only once a button has had the focus.
    """
    return Qt.StrongFocus if is_chosen else Qt.ClickFocus
