"""Measures the window of the program: under load, and from its start.

Every suite runs in a process of its own, with a home of its own, so that it neither
meets nor changes the user's settings and games; compiled kernels stay shared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PyQt5.QtWidgets import QWidget

from engine.core.errors import BenchError
from engine.core.paths import cache_folder, program_command
from gui.app.display import PLATFORM_VARIABLE, prepare_display

Child = TypeVar("Child", bound=QWidget)

END_SECONDS = 5.0
"""Time a process gets to end by itself."""


def main(argv: list[str]) -> int:
    """Run the suite that ``argv`` names, for about so many seconds a figure.

    Prints one JSON object with flat keys. ``load`` measures nothing: it is the
    process that keeps another core busy.
    """
    name, seconds = argv[0], float(argv[1])
    if name == "load":
        load_core(seconds)
        return 0
    if prepare_display() is not None:
        os.environ[PLATFORM_VARIABLE] = "offscreen"
    try:
        with tempfile.TemporaryDirectory(prefix="pentahex-bench-") as home:
            os.environ.update(own_home(Path(home)))
            figures = SUITES[name](seconds)
    except BenchError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if figures:
        sys.stdout.write(json.dumps(figures) + "\n")
    return 0


def measure_ui(seconds: float) -> Mapping[str, float]:
    """Measure gaps, stops and repaints while every core is at work."""
    from gui.bench.bench_ui import measure  # noqa: PLC0415

    return measure(seconds)


def measure_startup(_seconds: float) -> Mapping[str, float]:
    """Measure starts of the program, with and without compiled kernels."""
    from gui.bench.bench_startup import measure  # noqa: PLC0415

    return measure()


def show_reply(seconds: float) -> Mapping[str, float]:
    """Open the window, tell when it is painted, and make the engine answer a move."""
    from gui.bench.bench_startup import show_reply as show  # noqa: PLC0415

    show(seconds)
    return {}


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
"""What can be measured; the last is a process that the one before it starts."""


def own_home(home: Path) -> dict[str, str]:
    """Return the environment of a user who has nothing but compiled kernels."""
    if sys.platform == "win32":
        raise BenchError("Expected Linux or macOS: elsewhere no home can be borrowed.")
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    return {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(cache_folder().parent),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_STATE_HOME": str(home / "state"),
    }


@contextmanager
def started(
    *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run the program, with a line-wise output, and end it afterwards."""
    process = subprocess.Popen(
        [*program_command(), *arguments],
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def child(window: QWidget, kind: type[Child], name: str) -> Child:
    """Return the part of the window with this name.

    Raises:
        BenchError: There is none.
    """
    found = window.findChild(kind, name)
    if found is None:
        raise BenchError(f"Expected {name!r} in the window, but it is not there.")
    return found
