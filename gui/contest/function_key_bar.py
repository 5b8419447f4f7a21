"""Bar with a button for each function key of the operator's mode.

The caption is below the name of the key, or beside it in two rows of a narrow window.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtGui import QKeySequence, QResizeEvent
from PyQt5.QtWidgets import QAction, QGridLayout, QSizePolicy, QToolButton, QWidget

from gui.style.dynamic_property import set_dynamic_property
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
        self._texts: dict[str, str] = {}
        self._buttons: list[QToolButton] = []
        self._one_row_width = 0
        self._is_in_one_row = True
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(SPACE_XS)
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
            if entry.is_offered:
                self._buttons.append(button)

    def set_texts(self, texts: dict[str, str]) -> None:
        """Set the labels of the buttons, after the names of their keys."""
        if texts == self._texts:
            return
        self._texts = dict(texts)
        self._arrange(is_in_one_row=True)
        widths = [button.sizeHint().width() for button in self._buttons]
        self._one_row_width = sum(widths) + SPACE_XS * (len(widths) - 1)
        self._choose_rows()

    def refresh(self) -> None:
        """Enable the commands that are possible now."""
        for name, entry in self._functions.items():
            self._actions[name].setEnabled(entry.is_offered and entry.is_possible())

    def _choose_rows(self) -> None:
        """Use one row if all captions fit it."""
        is_in_one_row = self.width() >= self._one_row_width
        if is_in_one_row != self._is_in_one_row:
            self._arrange(is_in_one_row=is_in_one_row)

    def _arrange(self, *, is_in_one_row: bool) -> None:
        """Place buttons and captions in one row or in two."""
        self._is_in_one_row = is_in_one_row
        gap = "\n" if is_in_one_row else "  "
        for name, text in self._texts.items():
            action = self._actions[name]
            key = action.shortcut().toString(QKeySequence.NativeText)
            action.setText(f"{key}{gap}{text}")
            set_tip(action, f"{key}  {text}")
        count = len(self._buttons)
        columns = count if is_in_one_row else math.ceil(count / 2)
        for index, button in enumerate(self._buttons):
            set_dynamic_property(button, "narrow", not is_in_one_row)
            self._grid.addWidget(button, index // columns, index % columns)

    # Qt

    def minimumSizeHint(self) -> QSize:
        """Return a size of any width: rows follow from the width."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the number of rows."""
        super().resizeEvent(event)
        self._choose_rows()
