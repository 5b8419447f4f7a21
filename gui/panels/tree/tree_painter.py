"""Painter of the visible part of a tree of moves."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from engine.core.types import Player
from engine.review.game_review import BLUNDER, MISTAKE
from gui.game.player_labels import side_colours
from gui.panels.tree.record_tree import RecordTree
from gui.style.theme import Theme, colour

STONE_RADIUS = 0.36
"""Radius of a node, in cells."""

START_RADIUS = 0.14
"""Radius of the start of the game, in cells."""

RING_RADIUS = 0.45
"""Radius of the ring around the current node, in cells."""

BADGE_OFFSET, BADGE_RADIUS = 0.3, 0.13
"""Offset of a badge from the node in both directions and its radius, in cells."""

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

    def visible_nodes(self, area: QRectF) -> list[int]:
        """Return the nodes that an area shows, wholly or in part."""
        left, top = self.place_at(area.topLeft())
        right, bottom = self.place_at(area.bottomRight())
        columns = range(max(left - 1, 0), right + 2)
        return list(self.tree.layout.nodes_in(columns, range(top - 1, bottom + 2)))


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
        self._line = view.tree.line(view.cursor)

    def paint(self, area: QRectF) -> None:
        """Paint the nodes and edges of an area."""
        self._painter.setRenderHint(QPainter.Antialiasing)
        nodes = self._view.visible_nodes(area)
        for is_on_line in (False, True):
            for node in nodes:
                self._paint_edges(node, is_on_line=is_on_line)
        for node in nodes:
            self._paint_node(node)

    def _paint_edges(self, node: int, *, is_on_line: bool) -> None:
        """Paint the edges from a node to its children on, or off, the current line."""
        view, layout = self._view, self._view.tree.layout
        children = [
            child
            for child in view.tree.record.nodes[node].children
            if (child in self._line) is is_on_line
        ]
        if not children:
            return
        ink = QColor(self._theme.muted if is_on_line else self._theme.strong_line)
        width = view.cell * (0.075 if is_on_line else 0.05)
        self._painter.setPen(QPen(ink, width, Qt.SolidLine, Qt.RoundCap))
        start, row = view.node_center(node), layout.rows[node]
        corner = max(layout.columns[node], layout.columns[children[-1]] - 1)
        self._painter.drawLine(start, view.center(corner, row))
        for child in children:
            column = layout.columns[child]
            bend = max(layout.columns[node], column - 1)
            self._painter.drawLine(view.center(bend, row), view.center(column, row + 1))

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
        loss = view.tree.loss(node) or 0.0
        if loss >= MISTAKE:
            ink = theme.danger if loss >= BLUNDER else theme.warning
            painter.setBrush(QColor(ink))
            middle, reach = center + QPointF(offset, offset), radius * 1.35
            corners = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
            painter.drawPolygon(QPolygonF([middle + QPointF(*at) for at in corners]))
