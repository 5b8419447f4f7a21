"""File checks with a short timeout.

A network drive that is gone answers after minutes. The question is asked in a thread,
which is left behind then and does not keep the process alive.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from pathlib import Path

PROMPT_SECONDS = 0.1
"""Longest wait for a list of files, which is shown without an answer as well."""

FOLDER_SECONDS = 1.0
"""Longest wait for a folder: a busy machine needs a while to begin a thread."""


class FileProbe:
    """Known existence of files; one thread at a time looks for them."""

    def __init__(self) -> None:
        self._known: dict[Path, bool] = {}
        self._thread: threading.Thread | None = None

    def look(self, paths: Iterable[Path]) -> dict[Path, bool]:
        """Check whether files exist.

        Returns:
            Whether a file exists, for those of which it is known by now. The others
            are known at a later call, if their disk answers.
        """
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(
                target=self._look, args=(list(paths),), name="probe", daemon=True
            )
            self._thread.start()
        self._thread.join(PROMPT_SECONDS)
        return self._known.copy()

    def _look(self, paths: list[Path]) -> None:
        for path in paths:
            self._known[path] = os.path.exists(path)  # noqa: PTH110 - never raises


def is_folder(path: Path) -> bool:
    """Return whether a folder exists and its disk answers soon."""
    answers: list[bool] = []
    thread = threading.Thread(
        target=lambda: answers.append(os.path.isdir(path)),  # noqa: PTH112 - see above
        name="probe",
        daemon=True,
    )
    thread.start()
    thread.join(FOLDER_SECONDS)
    return answers == [True]
