"""Buttons and labels with an object name, which style sheets and tests refer to."""

from __future__ import annotations

from PyQt5.QtWidgets import QPushButton

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
