"""Annotations of a board, painted beneath its stones.

Each kind has its own shape, so that colour is never the only difference.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QPainter, QPainterPath, QPen

from engine.core.offers.annotations import BoardAnnotations, CellMarks, Link, Sign
from engine.core.types import Move, Player
from gui.board.background import TILE_ROUNDING, TILE_SCALE
from gui.board.drawing import round_pen
from gui.board.marks import outline_tiles
from gui.board.shapes import rounded_polygon, scale_points
from gui.board.side_marks import SideMark, paint_side_mark
from gui.board.stones import Shape
from gui.style.theme import SideColours, Theme, colour

LINK_WIDTH = 0.15
"""Width of the bar of a link, in board units."""

BEYOND_EDGE = 1.5
"""How far the bar of a link to an edge goes, from the stone to the cells being 1."""

SMALL_TILE_SCALE = 0.52
"""Size of a small tile, compared with the cell."""

DASH_REACH = 0.16
"""Half the length of a dash, in board units."""

RINGS = {Player.FIRST: 0.3, Player.SECOND: 0.18}
"""Radius of the rings; one fits into the other."""

DOTS = {Player.FIRST: QPointF(-0.14, 0.0), Player.SECOND: QPointF(0.14, 0.0)}
"""Offsets of the dots on a cell that has those of both sides."""

DOT_RADIUS = 0.075
"""Radius of such a dot, in board units."""

REGION_TINT = 0.13
"""How strong the colour is in the region of the side to move."""

WIN_TINT = 0.3
"""How strong the colour is in the winning connection."""

CROSSING: Shape = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
"""Area around a crossing, which has no tile."""

REGION_DASHES = (1.7, 1.7)
"""Dash and gap of the line around a region, in widths of the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationMarks:
    """Painter of board annotations at one size."""

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
        by_sign = {sign: _find_marks(annotations, sign) for sign in Sign}
        for marks in by_sign[Sign.DASH]:
            self._paint_dashes(marks.cells)
        for marks, owner in _owned(by_sign[Sign.WIN]):
            self._paint_win(marks.cells, owner)
        for marks, owner in _owned(by_sign[Sign.REGION]):
            self._paint_region(marks.cells, owner, is_tinted=owner is to_move)
        for marks, owner in _owned(by_sign[Sign.TILE]):
            self._paint_tiles(marks.cells, owner)
        for link in annotations.links:
            self._paint_link(link)
        dots = by_sign[Sign.DOT]
        owners = {marks.owner for marks in dots}
        shared = (
            frozenset.intersection(*(marks.cells for marks in dots))
            if len(owners) > 1
            else frozenset()
        )
        for marks, owner in _owned(dots):
            self._paint_dots(marks.cells, owner, shared=shared)
        for marks, owner in _owned(by_sign[Sign.RING]):
            self._paint_rings(marks.cells, owner)

    def _paint_dashes(self, cells: Iterable[Move]) -> None:
        """Paint cells out, with a dash on each."""
        reach = QPointF(self.unit * DASH_REACH, 0)
        for cell in cells:
            center = self.center(cell)
            self.painter.setPen(Qt.NoPen)
            self.painter.setBrush(QColor(self.theme.tile_gap))
            self.painter.drawPath(self._tile(cell, TILE_SCALE))
            ink = QColor(self.theme.tile_label)
            self.painter.setPen(round_pen(ink, max(1.5, self.unit * 0.07)))
            self.painter.drawLine(center - reach, center + reach)

    def _paint_region(
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
            [self._shape(cell) for cell in cells],
            self.unit,
        )
        width = max(2.0, self.unit * 0.075)
        pen = QPen(QColor(colours.fill), width, Qt.CustomDashLine, Qt.FlatCap)
        pen.setDashPattern(REGION_DASHES)
        pen.setDashOffset(0.0 if player is Player.FIRST else REGION_DASHES[0])
        self.painter.setBrush(Qt.NoBrush)
        self.painter.setPen(pen)
        self.painter.drawPath(outline)

    def _paint_win(self, cells: Collection[Move], owner: Player) -> None:
        """Paint the cells of a winning connection, with a line around them."""
        colours = self._colours(owner)
        self.painter.setPen(Qt.NoPen)
        self.painter.setBrush(colour(colours.fill, opacity=WIN_TINT))
        for cell in cells:
            self.painter.drawPath(self._tile(cell, 1.0))
        outline = outline_tiles(
            [self.center(cell) for cell in cells],
            [self._shape(cell) for cell in cells],
            self.unit,
        )
        self.painter.setBrush(Qt.NoBrush)
        self.painter.setPen(
            round_pen(QColor(colours.fill), max(2.0, self.unit * 0.075))
        )
        self.painter.drawPath(outline)

    def _paint_tiles(self, cells: Iterable[Move], owner: Player) -> None:
        """Paint a small tile in the colour of a side on each cell."""
        colours = self._colours(owner)
        side_mark = self.side_marks[owner - 1]
        for cell in cells:
            outline = self._tile(cell, SMALL_TILE_SCALE)
            self.painter.setBrush(colour(colours.fill, opacity=0.62))
            rim = round_pen(QColor(colours.rim), max(1.0, self.unit * 0.03))
            self.painter.setPen(rim)
            self.painter.drawPath(outline)
            if side_mark.letter or side_mark.pattern is not None:
                unit = self.unit * SMALL_TILE_SCALE
                paint_side_mark(
                    self.painter, outline, unit, side_mark, colours, with_number=False
                )

    def _paint_link(self, link: Link) -> None:
        """Paint a bar from stone to stone, or from a stone to its edge."""
        start = self.center(link.ends[0])
        if len(link.ends) > 1:
            end = self.center(link.ends[1])
        else:
            left, right = (self.center(cell) for cell in link.cells)
            end = start + ((left + right) / 2 - start) * BEYOND_EDGE
        colours = self._colours(link.owner)
        width = max(2.5, self.unit * LINK_WIDTH)
        self.painter.setPen(round_pen(QColor(colours.rim), width))
        self.painter.drawLine(start, end)
        self.painter.setPen(round_pen(QColor(colours.edge), width * 0.62))
        self.painter.drawLine(start, end)

    def _paint_dots(
        self, cells: Iterable[Move], owner: Player, *, shared: Collection[Move]
    ) -> None:
        """Paint a dot on each cell.

        Dots on ``shared`` cells leave space for those of the other side.
        """
        self.painter.setPen(Qt.NoPen)
        self.painter.setBrush(QColor(self._colours(owner).fill))
        radius = max(1.5, self.unit * DOT_RADIUS)
        for cell in cells:
            shift = DOTS[owner] * self.unit if cell in shared else QPointF()
            self.painter.drawEllipse(self.center(cell) + shift, radius, radius)

    def _paint_rings(self, cells: Iterable[Move], owner: Player) -> None:
        """Paint a ring on each cell."""
        ink = QColor(self._colours(owner).fill)
        self.painter.setBrush(Qt.NoBrush)
        self.painter.setPen(QPen(ink, max(2.0, self.unit * 0.09)))
        radius = self.unit * RINGS[owner]
        for cell in cells:
            self.painter.drawEllipse(self.center(cell), radius, radius)

    def _shape(self, cell: Move) -> Shape:
        return self.shapes[cell] or CROSSING

    def _colours(self, player: Player) -> SideColours:
        return self.sides[player - 1]

    def _tile(self, cell: Move, scale: float) -> QPainterPath:
        """Return the outline of a cell's tile, smaller by ``scale``."""
        center = self.center(cell)
        corners = [center + QPointF(x, y) * self.unit for x, y in self._shape(cell)]
        return rounded_polygon(
            scale_points(corners, center, scale), self.unit * TILE_ROUNDING
        )


def _find_marks(annotations: BoardAnnotations, sign: Sign) -> list[CellMarks]:
    return [marks for marks in annotations.marks if marks.sign is sign]


def _owned(found: list[CellMarks]) -> Iterator[tuple[CellMarks, Player]]:
    """Yield marks with their owner."""
    for marks in found:
        if marks.owner is not None:
            yield marks, marks.owner
