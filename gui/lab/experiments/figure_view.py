"""Figures of an experiment, one below the other, each as large as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PyQt5.QtCore import QRect, Qt, pyqtSignal
from PyQt5.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PyQt5.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.lab.experiments.experiment_labels import sentence
from gui.lab.experiments.experiment_watcher import ShownFigure
from gui.style.theme import SPACE_M, SPACE_S
from gui.text.i18n import tr, translate_message
from gui.text.plain_text import PlainLabel
from gui.widgets.named_widgets import make_button, make_label

LEAST_HEIGHT = 160
"""Height in pixels below which a figure is not shrunk; one scrolls to the rest."""


class FigureList(QScrollArea):
    """Column of figures; one figure fits into the visible part."""

    open_requested = pyqtSignal(str)  # name of the file of a figure

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.NoFrame)
        self.setWidgetResizable(True)
        self._figures: tuple[ShownFigure, ...] = ()
        self._cards: list[FigureCard] = []
        inside = QWidget()
        self.setWidget(inside)
        self._column = QVBoxLayout(inside)
        self._column.setAlignment(Qt.AlignTop)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_M)

    @property
    def widest(self) -> float:
        """Largest ratio of width to height of the figures; 0 without any."""
        sizes = [one.image.size() for one in self._figures if not one.image.isNull()]
        return max((size.width() / size.height() for size in sizes), default=0.0)

    def show_figures(self, figures: Sequence[ShownFigure]) -> None:
        """Show other figures."""
        if tuple(figures) != self._figures:
            self._figures = tuple(figures)
            self.retranslate()

    def retranslate(self) -> None:
        """Make the cards again, in the language of the window."""
        while self._column.count():
            self._column.takeAt(0).widget().deleteLater()
        self._cards = []
        for shown in self._figures:
            card = FigureCard(shown)
            name = shown.figure.file
            card.open_requested.connect(partial(self.open_requested.emit, name))
            card.fit(self.viewport().height())
            self._cards.append(card)
            self._column.addWidget(card)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the figures into the room."""
        super().resizeEvent(event)
        for card in self._cards:
            card.fit(self.viewport().height())


class FigureCard(QFrame):
    """Card with the title and the image of a figure.

    Args:
        shown: The figure.
    """

    open_requested = pyqtSignal()

    def __init__(self, shown: ShownFigure) -> None:
        super().__init__()
        self.setProperty("card", True)
        title = PlainLabel(sentence(translate_message(shown.figure.title)))
        title.setProperty("role", "caption")
        title.setWordWrap(True)
        text = tr("Experiments", "Open figure")
        self._open = make_button("experiment_figure", text)
        self._open.clicked.connect(self.open_requested)
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        self._column = column
        self._head = head
        self._picture: Picture | None = None
        if shown.image.isNull():
            text = tr("Experiments", "{file} is missing or damaged.")
            problem = make_label("experiment_figure_problem", "danger")
            problem.setText(text.format(file=shown.figure.file))
            column.addWidget(problem)
        else:
            self._picture = Picture(shown.image)
            column.addWidget(self._picture)

    def fit(self, height: int) -> None:
        """Make the card at most as high as ``height``, if that is possible."""
        if self._picture is not None:
            edges = self._column.contentsMargins()
            rest = edges.top() + edges.bottom() + self._column.spacing()
            rest += self._head.sizeHint().height() + 2 * self.frameWidth()
            self._picture.limit_height(height - rest)


class Picture(QWidget):
    """Image as large as there is room, at most in its own size.

    Args:
        image: The image.
    """

    def __init__(self, image: QImage) -> None:
        super().__init__()
        self._image = image
        self._most = image.height()

    def limit_height(self, height: int) -> None:
        """Shrink the image to a height, but not beyond what can be read."""
        self._most = max(height, LEAST_HEIGHT)
        self.setFixedHeight(self._find_place().height())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that belongs to the width."""
        super().resizeEvent(event)
        self.setFixedHeight(self._find_place().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the image."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.SmoothPixmapTransform)
        place = self._find_place()
        size = place.size() * self.devicePixelRatioF()
        image = self._image
        if size.width() < image.width():
            image = image.scaled(size, Qt.IgnoreAspectRatio, Qt.SmoothTransformation)
        painter.drawImage(place, image)

    def _find_place(self) -> QRect:
        """Return the rectangle of the image, in the middle."""
        shape = self._image.height() / self._image.width()
        widths = (self.width(), self._image.width(), round(self._most / shape))
        width = max(1, min(widths))
        height = max(1, round(width * shape))
        return QRect((self.width() - width) // 2, 0, width, height)
