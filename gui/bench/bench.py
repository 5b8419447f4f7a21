"""Benchmarks of the window: under load, and from the program's start.

Each window is opened in a process with a home folder of its own, so that it neither
uses nor changes the user's settings and games. The cache of compiled kernels is shared.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import NoReturn

from engine.core.errors import BenchError
from gui.app.qt_environment import PLATFORM_VARIABLE, prepare_display
from gui.bench.processes import borrow_home


def main(argv: list[str]) -> int:
    """Run the suite ``argv[0]`` for about ``argv[1]`` seconds per figure.

    Print one JSON object with flat keys. ``load`` measures nothing: its process keeps
    another core busy.
    """
    name, seconds = argv[0], float(argv[1])
    if name == "load":
        load_core(seconds)
        return 0
    if prepare_display() is not None:
        os.environ[PLATFORM_VARIABLE] = "offscreen"
    try:
        figures = SUITES[name](seconds)
    except BenchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if figures:
        sys.stdout.write(json.dumps(figures) + "\n")
    return 0


def measure_ui(seconds: float) -> Mapping[str, float]:
    """Measure gaps, stops and repaints while all cores are busy."""
    from gui.bench.bench_ui import measure  # noqa: PLC0415

    with borrow_home():
        return measure(seconds)


def measure_startup(_seconds: float) -> Mapping[str, float]:
    """Measure starts of the program, with and without compiled kernels."""
    from gui.bench.bench_startup import measure  # noqa: PLC0415

    return measure()


def show_reply(seconds: float) -> NoReturn:
    """Open the window, play a move, print a line for each event and end the process."""
    from gui.bench.bench_startup import show_reply as show  # noqa: PLC0415

    show(seconds)


def load_core(seconds: float) -> None:
    """Use one core, at most for ``seconds``."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(10_000))


SUITES: dict[str, Callable[[float], Mapping[str, float]]] = {
    "ui": measure_ui,
    "startup": measure_startup,
    "reply": show_reply,
}
"""The suites; ``reply`` is a child process of ``startup``."""
