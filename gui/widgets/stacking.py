"""Stacking of windows beside the main window."""

from __future__ import annotations

from PyQt5.QtWidgets import QWidget


def stack_freely(window: QWidget) -> None:
    """Allow the main window to be raised above a window that is being shown.

    Desktops keep the windows that belong to another one above it.
    """
    handle = window.windowHandle()
    if handle is not None:
        handle.setTransientParent(None)  # type: ignore[arg-type]
