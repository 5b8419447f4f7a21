"""Legend of the annotations, under the board."""

from __future__ import annotations

from PyQt5.QtCore import QEvent, QPointF, QSize, Qt, QTimer
from PyQt5.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PyQt5.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from engine.core.board.geometry import Surface
from engine.core.game import Game, GameSetup
from engine.core.offers.annotations import Annotator, BoardAnnotations, LegendEntry
from engine.core.types import Player
from engine.games import get_game
from gui.board.annotation_marks import AnnotationMarks
from gui.board.marks import paint_number
from gui.board.shapes import relative_shape
from gui.board.side_marks import SideMark
from gui.style.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, current_theme
from gui.text.i18n import tr, translate_message
from gui.text.plain_text import PlainLabel, set_tip

PICTURE = QSize(36, 24)
"""Size of a picture in the legend, in pixels at 100 %."""

UNIT = 23.0
"""Pixels of a cell in such a picture."""

LONG_READING_MS = 1500
"""Reading takes some 50 ms; compiling what reads, once, half a minute."""

STONE = 0.36
"""Radius of a stone in a picture, in board units."""

WOOD_ROUNDING = 4.0
"""Radius of the corners of the wood under a mark, in pixels at 100 %."""

PLACES = (QPointF(0.0, 0.0), QPointF(-0.55, 0.0), QPointF(0.55, 0.0))
"""Offsets of a sample's cells from the centre of the picture, in board units."""


