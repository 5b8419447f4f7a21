"""What the process of a run does now, and the request to stop it, as files.

A window that did not start the process, or was closed meanwhile, follows and stops it
by the run folder alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.core.formats.settings_reader import CountOrNone
from engine.core.processes.status_file import Status, StatusFile, read_status_file
from engine.training.run.progress import Monitor

STOP = "stop.request"
"""File of the run folder that stops the process; its content does not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStatus(Status):
    """What the process of a run does."""

    phase: str = ""
    """See ``Monitor.update``."""

    done: CountOrNone = 0
    """Finished games, shards or steps of the phase."""

    total: CountOrNone = 0
    """Games, shards or steps of the phase; 0 if there is nothing to count."""

    generation: CountOrNone = 0
    """The generation, from 1; 0 before the first one and in a supervised run."""

    generations: CountOrNone = 0
    """Number of generations of the run; 0 in a supervised run."""


def read_status(folder: Path, *, now: float | None = None) -> RunStatus | None:
    """Return the status of the process of a run; ``None`` if none is running."""
    return read_status_file(RunStatus, folder, now=now)


def request_stop(folder: Path) -> None:
    """Request that the process of a run saves its work and stops.

    Raises:
        OSError: The file cannot be written.
    """
    (folder / STOP).touch()


class StatusMonitor(StatusFile[RunStatus], Monitor):
    """Monitor that keeps the status file and takes requests to stop.

    Args:
        folder: The run folder.
        now: Source of Unix time.
    """

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.time) -> None:
        super().__init__(folder, RunStatus(), now=now)
        self._stop = folder / STOP
        self._is_stop_requested = False

    def __enter__(self) -> Self:
        self._stop.unlink(missing_ok=True)
        return super().__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        with suppress(OSError):
            self._stop.unlink(missing_ok=True)

    def is_stop_requested(self) -> bool:
        """Return whether the process should stop."""
        return self._is_stop_requested

    def begin_generation(self, generation: int, generations: int) -> None:
        """See ``Monitor.begin_generation``."""
        self.status = replace(
            self.status, generation=generation, generations=generations
        )

    def update(self, phase: str, done: int, total: int) -> None:
        """See ``Monitor.update``."""
        self.status = replace(self.status, phase=phase, done=done, total=total)

    def refresh(self) -> None:
        """Look for a request to stop, and write the status, which may fail."""
        self._is_stop_requested = self._stop.exists()
        super().refresh()
