"""A clock that continues while the computer sleeps."""

from __future__ import annotations

import sys
import time


def seconds_with_sleep() -> float:
    """Return seconds since an arbitrary moment; they never run backwards.

    ``time.monotonic`` stops while a computer with Linux or macOS sleeps.
    """
    if sys.platform == "win32":
        return time.monotonic()
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.clock_gettime(time.CLOCK_BOOTTIME)
