"""Progress of compiling kernels, for whoever waits for it.

The thread that compiles is the one that is watched. A preparation first says how many
kernels it needs; each one counts when it is compiled. Kernels that are loaded from the
cache do not count.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST = 0.99
"""The largest share before the end: kernels are counted, and the last ones vary."""


class _Watch(threading.local):
    """The watcher of a thread."""

    on_progress: Callable[[float], None] | None = None
    needed = 0
    compiled = 0


_watch = _Watch()


@contextmanager
def watched(on_progress: Callable[[float], None]) -> Iterator[None]:
    """Watch what this thread compiles.

    Args:
        on_progress: Called behind every kernel with the share that is compiled, in
            [0, 1].
    """
    _watch.on_progress = on_progress
    _watch.needed = _watch.compiled = 0
    try:
        yield
    finally:
        _watch.on_progress = None


def expect(kernels: int) -> None:
    """Say how many kernels this thread would compile with an empty cache."""
    _watch.needed = max(_watch.needed, kernels)


def count_compiled() -> None:
    """Count one compiled kernel of this thread."""
    _watch.compiled += 1
    if _watch.on_progress is not None and _watch.needed:
        _watch.on_progress(min(_watch.compiled / _watch.needed, MOST))
