"""Ctrl+C held back until a piece of work is whole, or from a process that starts."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType


@contextmanager
def held_interrupt() -> Iterator[Callable[[], bool]]:
    """Hold back Ctrl+C inside the ``with`` block; raise it when the block ends.

    The value returns whether Ctrl+C was pressed. A second Ctrl+C is raised at once.
    Only the main thread gets Ctrl+C, so nothing is held back in others, nor inside
    another such block, nor where the program treats the signal in its own way.

    Raises:
        KeyboardInterrupt: Ctrl+C was pressed.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: False
        return
    pressed = threading.Event()

    def hold(number: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            signal.default_int_handler(number, frame)
        pressed.set()

    signal.signal(signal.SIGINT, hold)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed.is_set():
        raise KeyboardInterrupt


@contextmanager
def blocked_interrupt() -> Iterator[None]:
    """Block Ctrl+C inside the ``with`` block, for this thread and what it starts.

    A process that is started inside has Ctrl+C blocked until it calls
    ``unblock_interrupt``: a Ctrl+C during its imports would print a traceback. Windows
    cannot block it.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its own start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unblock_interrupt() -> None:
    """Let a process get Ctrl+C that was started in ``blocked_interrupt``."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
