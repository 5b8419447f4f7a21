"""Child processes of a measurement, each with a home folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QWidget

from engine.core.errors import BenchError
from engine.core.files.paths import cache_folder, program_command

Child = TypeVar("Child", bound=QObject)

END_SECONDS = 5.0
"""Time for a process to end after ``SIGTERM``; then it is killed."""


def create_home(home: Path) -> dict[str, str]:
    """Return the environment of a new user who shares the cache of compiled kernels.

    Raises:
        BenchError: The operating system is Windows.
    """
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
def borrow_home() -> Iterator[Path]:
    """Give this process a new home folder, and delete it afterwards.

    Raises:
        BenchError: The operating system is Windows.
    """
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(
        prefix="pentahex-bench-", ignore_cleanup_errors=True
    ) as home:
        os.environ.update(create_home(Path(home)))
        try:
            yield Path(home)
        finally:
            os.environ.clear()
            os.environ.update(before)


@contextmanager
def start_program(
    *arguments: str, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run the program with its output piped as text lines, and end it afterwards."""
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


def find_child(window: QWidget, kind: type[Child], name: str) -> Child:
    """Return the descendant of a window with this object name.

    Raises:
        BenchError: The window has no such widget or action.
    """
    found = window.findChild(kind, name)
    if found is None:
        raise BenchError(f"Expected {name!r} in the window, but found none.")
    return found
