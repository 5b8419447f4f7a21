"""Translatable messages for the user.

The engine writes English only. A message keeps its template and its fields apart, so
that the window can look up a translation of the template and fill it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

LONGEST_ERROR = 300
"""Characters of an unexpected error that are shown; the log has all of them."""


class MessageKey(str):
    """A key such as ``gomoku`` or ``black`` that has a label in every language."""

    __slots__ = ()


class Message(str):
    """An English text with its template and fields.

    Args:
        template: A literal with named fields in the syntax of ``str.format``.
        fields: Values of the fields. Messages and keys among them are translated, too;
            a tuple is shown as a list with commas.
    """

    __slots__ = ("fields", "is_clause", "template")

    template: str
    """The English text before its fields were filled."""

    fields: Mapping[str, Any]
    """Values of the fields."""

    is_clause: bool
    """Whether it is part of another message, without its full stop."""

    def __new__(cls, template: str, /, **fields: object) -> Message:
        """Return the message with its fields filled."""
        return restore_message(template, fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments of a copy, for pickle."""
        return _copy, (str(self), self.template, self.fields, self.is_clause)


def restore_message(template: str, fields: Mapping[str, Any]) -> Message:
    """Return a message from its stored template and fields."""
    shown = {
        name: ", ".join(value) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }
    return _make_message(template.format(**shown), template, fields, is_clause=False)


def describe_unexpected(error: Exception) -> Message:
    """Return a sentence about an error that nothing raises on purpose."""
    shown = shorten(repr(error), LONGEST_ERROR)
    return Message("Something unexpected went wrong: {error}.", error=shown)


def shorten(text: str, most: int) -> str:
    """Return a text, cut after ``most`` characters by an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text, or its kind if it has no text."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def as_clause(message: str) -> str:
    """Return a message without its full stop, for use inside another one."""
    text = message.removesuffix(".")
    if isinstance(message, Message):
        return _make_message(text, message.template, message.fields, is_clause=True)
    return text


def either(choices: Iterable[str]) -> str:
    """Return the expected alternatives, joined by "or"."""
    return reduce(lambda a, b: Message("{one} or {other}", one=a, other=b), choices)


def _make_message(
    text: str, template: str, fields: Mapping[str, Any], *, is_clause: bool
) -> Message:
    made = str.__new__(Message, text)
    made.template, made.fields, made.is_clause = template, fields, is_clause
    return made


def _copy(
    text: str, template: str, fields: Mapping[str, Any], is_clause: bool
) -> Message:
    return _make_message(text, template, fields, is_clause=is_clause)
