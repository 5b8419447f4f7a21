"""Bar with a button for each function key of the operator's mode.

The caption is below the name of the key: all captions fit a window of 940 pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from gui.style.theme import SPACE_XS
from gui.text.plain_text import set_tip


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionKey:
    """Function key and its command."""

    name: str
    """Object name of the button, without its prefix."""

    key: str
    """The key."""

    do: Callable[[], None]
    """The command."""

    is_possible: Callable[[], bool] = lambda: True
    """Returns whether the command is enabled now."""

    is_offered: bool = True
    """Whether this game has the command and its button."""


class FunctionKeyBar(QWidget):
    """Row of buttons; the keys work anywhere in ``window``.

    Args:
        window: The window of the shortcuts.
        functions: The keys and their commands.
    """

    def __init__(self, window: QWidget, functions: list[FunctionKey]) -> None:
        super().__init__(window)
        self.setObjectName("contest_keys")
        self._functions = {entry.name: entry for entry in functions}
        self._actions: dict[str, QAction] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_XS)
        for entry in functions:
            action = QAction(window)
            action.setShortcut(QKeySequence(entry.key))
            action.setAutoRepeat(False)
            action.triggered.connect(lambda _checked, do=entry.do: do())
            window.addAction(action)
            self._actions[entry.name] = action
            button = QToolButton()
            button.setObjectName(f"contest_key_{entry.name}")
            button.setDefaultAction(action)
            button.setFocusPolicy(Qt.NoFocus)
            button.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Preferred)
            button.setVisible(entry.is_offered)
            row.addWidget(button)

    def set_texts(self, texts: dict[str, str]) -> None:
        """Set the labels of the buttons, after the names of their keys."""
        for name, text in texts.items():
            action = self._actions[name]
            key = action.shortcut().toString(QKeySequence.NativeText)
            action.setText(f"{key}\n{text}")
            set_tip(action, f"{key}  {text}")

    def refresh(self) -> None:
        """Enable the commands that are possible now."""
        for name, entry in self._functions.items():
            self._actions[name].setEnabled(entry.is_offered and entry.is_possible())
