"""Window geometry on the screen, saved between starts."""

from __future__ import annotations

from PyQt5.QtCore import QRect, Qt
from PyQt5.QtWidgets import QApplication, QWidget

from gui.settings.settings import Settings
from gui.settings.table import IS_MAXIMIZED, WINDOW_GEOMETRY

USUAL_WIDTH, USUAL_HEIGHT = 1240, 860
"""Size at the first start, in pixels at 100 %; on a smaller screen maximized."""


def restore_geometry(window: QWidget, settings: Settings) -> None:
    """Restore the saved geometry, or centre the window; never off the screen.

    The frame is not known before the window is shown; see ``keep_on_screen``.
    """
    room = QApplication.primaryScreen().availableGeometry()
    place = settings[WINDOW_GEOMETRY]
    if place is not None:
        screen = QApplication.screenAt(place.center())
        if screen is not None:
            room = screen.availableVirtualGeometry()
            window.setGeometry(fit_into(room, place, place))
            return
    place = QRect(0, 0, USUAL_WIDTH, USUAL_HEIGHT)
    place.moveCenter(room.center())
    is_small = settings[IS_MAXIMIZED] or not room.contains(place)
    window.setGeometry(room if is_small else place)
    if is_small:
        window.setWindowState(Qt.WindowMaximized)


def keep_on_screen(window: QWidget) -> None:
    """Move a window and its frame into the screen; bound its size by the screen."""
    if not window.isMaximized() and not window.isFullScreen():
        room = window.screen().availableVirtualGeometry()
        place = fit_into(room, window.geometry(), window.frameGeometry())
        if place != window.geometry():
            window.setGeometry(place)


def shrink_into_screen(window: QWidget) -> None:
    """Raise the lower edge of a window that has grown; move it if need be."""
    if not window.isMaximized() and not window.isFullScreen():
        room = window.screen().availableVirtualGeometry()
        beyond = window.frameGeometry().bottom() - room.bottom()
        window.resize(window.width(), window.height() - max(beyond, 0))
        keep_on_screen(window)


def fit_into(room: QRect, client: QRect, frame: QRect) -> QRect:
    """Return the client area of a window whose frame is inside of a room.

    Args:
        room: The available geometry of the screens.
        client: The client area now.
        frame: The window with its frame now.
    """
    inside = QRect(
        room.topLeft() + client.topLeft() - frame.topLeft(),
        room.bottomRight() + client.bottomRight() - frame.bottomRight(),
    )
    place = QRect(client.topLeft(), client.size().boundedTo(inside.size()))
    place.moveRight(min(place.right(), inside.right()))
    place.moveBottom(min(place.bottom(), inside.bottom()))
    place.moveLeft(max(place.left(), inside.left()))
    place.moveTop(max(place.top(), inside.top()))
    return place


def save_geometry(window: QWidget, settings: Settings) -> None:
    """Save the geometry for the next start."""
    is_maximized = window.isMaximized() or window.isFullScreen()
    settings[IS_MAXIMIZED] = is_maximized
    settings[WINDOW_GEOMETRY] = None if is_maximized else window.geometry()
