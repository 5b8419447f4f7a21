"""Short settings pages."""

from __future__ import annotations

from typing import cast

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import QLineEdit

from gui.dialogs.settings_dialog.page import SettingsPage
from gui.settings.settings import SCALES, LanguageChoice, Settings, ThemeChoice
from gui.text.i18n import tr
from gui.text.languages import NATIVE_NAMES
from gui.widgets.choice_box import ChoiceBox


class GeneralPage(SettingsPage):
    """Settings page for language, theme and interface size."""

    language_changed = pyqtSignal()

    def __init__(self, settings: Settings) -> None:
        super().__init__("settings_general", tr("Settings", "General"))
        self._settings = settings
        self._language = ChoiceBox("settings_language")
        self._language.addItem(tr("Settings", "Follow system"), "system")
        for language, name in NATIVE_NAMES.items():
            self._language.addItem(name, language)
        self._language.setCurrentIndex(self._language.findData(settings.language))
        self._language.activated.connect(self._on_language_chosen)
        self.form.add_row(tr("Settings", "Language"), self._language)
        self._theme = ChoiceBox("settings_theme")
        choices = {
            "system": tr("Settings", "Follow system"),
            "light": tr("Settings", "Light"),
            "dark": tr("Settings", "Dark"),
        }
        for choice, title in choices.items():
            self._theme.addItem(title, choice)
        self._theme.setCurrentIndex(self._theme.findData(settings.theme))
        self._theme.activated.connect(self._on_theme_chosen)
        self.form.add_row(tr("Settings", "Theme"), self._theme)
        self._scale = ChoiceBox("settings_scale")
        self._scale.addItem(tr("Settings", "Follow system"), None)
        for percent in SCALES:
            title = tr("Settings", "{percent} %").format(percent=percent)
            self._scale.addItem(title, percent)
        self._scale.setCurrentIndex(self._scale.findData(settings.scale))
        self._scale.activated.connect(self._on_scale_chosen)
        self.form.add_row(tr("Settings", "Interface size"), self._scale)
        self.add_remark(tr("Settings", "Takes effect after a restart of Pentahex."))
        self.column.addStretch(1)

    def _on_language_chosen(self) -> None:
        choice = cast("LanguageChoice", self._language.currentData())
        if choice != self._settings.language:
            self._settings.language = choice
            self.language_changed.emit()

    def _on_theme_chosen(self) -> None:
        self._settings.theme = cast("ThemeChoice", self._theme.currentData())

    def _on_scale_chosen(self) -> None:
        self._settings.scale = self._scale.currentData()


class RecordsPage(SettingsPage):
    """Settings page for game records."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("settings_records", tr("Settings", "Records"))
        self._settings = settings
        self._name = QLineEdit(settings.person_name)
        self._name.setObjectName("settings_name")
        self._name.setPlaceholderText(tr("Settings", "Name used in game records"))
        self._name.textEdited.connect(self._on_name_edited)
        self.form.add_row(tr("Settings", "Your name"), self._name)
        self.column.addStretch(1)

    def _on_name_edited(self, text: str) -> None:
        self._settings.person_name = text.strip()
