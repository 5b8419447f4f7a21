"""Text forms of board sizes and cells, such as ``13x17`` and ``h8``."""

from __future__ import annotations

import re

from engine.core.errors import SetupError
from engine.core.message import Message


def parse_size(text: str) -> tuple[int, int]:
    """Return height and width from ``15`` or, rows first, ``13x17``.

    Raises:
        SetupError: The text is no size.
    """
    match = re.fullmatch(r"\s*(\d{1,4})(?:\s*[x×*]\s*(\d{1,4}))?\s*", text)  # noqa: RUF001
    if match is None:
        raise SetupError(
            Message("Expected a size such as 15 or 13x17, got {text!r}.", text=text)
        )
    height = int(match[1])
    return height, int(match[2] or height)


def format_column(column: int) -> str:
    """Return ``a`` for column 0, ``z`` for 25, ``aa`` for 26."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def split_cell_name(text: str) -> tuple[int, int] | None:
    """Return the column index and the row number written in a name such as ``h8``."""
    match = re.fullmatch(r"\s*([a-zA-Z]{1,2})\s*(\d{1,3})\s*", text)
    if match is None:
        return None
    column = 0
    for letter in match[1].lower():
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1, int(match[2])
