"""Plan of the queue, and progress of its runs.

The plan is ``resources/training/queue.toml``; the progress of a run is a small JSON
file in its folder, written every few seconds, so that a kill loses almost nothing.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.core.files.atomic_file import write_atomically

CONFIG = "run.toml"
"""The training file of a run, fixed when the run starts."""

CODE = "code"
"""The run's own copy of the program."""

OUT = "out"
"""The folder of the training run itself."""

LOG = "log.txt"
"""Output of the run."""

PROGRESS = "progress.json"

QUEUE_LOCK = "queue.lock"
"""File in the folder of the queue that its worker locks."""

AT_WORK = "at-work.txt"
"""File in the folder of the queue with the name of the current or last run."""

SECONDS_AN_HOUR = 3600.0


class QueueError(RuntimeError):
    """Error of the queue, with a text for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedRun:
    """One entry of the plan."""

    name: str
    """Name of the run and of its folder."""

    file: Path
    """Training file of the run."""

    core_hours: float
    """Time limit, after which the queue continues with the next run."""

    after: str = ""
    """Name of a run that must end before, finished or out of time; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of a run."""

    seconds: float = 0.0
    """Time spent on the run, without pauses."""

    is_finished: bool = False
    """Whether the run has reached its end."""

    error: str = ""
    """Error of the last process; empty without one."""


def read_plan(path: Path) -> list[QueuedRun]:
    """Return the runs of a plan in their order.

    Raises:
        QueueError: The file is missing or an entry is malformed.
    """
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["run"]
        plan = [
            QueuedRun(**{**entry, "file": path.parent / entry["file"]})
            for entry in entries
        ]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise QueueError(
            f"Expected a plan of runs in {path.name}, got: {error}."
        ) from error
    known: set[str] = set()
    for run in plan:
        if run.name in known:
            raise QueueError(
                f"Expected names that differ in {path.name}, got {run.name} twice."
            )
        if run.after and run.after not in known:
            raise QueueError(
                f"Expected an earlier run of {path.name} before {run.name}, "
                f"got {run.after}."
            )
        known.add(run.name)
    return plan


def read_progress(folder: Path) -> Progress:
    """Return the progress of the run in a folder; a new one if none is readable."""
    try:
        return Progress(**json.loads((folder / PROGRESS).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Progress()


def write_progress(folder: Path, progress: Progress) -> None:
    """Write the progress of the run in a folder."""
    text = json.dumps(asdict(progress), indent=2) + "\n"
    write_atomically(folder / PROGRESS, text.encode())


def next_run(plan: list[QueuedRun], runs: Path, failed: set[str]) -> QueuedRun | None:
    """Return the first run with work left, or ``None``.

    A run that failed in this call of the queue is left out, and so is one that waits
    for a run with work left.
    """
    has_ended = {run.name: _has_ended(run, runs) for run in plan}
    for run in plan:
        is_waiting = bool(run.after) and not has_ended[run.after]
        if not has_ended[run.name] and run.name not in failed and not is_waiting:
            return run
    return None


def _has_ended(run: QueuedRun, runs: Path) -> bool:
    progress = read_progress(runs / run.name)
    return progress.is_finished or seconds_left(run, progress) <= 0


def seconds_left(run: QueuedRun, progress: Progress) -> float:
    """Return the remaining time of a run by the plan."""
    return run.core_hours * SECONDS_AN_HOUR - progress.seconds
