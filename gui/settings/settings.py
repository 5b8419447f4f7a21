"""Settings of the user in an INI file.

A damaged value falls back to the default; a key that no row has is kept.
"""

from __future__ import annotations

import logging
from typing import TypeVar

from PyQt5.QtCore import QObject, QSettings, pyqtSignal

from engine.core.errors import EngineError
from engine.review.game_review import Thresholds
from gui.board.board_options import BOARD_OPTIONS, BoardOptions
from gui.schema.setting import Setting
from gui.settings.analysis_settings import BLUNDER, INACCURACY, MISTAKE
from gui.settings.migrations import migrate, read_text
from gui.settings.settings_file import open_user_settings

log = logging.getLogger(__name__)

T = TypeVar("T")


class Settings(QObject):
    """Values of the settings by their rows: ``settings[THEME] = "dark"``.

    Args:
        store: Storage; the user's own file if omitted.
    """

    changed = pyqtSignal(str)  # Setting.key of another value

    def __init__(self, store: QSettings | None = None) -> None:
        super().__init__()
        self._store = store or open_user_settings()
        self._store.setFallbacksEnabled(False)
        self._damaged: dict[str, str] = {}
        migrate(self._store)

    def __getitem__(self, setting: Setting[T]) -> T:
        """Return the value of a setting.

        It is read from the storage each time: other windows write to the same file.
        """
        text = read_text(self._store, setting.key)
        if text is None:
            return setting.default
        try:
            return setting.parse(text)
        except (EngineError, ValueError) as error:
            self._note_damage(setting, text, error)
            return setting.default

    def __setitem__(self, setting: Setting[T], value: T) -> None:
        """Store a value; ``None`` removes the stored one."""
        before = self[setting]
        if value is None:
            self._store.remove(setting.key)
        else:
            self._store.setValue(setting.key, setting.format(value))
        self._damaged.pop(setting.key, None)
        if value != before:
            self.changed.emit(setting.key)

    def save(self) -> None:
        """Write what has changed to disk."""
        self._store.sync()
        if self._store.status() != QSettings.NoError:
            log.warning("%s could not be written", self._store.fileName())

    @property
    def is_writable(self) -> bool:
        """Whether the settings could be read and can be written."""
        return self._store.status() == QSettings.NoError and self._store.isWritable()

    @property
    def damaged(self) -> tuple[str, ...]:
        """Keys of the damaged values found so far; their defaults are used."""
        return tuple(self._damaged)

    def _note_damage(
        self, setting: Setting[T], text: str, error: EngineError | ValueError
    ) -> None:
        if self._damaged.get(setting.key) != text:
            self._damaged[setting.key] = text
            log.warning("the setting %s is damaged: %s", setting.key, error)


def loss_thresholds(settings: Settings) -> Thresholds:
    """Return the losses from which a move is an inaccuracy, a mistake or a blunder."""
    return Thresholds(
        inaccuracy=settings[INACCURACY] / 100,
        mistake=settings[MISTAKE] / 100,
        blunder=settings[BLUNDER] / 100,
    )


def board_options(settings: Settings) -> BoardOptions:
    """Return the display options of the board."""
    return BoardOptions({option: settings[option] for option in BOARD_OPTIONS})
