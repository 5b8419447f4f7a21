"""Number of threads of a search: that of the user, or one for this computer."""

from __future__ import annotations

import os

from gui.schema.display import DialogRow, Page
from gui.schema.setting import OptionalNumber
from gui.text.i18n import tr

PROCESSORS = os.cpu_count() or 1
"""Logical processors of this computer."""

MOST_BY_ITSELF = 4
"""Most threads that the program chooses: each one of a network search takes 110 MB."""

SEARCH_THREADS = OptionalNumber(
    key="engines/threads",
    default=None,
    lowest=1,
    highest=PROCESSORS,
    automatic=lambda: tr("Settings", "Automatic ({count})").format(
        count=automatic_threads(PROCESSORS)
    ),
    row=DialogRow(
        page=Page.ENGINES,
        title=lambda: tr("Settings", "Threads of a search"),
        remark=lambda: tr(
            "Settings",
            "More threads search more positions in the same time, in games, hints and "
            "analysis. Levels with a fixed number of nodes use one; engines in Lab "
            "have numbers of their own.",
        ),
    ),
)
"""Threads of a search; ``None`` leaves the number to the program."""


def automatic_threads(processors: int) -> int:
    """Return the threads of a search on a computer: half of its processors, 1 to 4.

    The window and other programs keep the other half, which often is the second
    thread of each core.
    """
    return min(max(processors // 2, 1), MOST_BY_ITSELF)


def resolve_threads(chosen: int | None) -> int:
    """Return the threads of a search here, by the value of ``SEARCH_THREADS``."""
    return automatic_threads(PROCESSORS) if chosen is None else min(chosen, PROCESSORS)
