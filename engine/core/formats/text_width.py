"""Width of a text in a terminal, where a Chinese character takes two columns."""

from __future__ import annotations

import unicodedata
from itertools import accumulate

WIDE = ("W", "F")
"""East Asian widths of two columns. Source: Unicode Standard Annex 11."""

INVISIBLE = ("Mn", "Me", "Cf")
"""Categories of characters that take no column of their own, such as accents."""


def measure_width(text: str) -> int:
    """Return the number of columns that a text takes."""
    return sum(map(_width_of, text))


def pad_to_width(text: str, width: int) -> str:
    """Return a text with spaces after it, so that it takes at least ``width``."""
    return text + " " * (width - measure_width(text))


def cut_to_width(text: str, width: int) -> str:
    """Return the beginning of a text that takes at most ``width`` columns."""
    ends = accumulate(map(_width_of, text))
    return text[: sum(end <= width for end in ends)]


def _width_of(character: str) -> int:
    if unicodedata.category(character) in INVISIBLE:
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1
