"""Pages of the settings dialog: the base, and a page made of rows of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PyQt5.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from gui.dialogs.settings_dialog.controls import make_control
from gui.schema.display import Page
from gui.schema.setting import Setting
from gui.settings.settings import Settings
from gui.settings.table import SETTINGS
from gui.style.theme import SPACE_L
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.form import FormGrid


class SettingsPage(QWidget):
    """Titled form that stores every change immediately.

    Args:
        name: Object name.
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

    def add_remark(self, text: str) -> QLabel:
        """Add a small explanation below the field that was added last."""
        label = PlainLabel(text)
        label.setProperty("role", "caption")
        label.setWordWrap(True)
        self.form.add_row("", label)
        return label


class TablePage(SettingsPage):
    """Page with a control for each row of the table that belongs to it.

    Args:
        page: The page.
        settings: The shown and changed settings.
        rows: The table.
    """

    def __init__(
        self, page: Page, settings: Settings, rows: Sequence[Setting[Any]] = SETTINGS
    ) -> None:
        super().__init__(f"settings_{page.value}", _title(page))
        self.controls: dict[str, QWidget] = {}
        self.add_first_rows(settings)
        for setting in rows:
            if setting.row is not None and setting.row.page is page:
                self.add_setting(setting, settings)
        self.column.addStretch(1)

    def add_first_rows(self, settings: Settings) -> None:
        """Add what a page has before the rows of the table."""

    def add_setting(self, setting: Setting[Any], settings: Settings) -> None:
        """Add the row of a setting, with its remark."""
        row = setting.row
        if row is None:
            return
        control = self.controls[setting.key] = make_control(setting, settings)
        if isinstance(control, QCheckBox):
            label = "" if row.heading is None else row.heading()
        else:
            label = row.title()
        self.form.add_row(label, control)
        if row.remark is not None:
            self.add_remark(row.remark())


def _title(page: Page) -> str:
    titles = {
        Page.GENERAL: tr("Settings", "General"),
        Page.BOARD: tr("Settings", "Board"),
        Page.ANALYSIS: tr("Settings", "Analysis"),
        Page.ENGINES: tr("Settings", "Engines"),
        Page.SOUND: tr("Settings", "Sound"),
        Page.RECORDS: tr("Settings", "Records"),
    }
    return titles[page]
