"""Child process that is talked to by lines, and that never outlives this process.

The child leads a process group of its own, and all of the group is killed at the end.
On POSIX a watchdog, a shell that waits for the end of its input, kills the group if
this process dies. On Windows the child alone is ended; if this process dies, the child
only sees the end of its input.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any

from engine.core.formats.line_splitter import LineSplitter

log = logging.getLogger(__name__)

MOST_LINES = 1000
"""Lines that wait to be read; a child that prints more is blocked."""

CHUNK_BYTES = 1 << 16

RETRY_SECONDS = 0.1
"""Time between two looks at whether a blocked reader should end."""

ERROR_SECONDS = 0.5
"""Time for the rest of standard error after the output has ended."""

EXIT_SECONDS = 0.5
"""Time from the end of a child's output to its exit."""

WATCHDOG = 'trap "" INT TERM HUP; read -r line; kill -s KILL -- "-$1"'
"""Kills the process group ``$1`` when the input ends: when our process dies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of output."""

    text: str
    at: float
    """Time of its arrival, by ``time.monotonic``."""


Lines = queue.Queue[Line | None]
"""Lines of output; ``None`` is the end of the output."""


class LineProcess:
    """Running program with line input and output; all pipes have threads of their own.

    Args:
        command: The program and its arguments.
        folder: Working folder; ``None`` for that of this process.

    Raises:
        OSError: The program cannot be started.
        ValueError: An argument has a null character.
    """

    def __init__(self, command: Sequence[str], folder: str | None = None) -> None:
        child: subprocess.Popen[bytes] = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **_own_group(),
        )
        watchdog = _start_watchdog(child.pid)
        self._child = child
        self._lines: Lines = queue.Queue(MOST_LINES)
        self._input: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._last_error = [""]
        closing = threading.Event()
        # The threads must not hold this object: it ends the child when it is released.
        self._end = weakref.finalize(self, _end, child, watchdog, self._input, closing)
        output = child.stdout, self._lines, self._ended, closing
        _start_thread(_read_output, output)
        _start_thread(_write_input, (child.stdin, self._input))
        errors = child.stderr, self._last_error
        self._error_reader = _start_thread(_read_errors, errors)

    @property
    def status(self) -> int | None:
        """Exit status; ``None`` while the child runs."""
        return self._child.returncode

    @property
    def last_error(self) -> str:
        """The last line of standard error, or an empty text.

        Once the output has ended, it waits a moment for what was written before.
        """
        if self._ended.is_set():
            self._error_reader.join(ERROR_SECONDS)
        return self._last_error[0]

    def send(self, line: str) -> None:
        """Send a line without waiting for the child to read it."""
        self._input.put(line.encode("utf-8") + b"\r\n")

    def read_line(self, seconds: float) -> Line | None:
        """Return the next line, or ``None`` if none comes in time.

        Raises:
            EOFError: The output has ended.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # for the next reader
            raise EOFError
        return line

    def drop_lines(self) -> list[str]:
        """Return and forget all lines that have come so far."""
        dropped = []
        with contextlib.suppress(EOFError):
            while (line := self.read_line(0)) is not None:
                dropped.append(line.text)
        return dropped

    def end(self, *, patience: float = 0.0) -> None:
        """End the child and its process group.

        Args:
            patience: Seconds for the child to end by itself first.
        """
        if self._end.alive and self._ended.wait(patience):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._child.wait(EXIT_SECONDS)
        self._end()


def _start_thread(
    target: Callable[..., None], arguments: tuple[Any, ...]
) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def _own_group() -> dict[str, Any]:
    """Return the options of ``Popen`` that give a child a group of its own."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": flags}
    return {"start_new_session": True}


def _start_watchdog(group: int) -> subprocess.Popen[bytes] | None:
    """Start the process that kills a group when this one dies; POSIX only."""
    if sys.platform == "win32":
        return None
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", WATCHDOG, "watchdog", str(group)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        log.warning("no watchdog for the program %d: %s", group, error)
        return None


def _end(
    child: subprocess.Popen[bytes],
    watchdog: subprocess.Popen[bytes] | None,
    inputs: queue.SimpleQueue[bytes | None],
    closing: threading.Event,
) -> None:
    """Kill the group of a child, and end its watchdog and its threads."""
    closing.set()
    if sys.platform != "win32":
        # An unreaped leader keeps the number of its group from being used again.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()
    if watchdog is not None:
        watchdog.kill()
        watchdog.wait()
        if watchdog.stdin is not None:
            watchdog.stdin.close()
    inputs.put(None)


def _read_output(
    stream: IO[bytes], lines: Lines, ended: threading.Event, closing: threading.Event
) -> None:
    """Put the lines of a child's output into a queue, until it ends."""
    splitter = LineSplitter()
    try:
        while chunk := stream.read1(CHUNK_BYTES):  # type: ignore[attr-defined]
            for text in splitter.split(chunk):
                _put(lines, Line(text=text, at=time.monotonic()), closing)
        for text in splitter.finish():
            _put(lines, Line(text=text, at=time.monotonic()), closing)
    except OSError as error:
        log.debug("the output of a program broke off: %s", error)
    finally:
        stream.close()
        ended.set()
        _put(lines, None, closing)


def _put(lines: Lines, line: Line | None, closing: threading.Event) -> None:
    """Put a line into the queue when there is room, unless the child is ended."""
    while True:
        try:
            lines.put(line, timeout=RETRY_SECONDS)
        except queue.Full:
            if not closing.is_set():
                continue
            with contextlib.suppress(queue.Empty):
                lines.get_nowait()  # nobody reads the rest, but a reader needs the end
            continue
        return


def _read_errors(stream: IO[bytes], last_error: list[str]) -> None:
    """Keep the last line of a child's standard error, so that it never blocks."""
    splitter = LineSplitter()
    with contextlib.suppress(OSError), stream:
        while chunk := stream.read1(CHUNK_BYTES):  # type: ignore[attr-defined]
            for text in splitter.split(chunk):
                if text.strip():
                    last_error[0] = text.strip()
                    log.debug("standard error of a program: %s", text)


def _write_input(stream: IO[bytes], inputs: queue.SimpleQueue[bytes | None]) -> None:
    """Write the lines of a queue to a child, until ``None`` comes."""
    # A child that has closed its input says so by its silence or its end.
    with contextlib.suppress(OSError), stream:
        while (data := inputs.get()) is not None:
            stream.write(data)
            stream.flush()
