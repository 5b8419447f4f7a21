"""Chart of one quantity of searches, with a line for each of some names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyqtgraph
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QColor, QResizeEvent

from gui.style.theme import current_theme
from gui.widgets.plot import Plot, line_pen, nice_ticks

LINE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b")
"""Colours of several lines, after Okabe and Ito; see ``gui.style.colour_blind``."""

LINE_STYLES = (
    *(Qt.SolidLine, Qt.DashLine, Qt.DotLine),
    *(Qt.DashDotLine, Qt.DashDotDotLine),
)
"""Styles of several lines, so that no line differs by its colour alone."""

POINT, LINE_WIDTH = 5, 1.6
"""Sizes in pixels at 100 %."""

ACROSS, UP = 6, 4
"""Largest number of parts between the ticks of each axis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """Values over time; ``None`` is a gap."""

    xs: tuple[float, ...]
    """Times or numbers of moves, ascending."""

    ys: tuple[float | None, ...]
    """The values, from 0."""

    name: str = ""
    """Name in the legend; empty for a line alone."""

    def __post_init__(self) -> None:
        if len(self.xs) != len(self.ys):
            raise ValueError(f"Expected {len(self.xs)} values, got {len(self.ys)}.")


class HistoryChart(Plot):
    """Chart of lines from 0 upwards.

    Args:
        name: Object name.
        write: Returns the text of a value at the upright axis.
        highest: Upper end of the upright axis; ``None`` for that of the values.
        least_steps: Least distances of ticks across and up; 1 for whole numbers.
    """

    def __init__(
        self,
        name: str,
        write: Callable[[float], str],
        highest: float | None = None,
        *,
        least_steps: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self._write = write
        self._highest = highest
        self._least_steps = least_steps
        self._lines: tuple[HistoryLine, ...] = ()
        self._legend = pyqtgraph.LegendItem(offset=(-1, 1), verSpacing=-6)
        super().__init__()
        self.setObjectName(name)
        self._legend.setParentItem(self.plot.getViewBox())

    @property
    def lines(self) -> tuple[HistoryLine, ...]:
        """The lines that are shown."""
        return self._lines

    def set_labels(self, quantity: str, time: str) -> None:
        """Name both axes."""
        self.plot.getAxis("left").setLabel(quantity)
        self.plot.getAxis("bottom").setLabel(time)

    def show_lines(self, lines: Sequence[HistoryLine]) -> None:
        """Show lines, with a legend if they have names."""
        self._lines = tuple(lines)
        self._draw()

    def restyle(self) -> None:
        """See ``Plot.restyle``."""
        super().restyle()
        self._draw()

    def _draw(self) -> None:
        for item in self.plot.listDataItems():
            self.plot.removeItem(item)
        self._legend.clear()
        self._legend.setLabelTextColor(QColor(current_theme().text))
        self._legend.setLabelTextSize(f"{self.caption_font().pixelSize()}px")
        for index, line in enumerate(self._lines):
            if all(y is None for y in line.ys):
                continue  # pyqtgraph warns of a line without values
            item = self._new_item(index, line)
            self.plot.addItem(item)
            if line.name:
                self._legend.addItem(item, line.name)
        self._legend.setVisible(any(line.name for line in self._lines))
        self._show_axes()

    def _new_item(self, index: int, line: HistoryLine) -> pyqtgraph.PlotDataItem:
        tone = QColor(LINE_COLOURS[index % len(LINE_COLOURS)])
        if not line.name:
            tone = QColor(current_theme().accent)
        style = LINE_STYLES[index % len(LINE_STYLES)]
        return pyqtgraph.PlotDataItem(
            [float(x) for x in line.xs],
            [math.nan if y is None else float(y) for y in line.ys],
            pen=line_pen(tone, LINE_WIDTH, self, style),
            symbol="o",
            symbolSize=POINT,
            symbolBrush=tone,
            symbolPen=None,
            connect="finite",
            antialias=True,
        )

    def _show_axes(self) -> None:
        last = max((x for line in self._lines for x in line.xs), default=0.0)
        values = [y for line in self._lines for y in line.ys if y is not None]
        least_across, least_up = self._least_steps
        across = nice_ticks(last, ACROSS, least_across)
        highest = max(values, default=0.0) if self._highest is None else self._highest
        up = nice_ticks(highest, UP, least_up)
        self.show_ticks("bottom", across)
        self.show_ticks("left", up, self._write)
        end = across[-1] * (1 + self._legend_room())
        self.plot.setXRange(-across[-1] / 50, end + across[-1] / 50)
        self.plot.setYRange(-up[-1] / 30, up[-1] * 31 / 30)

    def _legend_room(self) -> float:
        """Return the width of the legend as a share of that of the lines."""
        if not self._legend.isVisible():
            return 0.0
        legend = self._legend.geometry().width()
        lines = self.plot.getViewBox().width() - legend
        return min(legend / lines, 1.0) if lines > 0 else 1.0

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines beside the legend."""
        super().resizeEvent(event)
        if self._is_ready:
            self._show_axes()
