"""Painter of the visible part of a tree of moves."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from engine.core.types import Player
from engine.review.game_review import Severity, Thresholds
from gui.panels.tree.record_tree import RecordTree
from gui.style.theme import Theme, colour, side_colours

STONE_RADIUS = 0.36
"""Radius of a node, in cells."""

START_RADIUS = 0.14
"""Radius of the start of the game, in cells."""

RING_RADIUS = 0.45
"""Radius of the ring around the current node, in cells."""

BADGE_OFFSET, BADGE_RADIUS = 0.3, 0.13
"""Offset of a badge from the node in both directions and its radius, in cells."""

EDGE_WIDTH, LINE_WIDTH = 0.05, 0.075
"""Width of edges, and of those on the current line, in cells."""

NUMBER_SIZES = (0.42, 0.4, 0.33)
"""Height of a number of one, two and three digits, in cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeView:
    """Visible part of a tree."""

    tree: RecordTree
    """The tree."""

    cursor: int
    """The current node."""

    cell: float
    """Side of a cell, in pixels."""

    origin: QPointF
    """Pixel of the middle of the root."""

    thresholds: Thresholds
    """Losses from which a move is marked."""

    has_focus: bool = False
    """Whether the tree has the keyboard focus."""

    def center(self, column: int, row: int) -> QPointF:
        """Return the pixel of the middle of a place."""
        return self.origin + QPointF(column, row) * self.cell

    def place_at(self, pixel: QPointF) -> tuple[int, int]:
        """Return column and row of the place at a pixel."""
        at = (pixel - self.origin) / self.cell
        return round(at.x()), round(at.y())

    def node_center(self, node: int) -> QPointF:
        """Return the pixel of the middle of a node."""
        layout = self.tree.layout
        return self.center(layout.columns[node], layout.rows[node])

    def places_in(self, area: QRectF) -> tuple[range, range]:
        """Return the columns and rows that an area shows, wholly or in part."""
        left, top = self.place_at(area.topLeft())
        right, bottom = self.place_at(area.bottomRight())
        return range(max(left - 1, 0), right + 2), range(max(top - 1, 0), bottom + 2)


class TreePainter:
    """Painter of one view in one theme.

    Args:
        painter: Painter of the widget; its font is that of the numbers.
        view: The visible part.
        theme: The colours.
    """

    def __init__(self, painter: QPainter, view: TreeView, theme: Theme) -> None:
        self._painter = painter
        self._view = view
        self._theme = theme
        self._game = view.tree.record.setup.game
        self._sides = {player: side_colours(self._game, player) for player in Player}
        self._next = dict(pairwise(view.tree.record.line_through(view.cursor)))

    def paint(self, area: QRectF) -> None:
        """Paint the nodes and edges of an area."""
        self._painter.setRenderHint(QPainter.Antialiasing)
        columns, rows = self._view.places_in(area)
        nodes = list(self._view.tree.layout.nodes_in(columns, rows))
        self._set_edge_pen(self._theme.strong_line, EDGE_WIDTH)
        for node in nodes:
            self._paint_variations(node, columns)
        self._set_edge_pen(self._theme.muted, LINE_WIDTH)
        for node in nodes:
            if node in self._next:
                self._paint_edge(node, self._next[node])
        for node in nodes:
            self._paint_node(node)

    def _set_edge_pen(self, ink: str, width: float) -> None:
        wide = self._view.cell * width
        self._painter.setPen(QPen(QColor(ink), wide, Qt.SolidLine, Qt.RoundCap))

    def _paint_variations(self, node: int, columns: range) -> None:
        """Paint the edges from a node to its children in some columns."""
        view, layout = self._view, self._view.tree.layout
        children = view.tree.record.nodes[node].children
        column_of = layout.columns.__getitem__
        first = bisect_left(children, columns.start, key=column_of)
        last = bisect_right(children, columns.stop, key=column_of)
        for child in children[first:last]:
            self._paint_edge(node, child)
        if last < len(children):  # the edges to those beyond the area
            end = view.center(columns.stop, layout.rows[node])
            self._painter.drawLine(view.node_center(node), end)

    def _paint_edge(self, node: int, child: int) -> None:
        """Paint the edge to a child: along the row of the parent, then down."""
        view, layout = self._view, self._view.tree.layout
        bend = view.center(
            max(layout.columns[node], layout.columns[child] - 1), layout.rows[node]
        )
        corners = (view.node_center(node), bend, view.node_center(child))
        self._painter.drawPolyline(QPolygonF(corners))

    def _paint_node(self, node: int) -> None:
        view, painter, theme = self._view, self._painter, self._theme
        center = view.node_center(node)
        if node == view.cursor:
            ring = QColor(theme.focus if view.has_focus else theme.accent)
            painter.setBrush(colour(theme.accent, opacity=0.18))
            painter.setPen(QPen(ring, view.cell * (0.11 if view.has_focus else 0.08)))
            radius = view.cell * RING_RADIUS
            painter.drawEllipse(center, radius, radius)
        if node:
            self._paint_stone(node, center)
        else:
            painter.setBrush(QColor(theme.muted))
            painter.setPen(Qt.NoPen)
            radius = view.cell * START_RADIUS
            painter.drawEllipse(center, radius, radius)
        self._paint_badges(node, center)

    def _paint_stone(self, node: int, center: QPointF) -> None:
        view, painter = self._view, self._painter
        colours = self._sides[view.tree.movers[node]]
        rim = self._theme.disabled if self._theme.is_dark else colours.rim
        painter.setBrush(QColor(colours.fill))
        painter.setPen(QPen(QColor(rim), max(1.0, view.cell * 0.035)))
        radius = view.cell * STONE_RADIUS
        painter.drawEllipse(center, radius, radius)
        number = str(view.tree.layout.rows[node])
        font = QFont(painter.font())
        size = NUMBER_SIZES[min(len(number), len(NUMBER_SIZES)) - 1]
        font.setPixelSize(max(6, round(view.cell * size)))
        font.setWeight(QFont.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colours.mark))
        box = QRectF(0, 0, view.cell, view.cell)
        box.moveCenter(center)
        painter.drawText(box, Qt.AlignCenter, number)

    def _paint_badges(self, node: int, center: QPointF) -> None:
        """Paint a square for a comment, and a diamond for a mistake."""
        view, painter, theme = self._view, self._painter, self._theme
        painter.setPen(QPen(QColor(theme.card), view.cell * 0.05))
        radius = view.cell * BADGE_RADIUS
        offset = view.cell * BADGE_OFFSET
        if view.tree.record.nodes[node].comment:
            painter.setBrush(QColor(theme.accent))
            box = QRectF(0, 0, 2 * radius, 2 * radius)
            box.moveCenter(center + QPointF(offset, -offset))
            painter.drawRoundedRect(box, radius / 3, radius / 3)
        severity = view.thresholds.severity(view.tree.loss(node) or 0.0)
        if severity in (Severity.MISTAKE, Severity.BLUNDER):
            ink = theme.danger if severity is Severity.BLUNDER else theme.warning
            painter.setBrush(QColor(ink))
            middle, reach = center + QPointF(offset, offset), radius * 1.35
            corners = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
            painter.drawPolygon(QPolygonF([middle + QPointF(*at) for at in corners]))
