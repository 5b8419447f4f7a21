"""Replay of a record: the moves of the line, one after the other."""

from __future__ import annotations

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from engine.match.view import MatchView
from gui.actions.actions import Commands
from gui.game.game_controller import GameController
from gui.settings.settings import Settings
from gui.settings.table import REPLAY_SECONDS


class Replay(QObject):
    """Replay of the line on the board, from its start if the board shows its end.

    It stops at the end of the line, and when something else changes the position or
    its notes.

    Args:
        controller: The games.
        settings: The time between two moves.
        parent: See ``QObject``.
    """

    switched = pyqtSignal()  # see ``is_on``

    def __init__(
        self, controller: GameController, settings: Settings, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._settings = settings
        self._left: list[int] = []  # nodes to show
        self._is_stepping = False
        self._notes: tuple[object, ...] = ()  # of the position, when it was shown
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        controller.match_changed.connect(self._on_match_changed)
        settings.changed.connect(self._on_setting_changed)

    @property
    def is_on(self) -> bool:
        """Whether the replay goes on."""
        return self._timer.isActive()

    def commands(self) -> Commands:
        """Return the command by its action name."""
        return {"replay": self.toggle}

    def toggle(self) -> None:
        """Start the replay, or stop it."""
        if self.stop():
            return
        session = self._controller.session
        line = session.record.line_through(session.cursor)
        later = line[session.ply + 1 :]
        self._left = later or line
        if not later:
            self._step()
        self._notes = self._notes_here()
        self._timer.start(self._interval_ms())
        self.switched.emit()

    def stop(self) -> bool:
        """Stop the replay; return whether it was on."""
        was_on = self.is_on
        self._timer.stop()
        if was_on:
            self.switched.emit()
        return was_on

    def _step(self) -> None:
        self._is_stepping = True
        self._controller.go_to(self._left.pop(0))
        self._is_stepping = False
        self._notes = self._notes_here()
        if not self._left:
            self.stop()

    def _notes_here(self) -> tuple[object, ...]:
        """Return comment and marks of the position, which a search leaves alone."""
        session = self._controller.session
        node = session.record.nodes[session.cursor]
        return node.comment, node.properties

    def _interval_ms(self) -> int:
        return round(1000 * self._settings[REPLAY_SECONDS])

    def _on_match_changed(self, view: MatchView) -> None:
        if self._is_stepping or not self.is_on:
            return
        if view.has_new_position or self._notes_here() != self._notes:
            self.stop()

    def _on_setting_changed(self, key: str) -> None:
        if key == REPLAY_SECONDS.key and self.is_on:
            self._timer.start(self._interval_ms())
