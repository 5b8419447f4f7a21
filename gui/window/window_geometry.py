"""Where the window lies on the screen, from one start to the next."""

from __future__ import annotations

from PyQt5.QtCore import QRect, Qt
from PyQt5.QtWidgets import QApplication, QWidget

from gui.settings.settings import Settings

USUAL_WIDTH, USUAL_HEIGHT = 1240, 860
"""Size at the first start; a smaller screen is filled."""


def find_place(window: QWidget, settings: Settings) -> None:
    """Put the window where it was, or in a good place; never off the screen."""
    room = QApplication.primaryScreen().availableGeometry()
    place = settings.window_geometry
    if place is not None and QApplication.screenAt(place.center()) is not None:
        window.setGeometry(place)
        return
    place = QRect(0, 0, USUAL_WIDTH, USUAL_HEIGHT)
    place.moveCenter(room.center())
    is_small = settings.is_maximized or not room.contains(place)
    window.setGeometry(room if is_small else place)
    if is_small:
        window.setWindowState(Qt.WindowMaximized)


def remember_place(window: QWidget, settings: Settings) -> None:
    """Keep the place of the window for the next start."""
    is_maximized = window.isMaximized() or window.isFullScreen()
    settings.window_geometry = None if is_maximized else window.geometry()
