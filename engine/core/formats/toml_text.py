"""TOML texts of users, parsed within limits.

The time of Python's parser grows with the square of the parts of a key, and with their
product with the number of keys in a table.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from engine.core.message import Message

SIZE_LIMIT = 2**18
"""Characters of the longest text; a preset or a training file has some thousand."""

PARTS_LIMIT = 16
"""Parts of a key with dots; those of our files have at most four."""

_QUOTED = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)
"""Pattern of texts in quotes, some of which are parts of keys, and of comments."""

_LONG_KEY = re.compile(
    rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{PARTS_LIMIT}}}", re.ASCII
)

_TOO_DEEP = Message("it is nested too deeply")


def read_toml_text(path: Path) -> str:
    """Return the text of a file, or its beginning, which ``parse_toml`` refuses.

    A byte order mark is skipped.

    Raises:
        OSError: The file cannot be read.
        UnicodeDecodeError: The file is no text.
    """
    with path.open(encoding="utf-8-sig") as file:
        return file.read(SIZE_LIMIT + 1)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the top-level table of a TOML text.

    Raises:
        ValueError: It is no TOML, or exceeds a limit; see ``explain_toml_error``.
    """
    if len(text) > SIZE_LIMIT:
        raise ValueError(
            Message("it has more than {limit} characters", limit=f"{SIZE_LIMIT:,}")
        )
    if _LONG_KEY.search(_QUOTED.sub("_", text)):
        raise ValueError(_TOO_DEEP)
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError(_TOO_DEEP) from error
