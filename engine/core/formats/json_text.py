"""JSON texts of files that may be damaged, and numbers in them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, TypeGuard

from engine.core.formats.settings_reader import LARGEST

JsonValue = Any
"""A parsed value, unchecked."""


def parse_json(text: str | bytes) -> JsonValue:
    """Return the value of a JSON text.

    Raises:
        ValueError: It is no JSON, is nested too deeply, or has a text that no file can
            hold: one with half of a surrogate pair.
    """
    try:
        value = json.loads(text)
        if "\\u" in text if isinstance(text, str) else b"\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def without_negative_zeros(value: JsonValue) -> JsonValue:
    """Return a value with 0.0 in place of each -0.0, in its lists and objects, too."""
    if isinstance(value, float):
        return value + 0.0  # the sum of -0.0 and 0.0 is 0.0
    if isinstance(value, Mapping):
        return {name: without_negative_zeros(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [without_negative_zeros(entry) for entry in value]
    return value


def is_figure(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a number whose square is a float, too."""
    return is_number(value) and abs(value) <= LARGEST


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a number of the range of floats; NaN is none."""
    # A comparison holds for no NaN, and for integers of any size.
    return isinstance(value, int | float) and abs(value) <= sys.float_info.max
