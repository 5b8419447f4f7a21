"""Dialog that goes to a move by number or cell."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtWidgets import QLineEdit, QWidget

from gui.text.i18n import tr
from gui.widgets.form import FormDialog

LONGEST_TEXT = 20
"""Letters of a number or a cell."""


class GoToDialog(FormDialog):
    """One field.

    Args:
        find: Returns the place in the record that a text means, if there is one.
        parent: The window it belongs to.
    """

    def __init__(
        self, find: Callable[[str], int | None], parent: QWidget | None = None
    ) -> None:
        super().__init__("go_to", tr("GoTo", "Go to move"), tr("GoTo", "Go"), parent)
        self._find = find
        self.node = 0
        """The place in the record; only when the dialog was accepted."""
        self._field = QLineEdit()
        self._field.setObjectName("go_to_move")
        self._field.setPlaceholderText(tr("GoTo", "such as 23 or h8"))
        self._field.setMaxLength(LONGEST_TEXT)
        self._field.textChanged.connect(self._on_text_changed)
        self.add_row(tr("GoTo", "Number or cell"), self._field)
        self.accept_button.setEnabled(False)

    def _on_text_changed(self, text: str) -> None:
        node = self._find(text)
        is_unknown = node is None and bool(text.strip())
        self.set_problem(
            tr("GoTo", "The line on the board has no such move.") if is_unknown else ""
        )
        self.accept_button.setEnabled(node is not None)
        self.node = node or 0
