"""Chart of win rates over the moves of a line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pyqtgraph
from PyQt5.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, Qt, pyqtSignal
from PyQt5.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QResizeEvent
from PyQt5.QtWidgets import QGraphicsItem, QToolTip

from engine.core.types import Player
from gui.analysis.game_graph import GameGraph
from gui.panels.graph.graph_texts import point_text
from gui.style.theme import colour, current_theme, side_colours
from gui.text.i18n import tr
from gui.text.labels import side_title
from gui.text.plain_text import tip_text
from gui.widgets.plot import Plot, line_pen, nice_ticks

FEWEST_MOVES = 10
"""Moves for which the axis has room at least."""

TICK_WIDTH = 36
"""Width of a tick's label with its distance, in pixels at 100 %."""

AREA_OPACITY = 0.55
"""Opacity of the areas of both sides; the text lines shine through."""

CURVE_WIDTH = 1.5
"""Width of the curve, in pixels at 100 %."""

LINE_ROOM = 3
"""Free space on each side of an upright line, in pixels at 100 %."""

DOT, MISTAKE_DOT = 6, 10
"""Diameters of a point and of a mistake, in pixels at 100 %."""

MARGIN = MISTAKE_DOT / 2 + 1
"""Room for points at 100 % and at 0 %, in pixels at 100 %."""


