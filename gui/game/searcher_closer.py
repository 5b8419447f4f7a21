"""Closer of searchers: ends external programs without a wait of the window."""

from __future__ import annotations

import threading
import time

from gui.game.lazy_searcher import LazySearcher

CLOSE_SECONDS = 2.0
"""Longest wait at the end for programs that are asked to end, then killed."""


class SearcherCloser:
    """Closer of searchers, each in a thread of its own."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def close(self, searcher: LazySearcher) -> None:
        """End the program of a searcher soon."""
        thread = threading.Thread(target=searcher.close, daemon=True)
        self._threads = [one for one in self._threads if one.is_alive()]
        self._threads.append(thread)
        thread.start()

    def wait(self, seconds: float = CLOSE_SECONDS) -> bool:
        """Return whether all programs have ended within a time."""
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(until - time.monotonic(), 0.0))
        return not any(thread.is_alive() for thread in self._threads)
