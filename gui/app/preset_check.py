"""Check of the presets after the start; a start reads only those that it needs.

Presets of the user are checked again whenever the program becomes the active one, as
after an edit in another program.
"""

from __future__ import annotations

from PyQt5.QtCore import QObject, Qt, QTimer, pyqtSignal
from PyQt5.QtGui import QGuiApplication

from engine.players.presets import read_presets, read_user_presets


class PresetCheck(QObject):
    """Reader of one preset in each turn of the event loop, then of the user's.

    Args:
        app: The application, whose state is observed.
        parent: See ``QObject``.
    """

    damage_found = pyqtSignal(object)  # Message

    def __init__(self, app: QGuiApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._reported: frozenset[str] = frozenset()
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
            self._check_own()
            self._app.applicationStateChanged.connect(self._on_state_changed)
            return
        error = self._presets.damage(file)
        if error is not None:
            self.damage_found.emit(error)

    def _check_own(self) -> None:
        """Report the errors of the user's presets that are new."""
        problems = read_user_presets().problems.values()
        for problem in problems:
            if problem not in self._reported:
                self.damage_found.emit(problem)
        self._reported = frozenset(problems)

    def _on_state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationActive:
            self._check_own()
