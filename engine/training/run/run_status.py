"""What the process of a run does now, and the request to stop it, as files.

A window that did not start the process, or was closed meanwhile, follows and stops it
by the run folder alone.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from engine.core.atomic_file import write_atomically
from engine.core.errors import SettingsError
from engine.core.settings_reader import read_table
from engine.training.run.progress import Monitor

STATUS = "status.json"
"""File of the run folder while a process works on it."""

STOP = "stop.request"
"""File of the run folder that stops the process; its content does not matter."""

INTERVAL_SECONDS = 1.0
"""Time between two updates of the file."""

LONGEST_SILENCE = 15.0
"""Seconds after the last update from which the process counts as killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStatus:
    """What the process of a run does."""

    phase: str = ""
    """See ``Monitor.update``."""

    done: int = 0
    """Finished games or steps of the phase."""

    total: int = 0
    """Games or steps of the phase; 0 if there is nothing to count."""

    generation: int = 0
    """The generation, from 1; 0 before the first one and in a supervised run."""

    generations: int = 0
    """Number of generations of the run; 0 in a supervised run."""

    updated: float = 0.0
    """Unix time of the update."""

    def is_current(self, now: float) -> bool:
        """Return whether the process was alive shortly before ``now``."""
        return now - self.updated < LONGEST_SILENCE


def read_status(folder: Path, *, now: float | None = None) -> RunStatus | None:
    """Return what the process of a run does; ``None`` if no process works on it."""
    try:
        table = json.loads((folder / STATUS).read_text(encoding="utf-8"))
        status = read_table(RunStatus, table)
    except (OSError, ValueError, TypeError, AttributeError, SettingsError):
        return None
    return status if status.is_current(time.time() if now is None else now) else None


def request_stop(folder: Path) -> None:
    """Let the process of a run stop at the next possible moment; its work is kept.

    Raises:
        OSError: The file cannot be written.
    """
    (folder / STOP).touch()


class StatusFile(Monitor):
    """Monitor that keeps the files; a context manager with a thread.

    Args:
        folder: The run folder.
        now: Source of Unix time.
    """

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._now = now
        self._status = RunStatus()
        self._is_stop_requested = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="status", daemon=True)

    def __enter__(self) -> StatusFile:
        (self._folder / STOP).unlink(missing_ok=True)
        self.refresh()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()
        for name in (STATUS, STOP):
            (self._folder / name).unlink(missing_ok=True)

    def is_stop_requested(self) -> bool:
        """Return whether the process should stop."""
        return self._is_stop_requested

    def begin_generation(self, generation: int, generations: int) -> None:
        """See ``Monitor.begin_generation``."""
        self._status = replace(
            self._status, generation=generation, generations=generations
        )

    def update(self, phase: str, done: int, total: int) -> None:
        """See ``Monitor.update``."""
        self._status = replace(self._status, phase=phase, done=done, total=total)

    def refresh(self) -> None:
        """Write the state, and look for a request to stop."""
        status = replace(self._status, updated=self._now())
        write_atomically(self._folder / STATUS, json.dumps(asdict(status)).encode())
        self._is_stop_requested = (self._folder / STOP).exists()

    def _keep(self) -> None:
        while not self._ended.wait(INTERVAL_SECONDS):
            try:
                self.refresh()
            except OSError:  # a full disk stops the run itself, with its reason
                continue
