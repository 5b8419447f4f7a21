"""The empty board: body, grid or tiles, owners' edges and coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt5.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PyQt5.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)

from engine.core.board.geometry import (
    BoardLayout,
    OwnedEdge,
    Point,
    Surface,
    find_widest_points,
)
from gui.board.drawing import paint_text, round_pen
from gui.board.shapes import (
    paint_soft_shadow,
    relative_shape,
    rounded_polygon,
    rounded_rectangle,
    scale_points,
)
from gui.board.side_marks import (
    PATTERN_OPACITY,
    SideMark,
    edge_ink,
    pattern_brush,
)
from gui.board.viewport import Viewport
from gui.board.wood import paint_wood
from gui.style.theme import SideColours, Theme, colour

TILE_SCALE = 0.955
"""Size of a tile's visible part; the rest is the gap between tiles."""

TILE_ROUNDING = 0.1
FRAME_ROUNDING = 0.45
WOOD_ROUNDING = 0.22
"""Radii of corners, in board units."""

THICK_BORDER_FROM = 28
"""Pixels at 100 % between crossings from which the outermost lines are stronger."""

LABEL_SIZE = 0.32
"""Height of coordinates in board units, between the limits below."""

WIDEST_LABEL = 0.6
"""Height, in board units, at which neighbouring coordinates would touch."""

SMALLEST_LABEL, LARGEST_LABEL = 9.0, 15.0
"""Height of coordinates in pixels at 100 %."""

EDGE_LETTER_SIZE = 0.34
"""Height of a letter on an owner's edge in board units, where the edge is widest."""

SMALLEST_EDGE_LETTER = 8
"""The same in pixels at 100 %, if that is more."""

