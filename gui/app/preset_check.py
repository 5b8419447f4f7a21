"""Check of the presets after the start; a start reads only those that it needs."""

from __future__ import annotations

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.presets import read_presets


class PresetCheck(QObject):
    """Reader of one preset in each turn of the event loop.

    Args:
        parent: See ``QObject``.
    """

    damage_found = pyqtSignal(object)  # Message

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._presets = read_presets()
        self._files = iter(self._presets.files)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._check_next)

    def start(self) -> None:
        """Begin to read."""
        self._timer.start(0)

    def _check_next(self) -> None:
        file = next(self._files, None)
        if file is None:
            self._timer.stop()
            return
        error = self._presets.damage(file)
        if error is not None:
            self.damage_found.emit(error)
