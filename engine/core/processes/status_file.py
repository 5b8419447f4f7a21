"""File in a folder that shows what a process does there, written every second.

Other processes follow the folder; a process that was killed leaves a file that is soon
too old to count.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

from engine.core.errors import RecordFileError, SettingsError
from engine.core.files.atomic_file import write_atomically
from engine.core.formats.settings_reader import read_table

STATUS = "status.json"
"""File of the folder while a process works on it."""

INTERVAL_SECONDS = 1.0
"""Time between two updates of the file."""

LONGEST_SILENCE = 15.0
"""Seconds after the last update from which the process counts as killed."""

READ_ERRORS = (
    *(OSError, ValueError, TypeError, AttributeError, RecursionError),
    SettingsError,
)
"""Exceptions that reading a damaged file may raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What a process does; subclasses add fields with defaults."""

    updated: float = 0.0
    """Unix time of the update."""

    def is_current(self, now: float) -> bool:
        """Return whether the process was alive shortly before ``now``."""
        return now - self.updated < LONGEST_SILENCE


StatusT = TypeVar("StatusT", bound=Status)


class StatusFile(Generic[StatusT]):
    """Writer of the file; a context manager with a thread.

    Args:
        folder: The folder.
        status: The status at first.
        now: Source of Unix time.
    """

    def __init__(
        self, folder: Path, status: StatusT, *, now: Callable[[], float] = time.time
    ) -> None:
        self.status = status
        """The status of the next update, but for its time."""

        self._folder = folder
        self._now = now
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="status", daemon=True)

    def __enter__(self) -> Self:
        self.refresh()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()
        with suppress(OSError):  # on Windows, while another process reads it
            (self._folder / STATUS).unlink(missing_ok=True)

    def refresh(self) -> None:
        """Write the status now."""
        status = replace(self.status, updated=self._now())
        write_atomically(self._folder / STATUS, json.dumps(asdict(status)).encode())

    def _keep(self) -> None:
        while not self._ended.wait(INTERVAL_SECONDS):
            # A full disk stops the work itself, with its reason.
            with suppress(RecordFileError, OSError):
                self.refresh()


def read_status_file(
    kind: type[StatusT], folder: Path, *, now: float | None = None
) -> StatusT | None:
    """Return the status in a folder; ``None`` if no process works on it.

    Args:
        kind: Class of the status.
        folder: The folder.
        now: Unix time; by default that of the system.
    """
    try:
        table = json.loads((folder / STATUS).read_text(encoding="utf-8"))
        status = read_table(kind, table)
    except READ_ERRORS:
        return None
    return status if status.is_current(time.time() if now is None else now) else None
