"""Progress of kernel compilation, for callers that wait for it.

Progress is tracked for the thread that compiles. A preparation first sets the number
of kernels that it needs; each kernel counts when it is compiled. Kernels loaded from
the cache do not count.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST = 0.99
"""Maximum share before the end: the number of kernels is an estimate."""


class _Watch(threading.local):
    """Compilation progress of one thread."""

    on_progress: Callable[[float], None] | None = None
    needed = 0
    compiled = 0


_watch = _Watch()


@contextmanager
def watched(on_progress: Callable[[float], None]) -> Iterator[None]:
    """Report the compilation progress of this thread.

    Args:
        on_progress: Called after every kernel with the compiled share, in [0, 1].
    """
    _watch.on_progress = on_progress
    _watch.needed = _watch.compiled = 0
    try:
        yield
    finally:
        _watch.on_progress = None


def expect(kernels: int) -> None:
    """Set the number of kernels that this thread would compile with an empty cache."""
    _watch.needed = max(_watch.needed, kernels)


def count_compiled() -> None:
    """Count one compiled kernel of this thread."""
    _watch.compiled += 1
    if _watch.on_progress is not None and _watch.needed:
        _watch.on_progress(min(_watch.compiled / _watch.needed, MOST))
