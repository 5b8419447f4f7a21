"""Language and theme of all windows, as chosen in the settings."""

from __future__ import annotations

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QApplication

from gui.settings.settings import Settings
from gui.settings.table import LANGUAGE, PALETTE, THEME
from gui.style import theme
from gui.style.colour_blind import colour_blind_theme
from gui.style.theme import Theme
from gui.text import languages
from gui.text.languages import Language


class Appearance(QObject):
    """Listener that gives Qt the chosen language and theme.

    Qt sends change events to every window; no part is told by hand.

    Args:
        app: The application.
        settings: The user's choices.
    """

    def __init__(self, app: QApplication, settings: Settings) -> None:
        super().__init__(settings)
        self._app = app
        self._settings = settings
        self._show_language()
        settings.changed.connect(self._on_setting_changed)

    def _on_setting_changed(self, key: str) -> None:
        if key == LANGUAGE.key:
            self._show_language()
        elif key in (THEME.key, PALETTE.key):
            self._show_theme()

    def _show_language(self) -> None:
        """Show the chosen language in its font, which belongs to the theme."""
        languages.apply(self._app, select_language(self._settings))
        self._show_theme()

    def _show_theme(self) -> None:
        theme.apply(self._app, select_theme(self._settings))


def select_theme(settings: Settings) -> Theme:
    """Return the chosen theme in the chosen palette."""
    named = {"light": theme.LIGHT, "dark": theme.DARK}
    look = named.get(settings[THEME]) or theme.system_theme()
    return colour_blind_theme(look, settings[PALETTE])


def select_language(settings: Settings) -> Language:
    """Return the chosen language."""
    choice = settings[LANGUAGE]
    return languages.system_language() if choice == "system" else choice
