"""The window's part of the program's self-test."""

from __future__ import annotations

import os


def _window() -> str:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.app.application import try_window  # noqa: PLC0415

    return try_window()


CHECKS = [("window", _window)]