class WinRateChart(Plot):
    """Chart of the first side's win rate."""

    number_chosen = pyqtSignal(int)  # number of moves before the position

    def __init__(self) -> None:
        self._graph: GameGraph | None = None
        self._threshold = 1.0
        self._areas = _Areas()
        self._middle = pyqtgraph.InfiniteLine(50, angle=0)
        self._pointer = pyqtgraph.InfiniteLine(0, angle=90)
        self._cursor = pyqtgraph.InfiniteLine(0, angle=90)
        self._dots = pyqtgraph.ScatterPlotItem(size=DOT, pen=None)
        self._mistakes = pyqtgraph.ScatterPlotItem(size=MISTAKE_DOT)
        super().__init__()
        self.setObjectName("chart_win_rate")
        for item in (self._areas, self._middle, self._pointer, self._cursor):
            self.plot.addItem(item, ignoreBounds=True)
        for dots in (self._dots, self._mistakes):
            self.plot.addItem(dots, ignoreBounds=True)
        self.plot.getViewBox().sigResized.connect(self._show_range)
        self._show_range()
        self.show_ticks("left", (0, 50, 100))
        self._pointer.hide()
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.restyle()

    @property
    def marked(self) -> tuple[int, ...]:
        """Numbers of the moves that are marked as mistakes."""
        graph = self._graph
        return () if graph is None else graph.mistakes(self._threshold)

    def show_graph(self, graph: GameGraph, threshold: float) -> None:
        """Show the win rates of a line.

        Args:
            graph: The win rates and losses.
            threshold: Loss of win rate from which a move is marked.
        """
        last, is_same_threshold = self._graph, threshold == self._threshold
        self._graph, self._threshold = graph, threshold
        self._move(self._cursor, graph.cursor)
        if last is None or not is_same_threshold or not _looks_like(graph, last):
            self._areas.show(graph)
            self._show_dots()
            self._show_axes()
            self._paint_areas()

    def _show_range(self) -> None:
        """Show 0 to 100 %, with room for whole points at both."""
        height = self.plot.getViewBox().height()
        margin = 100 * MARGIN / max(height - 2 * MARGIN, MARGIN)
        self.plot.setYRange(-margin, 100 + margin)

    def _show_axes(self) -> None:
        graph = self._graph
        if graph is None:
            return
        moves = max(len(graph.points) - 1, FEWEST_MOVES)
        room = max(self.width() // TICK_WIDTH - 1, 2)
        ticks = nice_ticks(moves, room)
        end = ticks[-1]
        self.plot.setXRange(-end / 50, end * 51 / 50)
        self.show_ticks("bottom", (tick for tick in ticks if tick == int(tick)))
        first = side_title(graph.line.positions[0].setup.game, Player.FIRST)
        label = tr("Graph", "{side}, %").format(side=first)
        self.plot.getAxis("left").setLabel(label)

    def _show_dots(self) -> None:
        graph = self._graph
        if graph is None:
            return
        curves = list(_curves(graph))
        rates = dict(point for curve in curves for point in curve)
        wrong = [number for number in self.marked if number in rates]
        alone = [curve[0][0] for curve in curves if len(curve) == 1]
        for dots, numbers in ((self._dots, alone), (self._mistakes, wrong)):
            dots.setData(x=numbers, y=[rates[number] for number in numbers])

    def _paint_areas(self) -> None:
        graph = self._graph
        if graph is not None:
            game = graph.line.positions[0].setup.game
            first, second = (side_colours(game, side).edge for side in Player)
            self._areas.set_colours(first, second, current_theme().text)

    def restyle(self) -> None:
        """See ``Plot.restyle``."""
        super().restyle()
        theme = current_theme()
        self._middle.setPen(line_pen(theme.muted, 1, self, Qt.DashLine))
        self._pointer.setPen(line_pen(theme.muted, 1, self))
        self._cursor.setPen(line_pen(theme.accent, 2, self))
        self._dots.setBrush(QColor(theme.text))
        self._mistakes.setBrush(QColor(theme.danger))
        self._mistakes.setPen(QColor(theme.card))
        self._paint_areas()
        self._show_axes()

    def number_at(self, x: float) -> int | None:
        """Return the number of moves at a pixel of the chart."""
        if self._graph is None:
            return None
        view = self.plot.getViewBox().mapSceneToView(QPointF(x, 0))
        number = round(float(view.x()))
        return min(max(number, 0), len(self._graph.points) - 1)

    def place_of(self, number: int) -> QPointF:
        """Return the pixel of a position's win rate, or of 50 % without one."""
        rate = None if self._graph is None else self._graph.points[number].win_rate
        value = 50 if rate is None else 100 * rate
        return QPointF(self.plot.getViewBox().mapViewToScene(QPointF(number, value)))

    def _move(self, line: pyqtgraph.InfiniteLine, number: int) -> None:
        """Move an upright line; Qt would leave the pixels at its ends in the air."""
        view = self.plot.getViewBox()
        for value in (line.value(), number):
            x = round(view.mapViewToScene(QPointF(value, 0)).x())
            self.viewport().update(x - LINE_ROOM, 0, 2 * LINE_ROOM, self.height())
        line.setValue(number)

    def _choose(self, event: QMouseEvent) -> None:
        number = self.number_at(event.x())
        if number is not None:
            self.number_chosen.emit(number)

    def _point_at(self, number: int | None, event: QMouseEvent) -> None:
        self._pointer.setVisible(number is not None)
        if number is None or self._graph is None:
            QToolTip.hideText()
            return
        self._move(self._pointer, number)
        text = tip_text(point_text(self._graph, number))
        below = self.mapToGlobal(QPoint(event.x(), self.height()))
        QToolTip.showText(below, text, self)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the position at the mouse."""
        if event.button() == Qt.LeftButton:
            self._choose(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Describe the position at the mouse; go there while the button is down."""
        if event.buttons() & Qt.LeftButton:
            self._choose(event)
        self._point_at(self.number_at(event.x()), event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing more happens when the button is released."""

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._pointer.hide()
        super().leaveEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language too, in the name of the axis."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._show_axes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Label as many moves as fit."""
        super().resizeEvent(event)
        self._show_axes()


class _Areas(pyqtgraph.GraphicsObject):  # type: ignore[misc]  # no types
    """Areas of both sides under and above the curve, where it is known."""

    def __init__(self) -> None:
        super().__init__()
        self._below, self._above = QPainterPath(), QPainterPath()
        self._curve: list[QLineF] = []
        self._width = 0
        self._colours = ("", "", "")
        self.setCacheMode(QGraphicsItem.DeviceCoordinateCache)

    def show(self, graph: GameGraph) -> None:
        """Take the win rates of a line."""
        self.prepareGeometryChange()
        self._width = len(graph.points)
        self._below, self._above = QPainterPath(), QPainterPath()
        self._curve = []
        for run in _curves(graph):
            for path, edge in ((self._below, 0.0), (self._above, 100.0)):
                path.moveTo(run[0][0], edge)
                for x, y in run:
                    path.lineTo(x, y)
                path.lineTo(run[-1][0], edge)
                path.closeSubpath()
            ends = [QPointF(x, y) for x, y in run]
            self._curve += [QLineF(start, end) for start, end in pairwise(ends)]
        self.update()

    def set_colours(self, below: str, above: str, curve: str) -> None:
        """Set the colours of the areas and of the curve."""
        self._colours = below, above, curve
        self.update()

    def boundingRect(self) -> QRectF:
        """See ``QGraphicsItem.boundingRect``."""
        return QRectF(0, 0, max(self._width, 1), 100)

    def paint(self, painter: QPainter, *_: object) -> None:
        """See ``QGraphicsItem.paint``."""
        below, above, curve = self._colours
        # Ten times as fast as smooth areas and a smooth path; the curve hides the edge.
        painter.setRenderHint(QPainter.Antialiasing, on=False)
        painter.fillPath(self._below, colour(below, opacity=AREA_OPACITY))
        painter.fillPath(self._above, colour(above, opacity=AREA_OPACITY))
        painter.setRenderHint(QPainter.Antialiasing)
        painter.setPen(line_pen(curve, CURVE_WIDTH, painter.device()))
        painter.drawLines(self._curve)


def _looks_like(graph: GameGraph, other: GameGraph) -> bool:
    """Return whether two graphs differ by the position on the board alone."""
    return (
        graph.points == other.points
        and graph.line.positions[0].setup == other.line.positions[0].setup
    )


def _curves(graph: GameGraph) -> Iterator[list[tuple[int, float]]]:
    """Yield the parts of the curve, in moves and percent."""
    rates = [point.win_rate or 0.0 for point in graph.points]
    for run in graph.runs():
        yield [(number, 100 * rates[number]) for number in run]
