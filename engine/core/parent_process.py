"""Child processes that end together with the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


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
