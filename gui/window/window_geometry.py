"""Window geometry on the screen, saved between starts."""

from __future__ import annotations

from PyQt5.QtCore import QRect, Qt
from PyQt5.QtWidgets import QApplication, QWidget

from gui.settings.settings import Settings
from gui.settings.table import IS_MAXIMIZED, WINDOW_GEOMETRY

USUAL_WIDTH, USUAL_HEIGHT = 1240, 860
"""Size at the first start, in pixels at 100 %; on a smaller screen maximized."""


def restore_geometry(window: QWidget, settings: Settings) -> None:
    """Restore the saved geometry, or centre the window; never off the screen."""
    room = QApplication.primaryScreen().availableGeometry()
    place = settings[WINDOW_GEOMETRY]
    if place is not None:
        screen = QApplication.screenAt(place.center())
        if screen is not None:
            window.setGeometry(place.intersected(screen.availableVirtualGeometry()))
            return
    place = QRect(0, 0, USUAL_WIDTH, USUAL_HEIGHT)
    place.moveCenter(room.center())
    is_small = settings[IS_MAXIMIZED] or not room.contains(place)
    window.setGeometry(room if is_small else place)
    if is_small:
        window.setWindowState(Qt.WindowMaximized)


def save_geometry(window: QWidget, settings: Settings) -> None:
    """Save the geometry for the next start."""
    is_maximized = window.isMaximized() or window.isFullScreen()
    settings[IS_MAXIMIZED] = is_maximized
    settings[WINDOW_GEOMETRY] = None if is_maximized else window.geometry()
