"""Damaged files of the program: renamed, so that they never block it."""

from __future__ import annotations

import logging
from pathlib import Path

from gui.text.i18n import tr

log = logging.getLogger(__name__)

ENDING = ".damaged"
"""Suffix of a damaged file."""


def set_aside(path: Path) -> str:
    """Rename a damaged file so that nothing reads it again.

    Returns:
        One sentence for the user.
    """
    aside = path.with_name(path.name + ENDING)
    try:
        path.replace(aside)
    except OSError as error:
        log.warning("%s is damaged and cannot be renamed: %s", path, error)
        return tr("Files", "The file {name} is damaged and was ignored.").format(
            name=path.name
        )
    log.warning("%s is damaged and was renamed", path)
    return tr("Files", "The file {name} is damaged; it was renamed to {aside}.").format(
        name=path.name, aside=aside.name
    )


def heading() -> str:
    """Return the heading over the sentences of ``set_aside``."""
    return tr("Files", "The program found a damaged file")
