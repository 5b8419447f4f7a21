"""Marks of candidates, painted on their cells.

A plate with corners: neither a stone, nor the disc of a hint, nor a mark of the
annotations looks like it.
"""

from __future__ import annotations

from dataclasses import dataclass

from PyQt5.QtCore import QPointF, QRectF
from PyQt5.QtGui import QColor, QFont, QPainter, QPen

from engine.core.types import Move, Player
from gui.board.drawing import paint_text
from gui.style.theme import Theme, colour

PLATE_WIDTH, PLATE_HEIGHT = 0.84, 0.78
"""Size of a plate in board units; within the tile of a Hex board however it lies."""

PLATE_ROUNDING = 0.16
"""Radius of its corners in board units."""

FAINTEST = 0.72
"""How solid the plate of a move without visits is; its text is always solid."""

STRONGEST_TINT = 0.3
"""Share of the accent in the plate of the second best move, had it the most visits."""

RATE_SIZE, ALONE_SIZE, VISITS_SIZE = 0.35, 0.4, 0.3
"""Height of the texts in board units: above visits, without them, and the visits."""

SHORT_RATE = 2
"""Characters of a win rate that is larger without visits; a bound has a sign."""

RATE_RISE, VISITS_DROP = 0.15, 0.2
"""How far the middle of each lies from the middle of the plate, in board units."""

SMALLEST_TEXT = 10.0
"""Visits that would be lower than this, in pixels at 100 %, are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateMark:
    """One candidate as it is seen on the board."""

    cell: Move
    """The cell of the move."""

    rate: str
    """The chance to win of the side to move, in percent; "≤" before a bound."""

    visits: str = ""
    """How often the search was there, in short; empty where it does not count."""

    weight: float = 1.0
    """Visits compared with those of the most visited candidate, from 0 to 1."""

    is_best: bool = False
    """Whether the search would play it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineStone:
    """A stone of a line that might be played."""

    cell: Move
    """The cell of the stone."""

    player: Player
    """Whose it would be."""

    number: int
    """Which move of the line it is, counted from 1."""


def paint_candidate(
    painter: QPainter,
    center: QPointF,
    unit: float,
    mark: CandidateMark,
    theme: Theme,
    *,
    scale: float,
) -> None:
    """Paint a plate with the win rate and, where there is space, the visits.

    Args:
        painter: Painter of the widget.
        center: Pixels of the middle of the cell.
        unit: Pixels between two neighbouring cells.
        mark: Texts of the plate.
        theme: Its colours.
        scale: Device pixels in a pixel of 100 %.
    """
    _paint_plate(painter, center, unit, mark, theme)
    ink = QColor(theme.hint_text if mark.is_best else theme.text)
    if not mark.visits or unit * VISITS_SIZE < SMALLEST_TEXT * scale:
        is_short = len(mark.rate) <= SHORT_RATE
        size = ALONE_SIZE if is_short else RATE_SIZE
        paint_text(painter, center, unit * size, mark.rate, ink)
        return
    up, down = QPointF(0, -unit * RATE_RISE), QPointF(0, unit * VISITS_DROP)
    paint_text(painter, center + up, unit * RATE_SIZE, mark.rate, ink)
    weight = QFont.Normal
    paint_text(
        painter, center + down, unit * VISITS_SIZE, mark.visits, ink, weight=weight
    )


def _paint_plate(
    painter: QPainter, center: QPointF, unit: float, mark: CandidateMark, theme: Theme
) -> None:
    opacity = FAINTEST + (1 - FAINTEST) * mark.weight
    fill, line = QColor(theme.hint), QColor(theme.hint_text)
    if not mark.is_best:
        fill = _mixed(theme.card, theme.hint, STRONGEST_TINT * mark.weight)
        fill.setAlphaF(opacity)
        line = colour(theme.hint, opacity=opacity)
    painter.setBrush(fill)
    painter.setPen(QPen(line, max(1.0, unit * 0.035)))
    box = QRectF(0, 0, unit * PLATE_WIDTH, unit * PLATE_HEIGHT)
    box.moveCenter(center)
    painter.drawRoundedRect(box, unit * PLATE_ROUNDING, unit * PLATE_ROUNDING)


def _mixed(first: str, second: str, share: float) -> QColor:
    """Return the colour that lies ``share`` of the way from the first to the second."""
    pairs = zip(QColor(first).getRgbF()[:3], QColor(second).getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(one + (other - one) * share for one, other in pairs))
