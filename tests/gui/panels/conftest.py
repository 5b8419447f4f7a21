"""Panels without a window."""

from tests.gui.analysis.conftest import review_desk
from tests.gui.windowless import start_windowless, windowless

__all__ = ["review_desk", "start_windowless", "windowless"]
