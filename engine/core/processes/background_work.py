"""Pause background work of this computer during measurements.

A queue of training runs (``make runs``) suspends its process while any process with a
pause request is alive. A request is an empty file named by the process id.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.files.paths import resources

RUNS = "runs"
"""Folder of the queue, at the top of a checkout."""

PAUSE = "pause"
"""Folder of the requests, inside that one."""


def runs_folder() -> Path:
    """Return the folder of background runs; only some checkouts have it."""
    return resources().with_name(RUNS)


@contextmanager
def paused_background_work(runs: Path | None = None) -> Iterator[None]:
    """Pause background runs inside the ``with`` block.

    Args:
        runs: Folder of the queue; by default that of this checkout. Without the folder
            there is no background work, and nothing happens.
    """
    folder = runs or runs_folder()
    if not folder.is_dir():
        yield
        return
    request = folder / PAUSE / str(os.getpid())
    request.parent.mkdir(exist_ok=True)
    request.touch()
    try:
        yield
    finally:
        request.unlink(missing_ok=True)


def is_pause_requested(runs: Path) -> bool:
    """Return whether a living process has requested a pause of background runs.

    Requests of ended processes are removed.
    """
    found = False
    for request in (runs / PAUSE).glob("[0-9]*"):
        if _is_alive(int(request.name)):
            found = True
        else:
            request.unlink(missing_ok=True)
    return found


def _is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
