"""Messages as values of JSON, with which they reach another process or a file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.core.formats.json_text import JsonValue
from engine.core.message import Message, MessageKey, as_clause, restore_message

TEMPLATE = re.compile(
    r"([^{}]|\{\{|\}\}|\{[A-Za-z_]\w*(!r)?(:(\.[0-9]{1,2})?[efg]?)?\})*"
)
"""Templates with plain fields only: a format from outside could fill the memory."""


def message_to_json(text: str) -> JsonValue:
    """Return a text as a value of JSON.

    A message keeps its template and fields where they can be restored; else it becomes
    its English text.
    """
    if isinstance(text, MessageKey):
        return {"key": str(text)}
    if not isinstance(text, Message):
        return text
    value: dict[str, JsonValue] = {
        "text": text.template,
        "fields": {name: _field_to_json(field) for name, field in text.fields.items()},
    }
    if text.is_clause:
        value["is_clause"] = True
    try:
        is_whole = message_from_json(value) == text
    except ValueError:
        is_whole = False
    return value if is_whole else str(text)


def message_from_json(value: JsonValue) -> str:
    """Return the text, or the message, of a value of ``message_to_json``.

    Raises:
        ValueError: It is no such value.
    """
    try:
        return _parse(value)
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(repr(error)) from error
    except RecursionError as error:
        raise ValueError(repr(error)) from error


def _parse(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        raise TypeError("expected a text")
    if "key" in value:
        return MessageKey(_checked_text(value["key"]))
    template = _checked_text(value["text"])
    if not TEMPLATE.fullmatch(template):
        raise ValueError("expected plain fields")
    fields = {name: _parse_field(field) for name, field in value["fields"].items()}
    message = restore_message(template, fields)
    return as_clause(message) if value.get("is_clause") is True else message


def _checked_text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise TypeError("expected a text")
    return value


def _field_to_json(field: object) -> JsonValue:
    if isinstance(field, tuple):
        return [_field_to_json(part) for part in field]
    if isinstance(field, str):
        return message_to_json(field)
    return field if field is None or isinstance(field, int | float) else str(field)


def _parse_field(value: JsonValue) -> object:
    if isinstance(value, list):
        return tuple(map(_parse, value))
    return value if value is None or isinstance(value, int | float) else _parse(value)
