"""Straight-grained wood, painted from a fixed random sequence: no picture needed."""

from __future__ import annotations

import math
from random import Random

from PyQt5.QtCore import QPointF, QRectF, Qt
from PyQt5.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from gui.theme import Theme, colour

SEED = 20
"""Any number will do; a fixed one keeps the grain the same at every size."""

PLANKS = 44
"""Broad stripes of slightly different brightness across the board."""

PORES = 150
"""Fine lines along the grain."""


def paint_wood(painter: QPainter, path: QPainterPath, theme: Theme) -> None:
    """Fill ``path`` with wood whose grain runs from top to bottom."""
    box = path.boundingRect()
    rng = Random(SEED)
    painter.save()
    painter.setPen(Qt.NoPen)
    painter.setBrush(_light(box, theme))
    painter.drawPath(path)
    painter.setClipPath(path)
    painter.fillRect(box, _planks(box, theme, rng))
    _paint_pores(painter, box, theme, rng)
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


def _paint_pores(painter: QPainter, box: QRectF, theme: Theme, rng: Random) -> None:
    """Paint fine wavy lines along the whole grain."""
    sway = box.width() * 0.006
    for _ in range(PORES):
        x = box.left() + rng.random() * box.width()
        phase = rng.uniform(0, math.tau)
        bend = rng.uniform(0.5, 1.5) * sway
        width = box.width() / 900 * rng.uniform(0.5, 1.8)
        ink = colour(theme.wood_grain, opacity=rng.uniform(0.04, 0.16))
        painter.setPen(QPen(ink, width))
        painter.drawPath(_pore(box, x, bend, phase))


def _pore(box: QRectF, x: float, bend: float, phase: float) -> QPainterPath:
    """Return one line from the top to the bottom of the board."""

    def at(part: float) -> QPointF:
        offset = bend * math.sin(phase + part * 3.5)
        return QPointF(x + offset, box.top() + part * box.height())

    path = QPainterPath(at(0.0))
    for step in range(1, 7):
        path.quadTo(at((step - 0.5) / 6), at(step / 6))
    return path
