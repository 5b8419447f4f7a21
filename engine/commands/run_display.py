"""Display of the progress of a match or tournament on standard error.

A terminal shows the table and a line with the progress, drawn again after each move.
Other streams get a plain line per minute. At the end both name the report.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from engine.commands.progress_bar import draw_bar
from engine.core.formats.text_width import cut_to_width
from engine.core.message import Message
from engine.core.processes.background_work import paused_background_work
from engine.tournament.reports.report import format_elo, format_text, make_live_table
from engine.tournament.reports.report_formats import CONTROLS
from engine.tournament.run import Run
from engine.tournament.run_monitor import RunMonitor
from engine.tournament.run_state import RunState

REDRAW_SECONDS = 0.2
"""Shortest interval between two drawings."""

LINE_SECONDS = 60.0
"""Interval between two plain lines."""

UP_AND_CLEAR = "\x1b[{lines}F\x1b[J"
"""Terminal sequence: up to the first column of an earlier line, clear what follows."""

MOST_ROWS = 30
"""Engines up to which the table is drawn."""


def play_shown(run: Run, out: Path) -> RunState:
    """Play a run with its progress on standard error; return its final state.

    Args:
        run: The run.
        out: Its folder.
    """
    with (
        paused_background_work(),
        RunDisplay(
            sys.stderr, is_terminal=sys.stderr.isatty(), report=out / "report.md"
        ) as display,
    ):
        return run.play(display)


class RunDisplay(RunMonitor):
    """Monitor that draws; a context manager.

    Args:
        stream: Output stream.
        is_terminal: Whether lines can be redrawn.
        report: Path of the report, printed at the end.
        now: Source of seconds.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        is_terminal: bool,
        report: Path,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._is_terminal = is_terminal
        self._report = report
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
        if self._latest is not None:
            self._show(self._latest)
        if self._latest is not None or kind is None:
            self._print(f"report: {self._report}")

    def warn(self, warning: Message) -> None:
        """See ``RunMonitor.warn``."""
        self._print(warning)
        self._lines = 0

    def preparing(self, engine: str) -> None:
        """See ``RunMonitor.preparing``."""
        text = f"preparing {CONTROLS.sub(' ', engine)}…"
        if self._is_terminal:
            self._draw(text)
        else:
            self._print(text)

    def update(self, state: RunState) -> None:
        """See ``RunMonitor.update``."""
        self._latest = state
        now = self._now()
        interval = REDRAW_SECONDS if self._is_terminal else LINE_SECONDS
        if self._drawn is None or now - self._drawn >= interval:
            self._drawn = now
            self._show(state)

    def _show(self, state: RunState) -> None:
        if self._is_terminal:
            self._draw(format_progress(state))
        else:
            self._print(format_line(state))

    def _print(self, line: str) -> None:
        """Print a permanent line."""
        self._stream.write(f"{line}\n")
        self._stream.flush()

    def _draw(self, text: str) -> None:
        """Replace the lines drawn last."""
        width = shutil.get_terminal_size().columns - 1
        text = "\n".join(cut_to_width(line, width) for line in text.splitlines())
        start = UP_AND_CLEAR.format(lines=self._lines) if self._lines else ""
        self._stream.write(f"{start}{text}\n")
        self._stream.flush()
        self._lines = text.count("\n") + 1


def format_progress(state: RunState) -> str:
    """Return the table and the line below it."""
    line = format_line(state)
    if len(state.standings.rows) > MOST_ROWS:
        return line
    return format_text([make_live_table(state.standings)]) + "\n" + line


def format_line(state: RunState) -> str:
    """Return the progress in one line."""
    done, total = len(state.results), state.plan.most_games
    parts = [f"{draw_bar(done, total)} games"]
    standings = state.standings
    if state.plan.kind == "match":
        low, high = standings.counts.elo_interval
        elo = format_elo(standings.counts.elo)
        parts.append(f"Elo {elo} ({format_elo(low)} to {format_elo(high)})")
    if state.plan.kind == "ratings" and math.isfinite(standings.error):
        parts.append(f"errors up to {standings.error:.0f} Elo")
    if standings.log_ratio is not None:
        parts.append(f"test {standings.log_ratio:+.2f} {standings.sprt}")
    plies = [f"{game.number}: {len(game.moves)}" for game in state.running]
    if plies:
        parts.append("plies of game " + ", ".join(plies))
    return "  ".join(parts)
