"""Side marks: letters and patterns that identify a side without colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap

from engine.core.types import Player
from gui.board.board_options import SideMarkStyle
from gui.board.drawing import paint_text
from gui.style.theme import SideColours, colour
from gui.text.labels import side_title

PATTERN_STEP = 0.2
"""From one stripe, or one row of dots, to the next, in board units."""

SMALLEST_STEP = 4
"""Fewest pixels for such a step; smaller steps would look grey."""

PATTERN_OPACITY = 0.45
"""How strong a pattern is, so that the colour stays visible."""

CLEAR_CENTRE = 0.29
"""Radius, in board units, that a pattern leaves free for numbers and marks."""

LETTER_SIZE = 0.46
"""Height of a letter alone on its stone, in board units."""

SMALL_LETTER_SIZE, SMALL_LETTER_BELOW = 0.24, 0.27
"""Height of a letter under a number, and its offset below the middle."""

SMALLEST_LETTER = 7
"""Pixels; below it a letter under a number is left out, as nobody could read it."""


class Pattern(Enum):
    """A pattern on the stones and the edges of a side."""

    STRIPES = "stripes"
    DOTS = "dots"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideMark:
    """Letter or pattern on the stones and edges of a side."""

    letter: str = ""
    """The first letter of the side's name; may be empty."""

    pattern: Pattern | None = None
    """The side's pattern, if it has one."""


def make_side_mark(marks: SideMarkStyle, game: str, player: Player) -> SideMark:
    """Return the mark of a side in the language of the window."""
    if marks is SideMarkStyle.LETTERS:
        return SideMark(letter=side_title(game, player)[:1])
    if marks is SideMarkStyle.PATTERNS:
        is_first = player is Player.FIRST
        return SideMark(pattern=Pattern.STRIPES if is_first else Pattern.DOTS)
    return SideMark()


def paint_side_mark(
    painter: QPainter,
    outline: QPainterPath,
    unit: float,
    side_mark: SideMark,
    colours: SideColours,
    *,
    with_number: bool,
) -> None:
    """Paint a side mark on a stone; leave space for a number."""
    center = outline.boundingRect().center()
    if side_mark.pattern is not None:
        clear = QPainterPath()
        clear.addEllipse(center, unit * CLEAR_CENTRE, unit * CLEAR_CENTRE)
        ink = colour(colours.mark, opacity=PATTERN_OPACITY)
        brush = pattern_brush(side_mark.pattern, unit, ink)
        painter.setBrushOrigin(center)
        painter.fillPath(outline.subtracted(clear), brush)
    if not side_mark.letter:
        return
    if not with_number:
        paint_text(
            painter, center, unit * LETTER_SIZE, side_mark.letter, QColor(colours.mark)
        )
    elif has_letter_under_number(unit):
        below = center + QPointF(0, unit * SMALL_LETTER_BELOW)
        size = unit * SMALL_LETTER_SIZE
        paint_text(painter, below, size, side_mark.letter, QColor(colours.mark))


def has_letter_under_number(unit: float) -> bool:
    """Return whether a cell of ``unit`` pixels fits a number and a letter."""
    return unit * SMALL_LETTER_SIZE >= SMALLEST_LETTER


def edge_ink(colours: SideColours) -> str:
    """Return the side's colour that is seen best on its own edges."""
    value = QColor(colours.edge).lightness()
    return max(
        (colours.rim, colours.mark),
        key=lambda text: abs(QColor(text).lightness() - value),
    )


def pattern_brush(pattern: Pattern, unit: float, ink: QColor) -> QBrush:
    """Return a brush that repeats a pattern every few pixels."""
    step = max(SMALLEST_STEP, round(unit * PATTERN_STEP))
    side = step if pattern is Pattern.STRIPES else 2 * step
    tile = QPixmap(side, side)
    tile.fill(Qt.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.Antialiasing)
    if pattern is Pattern.STRIPES:
        painter.setPen(QPen(ink, step * 0.3, Qt.SolidLine, Qt.SquareCap))
        for shift in (-side, 0, side):
            painter.drawLine(QPointF(shift, side), QPointF(shift + side, 0))
    else:
        painter.setPen(Qt.NoPen)
        painter.setBrush(ink)
        for place in (0.5, 1.5):
            painter.drawEllipse(QPointF(place * step, place * step), step / 3, step / 3)
    painter.end()
    return QBrush(tile)
