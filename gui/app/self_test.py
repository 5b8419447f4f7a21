"""Self-test of the window."""

from __future__ import annotations

import os


def _window() -> str:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.app.application import check_window  # noqa: PLC0415

    return check_window()


CHECKS = [("window", _window)]
