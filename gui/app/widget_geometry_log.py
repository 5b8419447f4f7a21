"""Log of the screen rectangle of each named widget, for drivers of the program.

``geometry widgets change`` is logged at the first event that may move a widget,
``geometry widgets settled`` after the new rectangles. In between, they are stale.
Nothing is installed unless the logger ``gui.geometry`` is at debug level.
"""

from __future__ import annotations

import logging

from PyQt5.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PyQt5.QtWidgets import QApplication, QWidget

logger = logging.getLogger("gui.geometry")

SETTLE_MS = 50
"""Pause after the last layout event; layouts change in bursts."""

_MOVING = (QEvent.Move, QEvent.Resize, QEvent.Show, QEvent.Hide, QEvent.LayoutRequest)


class WidgetGeometryLog(QObject):
    """Event filter that logs each visible, named widget when its rectangle changes."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._logged: dict[str, QRect] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SETTLE_MS)
        self._pause.timeout.connect(self._on_pause_timeout)
        app.installEventFilter(self)

    def _on_pause_timeout(self) -> None:
        places = {
            widget.objectName(): _place(widget)
            for window in QApplication.topLevelWidgets()
            for widget in (window, *window.findChildren(QWidget))
            if widget.isVisible() and _is_named(widget)
        }
        for name, place in places.items():
            if self._logged.get(name) != place:
                logger.debug(
                    "geometry widget %s %d %d %d %d",
                    name,
                    place.x(),
                    place.y(),
                    place.width(),
                    place.height(),
                )
        self._logged = places
        logger.debug("geometry widgets settled")

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """See ``QObject.eventFilter``."""
        if event.type() in _MOVING:
            if not self._pause.isActive():
                logger.debug("geometry widgets change")
            self._pause.start()
        return False


def install(app: QApplication) -> None:
    """Begin to log if the logger is at debug level."""
    if logger.isEnabledFor(logging.DEBUG):
        WidgetGeometryLog(app)


def _is_named(widget: QWidget) -> bool:
    """Return whether the program, not Qt, has named the widget."""
    name = widget.objectName()
    return bool(name) and not name.startswith("qt_") and " " not in name


def _place(widget: QWidget) -> QRect:
    """Return the rectangle of a widget in physical pixels of the screen."""
    scale = widget.devicePixelRatioF()
    corner = widget.mapToGlobal(QPoint(0, 0)) * scale
    return QRect(corner, widget.size() * scale)
