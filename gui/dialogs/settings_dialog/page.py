"""Base of the settings pages."""

from __future__ import annotations

from PyQt5.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from gui.style.theme import SPACE_L
from gui.text.plain_text import PlainLabel
from gui.widgets.form import FormGrid


class SettingsPage(QWidget):
    """Titled form that stores every change immediately.

    Args:
        name: Object name; the fields of the page are named after it.
        title: Its name in the list of pages.
    """

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.title = title
        self.setObjectName(name)
        heading = PlainLabel(title)
        heading.setProperty("role", "title")
        self.form = FormGrid()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(SPACE_L)
        self.column.addWidget(heading)
        self.column.addLayout(self.form)

    def add_check(
        self, name: str, text: str, *, is_checked: bool, label: str = ""
    ) -> QCheckBox:
        """Add a row with a box to tick."""
        box = QCheckBox(text)
        box.setObjectName(name)
        box.setChecked(is_checked)
        self.form.add_row(label, box)
        return box

    def add_remark(self, text: str) -> QLabel:
        """Add a small explanation below the field that was added last."""
        label = PlainLabel(text)
        label.setProperty("role", "caption")
        label.setWordWrap(True)
        self.form.add_row("", label)
        return label
