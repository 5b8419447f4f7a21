"""Settings page for sound."""

from __future__ import annotations

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QShowEvent
from PyQt5.QtWidgets import QPushButton, QSlider

from gui.dialogs.settings_dialog.page import SettingsPage
from gui.game.sounds import Sounds
from gui.settings.settings import Settings
from gui.text.i18n import tr
from gui.widgets.form import make_row


class SoundPage(SettingsPage):
    """Settings page for sound: switch, volume and test.

    Args:
        settings: The shown and changed settings.
        sounds: Player and its availability.
    """

    def __init__(self, settings: Settings, sounds: Sounds) -> None:
        super().__init__("settings_sound", tr("Settings", "Sound"))
        self._settings = settings
        self._sounds = sounds
        self._on = self.add_check(
            "settings_sounds",
            tr("Settings", "Play sounds"),
            is_checked=settings.plays_sounds,
        )
        self._volume = QSlider(Qt.Horizontal)
        self._volume.setObjectName("settings_volume")
        self._volume.setRange(0, 100)
        self._volume.setPageStep(10)
        self._volume.setValue(settings.volume)
        self.form.add_row(tr("Settings", "Volume"), self._volume)
        self._try = QPushButton(tr("Settings", "Test"))
        self._try.setObjectName("settings_try_sound")
        self._try.setAutoDefault(False)
        self._try.clicked.connect(lambda: sounds.play("stone"))
        self.form.add_row("", make_row(self._try, stretch=True))
        self._lack = self.add_remark("")
        self._lack.setObjectName("settings_sound_lack")
        self.column.addStretch(1)
        self._on.toggled.connect(self._on_toggled)
        self._volume.valueChanged.connect(self._on_volume_changed)
        self._enable()

    def _on_toggled(self, is_on: bool) -> None:
        self._settings.plays_sounds = is_on
        self._enable()

    def _on_volume_changed(self, percent: int) -> None:
        self._settings.volume = percent

    def _enable(self) -> None:
        for part in (self._volume, self._try):
            part.setEnabled(self._on.isChecked())
        if self._on.isChecked() and self.isVisible():
            self._show_lack()

    def _show_lack(self) -> None:
        lack = self._sounds.unavailable_reason
        message = tr("Settings", "Sound is not available: {reason}.")
        self._lack.setText(message.format(reason=lack) if lack else "")

    def showEvent(self, event: QShowEvent) -> None:
        """Check the sound device only when the page is shown."""
        super().showEvent(event)
        self._enable()
