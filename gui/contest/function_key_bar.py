"""Every function of the operator's mode: a button each, with its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QHBoxLayout, QToolButton, QWidget

from gui.style.theme import SPACE_XS


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFunction:
    """Something the operator can do at any time."""

    name: str
    """Object name of the button, without its beginning."""

    key: str
    """The key that does it."""

    do: Callable[[], None]
    """What it does."""

    is_possible: Callable[[], bool] = lambda: True
    """Whether it makes sense now."""

    is_offered: bool = True
    """Whether there is a button at all in this game."""


class KeyStrip(QWidget):
    """A row of buttons; the keys work wherever the focus is in ``window``.

    Args:
        window: Where the keys work.
        functions: What they do.
    """

    def __init__(self, window: QWidget, functions: list[KeyFunction]) -> None:
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
            button.setVisible(entry.is_offered)
            row.addWidget(button)
        row.addStretch(1)

    def set_texts(self, texts: dict[str, str]) -> None:
        """Name the functions; their keys stand in front."""
        for name, text in texts.items():
            action = self._actions[name]
            key = action.shortcut().toString(QKeySequence.NativeText)
            action.setText(f"{key}  {text}")

    def refresh(self) -> None:
        """Grey out what makes no sense now."""
        for name, entry in self._functions.items():
            self._actions[name].setEnabled(entry.is_offered and entry.is_possible())
