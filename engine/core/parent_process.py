"""Child processes that end together with the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing.process import BaseProcess

END_SECONDS = 5.0
"""Time for a process to end after it was terminated, before it is killed."""


def end_with_parent() -> None:
    """End this process together with its parent, whatever ends that."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def follow_parent() -> None:
    """End this process together with its parent, and at once on Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def end_children(processes: Sequence[BaseProcess]) -> None:
    """End child processes; what they have not sent is lost.

    Those that do not end in ``END_SECONDS`` are killed.
    """
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(END_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
