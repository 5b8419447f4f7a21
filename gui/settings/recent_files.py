"""The list of recent files."""

from __future__ import annotations

from pathlib import Path

from gui.settings.settings import Settings
from gui.settings.table import RECENT_FILES

LENGTH = 10
"""Maximum number of files."""


def add_recent_file(settings: Settings, path: Path) -> None:
    """Put ``path`` on top of the recent files."""
    others = [recent for recent in settings[RECENT_FILES] if recent != path]
    settings[RECENT_FILES] = (path, *others)[:LENGTH]
