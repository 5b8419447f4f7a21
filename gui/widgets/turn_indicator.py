"""Turn indicator beside a player: turn, win or fallen flag."""

from __future__ import annotations

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PyQt5.QtWidgets import QWidget

from engine.core.types import Player
from engine.match.session.game_session import GameSession
from gui.style.theme import current_theme

WIDTH, HEIGHT = 14, 22
"""Size in pixels at 100 %."""


class TurnIndicator(QWidget):
    """Indicator with a pointer, a tick, a flag or nothing; shapes, not only colours."""

    def __init__(self) -> None:
        super().__init__()
        self._state = (False, False, False)
        self._is_running = True
        self.setFixedSize(WIDTH, HEIGHT)

    def set_state(
        self,
        *,
        has_turn: bool,
        has_won: bool,
        flag_has_fallen: bool,
        is_running: bool = True,
    ) -> None:
        """Put a flag to the row, point at it, tick it off, or do nothing.

        The pointer is hollow in a game that is not running.
        """
        state = (has_turn, has_won, flag_has_fallen)
        if (state, is_running) != (self._state, self._is_running):
            self._state, self._is_running = state, is_running
            self.update()

    def show_seat(
        self, session: GameSession, seat: Player, *, flag_has_fallen: bool
    ) -> None:
        """Show turn, win or fallen flag of a participant."""
        outcome, position = session.outcome, session.position
        colour = position.colour_of(seat)
        self.set_state(
            has_turn=outcome is None and session.time.seat is seat,
            has_won=outcome is not None and outcome.winner is colour,
            flag_has_fallen=flag_has_fallen,
            is_running=session.record.outcome is None,
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """See ``QWidget.paintEvent``."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        theme = current_theme()
        colour, danger = QColor(theme.accent), QColor(theme.danger)
        has_turn, has_won, flag_has_fallen = self._state
        middle = HEIGHT / 2
        if flag_has_fallen:
            painter.setPen(QPen(danger, 1.6))
            painter.setBrush(danger)
            painter.drawLine(QPointF(3, middle - 7), QPointF(3, middle + 8))
            painter.drawPolygon(_shape((3, middle - 7), (12, middle - 3), (3, middle)))
        elif has_turn:
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(colour if self._is_running else Qt.NoBrush)
            painter.drawPolygon(_shape((3, middle - 5), (10, middle), (3, middle + 5)))
        elif has_won:
            painter.setPen(QPen(colour, 2.4))
            tick = ((1.5, middle), (5, middle + 4), (12, middle - 4.5))
            painter.drawPolyline(_shape(*tick))


def _shape(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])
