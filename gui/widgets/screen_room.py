"""Room for a window and its frame on the screen."""

from __future__ import annotations

from PyQt5.QtCore import QSize
from PyQt5.QtWidgets import QWidget

FRAME_HEIGHT = 40
"""Height of the system's title bar, in pixels at 100 %."""

FRAME_WIDTH = 8
"""Width of both side borders together, in pixels at 100 %."""


def resize_within_screen(window: QWidget, width: int, height: int) -> None:
    """Resize a window that is not shown yet, so that its frame fits the screen.

    Args:
        window: The window; its frame is not known before it is shown.
        width: Wanted width without the frame, in pixels at 100 %.
        height: Likewise its height.
    """
    frame = QSize(FRAME_WIDTH, FRAME_HEIGHT)
    room = window.screen().availableGeometry().size() - frame
    window.resize(QSize(width, height).boundedTo(room))
