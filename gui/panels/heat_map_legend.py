"""Legend of a heat map, under the board: the colour scale with numbers."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QRectF, QSize, Qt
from PyQt5.QtGui import QPainter, QPaintEvent
from PyQt5.QtWidgets import QFrame, QHBoxLayout, QWidget

from gui.analysis.heat_maps import HeatKind, HeatMap
from gui.board.heat_map import heat_gradient
from gui.style.theme import SPACE_M, SPACE_S
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel
from gui.widgets.elided_label import ElidedLabel

HALF, LEAST_HALF = QSize(72, 12), QSize(24, 12)
"""Size of each half of the colour scale, and the least one in a narrow window, in
pixels at 100 %."""

SCALE_STRETCH = 100
"""Stretch of the scale, which grows before the room behind the note does."""


class HeatMapLegend(QFrame):
    """Card with the title, the scale and the values of its ends and its middle.

    In a narrow window the scale shrinks, then title and note are elided.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar_heat_map")
        self.setProperty("card", True)
        self._shown: tuple[HeatMap | None, str] = (None, "")
        self._title = ElidedLabel()
        self._title.setObjectName("label_heat_map")
        self._numbers = [PlainLabel() for _ in range(3)]
        self._halves = (_Scale(0.0, 0.5), _Scale(0.5, 1.0))
        self._note = ElidedLabel()
        self._note.setObjectName("label_heat_note")
        self._note.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        row.setSpacing(SPACE_S)
        row.addWidget(self._title)
        row.addSpacing(SPACE_S)
        low, middle, high = self._numbers
        left, right = self._halves
        for widget in (low, left, middle, right, high):
            row.addWidget(widget, SCALE_STRETCH if widget in self._halves else 0)
        row.addSpacing(SPACE_S)
        row.addWidget(self._note)
        row.addStretch(1)
        self.hide()

    def show_map(self, heat: HeatMap | None, note: str = "") -> None:
        """Explain a heat map; ``None`` hides the legend.

        Args:
            heat: The heat map.
            note: What it lacks, one sentence, or nothing.
        """
        if (heat, note) == self._shown:
            return
        self._shown = heat, note
        self.setVisible(heat is not None)
        if heat is None:
            return
        titles = {
            HeatKind.POLICY: tr("HeatMap", "Policy of the network, %"),
            HeatKind.VISITS: tr("HeatMap", "Visits"),
            HeatKind.WIN_RATES: tr("HeatMap", "Win rate after the move, %"),
        }
        self._title.setText(titles[heat.kind])
        has_values = bool(heat.values)
        for widget in (*self._halves, *self._numbers):
            widget.setVisible(has_values)
        low, middle, high = self._numbers
        low.setText(heat.value_text(heat.lowest) if heat.lowest else "0")
        high.setText(heat.value_text(heat.highest))
        between = heat.value_text(heat.middle)
        middle.setText("" if between in {low.text(), high.text()} else between)
        self._note.setText(note)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            (heat, note), self._shown = self._shown, (None, "")
            self.show_map(heat, note)


class _Scale(QWidget):
    """A part of the colour scale."""

    def __init__(self, low: float, high: float) -> None:
        super().__init__()
        self._low, self._high = low, high
        self.setMinimumSize(LEAST_HALF)
        self.setMaximumSize(HALF)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the gradient."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        painter.setPen(Qt.NoPen)
        painter.setBrush(heat_gradient(self.width(), self._low, self._high))
        painter.drawRoundedRect(QRectF(self.rect()), 3.0, 3.0)
