"""The program's icons: one family of SVG drawings, coloured by the theme.

An icon is drawn from its vectors at the very size that is asked for, so that it is
crisp at every scale of the screen, and in the colours of the theme at that moment.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from PyQt5.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PyQt5.QtGui import QIcon, QIconEngine, QImage, QPainter, QPixmap
from PyQt5.QtSvg import QSvgRenderer

from engine.core.files.paths import resources
from gui.style.theme import current_theme

PLACEHOLDER = "currentColor"
"""Colour placeholder in the drawings."""

APPLICATION_SIZES = (16, 20, 24, 32, 48, 64, 128, 256)
"""Sides in pixels that window managers and task bars ask for."""

LARGEST_SMALL_SIZE = 24
"""Up to this side the five stones are drawn along whole pixels."""


class Tone(Enum):
    """Background of an icon."""

    PLAIN = "plain"
    """A bar, a card or an ordinary button."""

    ON_ACCENT = "on_accent"
    """A button in the accent colour."""

    DANGER = "danger"
    """A plain background, for irreversible actions."""


class IconError(LookupError):
    """An icon that the program does not have."""


def icon(name: str, tone: Tone = Tone.PLAIN) -> QIcon:
    """Return the icon of ``resources/icons/<name>.svg``; it follows the theme.

    Raises:
        IconError: There is no such icon.
    """
    return QIcon(_SvgEngine(_drawing(name), tone))


def icon_if_drawn(name: str, tone: Tone = Tone.PLAIN) -> QIcon:
    """Return an icon, or an empty one for a game without a drawing."""
    try:
        return icon(name, tone)
    except IconError:
        return QIcon()


def names() -> list[str]:
    """Return the names of all icons in alphabetical order."""
    return sorted(path.stem for path in _folder().glob("*.svg"))


def application_icon() -> QIcon:
    """Return the program's own icon in all sizes that a desktop shows."""
    made = QIcon()
    for side in APPLICATION_SIZES:
        made.addPixmap(draw_application_icon(side))
    return made


def draw_application_icon(side: int) -> QPixmap:
    """Return the program's own icon in one size, drawn for it."""
    name = "pentahex-small" if side <= LARGEST_SMALL_SIZE else "pentahex"
    renderer = QSvgRenderer(QByteArray(_drawing(name).encode()))
    return _rendered(renderer, QSize(side, side))


class _SvgEngine(QIconEngine):
    """Engine of one icon in each of its modes."""

    def __init__(self, drawing: str, tone: Tone) -> None:
        super().__init__()
        self._drawing = drawing
        self._tone = tone

    def _renderer(self, mode: QIcon.Mode, state: QIcon.State) -> QSvgRenderer:
        return _coloured(self._drawing, self._colour(mode, state))

    def _colour(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        theme = current_theme()
        if mode == QIcon.Disabled:
            return theme.disabled
        if self._tone is Tone.ON_ACCENT:
            return theme.accent_text
        if self._tone is Tone.DANGER:
            return theme.danger
        return theme.accent if state == QIcon.On else theme.text

    def paint(
        self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State
    ) -> None:
        """Draw the icon in the largest square of ``rect``."""
        side = min(rect.width(), rect.height())
        square = QRect(QPoint(0, 0), QSize(side, side))
        square.moveCenter(rect.center())
        self._renderer(mode, state).render(painter, QRectF(square))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon in device pixels."""
        return _rendered(self._renderer(mode, state), size)

    def clone(self) -> QIconEngine:
        """Return a copy, which Qt takes when an icon changes."""
        return _SvgEngine(self._drawing, self._tone)


@lru_cache(maxsize=128)
def _drawing(name: str) -> str:
    path = _folder() / f"{name}.svg"
    if not path.is_file():
        raise IconError(f"Expected an icon among {', '.join(names())}; got {name!r}.")
    return path.read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def _coloured(drawing: str, colour: str) -> QSvgRenderer:
    text = drawing.replace(PLACEHOLDER, colour)
    return QSvgRenderer(QByteArray(text.encode()))


def _rendered(renderer: QSvgRenderer, size: QSize) -> QPixmap:
    image = QImage(size, QImage.Format_ARGB32_Premultiplied)
    image.fill(Qt.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.Antialiasing)
    side = min(size.width(), size.height())
    left, top = (size.width() - side) / 2, (size.height() - side) / 2
    renderer.render(painter, QRectF(left, top, side, side))
    painter.end()
    return QPixmap.fromImage(image)


def _folder() -> Path:
    return resources() / "icons"