EDGE_LETTERS_EVERY = 3
"""Of so many wide places of an edge one carries a letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardBackground:
    """Everything that does not change while a game is played."""

    layout: BoardLayout
    """The board."""

    view: Viewport
    """Position and scale of the board."""

    theme: Theme
    """Colours of the board."""

    sides: tuple[SideColours, SideColours]
    """Colours of the first and the second player."""

    side_marks: tuple[SideMark, SideMark]
    """Side marks of both."""

    scale: float
    """Device pixels in a pixel of 100 %."""

    is_plain: bool = False
    """Whether to leave out what is no plain shape: shadow, grain, layers of pixels."""

    def paint(self, painter: QPainter, area: QRect, *, with_labels: bool) -> None:
        """Paint the board in device pixels, with its coordinates if wanted.

        Args:
            painter: Painter of the widget; parts outside ``area`` may be omitted.
            area: Pixels that are to be seen.
            with_labels: Whether coordinates are painted.
        """
        painter.setRenderHint(QPainter.Antialiasing)
        if self.layout.surface is Surface.CROSSINGS:
            self._paint_wood(painter, area)
            self._paint_grid(painter)
        else:
            self._paint_bands(painter, area)
            self._paint_tiles(painter, area)
        self._paint_dots(painter)
        if with_labels:
            self._paint_labels(painter)

    def _paint_wood(self, painter: QPainter, area: QRect) -> None:
        """Paint one wide wooden board."""
        rounding = self.view.unit * WOOD_ROUNDING
        path = rounded_rectangle(self.view.body, rounding)
        self._paint_shadow(painter, path, area)
        if self.is_plain:
            painter.fillPath(path, QColor(self.theme.wood_light))
        else:
            paint_wood(painter, path, QRectF(area), self.theme)
        painter.setBrush(Qt.NoBrush)
        painter.setPen(QPen(colour(self.theme.wood_rim, opacity=0.7), 1.0))
        inner = self.view.body.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawPath(rounded_rectangle(inner, rounding))

    def _paint_shadow(self, painter: QPainter, path: QPainterPath, area: QRect) -> None:
        """Paint the board's shadow, which fits the margin."""
        if self.is_plain or path.contains(QRectF(area)):
            return
        paint_soft_shadow(
            painter,
            path,
            colour=colour(
                self.theme.shadow, opacity=0.34 if self.theme.is_dark else 0.15
            ),
            blur=9.0 * self.scale,
            drop=2.0 * self.scale,
        )

    def _paint_grid(self, painter: QPainter) -> None:
        """Paint the lines, on a large board the outermost ones stronger."""
        thin = self.view.line_width
        lines = [
            QLineF(self.view.to_pixels(a), self.view.to_pixels(b))
            for a, b in self.layout.lines
        ]
        ink = QColor(self.theme.grid)
        painter.setPen(QPen(ink, thin, Qt.SolidLine, Qt.FlatCap))
        painter.drawLines(lines)
        if lines:
            is_large = self.view.unit >= THICK_BORDER_FROM * self.scale
            thick = thin + round(self.scale) if is_large else thin
            step = 0.5 * ((thick - thin) % 2)
            painter.setBrush(Qt.NoBrush)
            painter.setPen(QPen(ink, thick, Qt.SolidLine, Qt.SquareCap, Qt.MiterJoin))
            painter.drawRect(_around(lines).translated(step, step))

    def _paint_bands(self, painter: QPainter, area: QRect) -> None:
        """Paint the owners' edges as one rounded frame around the tiles."""
        for edge in self.layout.edges:
            if not edge.band:
                painter.setPen(round_pen(self._edge_ink(edge), self.view.unit * 0.3))
                painter.setBrush(Qt.NoBrush)
                painter.drawPolyline(self.view.polygon(edge.points))
        if self.layout.frame:
            radius = self.view.unit * FRAME_ROUNDING
            frame = rounded_polygon(self.view.points(self.layout.frame), radius)
            self._paint_shadow(painter, frame, area)
            if self.is_plain:
                self._paint_edges(painter)
                painter.fillPath(_outside(frame, area), QColor(self.theme.window))
                return
            layer = self._paint_framed_bands(frame, area, painter.font())
            painter.drawPixmap(area.topLeft(), layer)

    def _paint_framed_bands(
        self, frame: QPainterPath, area: QRect, font: QFont
    ) -> QPixmap:
        """Return the bands in ``area`` cut along ``frame``.

        Qt's intersection of paths fails on some outlines, and its clipping is rough.
        """
        layer = QPixmap(area.size())
        layer.fill(Qt.transparent)
        painter = QPainter(layer)
        painter.translate(-area.topLeft())
        painter.setFont(font)
        painter.setBrushOrigin(QPointF(*self.view.origin))
        painter.setRenderHint(QPainter.Antialiasing)
        self._paint_edges(painter)
        painter.setCompositionMode(QPainter.CompositionMode_DestinationOut)
        painter.fillPath(_outside(frame, area), Qt.black)
        painter.end()
        return layer

    def _paint_edges(self, painter: QPainter) -> None:
        """Paint the bands with their side marks, beyond the frame too."""
        for edge in self.layout.edges:
            painter.setPen(round_pen(self._edge_ink(edge), 1.0))
            painter.setBrush(self._edge_ink(edge))
            painter.drawPolygon(self.view.polygon(edge.band))
            self._paint_edge_side_mark(painter, edge)

    def _paint_edge_side_mark(self, painter: QPainter, edge: OwnedEdge) -> None:
        """Paint the owner's side mark on a band."""
        side_mark, colours = self.side_marks[edge.owner - 1], self.sides[edge.owner - 1]
        unit = self.view.unit
        if side_mark.pattern is not None:
            ink = colour(edge_ink(colours), opacity=PATTERN_OPACITY)
            painter.setPen(Qt.NoPen)
            painter.setBrush(pattern_brush(side_mark.pattern, unit, ink))
            painter.drawPolygon(self.view.polygon(edge.band))
        if side_mark.letter:
            for place in place_edge_letters(edge):
                smallest = min(SMALLEST_EDGE_LETTER * self.scale, unit * WIDEST_LABEL)
                size = max(smallest, unit * EDGE_LETTER_SIZE)
                center = self.view.to_pixels(place)
                paint_text(
                    painter, center, size, side_mark.letter, QColor(edge_ink(colours))
                )

    def _edge_ink(self, edge: OwnedEdge) -> QColor:
        return QColor(self.sides[edge.owner - 1].edge)

    def _paint_tiles(self, painter: QPainter, area: QRect) -> None:
        """Paint quiet tiles on a ground that shows in the gaps."""
        unit = self.view.unit
        tiles = zip(self.layout.polygons, self.layout.centers, strict=True)
        seen = [tile for tile in tiles if area.intersects(self._box(tile[1]))]
        gap = QColor(self.theme.tile_gap)
        painter.setBrush(gap)
        painter.setPen(round_pen(gap, unit * 0.06))
        for polygon, _ in seen:
            painter.drawPolygon(self.view.polygon(polygon))
        painter.setPen(Qt.NoPen)
        painter.setBrush(QColor(self.theme.tile))
        outlines: dict[tuple[Point, ...], QPainterPath] = {}
        for polygon, place in seen:
            shape = relative_shape(polygon, place)
            if shape not in outlines:
                outlines[shape] = self._tile_outline(shape)
            painter.drawPath(outlines[shape].translated(self.view.to_pixels(place)))

    def _tile_outline(self, shape: tuple[Point, ...]) -> QPainterPath:
        """Return the pixels of the visible part of a tile around the origin."""
        unit = self.view.unit
        corners = [QPointF(x * unit, y * unit) for x, y in shape]
        inset = scale_points(corners, QPointF(), TILE_SCALE)
        return rounded_polygon(inset, unit * TILE_ROUNDING)

    def _box(self, place: Point) -> QRect:
        """Return pixels that hold the tile at ``place``."""
        center, reach = self.view.to_pixels(place), self.view.unit
        box = QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach)
        return box.toAlignedRect()

    def _paint_dots(self, painter: QPainter) -> None:
        """Paint the star points."""
        on_wood = self.layout.surface is Surface.CROSSINGS
        painter.setPen(Qt.NoPen)
        painter.setBrush(QColor(self.theme.star if on_wood else self.theme.tile_gap))
        radius = max(1.5, self.view.unit * 0.085)
        for dot in self.layout.dots:
            painter.drawEllipse(self.view.to_pixels(dot), radius, radius)

    def _paint_labels(self, painter: QPainter) -> None:
        """Paint the coordinates around the board."""
        on_wood = self.layout.surface is Surface.CROSSINGS
        unit = self.view.unit
        smallest, largest = SMALLEST_LABEL * self.scale, LARGEST_LABEL * self.scale
        font = QFont(painter.font())
        size = min(max(unit * LABEL_SIZE, smallest), largest, unit * WIDEST_LABEL)
        font.setPixelSize(max(1, round(size)))
        painter.setFont(font)
        painter.setPen(
            QColor(self.theme.wood_label if on_wood else self.theme.tile_label)
        )
        for label in self.layout.labels:
            center = self.view.to_pixels(label.at)
            box = QRectF(center.x() - unit, center.y() - unit, 2 * unit, 2 * unit)
            painter.drawText(box, Qt.AlignCenter, label.text)


def place_edge_letters(edge: OwnedEdge) -> list[Point]:
    """Return places for letters: where the band is widest, evenly spread."""
    wide = find_widest_points(edge)
    first = (len(wide) - 1) % EDGE_LETTERS_EVERY // 2
    return wide[first::EDGE_LETTERS_EVERY]


def _outside(frame: QPainterPath, area: QRect) -> QPainterPath:
    """Return all of ``area`` but what is in ``frame``."""
    path = QPainterPath()
    path.addRect(QRectF(area))
    path.addPath(frame)
    return path


def _around(lines: list[QLineF]) -> QRectF:
    """Return the smallest rectangle that holds all lines."""
    ends = [end for line in lines for end in (line.p1(), line.p2())]
    xs = [end.x() for end in ends]
    ys = [end.y() for end in ends]
    return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
