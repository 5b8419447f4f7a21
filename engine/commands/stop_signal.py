"""Stop of a command by the end of its standard input, on every system.

A program that starts a command keeps the other end of its input. However that program
ends, the system closes the input, and the command stops as by Ctrl+C.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading

CHUNK_BYTES = 4096


def stop_with_input(descriptor: int) -> None:
    """Interrupt the main thread when an input ends; call it in the main thread.

    A program in the background of a shell ignores Ctrl+C, and so would its children.

    Args:
        descriptor: File descriptor of the input, whose content is ignored. Python's own
            stream is not read: its lock must not be held when the process ends.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(
        target=_wait, args=(descriptor,), name="input", daemon=True
    ).start()


def _wait(descriptor: int) -> None:
    try:
        while os.read(descriptor, CHUNK_BYTES):
            pass
    except OSError:  # the other end is gone
        pass
    if sys.platform == "win32":  # a signal would end the process at once there
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)  # wakes the main thread from a wait, too
