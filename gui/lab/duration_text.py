"""Text of a rough duration, such as the rest of a run."""

from __future__ import annotations

from gui.text.i18n import tr

MINUTE, HOUR = 60, 3600


def duration_text(seconds: float) -> str:
    """Return a rough duration."""
    if seconds < MINUTE:
        return tr("Lab", "less than a minute")
    if seconds < HOUR:
        return tr("Lab", "about {count} min").format(count=round(seconds / MINUTE))
    return tr("Lab", "about {count:.1f} h").format(count=seconds / HOUR)
