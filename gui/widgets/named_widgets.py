"""Buttons and labels with an object name, which style sheets and tests refer to."""

from __future__ import annotations

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtWidgets import QAction, QPushButton, QToolButton

from gui.style.theme import ICON_SIZE
from gui.text.plain_text import PlainLabel


def make_button(name: str, text: str = "") -> QPushButton:
    """Return a button that never becomes the default button of a form.

    Args:
        name: Object name.
        text: Text of the button.
    """
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAutoDefault(False)
    return button


def make_tool_button(name: str, action: QAction) -> QToolButton:
    """Return a button with the icon of an action.

    Args:
        name: Object name.
        action: The action; the button follows its text, icon and state.
    """
    button = QToolButton()
    button.setObjectName(name)
    button.setDefaultAction(action)
    button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    button.setFocusPolicy(Qt.TabFocus)
    return button


def make_label(name: str, role: str) -> PlainLabel:
    """Return a label without a text.

    Args:
        name: Object name.
        role: Role in the style sheet, such as ``muted``.
    """
    label = PlainLabel()
    label.setObjectName(name)
    label.setProperty("role", role)
    return label
