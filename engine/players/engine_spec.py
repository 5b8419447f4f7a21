"""Text of an engine: ``NAME:LEVEL{key=value,...}`` is split here, and written again.

A value is TOML, such as ``0.5``, ``true``, ``"text"`` or ``["a", "b"]``; any other text
without commas and brackets stands for itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.core.errors import PresetError
from engine.core.files.paths import RUN_NETWORK
from engine.core.formats.toml_text import parse_toml
from engine.core.message import Message

SCALE = "strength"
"""Prefix of names such as ``strength:medium``."""

FILE = "file"
"""Prefix of preset files, such as ``file:my.toml``."""

COMMAND = "cmd"
"""Prefix of external programs, such as ``cmd:./engine``."""

PREFIXES = (SCALE, FILE, COMMAND)
"""Texts that no preset can have as its name."""

NET = "net"
"""Key of a network: its name, its file, or the folder of a training run."""

Overrides = tuple[tuple[str, Any], ...]
"""Keys in braces with their values, sorted by key; lists are tuples."""

CLOSING = {"{": "}", "[": "]"}
"""Closing bracket by opening one."""

KEY = re.compile(r"[\w.-]+")
"""Form of a key, such as ``params.noise``."""

FILE_FORM = re.compile(r"(?P<file>.*\.toml)(?::(?P<level>.*))?", re.DOTALL)
"""A preset file, with a level or without."""

BARE_TEXT = re.compile(r"[\w./\\:~+-]+")
"""Texts that need no quotes, unless they are a value of TOML."""


def split_file(text: str) -> tuple[str, str, str]:
    """Return the preset file of a text, its level, and the colon before the level.

    Raises:
        PresetError: The text names no TOML file.
    """
    found = FILE_FORM.fullmatch(text)
    if found is None:
        raise PresetError(
            Message(
                "Expected a preset file that ends in .toml, got {file!r}.", file=text
            )
        )
    level = found["level"]
    return found["file"], level or "", "" if level is None else ":"


def split_spec(text: str) -> tuple[str, Overrides, str]:
    """Return the text before the braces, the keys in them, and the text after them.

    Without braces everything comes before them.

    Raises:
        PresetError: The braces are not closed, or do not hold ``key=value`` pairs.
    """
    start = text.find("{")
    if start < 0:
        return text, (), ""
    *commas, end = _find_breaks(text, start)
    begins = [start, *commas]
    parts = [
        text[begin + 1 : stop]
        for begin, stop in zip(begins, [*commas, end], strict=True)
    ]
    is_empty = len(parts) == 1 and not parts[0].strip()
    return (
        text[:start],
        () if is_empty else _read_entries(parts),
        text[end + 1 :],
    )


def split_whole_spec(text: str) -> tuple[str, Overrides]:
    """Return the text before the braces and the keys in them; nothing may follow.

    Raises:
        PresetError: The braces are not closed, do not hold ``key=value`` pairs, or text
            follows them.
    """
    head, overrides, rest = split_spec(text)
    if rest.strip():
        raise PresetError(
            Message("Expected nothing after the braces, got {text!r}.", text=rest)
        )
    return head, overrides


def format_overrides(overrides: Overrides) -> str:
    """Return keys and values in braces, or an empty text if there are none."""
    if not overrides:
        return ""
    entries = (f"{key}={_format_value(value)}" for key, value in overrides)
    return "{" + ",".join(entries) + "}"


def name_overrides(overrides: Overrides) -> str:
    """Return ``format_overrides`` for people: a network's name instead of its path.

    A training run's ``net.safetensors`` is named by its folder.
    """
    return format_overrides(
        tuple(
            (key, _network_name(str(value)) if key == NET else value)
            for key, value in overrides
        )
    )


def _network_name(value: str) -> str:
    path = Path(value)
    if path.name == value:
        return value
    if path.name == RUN_NETWORK:
        return path.parent.name
    return path.stem if path.suffix == Path(RUN_NETWORK).suffix else path.name


def sort_overrides(entries: Mapping[str, Any]) -> Overrides:
    """Return keys and values in the order of their keys."""
    return tuple(sorted(entries.items()))


def _find_breaks(text: str, start: int) -> Iterator[int]:
    """Yield the commas between the entries in braces, then the closing brace.

    Args:
        text: A text with braces.
        start: Index of the opening brace.

    Raises:
        PresetError: The braces or quotes are not closed.
    """
    awaited: list[str] = []
    quote, before = "", ""
    index = start
    while index < len(text):
        letter = text[index]
        if quote:
            if letter == "\\" and quote == '"':
                index += 1
            elif letter == quote:
                quote = ""
        elif letter in "\"'" and before in "=,[{":
            quote = letter
        elif letter in CLOSING:
            awaited.append(CLOSING[letter])
        elif letter == awaited[-1]:
            awaited.pop()
            if not awaited:
                yield index
                return
        elif letter == "," and len(awaited) == 1:
            yield index
        before = before if letter.isspace() else letter
        index += 1
    raise PresetError(
        Message("Expected closed braces and quotes, got {text!r}.", text=text[start:])
    )


def _read_entries(parts: list[str]) -> Overrides:
    """Return the keys and values of texts such as ``params.noise=60``."""
    entries: dict[str, Any] = {}
    for part in parts:
        key, equals, value_text = (piece.strip() for piece in part.partition("="))
        if not (KEY.fullmatch(key) and equals and value_text):
            raise PresetError(
                Message("Expected key=value in braces, got {text!r}.", text=part)
            )
        for name, value in _flatten(key, _read_value(value_text)):
            if name in entries:
                raise PresetError(
                    Message("Expected the key {key!r} once in braces.", key=name)
                )
            entries[name] = value
    return sort_overrides(entries)


def _read_value(text: str) -> Any:  # noqa: ANN401 - a value of TOML
    """Return a value of TOML, or the text itself.

    Raises:
        PresetError: The text begins like a TOML value and is none.
    """
    try:
        # In a list no comment and no second line can follow the value.
        values = parse_toml(f"value = [{text}]")["value"]
    except ValueError as error:
        if text[0] in "\"'[{":
            raise PresetError(
                Message("Expected a value in closed quotes, got {text!r}.", text=text)
            ) from error
        return text
    if len(values) != 1 or not isinstance(values[0], str | int | float | list | dict):
        return text
    return _freeze(values[0])


def _freeze(value: Any) -> Any:  # noqa: ANN401 - a value of TOML
    """Return a value with tuples in place of lists."""
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


def _flatten(key: str, value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the keys of a table with their paths, or the key itself."""
    if not isinstance(value, dict):
        yield key, value
        return
    for name, entry in value.items():
        yield from _flatten(f"{key}.{name}", entry)


def _format_value(value: Any) -> str:  # noqa: ANN401 - a value of TOML
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_format_in_list, value)) + "]"
    if isinstance(value, str) and BARE_TEXT.fullmatch(value):
        return value if _read_value(value) == value else _quote(value)
    return _format_in_list(value)


def _format_in_list(value: Any) -> str:  # noqa: ANN401 - a value of TOML
    if isinstance(value, tuple):
        return _format_value(value)
    if isinstance(value, bool):
        return str(value).lower()
    return _quote(value) if isinstance(value, str) else repr(value)


def _quote(text: str) -> str:
    """Return a basic string of TOML, which has the escapes of JSON and one more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