class AnnotationLegend(QFrame):
    """Legend of the marks on the board, or the progress of their analysis.

    It appears with the first marks of a game and stays, so that the board keeps its
    size when marks come and go.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar_reading")
        self.setProperty("card", True)
        self._wait = PlainLabel(parent=self)
        self._wait.setObjectName("label_reading")
        self._wait.setProperty("role", "muted")
        self._nothing = PlainLabel(parent=self)
        self._nothing.setProperty("role", "muted")
        self._annotator: Annotator | None = None
        self._legend: tuple[LegendEntry, ...] = ()
        self._annotations: BoardAnnotations | None = None
        self._is_wanted = False
        self._has_explained = False  # marks of this game
        self._texts: list[PlainLabel] = []
        self._entries: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LONG_READING_MS)
        self._timer.timeout.connect(self._on_long_analysis)
        self._retranslate()
        self.show_annotations(None)

    def set_setup(self, setup: GameSetup) -> None:
        """Explain the annotations of a game with these rules."""
        game = get_game(setup.game)
        annotator = game.annotator()
        if annotator is None:
            return
        legend = annotator.explain(setup)
        if annotator is self._annotator and legend == self._legend:
            return
        self._annotator, self._legend = annotator, legend
        self._has_explained = False
        for entry in self._entries:
            entry.hide()
            entry.deleteLater()
        pictures = [MarkPicture(entry.sample, game) for entry in legend]
        self._texts = [PlainLabel() for _ in pictures]
        self._entries = [
            _entry(picture, text, self)
            for picture, text in zip(pictures, self._texts, strict=True)
        ]
        self._retranslate()
        self.show_annotations(None)

    def _retranslate(self) -> None:
        self._nothing.setText(tr("Annotations", "Nothing is marked in this position."))
        if self._annotator is None:
            return
        self._wait.setText(translate_message(self._annotator.waiting))
        labels = zip(self._entries, self._texts, self._legend, strict=True)
        for widget, label, entry in labels:
            label.setText(translate_message(entry.title))
            set_tip(widget, translate_message(entry.tip))
        self._arrange()

    def set_wanted(self, *, is_wanted: bool) -> None:
        """Allow the legend, or hide it."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._show_row()
        else:
            self.begin_game()

    def begin_game(self) -> None:
        """Hide the legend until another game has marks."""
        self._has_explained = False
        self.hide()

    @property
    def has_marks(self) -> bool:
        """Whether there is something to explain."""
        return bool(self._present_entries())

    def show_waiting(self) -> None:
        """Show the progress message if the analysis takes long."""
        self._timer.start()

    def show_annotations(self, annotations: BoardAnnotations | None) -> None:
        """Explain the marks that are on the board; ``None``: they are not known yet."""
        self._timer.stop()
        self._annotations = annotations
        self._show(is_waiting=False)

    def _on_long_analysis(self) -> None:
        self._show(is_waiting=True)

    def _show(self, *, is_waiting: bool) -> None:
        shown = [] if is_waiting else self._present_entries()
        for entry in self._entries:
            entry.setVisible(entry in shown)
        is_known = self._annotations is not None and not is_waiting
        self._nothing.setVisible(is_known and not shown)
        self._wait.setVisible(is_waiting)
        self._has_explained = self._has_explained or bool(shown)
        self._arrange()
        self._show_row()

    def _show_row(self) -> None:
        is_waiting = not self._wait.isHidden()
        self.setVisible(self._is_wanted and (self._has_explained or is_waiting))

    def _present_entries(self) -> list[QWidget]:
        """Return the entries of the marks on the board."""
        annotations = self._annotations
        if annotations is None:
            return []
        legend = zip(self._entries, self._legend, strict=True)
        return [widget for widget, entry in legend if entry.is_in(annotations)]

    def _arrange(self) -> None:
        """Put as many entries beside each other as there is room for."""
        left, top = SPACE_M, SPACE_S
        height = max((entry.sizeHint().height() for entry in self._entries), default=0)
        for entry in self._entries:
            if entry.isHidden():
                continue
            width = entry.sizeHint().width()
            if left > SPACE_M and left + width > self.width() - SPACE_M:
                left, top = SPACE_M, top + height + SPACE_XS
            entry.setGeometry(left, top, width, height)
            left += width + SPACE_L
        bottom = top + height
        for label in (self._wait, self._nothing):
            room = self.width() - 2 * SPACE_M
            label.setGeometry(SPACE_M, SPACE_S, room, bottom - SPACE_S)
        self.setFixedHeight(bottom + SPACE_S)

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
        sample: The mark on the three cells of a sample.
        game: Game whose colours and cells are shown.
    """

    def __init__(self, sample: BoardAnnotations, game: Game) -> None:
        super().__init__()
        self._sample = sample
        self._sides = game.sides
        layout = game.layout(game.setup())
        first = layout.polygons[0] if layout.polygons else ()
        self._shape = relative_shape(first, layout.centers[0])
        self._is_on_wood = layout.surface is Surface.CROSSINGS
        self.setFixedSize(PICTURE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint in device pixels, in the colours of the theme."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        if self._is_on_wood:
            painter.setPen(Qt.NoPen)
            painter.setBrush(QColor(current_theme().wood))
            painter.drawRoundedRect(self.rect(), WOOD_ROUNDING, WOOD_ROUNDING)
        scale = self.devicePixelRatioF()
        painter.scale(1 / scale, 1 / scale)
        middle = QPointF(PICTURE.width(), PICTURE.height()) * scale / 2
        unit = UNIT * scale * 0.8
        theme, sides = current_theme(), self._sides
        marks = AnnotationMarks(
            painter=painter,
            center=lambda cell: middle + PLACES[cell] * unit,
            unit=unit,
            shapes=(self._shape,) * len(PLACES),
            theme=theme,
            sides=(
                theme.side(sides[0], Player.FIRST),
                theme.side(sides[1], Player.SECOND),
            ),
            side_marks=(SideMark(), SideMark()),
        )
        marks.paint(self._sample, Player.SECOND)
        for number, cell in enumerate(self._sample.line, start=1):
            colours = marks.sides[(number - 1) % len(marks.sides)]
            painter.setPen(QColor(colours.rim))
            painter.setBrush(QColor(colours.fill))
            center = middle + PLACES[cell] * unit * STONE * 2
            painter.drawEllipse(center, unit * STONE, unit * STONE)
            paint_number(painter, center, unit, str(number), QColor(colours.mark))


def _entry(picture: QWidget, text: QLabel, parent: QWidget) -> QWidget:
    entry = QWidget(parent)
    row = QHBoxLayout(entry)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE_S)
    row.addWidget(picture)
    row.addWidget(text)
    return entry
