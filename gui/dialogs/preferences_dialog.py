"""Asks for what stays the same from game to game."""

from __future__ import annotations

from typing import cast

from PyQt5.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from gui.dialogs.form import FormDialog
from gui.i18n import tr
from gui.settings import LanguageChoice, Settings, ThemeChoice
from gui.translation import NATIVE_NAMES


class PreferencesDialog(FormDialog):
    """Writes the settings when it is accepted."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(
            "preferences",
            tr("Preferences", "Preferences"),
            tr("Preferences", "Apply"),
            parent,
        )
        self._settings = settings
        self._theme = QComboBox()
        self._theme.setObjectName("preferences_theme")
        choices = {
            "system": tr("Preferences", "As the system"),
            "light": tr("Preferences", "Light"),
            "dark": tr("Preferences", "Dark"),
        }
        for choice, title in choices.items():
            self._theme.addItem(title, choice)
        self._theme.setCurrentIndex(self._theme.findData(settings.theme))
        self._language = QComboBox()
        self._language.setObjectName("preferences_language")
        self._language.addItem(tr("Preferences", "As the system"), "system")
        for language, name in NATIVE_NAMES.items():
            self._language.addItem(name, language)
        self._language.setCurrentIndex(self._language.findData(settings.language))
        self._coordinates = QCheckBox(tr("Preferences", "Coordinates"))
        self._coordinates.setObjectName("preferences_coordinates")
        self._coordinates.setChecked(settings.shows_coordinates)
        self._numbers = QCheckBox(tr("Preferences", "Numbers on the stones"))
        self._numbers.setObjectName("preferences_numbers")
        self._numbers.setChecked(settings.shows_numbers)
        self._name = QLineEdit(settings.person_name)
        self._name.setObjectName("preferences_name")
        self._name.setPlaceholderText(tr("Preferences", "As records shall call you"))
        self.add_row(tr("Preferences", "Language"), self._language)
        self.add_row(tr("Preferences", "Theme"), self._theme)
        self.add_row(tr("Preferences", "Board"), self._coordinates)
        self.add_row("", self._numbers)
        self.add_line()
        self.add_row(tr("Preferences", "Your name"), self._name)

    def accept(self) -> None:
        """Keep the choices."""
        self._settings.language = cast("LanguageChoice", self._language.currentData())
        self._settings.theme = cast("ThemeChoice", self._theme.currentData())
        self._settings.shows_coordinates = self._coordinates.isChecked()
        self._settings.shows_numbers = self._numbers.isChecked()
        self._settings.person_name = self._name.text().strip()
        super().accept()
