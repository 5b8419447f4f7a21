"""The one way for a text to reach the user."""

from __future__ import annotations

from PyQt5.QtCore import QCoreApplication


def tr(context: str, text: str) -> str:
    """Return ``text`` in the language of the window.

    Both arguments are literals, so that tools find every text. What varies stands
    in named fields, filled with ``format`` after the translation.
    """
    return QCoreApplication.translate(context, text)
