"""Curves of a run: one plot for each panel of its report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph
from PyQt5.QtCore import QEvent, QSize, Qt
from PyQt5.QtGui import QPainter, QPaintEvent, QPen
from PyQt5.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from engine.training.run.curves import Curve, Panel
from gui.lab.training.training_labels import axis_title, curve_title, panel_titles
from gui.style.theme import SPACE_M, SPACE_S, current_theme
from gui.text.plain_text import PlainLabel
from gui.widgets.plot import RESTYLING, Plot, line_pen, whole_ticks

COLUMNS = 2
"""Plots side by side."""

PLOT_HEIGHT = 190
"""Least height of a plot in pixels at 100 %."""

PADDING = 0.03
"""Share of a plot around its points, so that none is cut off."""

PARTS_ACROSS = 5
"""Largest number of parts between the ticks of the x axis."""

LINE_WIDTH = 1.5
"""Width of a curve in pixels."""

LINE_SAMPLE = QSize(24, 12)
"""Size of a line in the legend, in pixels at 100 %."""

LINE_STYLES = (Qt.SolidLine, Qt.DashLine, Qt.DotLine, Qt.DashDotLine)
"""Curves differ by more than their colours."""


class CurveGrid(QWidget):
    """Grid of plots, which grows with the kinds of figures that the run logs."""

    def __init__(self) -> None:
        super().__init__()
        self._plots: dict[str, CurvePlot] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACE_M)
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, 1)

    def show_panels(self, panels: Sequence[Panel]) -> None:
        """Show the curves of all panels."""
        for panel in panels:
            plot = self._plots.get(panel.title)
            if plot is None:
                plot = self._plots[panel.title] = CurvePlot()
                row, column = divmod(len(self._plots) - 1, COLUMNS)
                self._grid.addWidget(plot, row, column)
            plot.show_panel(panel)


class CurvePlot(QFrame):
    """Plot of one panel with title and legend."""

    _panel: Panel | None = None
    _look: tuple[object, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._title = PlainLabel()
        self._title.setProperty("role", "caption")
        self._legend = QHBoxLayout()
        self._legend.setSpacing(SPACE_M)
        self._legend.addStretch(1)
        self._names: list[PlainLabel] = []
        self._plot = Plot()
        self._plot.setMinimumHeight(PLOT_HEIGHT)
        self._plot.plot.getViewBox().setDefaultPadding(PADDING)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self._title)
        column.addWidget(self._plot, 1)
        column.addLayout(self._legend)

    def show_panel(self, panel: Panel) -> None:
        """Show the curves of a panel, if they have changed."""
        if panel != self._panel:
            self._panel = panel
            self._draw(panel)

    def _draw(self, panel: Panel) -> None:
        """Draw the curves in the language and in the colours of the window."""
        self._look = self._wanted_look()
        title = panel_titles().get(panel.title, panel.title)
        self._title.setText(f"{title} · {axis_title(panel.across)}")
        self._plot.plot.clear()
        if panel.level is not None:
            level = pyqtgraph.InfiniteLine(panel.level, angle=0)
            level.setPen(line_pen(current_theme().muted, LINE_WIDTH, self, Qt.DashLine))
            self._plot.plot.addItem(level)
        for index, curve in enumerate(panel.curves):
            self._add(curve, index)
        across = [x for curve in panel.curves for x in curve.x]
        ticks = whole_ticks(min(across), max(across), PARTS_ACROSS)
        self._plot.show_ticks("bottom", ticks, "{:,}".format)
        self._show_legend(panel)

    def _wanted_look(self) -> tuple[object, ...]:
        """Return the values that the pens depend on."""
        return current_theme(), self.devicePixelRatioF()

    def _add(self, curve: Curve, index: int) -> None:
        """Draw a curve; single points and errors are drawn, too."""
        x, y = np.asarray(curve.x, float), np.asarray(curve.y, float)
        pen = _pen(index, self)
        symbol = "o" if len(x) == 1 else None
        self._plot.plot.plot(
            x, y, pen=pen, symbol=symbol, symbolBrush=pen.color(), antialias=True
        )
        if curve.errors is not None:
            low, high = np.asarray(curve.intervals, float).T
            bars = pyqtgraph.ErrorBarItem(
                x=x, y=y, top=high - y, bottom=y - low, beam=0
            )
            bars.setData(pen=QPen(pen.color(), 0))
            self._plot.plot.addItem(bars)

    def _show_legend(self, panel: Panel) -> None:
        """Name the curves with their newest figures."""
        for index, curve in enumerate(panel.curves):
            if index == len(self._names):
                self._add_name()
            self._names[index].setText(f"{curve_title(curve.name)} {curve.y[-1]:.3g}")

    def _add_name(self) -> None:
        """Add a line and a name to the legend, left of its stretch."""
        label = PlainLabel()
        label.setProperty("role", "caption")
        for part in (LineSample(len(self._names)), label):
            self._legend.insertWidget(self._legend.count() - 1, part)
        self._names.append(label)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, and the theme once for its many events."""
        super().changeEvent(event)
        if self._panel is None:
            return
        is_restyled = event.type() in RESTYLING and self._look != self._wanted_look()
        if is_restyled or event.type() == QEvent.LanguageChange:
            self._draw(self._panel)


class LineSample(QWidget):
    """Short line in the colour and style of a curve.

    Args:
        index: Number of the curve in its panel, from 0.
    """

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index
        self.setFixedSize(LINE_SAMPLE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, in the colours of the theme."""
        painter = QPainter(self)
        painter.setPen(_pen(self._index, self))
        painter.drawLine(0, self.height() // 2, self.width(), self.height() // 2)


def _pen(index: int, widget: QWidget) -> QPen:
    """Return the pen of a curve by its number."""
    theme = current_theme()
    colours = (theme.accent, theme.danger, theme.muted, theme.text)
    tone = colours[index % len(colours)]
    return line_pen(tone, LINE_WIDTH, widget, LINE_STYLES[index % len(LINE_STYLES)])
