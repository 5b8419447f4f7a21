"""The plot under every graph: pyqtgraph in the look of the window.

pyqtgraph takes 0.3 s to import, so modules that import this one are imported when there
is something to draw. It wraps the hooks for unhandled errors, which the program has its
own for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pyqtgraph
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QColor, QFont, QPaintDevice, QPen
from PyQt5.QtWidgets import QSizePolicy
from pyqtgraph import exceptionHandling

from gui.style.theme import SPACE_S, TYPE_SCALE, current_theme

exceptionHandling.handler.remove()

NICE_STEPS = (1, 2, 5)
"""Distances of ticks, times a power of ten."""

RESTYLING = (QEvent.StyleChange, QEvent.FontChange, QEvent.PaletteChange)
"""Changes after which colours or text sizes differ."""


class Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Plot without menu and zoom, in the colours of the theme."""

    _is_ready = False
    _look: tuple[object, ...] = ()

    def __init__(self) -> None:
        super().__init__(enableMenu=False, background=None)
        self.plot = self.getPlotItem()
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.hideButtons()
        self.plot.getViewBox().setDefaultPadding(0)
        self.plot.setContentsMargins(0, SPACE_S, SPACE_S, 0)
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.setStyle(hideOverlappingLabels=False)
            axis.enableAutoSIPrefix(enable=False)  # it would rename the unit
        self.setAntialiasing(True)
        self.setFocusPolicy(Qt.NoFocus)
        self.setFrameShape(self.NoFrame)
        self.setSizePolicy(QSizePolicy.Expanding, QSizePolicy.Expanding)
        # The selector keeps tool tips above the plot in the look of all others.
        self.setStyleSheet("QGraphicsView { background: transparent; border: none; }")
        self._is_ready = True
        self.restyle()

    def restyle(self) -> None:
        """Take colours and text size of the window."""
        self._look = self._wanted_look()
        theme = current_theme()
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.setPen(line_pen(theme.strong_line, 1, self))
            axis.setTextPen(pyqtgraph.mkPen(QColor(theme.muted)))
            axis.setTickFont(self.caption_font())
            axis.label.setFont(self.caption_font())

    def _wanted_look(self) -> tuple[object, ...]:
        """Return the values that the style of a plot depends on."""
        return current_theme(), self.font(), self.devicePixelRatioF()

    def caption_font(self) -> QFont:
        """Return the font of captions at the size of the window's texts."""
        letters = QFont(self.font())
        body = letters.pixelSize()
        if body > 0:
            letters.setPixelSize(
                max(round(body * TYPE_SCALE["caption"] / TYPE_SCALE["body"]), 1)
            )
        return letters

    def show_ticks(
        self,
        name: str,
        values: Iterable[float],
        write: Callable[[float], str] = "{:g}".format,
    ) -> None:
        """Label an axis at values, and nowhere else."""
        ticks = [(value, write(value)) for value in values]
        self.plot.getAxis(name).setTicks([ticks])

    def wheelEvent(self, event: QEvent) -> None:
        """Leave the wheel to what is around the plot."""
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        """Follow theme and text size; a parent that is new reports them again."""
        super().changeEvent(event)
        if not self._is_ready or event.type() not in RESTYLING:
            return
        if self._look != self._wanted_look():
            self.restyle()


def line_pen(
    tone: str | QColor,
    width: float,
    device: QPaintDevice,
    style: Qt.PenStyle = Qt.SolidLine,
) -> QPen:
    """Return a pen as wide in every plot, whatever its units and the screen's scale.

    Args:
        tone: Colour of the line.
        width: Width of the line, in pixels at 100 %.
        device: What is painted on; Qt takes such a width for device pixels.
        style: Style of the line.
    """
    pen = QPen(QColor(tone), width * device.devicePixelRatioF(), style)
    pen.setCosmetic(True)
    return pen


def nice_step(length: float, most: int) -> float:
    """Return the least nice distance that divides a length into ``most`` parts."""
    power = 10.0 ** math.floor(math.log10(length / most))
    steps = (*NICE_STEPS, NICE_STEPS[0] * 10)
    return next(step * power for step in steps if step * power * most >= length)


def nice_ticks(highest: float, most: int, least_step: float = 0.0) -> list[float]:
    """Return ticks from 0 to a nice number that is not below ``highest``.

    Args:
        highest: The largest value.
        most: Largest number of parts.
        least_step: Least distance of two ticks, such as 1 for whole numbers.
    """
    step = max(nice_step(highest, most), least_step) if highest > 0 else 1.0
    count = max(math.ceil(round(highest / step, 9)), 1)
    return [step * index for index in range(count + 1)]


def whole_ticks(lowest: float, highest: float, most: int) -> list[int]:
    """Return whole numbers at nice distances between two values, at least one.

    Args:
        lowest: The smallest value.
        highest: The largest value.
        most: Largest number of distances.
    """
    if math.floor(highest) <= math.ceil(lowest):
        return [round(lowest)]
    step = max(round(nice_step(highest - lowest, most)), 1)
    return list(range(step * math.ceil(lowest / step), math.floor(highest) + 1, step))
