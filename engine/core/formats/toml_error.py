"""Errors of TOML texts in plain words, with their place."""

from __future__ import annotations

import re

from engine.core.message import Message

FORM = re.compile(
    r"(?P<reason>.*) \(at "
    r"(?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)",
    re.DOTALL,
)
"""Text of ``tomllib.TOMLDecodeError``, which has no fields before Python 3.14."""

REASONS: tuple[tuple[str, str], ...] = (
    ("Invalid value", Message("a value is missing or not valid; text needs quotes")),
    ("Invalid statement", Message("the line begins with no key and no table")),
    ("Invalid initial character for a key", Message("no key is here")),
    ("Expected '=' after a key", Message("an equals sign is missing after a key")),
    ("Expected newline", Message("something follows the value")),
    ("Expected ']", Message("a bracket is not closed")),
    ("Unclosed array", Message("a bracket is not closed")),
    ("Unclosed inline table", Message("a brace is not closed")),
    ("Unterminated string", Message("a quote is not closed")),
    ("Illegal character '\\n'", Message("a quote is not closed in its line")),
    ("Found invalid character '\\n'", Message("a quote is not closed in its line")),
    ('Expected "\'"', Message("a quote is not closed in its line")),
    ("Illegal character", Message("a character is not allowed")),
    ("Found invalid character", Message("a character is not allowed")),
    ("Unescaped", Message("a backslash needs another one before it")),
    ("Invalid hex value", Message("a backslash needs another one before it")),
    ("Cannot overwrite", Message("a key has a value already")),
    ("Duplicate inline table key", Message("a key has a value already")),
    ("Cannot declare", Message("a table is there already")),
    ("Cannot redefine", Message("a table is there already")),
)
"""Beginnings of Python's error texts, and their plain wording."""


def explain_toml_error(error: ValueError) -> str:
    """Return the reason why a text is not TOML, with line and column, as a clause.

    Args:
        error: From ``parse_toml``.
    """
    if error.args and isinstance(error.args[0], Message):
        return error.args[0]
    found = FORM.fullmatch(str(error))
    if found is None:
        return str(error)
    python_reason = found["reason"]
    reason = next(
        (words for begin, words in REASONS if python_reason.startswith(begin)),
        python_reason,
    )
    if found["line"] is None:
        return Message("{reason} (at the end)", reason=reason)
    return Message(
        "{reason} (line {line}, column {column})",
        reason=reason,
        line=int(found["line"]),
        column=int(found["column"]),
    )
