"""Files of JSON lines that are written while others read them.

A line counts when its line feed is written. A process that was killed may leave a part
of a line, which the next writer removes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.core.formats.json_text import parse_json

JsonLine = dict[str, Any]


class JsonLineReader:
    """Reader of the complete lines of a file, those not read before.

    Args:
        path: The file; it may be missing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0
        self.damaged_count = 0
        """Number of the lines read so far that are no JSON objects."""

    def read(self) -> list[JsonLine]:
        """Return the new lines that are JSON objects.

        Raises:
            OSError: The file exists and cannot be read.
        """
        return [line for line in self.read_each() if line is not None]

    def read_each(self) -> list[JsonLine | None]:
        """Return the new lines; ``None`` in the place of each one that is no object.

        Raises:
            OSError: The file exists and cannot be read.
        """
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset)
                data = file.read()
        except FileNotFoundError:
            return []
        end = data.rfind(b"\n") + 1
        self._offset += end
        lines = [_parse(text) for text in data[:end].splitlines()]
        self.damaged_count += lines.count(None)
        return lines


class JsonLineWriter:
    """Writer that appends lines; a context manager.

    Args:
        path: The file; a part of a line at its end is removed.
        is_durable: Whether each line is on the disk before ``add`` returns.

    Raises:
        OSError: The file cannot be written.
    """

    def __init__(self, path: Path, *, is_durable: bool = False) -> None:
        self._is_durable = is_durable
        self._file = path.open("ab", buffering=0)
        data = path.read_bytes()
        self._file.truncate(data.rfind(b"\n") + 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, line: Mapping[str, Any] | str) -> None:
        """Append one object, or its text.

        Raises:
            OSError: It cannot be written.
        """
        text = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
        data = text.encode("utf-8", "replace") + b"\n"
        try:
            while data:
                data = data[self._file.write(data) :]
            if self._is_durable:
                os.fsync(self._file.fileno())
        except OSError as error:  # the system does not name the file
            raise OSError(error.errno, error.strerror, self._file.name) from error


def _parse(text: bytes) -> JsonLine | None:
    """Return the object in a line, or ``None`` for a damaged line."""
    try:
        value = parse_json(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
