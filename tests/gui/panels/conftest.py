"""Panels without a window."""

from tests.gui.windowless import start_windowless, windowless

__all__ = ["start_windowless", "windowless"]
