"""Figures of an experiment, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PyQt5.QtCore import QRect, Qt, pyqtSignal
from PyQt5.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PyQt5.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gui.lab.experiments.experiment_labels import sentence
from gui.lab.experiments.experiment_watcher import ShownFigure
from gui.style.theme import SPACE_M, SPACE_S
from gui.text.i18n import tr, translate_message
from gui.text.plain_text import PlainLabel


class FigureList(QWidget):
    """Column of figures.

    Args:
        parent: See ``QWidget``.
    """

    open_requested = pyqtSignal(str)  # name of the file of a figure

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[ShownFigure, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_M)

    def show_figures(self, figures: Sequence[ShownFigure]) -> None:
        """Show other figures."""
        if tuple(figures) != self._figures:
            self._figures = tuple(figures)
            self.retranslate()

    def retranslate(self) -> None:
        """Make the cards again, in the language of the window."""
        while self._column.count():
            self._column.takeAt(0).widget().deleteLater()
        for shown in self._figures:
            card = FigureCard(shown)
            name = shown.figure.file
            card.open_requested.connect(partial(self.open_requested.emit, name))
            self._column.addWidget(card)


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
        self._open = QPushButton(tr("Experiments", "Open figure"))
        self._open.setObjectName("experiment_figure")
        self._open.setAutoDefault(False)
        self._open.clicked.connect(self.open_requested)
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        if shown.image.isNull():
            text = tr("Experiments", "{file} is missing or damaged.")
            problem = PlainLabel(text.format(file=shown.figure.file))
            problem.setObjectName("experiment_figure_problem")
            problem.setProperty("role", "danger")
            column.addWidget(problem)
        else:
            column.addWidget(Picture(shown.image))


class Picture(QWidget):
    """Image as wide as there is room, at most in its own size.

    Args:
        image: The image.
    """

    def __init__(self, image: QImage) -> None:
        super().__init__()
        self._image = image

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
        width = max(1, min(self.width(), self._image.width()))
        height = max(1, round(width * self._image.height() / self._image.width()))
        return QRect((self.width() - width) // 2, 0, width, height)
