"""Sentences for the user that the window can say in another language.

The engine knows only English. What varies in a sentence stays apart from its template,
so that the window finds a translation by the template and fills it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any


class MessageKey(str):
    """A key such as ``gomoku`` or ``black`` that has a name in every language."""

    __slots__ = ()


class Message(str):
    """An English text that remembers what it was made of.

    Args:
        template: A literal with named fields, as ``str.format`` fills it.
        fields: Values of the fields. Sentences and terms among them can be translated
            too; a tuple is shown as a list with commas.
    """

    __slots__ = ("fields", "is_clause", "template")

    template: str
    """The English text before its fields were filled."""

    fields: Mapping[str, Any]
    """What they were filled with."""

    is_clause: bool
    """Whether it stands inside another sentence, without its full stop."""

    def __new__(cls, template: str, /, **fields: object) -> Message:
        """Return the sentence with its fields filled."""
        shown = {
            name: ", ".join(value) if isinstance(value, tuple) else value
            for name, value in fields.items()
        }
        return _make_message(
            template.format(**shown), template, fields, is_clause=False
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made."""
        return _copy, (str(self), self.template, self.fields, self.is_clause)


def as_clause(message: str) -> str:
    """Return a sentence without its full stop, to stand inside another one."""
    text = message.removesuffix(".")
    if isinstance(message, Message):
        return _make_message(text, message.template, message.fields, is_clause=True)
    return text


def either(choices: Iterable[str]) -> str:
    """Return texts of which one is expected, joined by "or"."""
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
