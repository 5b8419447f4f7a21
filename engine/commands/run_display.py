"""Live table of a match or tournament on a terminal.

A terminal shows the table and a line with the progress, drawn again after each move.
Other streams get nothing: the run folder has the progress.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

from engine.tournament.reports.report import format_elo, format_text, make_live_table
from engine.tournament.run_monitor import RunMonitor
from engine.tournament.run_state import RunState

REDRAW_SECONDS = 0.2
"""Shortest interval between two drawings."""

BAR_WIDTH = 24

UP_AND_CLEAR = "\x1b[{lines}F\x1b[J"
"""Terminal sequence: up to the first column of an earlier line, clear what follows."""

MOST_ROWS = 30
"""Engines up to which the table is drawn."""


class RunDisplay(RunMonitor):
    """Monitor that draws; a context manager.

    Args:
        stream: Output stream.
        is_terminal: Whether lines can be redrawn; otherwise nothing is drawn.
        now: Source of seconds.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        is_terminal: bool,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._is_terminal = is_terminal
        self._now = now
        self._lines = 0
        self._drawn: float | None = None
        self._latest: RunState | None = None

    def __enter__(self) -> Self:
        if self._is_terminal and sys.platform == "win32":
            os.system("")  # switches the console to terminal sequences
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_terminal and self._latest is not None:
            self._draw(format_progress(self._latest))

    def preparing(self) -> None:
        """See ``RunMonitor.preparing``."""
        if self._is_terminal:
            self._draw("preparing engines…")

    def update(self, state: RunState) -> None:
        """See ``RunMonitor.update``."""
        self._latest = state
        now = self._now()
        is_due = self._drawn is None or now - self._drawn >= REDRAW_SECONDS
        if self._is_terminal and is_due:
            self._drawn = now
            self._draw(format_progress(state))

    def _draw(self, text: str) -> None:
        """Replace the lines drawn last."""
        width = shutil.get_terminal_size().columns - 1
        text = "\n".join(line[:width] for line in text.splitlines())
        start = UP_AND_CLEAR.format(lines=self._lines) if self._lines else ""
        self._stream.write(f"{start}{text}\n")
        self._stream.flush()
        self._lines = text.count("\n") + 1


def format_progress(state: RunState) -> str:
    """Return the table and the line below it."""
    done, total = len(state.results), len(state.plan.schedule)
    bar = "#" * (BAR_WIDTH * done // total)
    parts = [f"[{bar:.<{BAR_WIDTH}}] {done}/{total} games"]
    standings = state.standings
    if state.plan.kind == "match":
        low, high = standings.counts.elo_interval
        elo = format_elo(standings.counts.elo)
        parts.append(f"Elo {elo} ({format_elo(low)} to {format_elo(high)})")
    if standings.log_ratio is not None:
        parts.append(f"test {standings.log_ratio:+.2f} {standings.sprt}")
    plies = [f"{game.number}: {len(game.moves)}" for game in state.running]
    if plies:
        parts.append("plies of game " + ", ".join(plies))
    lines = "  ".join(parts)
    if len(standings.rows) > MOST_ROWS:
        return lines
    return format_text([make_live_table(standings)]) + "\n" + lines
