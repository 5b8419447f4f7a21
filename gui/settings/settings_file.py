"""The user's settings file, without values that would run code when they are read.

``QSettings`` unpacks a value that begins with ``@Variant``, and PyQt unpickles the
Python object in it: whoever hands over such a file could run a command.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from PyQt5.QtCore import QSettings

from engine.core.errors import RecordFileError
from engine.core.files import atomic_file
from engine.core.files.paths import APPLICATION

log = logging.getLogger(__name__)

_LINE = re.compile(rb"(?:[^\r\n\\]|\\\r\n|\\[\s\S]|\\$)*+(?:\r\n|\r|\n|$)")
"""A line with those that a backslash joins to it."""

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]+)|([0-7]+)|([\s\S]))")
_UNSAFE = ("@variant", "@datetime")


def open_user_settings() -> QSettings:
    """Return the user's settings, checked before anything is read.

    ``QSettings`` reads a value only when it is asked for.
    """
    store = QSettings(
        QSettings.IniFormat, QSettings.UserScope, APPLICATION, APPLICATION
    )
    try:
        if remove_packed_values(Path(store.fileName())):
            store.sync()
    except RecordFileError as error:
        log.warning("the settings are not read: %s", error)
        return QSettings(os.devnull, QSettings.IniFormat)
    return store


def remove_packed_values(path: Path) -> bool:
    """Remove every line of a settings file that holds a packed value.

    Returns:
        Whether there was one.

    Raises:
        RecordFileError: There is one, and the file cannot be written.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return False
    lines = _LINE.findall(data)
    safe = [line for line in lines if not _is_unsafe(line)]
    if len(safe) == len(lines):
        return False
    log.warning("%s held packed values, which were removed", path)
    atomic_file.write_atomically(path, b"".join(safe))
    return True


def _is_unsafe(line: bytes) -> bool:
    """Return whether a line holds a packed value, however its letters are written."""
    text = _ESCAPE.sub(_unescaped, line.decode("latin-1")).replace('"', "").lower()
    return any(word in text for word in _UNSAFE)


def _unescaped(match: re.Match[str]) -> str:
    code, octal, letter = match.groups()
    if letter is not None:
        return "" if letter in "\r\n" else str(letter)
    number = int(code, 16) if code else int(octal, 8)
    return chr(number & 0xFFFF)
