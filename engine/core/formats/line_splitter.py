"""Lines that another program writes, from chunks of bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

LINE_END = re.compile(rb"\r\n|\n|\r")

LONGEST_LINE = 4096
"""Bytes of a line that are kept; the rest of it is dropped."""


class LineSplitter:
    """Splitter of chunks into lines that end in CR, LF or CRLF.

    A line is complete with its CR: the LF of a CRLF may never come.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._ended_in_return = False

    def split(self, chunk: bytes) -> Iterator[str]:
        """Yield the lines that ``chunk`` completes."""
        if self._ended_in_return and chunk:
            chunk = chunk.removeprefix(b"\n")
            self._ended_in_return = False
        if not chunk:
            return
        self._ended_in_return = chunk.endswith(b"\r")
        *lines, rest = LINE_END.split(self._rest[:LONGEST_LINE] + chunk)
        for line in lines:
            yield _decode(line)
        self._rest = rest[: LONGEST_LINE + 1]

    def finish(self) -> Iterator[str]:
        """Yield the last line, if it has no end."""
        if self._rest:
            yield _decode(self._rest)
        self._rest = b""


def _decode(line: bytes) -> str:
    """Return a line as text, without the mark that some programs begin with."""
    text = line[:LONGEST_LINE].decode("utf-8", errors="replace")
    return text.removeprefix("\ufeff")
