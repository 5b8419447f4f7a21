"""Games without a window."""

from tests.gui.windowless import start_windowless

__all__ = ["start_windowless"]
