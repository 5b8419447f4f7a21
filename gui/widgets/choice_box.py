"""List box in the style of the program."""

from __future__ import annotations

from PyQt5.QtWidgets import QComboBox, QStyledItemDelegate


class ChoiceBox(QComboBox):
    """List box that opens below itself, with rows of the style sheet's height.

    Args:
        name: Object name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        # The delegate of a QComboBox ignores the style sheet's rows.
        self.setItemDelegate(QStyledItemDelegate(self))
