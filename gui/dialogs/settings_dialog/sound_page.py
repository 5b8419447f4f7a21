"""Settings page for sound."""

from __future__ import annotations

from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import QPushButton

from gui.dialogs.settings_dialog.page import TablePage
from gui.game.sounds import Sounds
from gui.schema.display import Page
from gui.settings.settings import Settings
from gui.settings.table import SOUNDS, VOLUME
from gui.text.i18n import tr
from gui.widgets.form import make_row


class SoundPage(TablePage):
    """Settings page for sound, with a test.

    Args:
        settings: The shown and changed settings.
        sounds: Player and its availability.
    """

    def __init__(self, settings: Settings, sounds: Sounds) -> None:
        super().__init__(Page.SOUND, settings)
        self._settings = settings
        self._sounds = sounds
        self._try = QPushButton(tr("Settings", "Test"))
        self._try.setObjectName("settings_try_sound")
        self._try.setAutoDefault(False)
        self._try.clicked.connect(lambda: sounds.play("stone"))
        self.form.add_row("", make_row(self._try, stretch=True))
        self._lack = self.add_remark("")
        self._lack.setObjectName("settings_sound_lack")
        settings.changed.connect(self._on_setting_changed)
        self._enable()

    def _on_setting_changed(self, key: str) -> None:
        if key == SOUNDS.key:
            self._enable()

    def _enable(self) -> None:
        is_on = self._settings[SOUNDS]
        for part in (self.controls[VOLUME.key], self._try):
            part.setEnabled(is_on)
        if is_on and self.isVisible():
            self._show_lack()

    def _show_lack(self) -> None:
        lack = self._sounds.unavailable_reason
        message = tr("Settings", "Sound is not available: {reason}.")
        self._lack.setText(message.format(reason=lack) if lack else "")

    def showEvent(self, event: QShowEvent) -> None:
        """Check the sound device only when the page is shown."""
        super().showEvent(event)
        self._enable()
