"""Heat map of a board: a coloured tile with a value on each cell.

The colours are those of *cividis*, from dark blue to yellow, which differ in brightness
for every kind of colour vision (Nunez, Anderton and Renslow 2018).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QLinearGradient, QPainter, QPolygonF

from engine.core.types import Move
from gui.board.drawing import paint_text
from gui.board.stones import Shape

STOPS = ("#00204c", "#414d6b", "#7c7b78", "#bcaf6f", "#ffe945")
"""Colours at equal distances from 0 to 1."""

FAINTEST, STRONGEST = 0.7, 0.96
"""Opacity of the lowest and the highest value."""

TILE, SMALL_TILE = 0.86, 0.36
"""Size of a coloured tile with and without a value, compared with its cell."""

SQUARE: Shape = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
"""Area around a crossing, which has no tile."""

TEXT_SIZE = 0.36
"""Height of a value in board units."""

SMALLEST_TEXT = 9.0
"""Values that would be lower than this, in pixels at 100 %, are left out."""

BRIGHT_FROM = 0.5
"""Share from which on the text is dark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatCell:
    """Tile of one cell."""

    cell: Move
    """The cell."""

    share: float
    """Place on the colour scale, from 0 to 1."""

    text: str = ""
    """The value; empty for a low one."""


def heat_colour(share: float) -> QColor:
    """Return the colour of a share of the highest value."""
    place = min(max(share, 0.0), 1.0) * (len(STOPS) - 1)
    index = min(int(place), len(STOPS) - 2)
    low, high = list(pairwise(STOPS))[index]
    parts = zip(QColor(low).getRgbF()[:3], QColor(high).getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(one + (two - one) * (place - index) for one, two in parts))


def heat_gradient(width: float, low: float, high: float) -> QLinearGradient:
    """Return a part of the colour scale, from the share ``low`` to ``high``."""
    gradient = QLinearGradient(0.0, 0.0, width, 0.0)
    for index in range(len(STOPS)):
        place = index / (len(STOPS) - 1)
        gradient.setColorAt(place, heat_colour(low + place * (high - low)))
    return gradient


def paint_heat_tile(
    painter: QPainter, center: QPointF, unit: float, shape: Shape, heat: HeatCell
) -> None:
    """Paint the tile of a cell."""
    fill = heat_colour(heat.share)
    fill.setAlphaF(FAINTEST + (STRONGEST - FAINTEST) * heat.share)
    painter.setPen(Qt.NoPen)
    painter.setBrush(fill)
    scale = unit * (TILE if heat.text else SMALL_TILE)
    corners = [center + QPointF(x, y) * scale for x, y in shape or SQUARE]
    painter.drawPolygon(QPolygonF(corners))


def paint_heat_value(
    painter: QPainter, center: QPointF, unit: float, heat: HeatCell, *, scale: float
) -> None:
    """Paint the value of a cell where there is room.

    Args:
        painter: Painter of the widget.
        center: Pixels of the middle of the cell.
        unit: Pixels between two neighbouring cells.
        heat: The value.
        scale: Device pixels in a pixel of 100 %.
    """
    size = unit * TEXT_SIZE
    if not heat.text or size < SMALLEST_TEXT * scale:
        return
    ink = QColor("#10151f" if heat.share >= BRIGHT_FROM else "#ffffff")
    paint_text(painter, center, size, heat.text, ink)
