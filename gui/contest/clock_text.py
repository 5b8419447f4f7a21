"""Times as contest clocks show them and as people type them."""

from __future__ import annotations

import math
import re

from gui.text.labels import clock_text

MAX_SECONDS = 24 * 3600
"""No side of a contest gets more than a day."""

MINUTE = 60

ROUNDING = 0.005
"""Seconds that arithmetic may add to a time that was set by hand."""

_CLOCK = re.compile(r"(?:(?:(?P<hours>\d{1,2}):)?(?P<minutes>\d{1,4}):)?(?P<last>\d+)")
_COLONS = str.maketrans("：．。，,.；;", "::::::::")  # noqa: RUF001


def left_text(seconds: float) -> str:
    """Return time left as ``14:59``; not ``0:00`` before it is really up."""
    if seconds <= -1:
        return f"-{clock_text(-seconds)}"
    return clock_text(max(math.ceil(seconds - ROUNDING), 0))


def read_clock(text: str) -> float | None:
    """Return the seconds that ``14:30``, ``1:02:03`` or ``15`` (minutes) mean.

    Full-width digits and colons are as good as others; ``None`` for no time of a
    contest.
    """
    plain = "".join(text.translate(_COLONS).split())
    match = _CLOCK.fullmatch(plain)
    if match is None:
        return None
    hours, minutes = (int(match[name] or 0) for name in ("hours", "minutes"))
    last = int(match["last"])
    if match["minutes"] is None:
        seconds = last * MINUTE
    elif last >= MINUTE or (match["hours"] is not None and minutes >= MINUTE):
        return None
    else:
        seconds = (hours * MINUTE + minutes) * MINUTE + last
    return float(seconds) if 0 < seconds <= MAX_SECONDS else None
