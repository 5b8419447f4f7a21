"""Wood of a board: light, planks and pores along the grain."""

from __future__ import annotations

import math
from random import Random

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from gui.style.theme import Theme, colour

SEED = 20
"""Any number will do; a fixed one keeps the grain the same at every size."""

PLANKS = 44
"""Broad stripes of slightly different brightness across the board."""

PORES = 150
"""Fine lines along the grain."""

PORE_PIECES = 6
"""Arcs in such a line."""


def paint_wood(
    painter: QPainter, path: QPainterPath, area: QRectF, theme: Theme
) -> None:
    """Fill ``path`` with wood whose grain runs from top to bottom.

    Args:
        painter: Painter of the widget.
        path: Outline of the board.
        area: Pixels that are to be seen; grain elsewhere may be left out.
        theme: Colours of the wood.
    """
    box = path.boundingRect()
    rng = Random(SEED)
    painter.save()
    painter.setPen(Qt.NoPen)
    painter.setBrush(_light(box, theme))
    painter.drawPath(path)
    painter.fillPath(path, _planks(box, theme, rng))
    painter.setClipPath(path, Qt.IntersectClip)
    _paint_pores(painter, box, area, theme, rng)
    painter.restore()


def _light(box: QRectF, theme: Theme) -> QLinearGradient:
    """Return a faint light from the upper left."""
    gradient = QLinearGradient(box.topLeft(), box.bottomRight())
    gradient.setColorAt(0.0, QColor(theme.wood_light))
    gradient.setColorAt(1.0, QColor(theme.wood))
    return gradient


def _planks(box: QRectF, theme: Theme, rng: Random) -> QLinearGradient:
    """Return stripes along the grain, each hardly darker than the next."""
    gradient = QLinearGradient(box.topLeft(), box.topRight())
    place = 0.0
    while place < 1.0:
        gradient.setColorAt(place, colour(theme.wood_grain, opacity=rng.random() * 0.1))
        place += rng.uniform(0.3, 1.7) / PLANKS
    gradient.setColorAt(1.0, colour(theme.wood_grain, opacity=0.04))
    return gradient


def _paint_pores(
    painter: QPainter, box: QRectF, area: QRectF, theme: Theme, rng: Random
) -> None:
    """Paint fine wavy lines along the whole grain, as far as they cross ``area``."""
    sway = box.width() * 0.006
    reach = 2 * sway + box.width() / 300
    painter.setBrush(Qt.NoBrush)
    for _ in range(PORES):
        x = box.left() + rng.random() * box.width()
        phase = rng.uniform(0, math.tau)
        bend = rng.uniform(0.5, 1.5) * sway
        width = box.width() / 900 * rng.uniform(0.5, 1.8)
        ink = colour(theme.wood_grain, opacity=rng.uniform(0.04, 0.16))
        if area.left() - reach < x < area.right() + reach:
            painter.setPen(QPen(ink, width))
            painter.drawPath(_pore(box, area, (x, bend, phase)))


def _pore(box: QRectF, area: QRectF, line: tuple[float, float, float]) -> QPainterPath:
    """Return the pieces of one line down the board that cross ``area``."""
    x, bend, phase = line

    def at(part: float) -> QPointF:
        offset = bend * math.sin(phase + part * 3.5)
        return QPointF(x + offset, box.top() + part * box.height())

    length = box.height() / PORE_PIECES
    first = max(math.floor((area.top() - box.top()) / length) - 1, 0)
    last = min(math.ceil((area.bottom() - box.top()) / length) + 1, PORE_PIECES)
    path = QPainterPath(at(first / PORE_PIECES))
    for step in range(first + 1, last + 1):
        path.quadTo(at((step - 0.5) / PORE_PIECES), at(step / PORE_PIECES))
    return path
