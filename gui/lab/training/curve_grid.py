"""Curves of a run: one plot for each panel of its report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QColor
from PyQt5.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from engine.training.run.curves import Curve, Panel
from gui.lab.training.training_labels import axis_title, curve_title, panel_titles
from gui.panels.graph.plotting import Plot
from gui.style.theme import SPACE_M, SPACE_S, current_theme
from gui.text.plain_text import PlainLabel

COLUMNS = 2
"""Plots side by side."""

PLOT_HEIGHT = 190
"""Least height of a plot in pixels at 100 %."""

LINE_STYLES = (Qt.SolidLine, Qt.DashLine, Qt.DotLine, Qt.DashDotLine)
"""Curves differ by more than their colours."""


class CurveGrid(QWidget):
    """Grid of plots, which grows with the kinds of figures that the run logs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._panel: Panel | None = None
        self._title = PlainLabel()
        self._title.setProperty("role", "caption")
        self._legend = PlainLabel()
        self._legend.setTextFormat(Qt.RichText)
        self._legend.setProperty("role", "caption")
        self._plot = Plot()
        self._plot.setMinimumHeight(PLOT_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_S)
        for part in (self._title, self._plot, self._legend):
            column.addWidget(part)
        column.setStretch(1, 1)

    def show_panel(self, panel: Panel) -> None:
        """Show the curves of a panel, if they have changed."""
        if panel == self._panel:
            return
        self._panel = panel
        title = panel_titles().get(panel.title, panel.title)
        self._title.setText(f"{title} · {axis_title(panel.across)}")
        self._plot.plot.clear()
        if panel.level is not None:
            level = pyqtgraph.InfiniteLine(panel.level, angle=0)
            level.setPen(_pen(current_theme().muted, Qt.DashLine))
            self._plot.plot.addItem(level)
        for index, curve in enumerate(panel.curves):
            self._add(curve, index)
        self._show_legend(panel)

    def _add(self, curve: Curve, index: int) -> None:
        """Draw a curve; single points and errors are drawn, too."""
        x, y = np.asarray(curve.x, float), np.asarray(curve.y, float)
        colour = _colour(index)
        pen = _pen(colour, LINE_STYLES[index % len(LINE_STYLES)])
        symbol = "o" if len(x) == 1 else None
        self._plot.plot.plot(x, y, pen=pen, symbol=symbol, symbolBrush=QColor(colour))
        if curve.errors is not None:
            heights = 2 * np.asarray(curve.errors, float)
            bars = pyqtgraph.ErrorBarItem(x=x, y=y, height=heights, beam=0)
            bars.setData(pen=_pen(colour, Qt.SolidLine))
            self._plot.plot.addItem(bars)

    def _show_legend(self, panel: Panel) -> None:
        """Name the curves with their newest figures."""
        parts = []
        for index, curve in enumerate(panel.curves):
            name = curve_title(curve.name).replace("<", "&lt;")
            parts.append(
                f'<span style="color:{_colour(index)}">■</span> '
                f"{name} {curve.y[-1]:.3g}"
            )
        self._legend.setText("&nbsp;&nbsp; ".join(parts))


def _colour(index: int) -> str:
    theme = current_theme()
    colours = (theme.accent, theme.danger, theme.muted, theme.text)
    return colours[index % len(colours)]


def _pen(colour: str, style: Qt.PenStyle) -> object:
    return pyqtgraph.mkPen(QColor(colour), width=1.5, style=style)
