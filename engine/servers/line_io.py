"""Lines from and to the program that started the server.

A thread reads, so that a command is seen while the engine thinks. Lines end in LF, CR
or CR LF; a final line may have no end.
"""

from __future__ import annotations

import contextlib
import io
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.formats.line_splitter import LineSplitter

CHUNK_BYTES = 1 << 16
"""Largest number of bytes that one read returns."""

READER = "line-reader"
"""Name of the thread."""


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line that arrived, without its end."""

    text: str
    """The line; bytes that are not UTF-8 are replaced."""

    at: float
    """Time of arrival in seconds of the server's clock."""


@dataclass(frozen=True, slots=True)
class InputEnded:
    """No further line will arrive."""

    at: float
    """Time of the end in seconds of the server's clock."""


class LineReader:
    """Thread that reads lines and posts them with their time of arrival.

    Args:
        stream: Source of bytes, without a buffer.
        post: Called in the thread with each ``LineRead``, at last with ``InputEnded``.
        now: Clock in seconds.
    """

    def __init__(
        self,
        stream: io.RawIOBase,
        post: Callable[[LineRead | InputEnded], None],
        now: Callable[[], float],
    ) -> None:
        self._stream = stream
        self._post = post
        self._now = now
        self._thread = threading.Thread(target=self._run, name=READER, daemon=True)

    def start(self) -> None:
        """Start reading."""
        self._thread.start()

    def _run(self) -> None:
        splitter = LineSplitter()
        while data := self._read():
            at = self._now()
            for line in splitter.split(data):
                self._post(LineRead(line, at))
        at = self._now()
        for line in splitter.finish():
            self._post(LineRead(line, at))
        self._post(InputEnded(at))

    def _read(self) -> bytes:
        """Return the bytes that are there; none at the end or after an error."""
        try:
            return self._stream.read(CHUNK_BYTES) or b""
        except (OSError, ValueError):  # the other end is gone, or the stream is closed
            return b""


class LineWriter:
    """Output whose lines are sent at once.

    Args:
        stream: Target of bytes, without a buffer that could fail at the end.
    """

    def __init__(self, stream: io.RawIOBase) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write ``text`` and an end of line.

        Raises:
            BrokenPipeError: Nobody reads the output any more.
        """
        rest = f"{text}\n".encode()
        try:
            while rest:
                rest = rest[self._stream.write(rest) or 0 :]
        except (OSError, ValueError) as error:  # Windows has other numbers for it
            raise BrokenPipeError(*error.args) from error


def open_standard_streams() -> tuple[io.RawIOBase, io.RawIOBase]:
    """Return standard input and output without buffers."""
    streams = []
    for number, mode in ((0, "rb"), (1, "wb")):
        with contextlib.suppress(AttributeError, OSError):  # Windows, or no pipe
            os.set_blocking(number, True)
        streams.append(io.FileIO(number, mode, closefd=False))
    return streams[0], streams[1]
