"""Ctrl+C held back until a piece of work is whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
