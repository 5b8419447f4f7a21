"""Annotations of a board, painted beneath its stones.

Each kind has its own shape, so that colour is never the only difference: bars for
bridges, small tiles for captured cells, dashes for dead ones, rings and dots for the
shortest connections, a broken line around the must-play region.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.core.types import Move, Player
from engine.games.hex.annotations import BoardAnnotations, Bridge, Connection
from gui.board.background import TILE_ROUNDING, TILE_SCALE
from gui.board.marks import outline_tiles
from gui.board.shapes import rounded_polygon, scale_points
from gui.board.side_marks import SideMark, paint_side_mark
from gui.board.stones import Shape
from gui.style.theme import SideColours, Theme, colour

BRIDGE_WIDTH = 0.15
"""Width of the bar of a bridge, in board units."""

BEYOND_EDGE = 1.5
"""How far the bar of a bridge to an edge goes, from the stone to the cells being 1."""

CAPTURED_SCALE = 0.52
"""Size of the tile on a captured cell, compared with the cell."""

DEAD_REACH = 0.16
"""Half the length of the dash on a dead cell, in board units."""

RINGS = {Player.FIRST: 0.3, Player.SECOND: 0.18}
"""Radius of the rings on the cells of a connection; one fits into the other."""

DOTS = {Player.FIRST: QPointF(-0.14, 0.0), Player.SECOND: QPointF(0.14, 0.0)}
"""Offsets of the dots on a cell that the connections of both sides rely on."""

DOT_RADIUS = 0.075
"""Radius of such a dot, in board units."""

REGION_TINT = 0.13
"""How strong the colour is in the must-play region of the side to move."""

REGION_DASHES = (1.7, 1.7)
"""Dash and gap of the line around a region, in widths of the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationMarks:
    """Painter of board annotations at one size.

    The parts can be painted one by one, as a legend does.
    """

    painter: QPainter
    """Painter of the widget."""

    center: Callable[[Move], QPointF]
    """Pixels of the middle of a cell."""

    unit: float
    """Pixels between two neighbouring cells."""

    shapes: tuple[Shape, ...]
    """Outline of each tile, seen from its middle."""

    theme: Theme
    """Colours of neutral marks."""

    sides: tuple[SideColours, SideColours]
    """Colours of both sides."""

    side_marks: tuple[SideMark, SideMark]
    """Side marks of both."""

    def paint(self, annotations: BoardAnnotations, to_move: Player) -> None:
        """Paint all annotations, the largest areas first."""
        self.paint_dead(annotations.dead)
        for player, region in annotations.must_play.items():
            self.paint_region(region, player, is_tinted=player is to_move)
        for cell, owner in annotations.captured.items():
            self.paint_captured(cell, owner)
        for bridge in annotations.bridges:
            self.paint_bridge(bridge)
        supports = [way.support for way in annotations.connections.values()]
        shared = frozenset.intersection(*supports) if supports else ()
        for player, connection in annotations.connections.items():
            self.paint_connection(connection, player, shared=shared)

    def paint_dead(self, cells: Iterable[Move]) -> None:
        """Paint cells out, with a dash on each."""
        reach = QPointF(self.unit * DEAD_REACH, 0)
        for cell in cells:
            center = self.center(cell)
            self.painter.setPen(Qt.NoPen)
            self.painter.setBrush(QColor(self.theme.tile_gap))
            self.painter.drawPath(self._tile(cell, TILE_SCALE))
            ink = QColor(self.theme.tile_label)
            self.painter.setPen(_round_pen(ink, max(1.5, self.unit * 0.07)))
            self.painter.drawLine(center - reach, center + reach)

    def paint_region(
        self, region: Iterable[Move], player: Player, *, is_tinted: bool
    ) -> None:
        """Paint a broken line around cells, those of both sides in turn."""
        cells = list(region)
        colours = self._colours(player)
        if is_tinted:
            self.painter.setPen(Qt.NoPen)
            self.painter.setBrush(colour(colours.fill, opacity=REGION_TINT))
            for cell in cells:
                self.painter.drawPath(self._tile(cell, TILE_SCALE))
        outline = outline_tiles(
            [self.center(cell) for cell in cells],
            [self.shapes[cell] for cell in cells],
            self.unit,
        )
        width = max(2.0, self.unit * 0.075)
        pen = QPen(QColor(colours.fill), width, Qt.CustomDashLine, Qt.FlatCap)
        pen.setDashPattern(REGION_DASHES)
        pen.setDashOffset(0.0 if player is Player.FIRST else REGION_DASHES[0])
        self.painter.setBrush(Qt.NoBrush)
        self.painter.setPen(pen)
        self.painter.drawPath(outline)

    def paint_captured(self, cell: Move, owner: Player) -> None:
        """Paint a small tile in the colour of the side that captured a cell."""
        colours = self._colours(owner)
        outline = self._tile(cell, CAPTURED_SCALE)
        self.painter.setBrush(colour(colours.fill, opacity=0.62))
        self.painter.setPen(_round_pen(QColor(colours.rim), max(1.0, self.unit * 0.03)))
        self.painter.drawPath(outline)
        side_mark = self.side_marks[owner - 1]
        if side_mark.letter or side_mark.pattern is not None:
            unit = self.unit * CAPTURED_SCALE
            paint_side_mark(
                self.painter, outline, unit, side_mark, colours, with_number=False
            )

    def paint_bridge(self, bridge: Bridge) -> None:
        """Paint a bar from stone to stone, or from a stone to its edge."""
        start = self.center(bridge.ends[0])
        if len(bridge.ends) > 1:
            end = self.center(bridge.ends[1])
        else:
            left, right = (self.center(cell) for cell in bridge.cells)
            end = start + ((left + right) / 2 - start) * BEYOND_EDGE
        colours = self._colours(bridge.owner)
        width = max(2.5, self.unit * BRIDGE_WIDTH)
        self.painter.setPen(_round_pen(QColor(colours.rim), width))
        self.painter.drawLine(start, end)
        self.painter.setPen(_round_pen(QColor(colours.edge), width * 0.62))
        self.painter.drawLine(start, end)

    def paint_connection(
        self,
        connection: Connection,
        player: Player,
        *,
        shared: Collection[Move] = (),
    ) -> None:
        """Paint a ring on each cell to take, a dot on each that is relied upon.

        Dots on ``shared`` cells leave space for those of the other side.
        """
        ink = QColor(self._colours(player).fill)
        self.painter.setPen(Qt.NoPen)
        self.painter.setBrush(ink)
        radius = max(1.5, self.unit * DOT_RADIUS)
        for cell in connection.support:
            shift = DOTS[player] * self.unit if cell in shared else QPointF()
            self.painter.drawEllipse(self.center(cell) + shift, radius, radius)
        self.painter.setBrush(Qt.NoBrush)
        self.painter.setPen(QPen(ink, max(2.0, self.unit * 0.09)))
        radius = self.unit * RINGS[player]
        for cell in connection.cells:
            self.painter.drawEllipse(self.center(cell), radius, radius)

    def _colours(self, player: Player) -> SideColours:
        return self.sides[player - 1]

    def _tile(self, cell: Move, scale: float) -> QPainterPath:
        """Return the outline of a cell's tile, smaller by ``scale``."""
        center = self.center(cell)
        corners = [center + QPointF(x, y) * self.unit for x, y in self.shapes[cell]]
        return rounded_polygon(
            scale_points(corners, center, scale), self.unit * TILE_ROUNDING
        )


def _round_pen(ink: QColor, width: float) -> QPen:
    return QPen(ink, width, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin)
