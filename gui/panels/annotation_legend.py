"""Legend of the annotations, under the board."""

from __future__ import annotations

from collections.abc import Callable

from PyQt5.QtCore import QEvent, QPointF, QSize, QTimer
from PyQt5.QtGui import QPainter, QPaintEvent, QResizeEvent
from PyQt5.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.games.hex.annotations import Bridge, Connection
from gui.board.annotation_marks import AnnotationMarks
from gui.board.side_marks import SideMark
from gui.board.stones import Shape
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, current_theme
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip

PICTURE = QSize(30, 24)
"""Size of a picture in the legend, in pixels at 100 %."""

UNIT = 23.0
"""Pixels of a cell in such a picture."""

LONG_READING_MS = 1500
"""Reading takes some 50 ms; compiling what reads, once, half a minute."""

TILE: Shape = (
    (0.0, -0.577),
    (0.5, -0.289),
    (0.5, 0.289),
    (0.0, 0.577),
    (-0.5, 0.289),
    (-0.5, -0.289),
)
"""The outline of a tile, seen from its middle."""

PLACES = (QPointF(0.0, 0.0), QPointF(-0.55, 0.0), QPointF(0.55, 0.0))
"""Offsets of cells in a picture from its centre, in board units."""

MIDDLE, LEFT, RIGHT = Move(0), Move(1), Move(2)


class AnnotationLegend(QFrame):
    """Legend of the annotation marks, or the progress of their analysis.

    Args:
        parent: See ``QWidget``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar_reading")
        self.setProperty("card", True)
        self._wait = PlainLabel(parent=self)
        self._wait.setObjectName("label_reading")
        self._wait.setProperty("role", "muted")
        pictures = [MarkPicture(draw) for draw in self._drawings()]
        self._texts = [PlainLabel() for _ in pictures]
        self._entries = [
            _entry(picture, text, self)
            for picture, text in zip(pictures, self._texts, strict=True)
        ]
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LONG_READING_MS)
        self._timer.timeout.connect(self._on_long_analysis)
        self._retranslate()
        self.show_legend()

    def _retranslate(self) -> None:
        self._wait.setText(
            tr(
                "Reading",
                "Preparing connections and dead cells (once, about half a minute)…",
            )
        )
        labels = zip(self._entries, self._texts, _texts(), strict=True)
        for entry, label, (text, tip) in labels:
            label.setText(text)
            set_tip(entry, tip)
        self._arrange()

    def show_waiting(self) -> None:
        """Show the progress message if the analysis takes long."""
        self._timer.start()

    def show_legend(self) -> None:
        """Show the legend."""
        self._timer.stop()
        self._show(is_waiting=False)

    def _on_long_analysis(self) -> None:
        self._show(is_waiting=True)

    def _show(self, *, is_waiting: bool) -> None:
        for entry in self._entries:
            entry.setVisible(not is_waiting)
        self._wait.setVisible(is_waiting)

    def _arrange(self) -> None:
        """Put as many entries beside each other as there is room for."""
        left, top = SPACE_M, SPACE_S
        height = max(entry.sizeHint().height() for entry in self._entries)
        for entry in self._entries:
            width = entry.sizeHint().width()
            if left > SPACE_M and left + width > self.width() - SPACE_M:
                left, top = SPACE_M, top + height + SPACE_XS
            entry.setGeometry(left, top, width, height)
            left += width + SPACE_L
        bottom = top + height
        self._wait.setGeometry(
            SPACE_M, SPACE_S, self.width() - 2 * SPACE_M, bottom - SPACE_S
        )
        self.setFixedHeight(bottom + SPACE_S)

    def _drawings(self) -> list[Callable[[AnnotationMarks], None]]:
        first, second = Player.FIRST, Player.SECOND
        bridge = Bridge(owner=first, ends=(LEFT, RIGHT), cells=(MIDDLE, MIDDLE))
        way = Connection(cells=(LEFT,), support=frozenset({RIGHT}))
        return [
            lambda marks: marks.paint_bridge(bridge),
            lambda marks: marks.paint_captured(MIDDLE, second),
            lambda marks: marks.paint_dead([MIDDLE]),
            lambda marks: marks.paint_connection(way, first),
            lambda marks: marks.paint_region([MIDDLE], second, is_tinted=True),
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See ``QWidget.resizeEvent``."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the font of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.LanguageChange:
            self._retranslate()
        if event.type() == QEvent.FontChange:
            self._arrange()


class MarkPicture(QWidget):
    """Picture of one mark.

    Args:
        draw: Paints the mark around the first of three cells.
        parent: See ``QWidget``.
    """

    def __init__(
        self, draw: Callable[[AnnotationMarks], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._draw = draw
        self.setFixedSize(PICTURE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint in device pixels, in the colours of the theme."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        scale = self.devicePixelRatioF()
        painter.scale(1 / scale, 1 / scale)
        middle = QPointF(PICTURE.width(), PICTURE.height()) * scale / 2
        unit = UNIT * scale * 0.8
        theme, sides = current_theme(), GAMES["hex"].sides
        self._draw(
            AnnotationMarks(
                painter=painter,
                center=lambda cell: middle + PLACES[cell] * unit,
                unit=unit,
                shapes=(TILE,) * len(PLACES),
                theme=theme,
                sides=(
                    theme.side(sides[0], Player.FIRST),
                    theme.side(sides[1], Player.SECOND),
                ),
                side_marks=(SideMark(), SideMark()),
            )
        )


def _entry(picture: QWidget, text: QLabel, parent: QWidget) -> QWidget:
    entry = QWidget(parent)
    row = QHBoxLayout(entry)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_S)
    row.addWidget(picture)
    row.addWidget(text)
    return entry


def _texts() -> list[tuple[str, str]]:
    """Return the name of each mark and what it means."""
    return [
        (
            tr("Reading", "Bridge"),
            tr(
                "Reading",
                "Two stones, or a stone and an edge, connected through "
                "either of two cells.",
            ),
        ),
        (
            tr("Reading", "Captured"),
            tr("Reading", "A cell that one side can always claim."),
        ),
        (
            tr("Reading", "Dead"),
            tr("Reading", "A cell that can no longer affect the result."),
        ),
        (
            tr("Reading", "Shortest connection"),
            tr(
                "Reading",
                "Rings: the fewest stones a side needs to connect its "
                "edges. Dots: cells that these connections depend on.",
            ),
        ),
        (
            tr("Reading", "Must-play region"),
            tr(
                "Reading",
                "The side to move must play here; any other move loses.",
            ),
        ),
    ]
