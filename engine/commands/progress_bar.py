"""Bar of the progress of long work, for a terminal."""

from __future__ import annotations

BAR_WIDTH = 24


def draw_bar(done: int, total: int) -> str:
    """Return a bar and the numbers, such as ``[######......] 6/12``."""
    bar = "#" * (BAR_WIDTH * done // total)
    return f"[{bar:.<{BAR_WIDTH}}] {done}/{total}"
