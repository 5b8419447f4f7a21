"""Replacement of characters that no record format, or no file name, can store."""

from __future__ import annotations

import re

_SURROGATES = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_IN_LINE = re.compile("[\x00-\x1f\x7f]")
_IN_TEXT = re.compile("[\x00-\x09\x0b-\x1f\x7f]")
_IN_VALUE = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""Characters that become a space in one line, in a text, which may have line breaks,
and in a value of another program."""

_FILE_LETTERS = {ord(letter): ord(letter) + 0xFEE0 for letter in '<>:"/\\|?*'}
"""Full-width replacements of characters that file names must not have."""

NAME_LIMIT = 200
"""Bytes of a file name; most systems allow 255."""


def clean_line(text: str) -> str:
    """Return a text of one line that survives a round trip in every lossless format."""
    return _clean(text, _IN_LINE)


def clean_comment(text: str) -> str:
    """Return a text with line breaks that survives such a round trip."""
    return _clean(text, _IN_TEXT)


def clean_value(text: str) -> str:
    """Return a property value, with tabs and line breaks, that survives it."""
    return _clean(text, _IN_VALUE)


def clean_file_name(stem: str, extension: str) -> str:
    """Return a file name that is valid on every file system.

    Invalid characters become full-width ones, such as ``：`` for ``:``. A long stem is
    cut.
    """
    name = "".join(
        letter for letter in stem.translate(_FILE_LETTERS) if letter.isprintable()
    )
    room = NAME_LIMIT - len(extension.encode())
    short = name.encode("utf-8", "ignore")[:room].decode("utf-8", "ignore")
    return short.rstrip(" .") + extension


def _clean(text: str, controls: re.Pattern[str]) -> str:
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATES.sub(_REPLACEMENT, controls.sub(" ", text))
