"""Continuations of the record, marked on their cells as small discs and rings."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QPainter, QPen

from engine.core.types import Move
from gui.style.theme import SideColours

MAIN_RADIUS, OTHER_RADIUS = 0.21, 0.18
"""Radius of the disc of the first continuation and of the rings of the others, in board
units; a ring is no star point of a Gomoku board."""

MARKED_RADIUS = 0.38
"""Radius of the ring around a label or shape in its place, in board units."""

RING_WIDTH, RIM_WIDTH = 0.06, 0.02
"""Width of a ring and of the rim on either side of it, in board units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation:
    """A move that the record has in the position."""

    cell: Move
    """The cell of the move."""

    is_main: bool
    """Whether it continues the line."""


def paint_continuation(
    painter: QPainter,
    center: QPointF,
    unit: float,
    colours: SideColours,
    *,
    is_main: bool,
    is_marked: bool,
) -> None:
    """Paint the mark of a continuation.

    Args:
        painter: Painter of the widget.
        center: Pixels of the middle of the cell.
        unit: Pixels between two neighbouring cells.
        colours: Colours of the side to move.
        is_main: Whether it continues the line.
        is_marked: Whether the record marks the cell; a ring then leaves it visible.
    """
    fill, rim = QColor(colours.fill), QColor(colours.rim)
    if is_main and not is_marked:
        painter.setBrush(fill)
        painter.setPen(QPen(rim, max(1.0, unit * RIM_WIDTH)))
        painter.drawEllipse(center, unit * MAIN_RADIUS, unit * MAIN_RADIUS)
        return
    radius = unit * (MARKED_RADIUS if is_marked else OTHER_RADIUS)
    width = max(1.5, unit * RING_WIDTH)
    painter.setBrush(Qt.NoBrush)
    for ink, own in ((rim, width + 2 * unit * RIM_WIDTH), (fill, width)):
        painter.setPen(QPen(ink, own))
        painter.drawEllipse(center, radius, radius)
