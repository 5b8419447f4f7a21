"""JSON values that are checked as they are read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.errors import RecordError
from engine.core.message import Message, as_clause

LARGEST_COUNT = 2**63
"""Exclusive upper bound of counts."""


@dataclass(frozen=True, slots=True)
class JsonObject:
    """A JSON object; a missing or ``null`` value reads as an empty one."""

    values: Mapping[str, Any]
    """The values by name."""

    path: str = ""
    """Path of the object, such as ``nodes[3].analysis``."""

    def error(self, key: str, message: str) -> RecordError:
        """Return an error about the value ``key``."""
        return RecordError(
            Message(
                "{what} (in {place}).",
                what=as_clause(message),
                place=self._path_of(key),
            )
        )

    def names(self) -> list[str]:
        """Return the names of the values."""
        return list(self.values)

    def has(self, key: str) -> bool:
        """Return whether a value exists and is not ``null``."""
        return self.values.get(key) is not None

    def text(self, key: str) -> str:
        """Return a text, or an empty one."""
        return self.optional_text(key) or ""

    def optional_text(self, key: str) -> str | None:
        """Return a text, if it is there."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, str):
            raise self._unlike(Message("a text"), key)
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        values = self._list(key)
        if not all(isinstance(value, str) for value in values):
            raise self._unlike(Message("a list of texts"), key)
        return values

    def count(self, key: str) -> int:
        """Return a whole number from 0, or 0."""
        value = self.values.get(key)
        if value is None:
            return 0
        if type(value) is not int or not 0 <= value < LARGEST_COUNT:
            raise self._unlike(Message("a whole number from 0"), key)
        return value

    def number(self, key: str, *, low: float, high: float = math.inf) -> float:
        """Return a finite number between two bounds."""
        value: Any = self.values.get(key)
        if (
            type(value) not in (int, float)
            or not low <= value <= high
            or not math.isfinite(value)
        ):
            raise self._unlike(Message("a number from {low:g}", low=low), key)
        return float(value)

    def object(self, key: str) -> JsonObject:
        """Return an object, or an empty one."""
        value = self.values.get(key)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            raise self._unlike(Message("an object"), key)
        return JsonObject(value, self._path_of(key))

    def length(self, key: str) -> int:
        """Return the length of a list."""
        return len(self._list(key))

    def objects(self, key: str, *, limit: int | None = None) -> list[JsonObject]:
        """Return a list of objects, or the first ``limit`` of them."""
        values = self._list(key)[:limit]
        if not all(isinstance(value, dict) for value in values):
            raise self._unlike(Message("a list of objects"), key)
        path = self._path_of(key)
        return [JsonObject(value, f"{path}[{i}]") for i, value in enumerate(values)]

    def _list(self, key: str) -> list[Any]:
        values = self.values.get(key)
        if values is None:
            return []
        if not isinstance(values, list):
            raise self._unlike(Message("a list"), key)
        return values

    def _unlike(self, expected: Message, key: str) -> RecordError:
        got = repr(self.values.get(key))
        message = Message("Expected {what}, got {got:.40}", what=expected, got=got)
        return self.error(key, message)

    def _path_of(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def load(text: str) -> JsonObject:
    """Return the object in a JSON text.

    Raises:
        RecordError: The text is not a JSON object.
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            Message(
                "Expected JSON, got something else (line {line}, column {column}).",
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except (ValueError, RecursionError):
        raise RecordError(
            Message("Expected JSON with numbers and depth of a record.")
        ) from None
    if not isinstance(value, dict):
        raise RecordError(Message("Expected a JSON object, got another value."))
    return JsonObject(value)
