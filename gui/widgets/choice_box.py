"""A list of which one entry is chosen, as it looks everywhere in the program."""

from __future__ import annotations

from PyQt5.QtWidgets import QComboBox, QStyledItemDelegate, QWidget


class ChoiceBox(QComboBox):
    """Opens below itself, with rows as tall as the style sheet says.

    Args:
        name: Object name.
        parent: See ``QWidget``.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        # The delegate of a QComboBox ignores the style sheet's rows.
        self.setItemDelegate(QStyledItemDelegate(self))
