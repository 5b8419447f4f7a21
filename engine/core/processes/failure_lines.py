"""Failure of a command, as it is on standard error and as a program reads it there."""

from __future__ import annotations

import json

from engine.core.files.paths import APPLICATION
from engine.core.formats.json_text import parse_json
from engine.core.formats.message_json import message_from_json, message_to_json

JSON_ERRORS = "--json-errors"
"""Option of every command: a failure is printed also as JSON."""

PREFIX = f"{APPLICATION}: "
"""Beginning of each failure."""


def format_failure(message: str, *, with_json: bool) -> str:
    """Return the lines of a failure.

    Args:
        message: The failure, one sentence.
        with_json: Whether a line follows from which a program can translate it.
    """
    if not with_json:
        return f"{PREFIX}{message}"
    return f"{PREFIX}{message}\n{PREFIX}{json.dumps(message_to_json(message))}"


def parse_failure(output: str) -> str:
    """Return the failure at the end of an output, empty without one.

    It is a message if the command had the option ``JSON_ERRORS``.
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    if not lines or not lines[-1].startswith(APPLICATION):
        return ""
    text = lines[-1].removeprefix(PREFIX)
    try:
        return message_from_json(parse_json(text))
    except ValueError:  # printed without the option, or by the interpreter
        return text
